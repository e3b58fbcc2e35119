"""A hypothesis strategy for whole valid rule documents: every kind of rule, any combination."""

from hypothesis import strategies as st

from scorepad.rules import words as w
from scorepad.rules.cards import CARDS, RANKS
from scorepad.rules.document import paths

CODES = ("clean", "dirty", "wild", "aces", "sevens", "samba", "red_threes", "odd")
NEEDS = ("clean", "dirty", "any")
SHAPES = tuple((size * teams, teams) for teams in (2, 3, 4) for size in (1, 2, 3, 4))
ALWAYS = {"went_out": "either", "opened": "either", "has": {}, "lacks": {}}

points = st.integers(-2000, 3000)
small = st.integers(0, 3)


def word(kind):
    return st.sampled_from([str(one) for one in kind])


def some(values, least=0):
    """A few different ones of some values, in any order."""
    return st.lists(st.sampled_from(list(values)), unique=True, min_size=least, max_size=4)


def either_or(number, otherwise="any"):
    return st.one_of(st.just(otherwise), number)


@st.composite
def tables(draw):
    shapes = draw(some(SHAPES, least=1))
    return [
        {
            "players": players,
            "teams": teams,
            "decks": draw(st.integers(1, 8)),
            "jokers": draw(st.integers(0, 4)),
            "hand": draw(st.integers(1, 20)),
            "foot": draw(st.sampled_from((0, 11))),
            "knee": draw(st.sampled_from((0, 7))),
        }
        for players, teams in shapes
    ]


@st.composite
def books(draw):
    return [draw(book(code)) for code in draw(some(CODES, least=1))]


@st.composite
def book(draw, code):
    made_of, ranks = draw(word(w.MadeOf)), draw(some(RANKS))
    most = len(ranks or RANKS) if made_of == "sequence" else 20
    if most < 3:
        ranks, most = [], len(RANKS)
    return {
        "code": code,
        "one": code.title(),
        "many": f"{code.title()}s",
        "made_of": made_of,
        "ranks": ranks,
        "cards": draw(st.integers(3, min(9, most))),
        "points": draw(points),
        "unfinished": draw(points),
        "most": draw(either_or(st.integers(1, 3))),
        "counts_for": draw(some(NEEDS)),
        "begun": draw(word(w.Begun)),
    }


@st.composite
def condition(draw, codes):
    counts = st.dictionaries(st.sampled_from(codes), small, max_size=2)
    answers = {"went_out": draw(word(w.Answer)), "opened": draw(word(w.Answer))}
    return {**answers, "has": draw(counts), "lacks": draw(counts)}


@st.composite
def steps(draw):
    starts = sorted(draw(st.sets(st.integers(1, 9), max_size=3)))
    return [{"from": start, "points": draw(points), "per": draw(word(w.Per))} for start in starts]


@st.composite
def threes(draw, codes):
    found = []
    for color in w.Color:
        for place in w.CardPlace:
            counted = draw(word(w.Counted))
            rule = {"color": str(color), "place": str(place), "counted": counted}
            if counted == "apart":
                for _ in range(draw(st.integers(0, 2))):
                    when = draw(condition(codes).filter(lambda found: found != ALWAYS))
                    found.append({**rule, "when": when, "pays": draw(steps())})
            one = [{"from": 1, "points": draw(points), "per": "card"}]
            pays = {"apart": draw(steps()), "with_cards": one, "never": []}[counted]
            found.append({**rule, "when": ALWAYS, "pays": pays})
    return found


@st.composite
def melds(draw):
    smallest = draw(st.integers(1, 5))
    return {
        "smallest": smallest,
        **{key: draw(word(w.Wilds)) for key in ("wilds", "book_wilds")},
        **{key: draw(either_or(st.integers(0, 9))) for key in ("most_wilds", "book_most_wilds")},
        "opening_wilds": draw(word(w.OpeningWilds)),
        "opening_most_cards": draw(either_or(st.integers(smallest, 20))),
        **{key: draw(st.booleans()) for key in ("wild_melds", "sequences")},
        "black_threes": draw(word(w.BlackThrees)),
        "beyond_book": draw(word(w.BeyondBook)),
        "books_of_one_rank": draw(either_or(st.integers(1, 3))),
    }


