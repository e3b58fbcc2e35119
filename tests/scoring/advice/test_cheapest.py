"""The cheapest opening: compared with trying everything on small packets, and without much trying on large ones."""

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
from scorepad.scoring.advice.opening import SEQUENCE, Meld, OpeningQuestion, can_open
from tests.support.drawn_rounds import quick
from tests.support.scoring import rules

SAMBAS = choose(preset("friends-family"), {"sambas": "on"})


def _question(rule_set, number=1, total=0, lost=()):
    rule_set = preset(rule_set) if isinstance(rule_set, str) else rule_set
    table = table_for(rule_set)
    return OpeningQuestion(rule_set, number, table, table.decks, total, (), lost)


def _find(*question, lost=(), **shown):
    """The cheapest opening for a question and cards by name, with an underscore before a digit."""
    counts = {name.removeprefix("_"): count for name, count in shown.items()}
    return find_cheapest(_question(*question, lost=lost), counts)


def _melds(*question, **shown):
    return {meld.rank: (meld.naturals, *meld.wilds) for meld in _find(*question, **shown).melds}


def _ask(question, *melds):
    return can_open(replace(question, melds=melds))


def _least_by_trying_everything(question, shown):
    """Points, wild cards and cards of the least that opens, by laying every set of melds that may lie; None if none."""
    best = None
    for chosen in _sets([*_groups(question, shown)], Counter(shown)):
        used = sum((cards for _, _, cards in chosen), Counter())
        key = (sum(points for _, points, _ in chosen), used["joker"] + used["2"], used.total())
        if best is None or key < best:
            melds = [meld for meld, _, _ in chosen]
            best = key if _ask(question, *melds).opens else best
    return best


def _sets(groups, left):
    """Every set of melds, at most one of each group, that can be made of the cards left."""
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
        ("joker",) * jokers + ("2",) * twos
        for jokers in range(shown["joker"] + 1)
        for twos in range(shown["2"] + 1)
    ]
    groups = [
        [Meld(rank, n, w) for n in range(1, shown.get(rank, 0) + 1) for w in wilds]
        for rank in RANKS
    ]
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
    return Counter(
        card for meld in melds for card in (*meld.wilds, *meld.cards, *[meld.rank] * meld.naturals)
    )


CASES = [
    *[("partnership", 1), ("partnership", 2), ("southern-ohio", 1), ("southern-ohio", 3)],
    *[("friends-family", 2), ("catawba", 3), ("vegas", 1), ("pennies", 1), ("whitnack", 1)],
    *[("dearie", 2), ("dearie", 5), (SAMBAS, 1)],
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
    found = find_cheapest(question, shown)
    used = _cards(*found.melds)
    key = (found.answer.points, used["joker"] + used["2"], used.total())
    assert (key if found.opens else None) == _least_by_trying_everything(question, shown)
    assert found.answer == _ask(question, *found.melds)
    assert used <= Counter(shown)


def test_the_answer_names_the_melds_and_their_points():
    assert _melds("partnership", K=3, _7=2, _2=1, A=1) == {"K": (3,), "7": (2, "2")}
    assert _find("partnership", K=3, _7=2, _2=1, A=1).answer.points == 60


def test_with_equal_points_fewer_wild_cards_are_laid_then_fewer_cards():
    # 60 points as three aces, or as two kings with two twos.
    assert _melds("southern-ohio", A=3, K=2, _2=2) == {"A": (3,)}
    assert _melds("southern-ohio", A=3, K=3, Q=3) == {"A": (3,)}


def test_a_wild_card_goes_only_where_it_makes_three_of_a_pair_if_the_rules_want_that():
    shown = {"A": 3, "K": 2, "_2": 2}
    assert _melds("partnership", 2, **shown) == {"A": (3,), "K": (2, "2")}
    assert not _find("partnership", 3, **shown).opens
    assert _find("southern-ohio", 3, **shown).opens


def test_a_lost_rank_is_never_laid():
    assert _melds("catawba", A=4, K=5) == {"K": (5,)}
    found = _find("catawba", lost=("aces",), A=4, K=4)
    assert (found.opens, found.answer.missing) == (False, 10)


def test_wild_cards_alone_open_where_the_rules_let_them_lie():
    assert _melds("pierson", _2=3) == {"joker": (0, "2", "2", "2")}
    assert not _find("partnership", _2=6, joker=6).opens


def test_a_sequence_opens_where_the_table_chose_sequences():
    (meld,) = _find(SAMBAS, A=1, K=1, Q=1, J=1).melds
    assert (meld.rank, meld.cards) == ("sequence", ("A", "K", "Q", "J"))
    assert not _find("friends-family", A=1, K=1, Q=1, J=1).opens


def test_a_required_book_is_laid_or_reported_as_missing():
    assert _melds("dearie", 5, A=7, _4=5, _2=2) == {"4": (5, "2", "2")}
    problems = _find("dearie", 5, A=6).answer.problems
    assert [problem.code for problem in problems] == ["book_required"]


def test_the_melds_with_most_points_are_the_answer_where_nothing_opens():
    answer = _find("partnership", 2, K=3, Q=2, joker=1).answer
    assert (answer.opens, answer.points, answer.missing) == (True, 100, 0)
    answer = _find("partnership", 4, K=3, Q=2, joker=1, A=2).answer
    assert (answer.opens, answer.points, answer.missing) == (False, 120, 30)
    assert _melds("partnership", 4, K=3, Q=2, joker=1, A=2) == {"A": (2, "joker"), "K": (3,)}


@pytest.mark.parametrize("shown", [{}, {"K": 2}, {"red3": 3, "black3": 3}, {"joker": 4, "K": 0}])
def test_cards_that_make_no_meld_open_nothing_and_show_nothing(shown):
    found = _find("partnership", **shown)
    assert (found.opens, found.melds, found.answer.points) == (False, (), 0)


def test_a_minimum_of_nothing_opens_with_the_cheapest_meld():
    free = rules("partnership", lambda d: d["opening"]["steps"][0].update(minimum=0))
    assert _melds(free, K=3, _4=4, _5=3) in ({"4": (3,)}, {"5": (3,)})
    assert not _find(free, K=2).opens


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
