"""The cheapest opening: against trying everything on small packets, and quick on large ones."""

import time
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import choose, preset, slugs
from scorepad.rules.cards import CARDS, RANKS, WILD_CARDS
from scorepad.rules.lookup import table_for
from scorepad.scoring.advice.cheapest import find_cheapest
from scorepad.scoring.advice.opening import SEQUENCE, Meld, OpeningQuestion, can_open
from tests.support.scoring import rules

SAMBAS = choose(preset("friends-family"), {"sambas": "on"})
QUICK = settings(max_examples=25, deadline=None, database=None, derandomize=True)


def _question(rule_set, number=1, total=0, lost=()):
    rule_set = preset(rule_set) if isinstance(rule_set, str) else rule_set
    table = table_for(rule_set)
    return OpeningQuestion(rule_set, number, table, table.decks, total, (), lost)


def _found(question, **shown):
    return find_cheapest(question, {name.removeprefix("_"): count for name, count in shown.items()})


def _said(found):
    return {meld.rank: (meld.naturals, *meld.wilds) for meld in found.melds}


def _asked(question, *melds):
    return can_open(replace(question, melds=melds))


def _least_by_trying_everything(question, shown):
    """Points, wild cards and cards of the least that opens, by laying every set of melds that may lie; None if none."""
    best = None
    for chosen in _sets([*_groups(question, shown)], Counter(shown)):
        used = sum((cards for _, _, cards in chosen), Counter())
        key = (sum(points for _, points, _ in chosen), used["joker"] + used["2"], used.total())
        if best is None or key < best:
            melds = [meld for meld, _, _ in chosen]
            best = key if _asked(question, *melds).opens else best
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
        answers = [(meld, _asked(question, meld)) for meld in group]
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


def _key(found):
    used = _cards(*found.melds)
    return found.answer.points, used["joker"] + used["2"], used.total()


CASES = [
    ("partnership", 1),
    ("partnership", 2),
    ("southern-ohio", 1),
    ("southern-ohio", 3),
    ("friends-family", 2),
    ("catawba", 3),
    ("vegas", 1),
    ("pennies", 1),
    ("whitnack", 1),
    ("dearie", 2),
    ("dearie", 5),
    (SAMBAS, 1),
]

packets = st.builds(
    lambda naturals, jokers, twos: naturals | {"joker": jokers, "2": twos},
    st.dictionaries(
        st.sampled_from(["A", "K", "Q", "J", "7", "4"]), st.integers(1, 7), min_size=1, max_size=3
    ),
    st.integers(0, 2),
    st.integers(0, 2),
)


@pytest.mark.parametrize(("slug", "number"), CASES, ids=range(len(CASES)))
@QUICK
@given(shown=packets)
def test_it_is_what_trying_everything_finds(slug, number, shown):
    question = _question(slug, number)
    found = find_cheapest(question, shown)
    least = _least_by_trying_everything(question, shown)
    assert (_key(found) if found.opens else None) == least
    assert found.answer == _asked(question, *found.melds)
    assert _cards(*found.melds) <= Counter(shown)


def test_the_design_s_kind_of_answer_three_kings_and_two_sevens_with_a_two():
    found = _found(_question("partnership"), K=3, _7=2, _2=1, A=1)
    assert _said(found) == {"K": (3,), "7": (2, "2")}
    assert found.answer.points == 60


def test_with_equal_points_fewer_wild_cards_are_laid_then_fewer_cards():
    # 60 points as three aces, or as two kings with two twos.
    assert _said(_found(_question("southern-ohio"), A=3, K=2, _2=2)) == {"A": (3,)}
    assert _said(_found(_question("southern-ohio"), A=3, K=3, Q=3)) == {"A": (3,)}


def test_a_wild_card_goes_only_where_it_makes_three_of_a_pair_if_the_rules_want_that():
    shown = {"A": 3, "K": 2, "2": 2}
    question = _question("partnership", 2)
    assert _said(find_cheapest(question, shown)) == {"A": (3,), "K": (2, "2")}
    assert not find_cheapest(_question("partnership", 3), shown).opens
    assert find_cheapest(_question("southern-ohio", 3), shown).opens


def test_a_lost_rank_is_never_laid():
    assert _said(_found(_question("catawba"), A=4, K=5)) == {"K": (5,)}
    found = _found(_question("catawba", lost=("aces",)), A=4, K=4)
    assert (found.opens, found.answer.missing) == (False, 10)


def test_wild_cards_alone_open_where_the_rules_let_them_lie():
    assert _said(_found(_question("pierson"), _2=3)) == {"joker": (0, "2", "2", "2")}
    assert not _found(_question("partnership"), _2=6, joker=6).opens


def test_a_sequence_opens_where_the_table_chose_sequences():
    run = dict.fromkeys(("A", "K", "Q", "J"), 1)
    (meld,) = find_cheapest(_question(SAMBAS), run).melds
    assert (meld.rank, meld.cards) == ("sequence", ("A", "K", "Q", "J"))
    assert not find_cheapest(_question("friends-family"), run).opens


def test_a_required_book_is_found_and_its_lack_is_said():
    assert _said(_found(_question("dearie", 5), A=7, _4=5, _2=2)) == {"4": (5, "2", "2")}
    found = _found(_question("dearie", 5), A=6)
    assert [problem.code for problem in found.answer.problems] == ["book_required"]


def test_what_shows_most_is_told_where_nothing_opens():
    found = _found(_question("partnership", 2), K=3, Q=2, joker=1)
    assert (found.opens, found.answer.points, found.answer.missing) == (True, 100, 0)
    found = _found(_question("partnership", 4), K=3, Q=2, joker=1, A=2)
    assert (found.opens, found.answer.points, found.answer.missing) == (False, 120, 30)
    assert _said(found) == {"A": (2, "joker"), "K": (3,)}


@pytest.mark.parametrize("shown", [{}, {"K": 2}, {"red3": 3, "black3": 3}, {"joker": 4, "K": 0}])
def test_cards_that_make_no_meld_open_nothing_and_show_nothing(shown):
    found = find_cheapest(_question("partnership"), shown)
    assert (found.opens, found.melds, found.answer.points) == (False, (), 0)


def test_a_minimum_of_nothing_opens_with_the_cheapest_meld():
    def waived(document):
        document["opening"]["steps"][0]["minimum"] = 0

    free = _question(rules("partnership", waived))
    assert _said(_found(free, K=3, _4=4, _5=3)) in ({"4": (3,)}, {"5": (3,)})
    assert not find_cheapest(free, {"K": 2}).opens


def _seconds(question, shown):
    began = time.process_time()
    find_cheapest(question, shown)
    return time.process_time() - began


@pytest.mark.parametrize("slug", [*slugs(), SAMBAS], ids=str)
def test_a_large_packet_is_answered_at_once(slug):
    shown = dict.fromkeys(CARDS, 3) | {"joker": 4, "A": 5}
    assert min(_seconds(_question(slug, number, 9_000), shown) for number in (4, 4, 4)) < 0.2


def test_a_packet_of_absurd_counts_under_absurd_rules_is_bounded():
    def absurd(document):
        document["cards"] = {card: 9_000 + 97 * at for at, card in enumerate(CARDS)}
        document["opening"]["steps"][0]["minimum"] = 900_000

    question = _question(rules("southern-ohio", absurd))
    shown = dict.fromkeys((*CARDS, *WILD_CARDS), 10**9)
    assert _seconds(question, shown) < 5
    assert find_cheapest(question, shown).opens