@st.composite
def opening(draw, codes):
    by = draw(word(w.OpeningBy))
    more = draw(
        st.sets(st.integers(2, 9) if by == "round" else st.integers(-500, 9000), max_size=4)
    )
    starts = [1 if by == "round" else "lowest", *sorted(more)]
    bands = [
        {
            "from": start,
            "minimum": draw(st.integers(0, 200)),
            "books": draw(some(codes)),
            "players": [],
        }
        for start in starts
    ]
    return {"by": by, "steps": bands}


@st.composite
def going_out(draw, kinds):
    names = sorted({need for kind in kinds for need in kind["counts_for"]})
    needs = st.dictionaries(st.sampled_from(names), st.integers(1, 4)) if names else st.just({})
    special = [
        {
            "players": draw(some(range(2, 9))),
            "rounds": draw(some(range(1, 6))),
            "concealed": draw(word(w.Answer)),
            "points": draw(points),
            "needs": draw(needs),
        }
        for _ in range(draw(small))
    ]
    general = {"players": [], "rounds": [], "concealed": "either", "points": draw(points)}
    without = draw(word(w.WithoutBooks))
    return {
        "last_card": draw(word(w.LastCard)),
        "wild_discard": draw(st.booleans()),
        "leave": draw(word(w.Leave)),
        "partner_in_foot": draw(st.booleans()),
        "without_books": without,
        "penalty": 0 if without == "forbidden" else draw(st.integers(-900, 0)),
        "extra_books": draw(word(w.ExtraBooks)),
        "cases": [*special, {**general, "needs": draw(needs)}],
    }


@st.composite
def bonuses(draw):
    size = {"players": [], "rounds": [], "points": draw(points)}
    special = {"players": draw(some(range(2, 9))), "rounds": [2], "points": draw(points)}
    return [
        {
            "code": code,
            "one": code.title(),
            "many": code.title(),
            "most": draw(st.integers(1, 4)),
            "kind": draw(word(w.BonusKind)),
            "per": draw(word(w.BonusPer)),
            "grade_of": draw(st.sampled_from(("", "cut"))),
            "cases": [special, size],
        }
        for code in draw(some(("exact_cut", "near_cut", "exact_deal", "first")))
    ]


@st.composite
def end(draw):
    by = draw(word(w.EndBy))
    number, total = draw(st.integers(1, 9)), draw(st.integers(1, 20000))
    return {
        "by": by,
        "rounds": number if by == "rounds" else "none",
        "minutes": 30 * number if by == "time" else "none",
        "targets": [{"players": [], "points": total}] if by == "target" else [],
    }


@st.composite
def combinations(draw, codes):
    counts = st.dictionaries(st.sampled_from(codes), st.integers(1, 3), min_size=1, max_size=2)
    return [
        {
            "code": code,
            "label": code.title(),
            "books": draw(counts),
            "points": draw(points),
            "times": draw(word(w.Times)),
        }
        for code in draw(some(("grand", "twins")))
    ]


@st.composite
def rule_documents(draw):
    kinds = draw(books())
    codes = [kind["code"] for kind in kinds]
    take = {"cards": draw(either_or(st.integers(1, 9), "all")), "exactly": draw(st.booleans())}
    document = {
        "schema": 1,
        "slug": "drawn",
        "name": "Drawn",
        "summary": "",
        "document": "",
        "parent": "none",
        "notes": [],
        "tables": draw(tables()),
        "books": kinds,
        "choices": [],
        "cards": {card: draw(st.integers(0, 20)) * 5 for card in CARDS},
        "threes": draw(threes(codes)),
        "combinations": draw(combinations(codes)),
        "melds": draw(melds()),
        "opening": draw(opening(codes)),
        "going_out": draw(going_out(kinds)),
        "bonuses": draw(bonuses()),
        "end": draw(end()),
        "stock": {"runs_out": draw(word(w.StockOut)), "round": draw(word(w.StockRound))},
        "play": {
            "starts": draw(word(w.Starts)),
            "draw": draw(small),
            "turned_up": draw(small),
            "take": {**take, "needs": draw(word(w.TakeNeeds))},
            "passed": draw(word(w.Passed)),
            "hand_limit": draw(either_or(st.integers(1, 60))),
            "swipe": draw(st.booleans()),
        },
    }
    known = sorted(paths(document))
    sources = {"reported": draw(some(known)), "assumed": draw(some(known))}
    return {**document, "provenance": sources}
