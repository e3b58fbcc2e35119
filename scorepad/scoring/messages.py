"""A sentence for every problem code: what is wrong and what would be right.

A code's sentence is a function of the problem's facts. `docs/rules.md` lists the codes; a test compares.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scorepad.scoring.explain import books_named, cards_named, listed, lower, number
from scorepad.scoring.model import Ended, Problem

Facts = Mapping[str, Any]


def message(problem: Problem) -> str:
    """The sentence for a problem."""
    return MESSAGES[problem.code](problem.facts)


def _wrong_out(facts: Facts) -> str:
    out = facts["out"]
    if facts["ended"] is Ended.STOCK_RAN_OUT:
        return f"The stock ran out, so nobody went out; {listed(out)} cannot have."
    if not out:
        return "Somebody went out, so say which team; or say that the stock ran out."
    return f"Only one team can go out in a round; {listed(out)} are marked."


_BOOKS_NEED = {
    "books_wilds": "wild cards",
    "books_naturals": "natural cards",
    "books_ranks": "cards of their own rank",
}


def _more_than_the_decks(facts: Facts) -> str:
    decks = "1 deck" if facts["decks"] == 1 else f"{facts['decks']} decks"
    count, most = number(facts["count"]), number(facts["most"])
    if facts["what"] == "cards":
        return f"{cards_named(facts['card'], facts['count'])} counted, but {decks} hold {most}."
    if facts["what"] == "points":
        return f"{count} points of cards counted over all teams, but {decks} hold {most}."
    kind = _BOOKS_NEED.get(facts["what"], "cards")
    return f"So many books need at least {count} {kind}, but {decks} hold {most}."


def _premium_twice(facts: Facts) -> str:
    label = lower(facts["label"])
    if facts["both"]:
        return (
            f"A team has at most {facts['most']} of the {label}: finished or unfinished, not both."
        )
    return f"A team can have at most {facts['most']} of the {label}."


def _books_missing(facts: Facts) -> str:
    missing = books_named(facts["rules"], facts["missing"])
    verb = "is" if sum(facts["missing"].values()) == 1 else "are"
    if "team" in facts:
        return f"{facts['team']} cannot have gone out: {missing} {verb} missing."
    return f"{missing} {verb} missing."


def _table_ruling(facts: Facts) -> str:
    missing = books_named(facts["rules"], facts["missing"])
    return (
        f"{facts['team']} went out without {missing}; your table let it stand: {facts['reason']}."
    )


def _fewer(facts: Facts) -> str:
    what = "cards" if facts.get("cards") else "points"
    given, least = number(facts["given"]), number(facts["least"])
    return (
        f"{given} {what} melded, but these books alone have at least {least}. Are books counted in?"
    )


def _extra_books(facts: Facts) -> str:
    kind = books_named(facts["rules"], {facts["need"]: facts["most"]})
    return (
        f"More than the {kind} needed, while other books still lack; these rules do not allow that."
    )


def _leave(facts: Facts) -> str:
    if facts["leave"] == "binding":
        return "Ask your partner first; these rules want it, and a no stops you."
    if facts["leave"] == "courtesy":
        return "Your partner was not asked; it is the custom to ask, though a no does not stop you."
    return "Your partner was not asked; you may, and a no does not stop you."


def _said_no(facts: Facts) -> str:
    if facts["leave"] == "binding":
        return "Your partner said no, and that decides it."
    return "Your partner said no. You still may, but it may cost your team what your partner holds."


def _severe(facts: Facts) -> str:
    parts = [f"{number(-facts['points'])} points", "all melds", "all books"]
    if facts["books"]:
        parts[2] = f"all books ({number(facts['books'])} points)"
    if facts["bonus"]:
        parts.append(f"the bonus of {number(facts['bonus'])}")
    return f"Going out anyway costs {listed(parts)}."


def _unfinished(facts: Facts) -> str:
    label = lower(facts["one"] if facts["count"] == 1 else facts["label"])
    return f"{facts['count']} {label}: {number(facts['points'])} points if you go out now."


def _foot(facts: Facts) -> str:
    packet = "The knee or the foot" if facts["knee"] else "The foot"
    return f"{packet} has not been picked up yet."


MESSAGES: dict[str, Callable[[Facts], str]] = {
    # Errors: the document, or what it says, cannot be.
    "wrong_type": lambda f: f"{f['value']} is not {f['wanted']}.",
    "unknown_name": lambda f: f"{f['name']} is not known here.{f['hint']}",
    "missing_key": lambda f: "This is missing, and cannot be guessed.",
    "bad_value": lambda f: f"This must be from {number(f['least'])} to {number(f['most'])}.",
    "bad_text": lambda f: str(f["sentence"]),
    "bad_number": lambda f: str(f["sentence"]),
    "not_counted": lambda f: str(f["sentence"]),
    "wrong_players": lambda f: (
        f"These rules are not for {f['players']} players, but for {listed([str(n) for n in f['known']])}."
    ),
    "wrong_teams": lambda f: (
        f"{f['players']} players make {' or '.join(str(n) for n in f['wanted'])} teams; {f['teams']} stand here."
    ),
    "too_many_players": lambda f: (
        f"A team has {f['size']} players here; more counts than that stand here."
    ),
    "threes_twice": lambda f: (
        f"These threes already stand in “{f['other']}”; count them in one place."
    ),
    "wrong_out": _wrong_out,
    "books_missing": _books_missing,
    "more_than_the_decks": _more_than_the_decks,
    "premium_twice": _premium_twice,
    "premium_lost": lambda f: (
        f"This team lost the {lower(f['label'])} this round and may not meld that rank."
    ),
    # Warnings: odd, and a person may confirm them.
    "table_ruling": _table_ruling,
    "more_than_possible": lambda f: (
        f"That is more than the {f['most']} {' or '.join(map(lower, f['labels']))} a team can have."
    ),
    "one_team_only": lambda f: f"{f['label']}: only one team of the table can have it in a round.",
    "threes_not_melded": lambda f: (
        f"{f['color'].capitalize()} threes cannot be melded; they count nothing."
    ),
    "fewer_than_books_need": _fewer,
    "not_a_multiple": lambda f: (
        f"All cards are worth multiples of {f['unit']}, but {number(f['given'])} is none. Please count again."
    ),
    "below_minimum": lambda f: (
        f"{number(f.get('given', f.get('points', 0)))} points, but the opening minimum is {number(f['minimum'])}."
    ),
    "extra_books": _extra_books,
    # Going out: blockers, and what to weigh.
    "foot_not_picked_up": _foot,
    "last_card_must_be_discarded": lambda f: (
        "The last card must be discarded; keep one to discard."
    ),
    "last_card_must_be_melded": lambda f: (
        "The last card must be melded; there is no discard when going out."
    ),
    "wild_discard": lambda f: f"A wild card may not be discarded, and a {_wild(f['card'])} is one.",
    "partner_not_asked": _leave,
    "partner_said_no": _said_no,
    "partner_not_in_foot": lambda f: "Your partner must have picked up the foot as well.",
    "partner_foot_unknown": lambda f: (
        "These rules want your partner to have picked up the foot as well."
    ),
    "severe_penalty": _severe,
    "unfinished_books": _unfinished,
    # Opening.
    "too_few_cards": lambda f: f"A meld has at least {f['least']} cards.",
    "too_many_cards": lambda f: f"This meld may have at most {f['most']} cards.",
    "too_many_wilds": lambda f: (
        f"Too many wild cards: beside {f['naturals']} natural cards there may be {f['most']}."
    ),
    "wilds_only_with_a_pair": lambda f: (
        "In the opening a wild card only makes three of a natural pair."
    ),
    "rank_cannot_be_melded": lambda f: f"{_rank(f['rank'])} cannot be melded here.",
    "not_a_sequence": lambda f: "A sequence is cards that follow each other, without wild cards.",
    "book_required": lambda f: "Opening takes a finished book in this round.",
    "nothing_melded": lambda f: "No melds stand here yet.",
}


def _wild(card: str) -> str:
    return "two" if card == "2" else card


def _rank(rank: str) -> str:
    return (
        cards_named(rank, 2).removeprefix("2 ").capitalize() if rank != "sequence" else "Sequences"
    )
