"""The cheapest opening: compared with a brute-force search of small hands, and found quickly in large ones."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import choose, preset, slugs
from scorepad.rules.cards import CARDS, RANKS, WILD_CARDS
from scorepad.rules.lookup import table_for
from scorepad.scoring.advice import cheapest
from scorepad.scoring.advice.cheapest import find_cheapest
from scorepad.scoring.advice.melds import SEQUENCE, Meld
from scorepad.scoring.advice.opening import OpeningQuestion, can_open
from tests.support.drawn_rounds import quick
from tests.support.scoring import rules

SAMBAS = choose(preset("friends-family"), {"sambas": "on"})
BESIDE = rules("whitnack", lambda d: d["melds"].update(opening_wilds="beside_natural"))
NATURAL = rules("whitnack", lambda d: d["melds"].update(opening_wilds="none"))
BY_BOOKS = rules("pierson", lambda d: (d["opening"].update(book_points=True), d["melds"].update(natural_ranks=["K"])))


def _question(rule_set, number=1, total=0, lost=()):
    rule_set = preset(rule_set) if isinstance(rule_set, str) else rule_set
    table = table_for(rule_set)
    return OpeningQuestion(rule_set, number, table, table.decks, total, (), lost)


def _ask(question, *melds):
    return can_open(replace(question, melds=melds))


def _least_by_trying_everything(question, shown):
    """Return points, wild cards and cards of the cheapest opening, by trying every allowed set of melds; or None."""
    best = None
    for chosen in _sets([*_groups(question, shown)], Counter(shown)):
        used = sum((cards for _, _, cards in chosen), Counter())
        key = (sum(points for _, points, _ in chosen), used["joker"] + used["2"], used.total())
        if best is None or key < best:
            melds = [meld for meld, _, _ in chosen]
            best = key if _ask(question, *melds).opens else best
    return best


def _sets(groups, left):
    """Yield every set of melds, at most one of each group, that the remaining cards can make."""
    if not groups:
        yield []
        return
    yield from _sets(groups[1:], left)
    for meld in groups[0]:
        if meld[2] <= left:
            yield from ([meld, *more] for more in _sets(groups[1:], left - meld[2]))


def _groups(question, shown):
    """For each rank, for wild cards alone and for sequences: every meld that may lie, with its points and cards."""
    wilds = [
        ("joker",) * jokers + ("2",) * twos for jokers in range(shown["joker"] + 1) for twos in range(shown["2"] + 1)
    ]
    groups = [[Meld(rank, n, w) for n in range(1, shown.get(rank, 0) + 1) for w in wilds] for rank in RANKS]
    groups.append([Meld("joker", 0, w) for w in wilds if w])
    groups.append([Meld(SEQUENCE, cards=RANKS[a:b]) for a in range(11) for b in range(a + 1, 12)])
    for group in groups:
        answers = [(meld, _ask(question, meld)) for meld in group]
        good = [
            (meld, answer.points, _cards(meld))
            for meld, answer in answers
            if not any(problem.path for problem in answer.problems)
        ]
        if good:
            yield good


def _cards(*melds):
    return Counter(card for meld in melds for card in (*meld.wilds, *meld.cards, *[meld.rank] * meld.naturals))


CASES = [
    *[("partnership", 1), ("partnership", 2), ("southern-ohio", 1), ("southern-ohio", 3)],
    *[("friends-family", 2), ("catawba", 3), ("vegas", 1), ("pennies", 1), ("whitnack", 1)],
    *[("dearie", 2), ("dearie", 5), (SAMBAS, 1), (BESIDE, 1), (BESIDE, 3), (NATURAL, 2), (BY_BOOKS, 4)],
]

packets = st.builds(
    lambda naturals, jokers, twos: naturals | {"joker": jokers, "2": twos},
    st.dictionaries(st.sampled_from("AKQJ74"), st.integers(1, 7), min_size=1, max_size=3),
    st.integers(0, 2),
    st.integers(0, 2),
)


@pytest.mark.parametrize(("slug", "number"), CASES, ids=range(len(CASES)))
@settings(quick, max_examples=25)
@given(shown=packets)
def test_it_is_what_trying_everything_gives(slug, number, shown):
    question = _question(slug, number)
    result = find_cheapest(question, shown)
    used = _cards(*result.melds)
    key = (result.answer.points, used["joker"] + used["2"], used.total())
    assert (key if result.opens else None) == _least_by_trying_everything(question, shown)
    assert result.answer == _ask(question, *result.melds)
    assert used <= Counter(shown)


FREE = rules("partnership", lambda d: d["opening"]["steps"][0].update(minimum=0))
RUN = dict.fromkeys(("A", "K", "Q", "J"), 1)
PAIR = {"A": 3, "K": 2, "2": 2}
ANSWERS = [
    # Rule set and more of the question, cards shown, what opens (None if nothing), points.
    (("partnership",), {"K": 3, "7": 2, "2": 1, "A": 1}, {"K": (3,), "7": (2, "2")}, 60),
    # With equal points fewer wild cards are laid, then fewer cards.
    (("southern-ohio",), PAIR, {"A": (3,)}, 60),
    (("southern-ohio",), {"A": 3, "K": 3, "Q": 3}, {"A": (3,)}, 60),
    # A wild card may only complete a pair, if the rules require that.
    (("partnership", 2), PAIR, {"A": (3,), "K": (2, "2")}, 100),
    (("partnership", 3), PAIR, None, 100),
    (("southern-ohio", 3), PAIR, {"A": (3,), "K": (2, "2", "2")}, 120),
    (("catawba",), {"A": 4, "K": 5}, {"K": (5,)}, 50),
    (("pierson",), {"2": 3}, {"joker": (0, "2", "2", "2")}, 60),
    (("partnership",), {"2": 6, "joker": 6}, None, 0),
    ((SAMBAS,), RUN, {"sequence": (0, "A", "K", "Q", "J")}, 50),
    (("friends-family",), RUN, None, 0),
    (("dearie", 5), {"A": 7, "4": 5, "2": 2}, {"4": (5, "2", "2")}, 65),
    # If nothing opens, the answer is the melds with the most points.
    (("partnership", 2), {"K": 3, "Q": 2, "joker": 1}, {"K": (3,), "Q": (2, "joker")}, 100),
    (("partnership", 4), {"K": 3, "Q": 2, "joker": 1, "A": 2}, None, 120),
    (("partnership",), {}, None, 0),
    (("partnership",), {"K": 2}, None, 0),
    (("partnership",), {"red3": 3, "black3": 3}, None, 0),
    (("partnership",), {"joker": 4, "K": 0}, None, 0),
    ((FREE,), {"K": 3, "4": 4}, {"4": (3,)}, 15),
    ((FREE,), {"K": 2}, None, 0),
]


@pytest.mark.parametrize(("question", "shown", "melds", "points"), ANSWERS, ids=range(len(ANSWERS)))
def test_the_cheapest_melds_are_named(question, shown, melds, points):
    result = find_cheapest(_question(*question), shown)
    assert (result.opens, result.answer.points) == (melds is not None, points)
    if melds:
        assert {m.rank: (m.naturals, *m.wilds, *m.cards) for m in result.melds} == melds


def test_what_is_missing_is_counted_and_a_lost_rank_is_never_laid():
    result = find_cheapest(_question("catawba", lost=("aces",)), {"A": 4, "K": 4})
    assert (result.opens, result.answer.missing) == (False, 10)
    most = find_cheapest(_question("partnership", 4), {"K": 3, "Q": 2, "joker": 1, "A": 2})
    assert most.answer.missing == 30
    assert {m.rank: (m.naturals, *m.wilds) for m in most.melds} == {"A": (2, "joker"), "K": (3,)}
    problems = find_cheapest(_question("dearie", 5), {"A": 6}).answer.problems
    assert [problem.code for problem in problems] == ["book_required"]


@pytest.fixture
def limit_tries(monkeypatch):
    """Fail as soon as a search has tried more states than a limit."""

    def limit(most):
        tries, is_promising = Counter(), cheapest._Search._is_promising

        def count(search, state):
            tries[search] += 1
            assert tries[search] < most, "the search tries too much"
            return is_promising(search, state)

        monkeypatch.setattr(cheapest._Search, "_is_promising", count)

    return limit


@pytest.mark.parametrize("slug", [*slugs(), SAMBAS], ids=str)
def test_a_large_packet_takes_few_tries(slug, limit_tries):
    limit_tries(50_000)
    find_cheapest(_question(slug, 4, 9_000), dict.fromkeys(CARDS, 3) | {"joker": 4, "A": 5})


def test_absurd_counts_under_absurd_rules_take_a_limited_number_of_tries(limit_tries):
    def absurd(document):
        document["cards"] = {card: 9_000 + 97 * at for at, card in enumerate(CARDS)}
        document["opening"]["steps"][0]["minimum"] = 900_000

    limit_tries(2_000_000)
    shown = dict.fromkeys((*CARDS, *WILD_CARDS), 10**9)
    assert find_cheapest(_question(rules("southern-ohio", absurd)), shown).opens
