"""Hypothesis strategies for rounds that a table might count, for any rule set."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorepad.rules import lookup
from scorepad.rules.words import ALL_CARDS, Begun, LoneHand

quick = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

few = st.integers(0, 2)
cards = st.dictionaries(st.sampled_from(ALL_CARDS), few, max_size=4)
quantity = st.one_of(st.integers(0, 80).map(lambda n: n * 5), cards)


@st.composite
def teams(draw, rules, table):
    """Draw one team's document, without what depends on the other teams."""
    books = st.dictionaries(st.sampled_from([kind.code for kind in rules.books]), few, max_size=3)
    found = {"books": draw(books), "unfinished": draw(books), "melded": draw(quantity)}
    found["left"] = draw(st.one_of(quantity, st.lists(quantity, max_size=table.team_size)))
    if rules.bonuses:
        codes = [bonus.code for bonus in rules.bonuses]
        found["bonuses"] = draw(st.dictionaries(st.sampled_from(codes), few, max_size=2))
    places = _free_places(found)
    if places:
        counts = st.dictionaries(st.sampled_from(places), few)
        found["threes"] = {color: draw(counts) for color in ("red", "black")}
    premium = [kind.code for kind in rules.books if kind.begun is Begun.OPENING]
    if premium and draw(st.integers(0, 9)) == 0:
        found["lost"] = [draw(st.sampled_from(premium))]
    found["score_before"] = draw(st.integers(-1000, 20000))
    return found


def _free_places(team):
    """Return the places where threes may be given separately: not where cards are given, which include theirs."""
    packets = team["left"] if isinstance(team["left"], list) else [team["left"]]
    held = [] if any(isinstance(packet, dict) for packet in packets) else ["held"]
    return held if isinstance(team["melded"], dict) else [*held, "laid"]


def _with_its_books(rules, table, number, team):
    """Return the team as one that went out, with the books that it needs."""
    needs = lookup.out_case(rules, number, table.players).needs
    books = {**team["books"]}
    for need, count in needs.items():
        code = lookup.book_for_need(rules, need).code
        books[code] = max(books.get(code, 0), count)
    return {**team, **_nothing_left(team, table), "books": books, "unfinished": {}, "lost": [], "went_out": True}


def _nothing_left(team, table):
    """Return the changed keys of a team when one of its players went out: that player has no cards left."""
    left, threes = team["left"], team.get("threes", {})
    if table.team_size > 1:
        return {"left": [0, *left[1:]]} if isinstance(left, list) else {}
    return {"left": 0, "threes": {color: {**at, "held": 0} for color, at in threes.items()}}


@st.composite
def rounds(draw, rules, goes_out=None):
    """Draw a round's document at one of the rule set's tables. Sometimes it is still impossible.

    `goes_out` says whether a team goes out; None means sometimes.
    """
    table = draw(st.sampled_from(rules.tables))
    number = draw(st.integers(1, 6))
    found = [draw(teams(rules, table)) for _ in range(table.teams)]
    goes_out = draw(st.booleans()) if goes_out is None else goes_out
    out = draw(st.integers(0, table.teams - 1)) if goes_out else None
    if out is not None:
        found[out] = _with_its_books(rules, table, number, found[out])
    alone = {} if table.lone_hand is LoneHand.NONE else {"alone": draw(st.integers(0, table.teams))}
    return {
        **alone,
        "round": number,
        "players": table.players,
        "teams": found,
        "ended": "stock_ran_out" if out is None else "went_out",
    }
