"""Sequences with a low ace and more cards than a book, sets of some ranks, and books that may be either."""

import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest

from scorepad.rulebook.suspicions import suspicions
from scorepad.scoring.advice.cheapest import find_cheapest
from scorepad.scoring.advice.opening import OpeningQuestion, can_open
from scorepad.scoring.answers import can_open_document
from scorepad.scoring.model import Meld, kinds_of
from scorepad.scoring.needs import books_named
from tests.support.natural_threes import let_threes_be_natural
from tests.support.scoring import item, meld, rules

OWN = {
    "sequence_lowest": "A",
    "longest_sequence": 14,
    "sequences": True,
    "sequence_wilds": 1,
    "beyond_book": "any_time",
}


def like_burraco(minimum=0, **melds):
    """Return rules with books that may be a set or a sequence, and twos and threes in sequences."""

    def change(document):
        for code in ("clean", "dirty"):
            item(document, "books", code)["shape"] = "either"
        let_threes_be_natural(document)
        document["melds"] |= OWN | {"opening_wilds": "as_any_meld"} | melds
        document["opening"]["steps"] = [{"from": 1, "minimum": minimum, "books": [], "players": []}]

    return rules(change=change)


def problems(rule_set, *melds):
    asked = {"round": 1, "score_before": 0, "melds": list(melds)}
    return [problem["code"] for problem in can_open_document(rule_set, asked)["problems"]]


def run(cards, *wilds):
    return meld("sequence", 0, *wilds, cards=cards.split())


ALL = "A K Q J 10 9 8 7 6 5 4 3 2"


@pytest.mark.parametrize(
    ("melds", "sequence", "found"),
    [
        ({}, run("A 2 3"), []),
        ({}, run("Q K A"), []),
        ({}, run("K A 2"), ["not_a_sequence"]),
        ({}, run("A 3 4", "joker"), []),
        ({}, run("A A 2 3"), ["not_a_sequence"]),
        ({}, run(f"{ALL} A"), []),
        ({}, run(f"{ALL} A A"), ["too_many_cards", "not_a_sequence"]),
        ({"longest_sequence": 13}, run(f"{ALL} A"), ["too_many_cards"]),
        ({"longest_sequence": "book"}, run("K Q J 10 9 8 7 6"), ["too_many_cards"]),
        ({"sequence_highest": "K", "longest_sequence": 13}, run("Q K A"), ["not_a_sequence"]),
        ({"sequence_highest": "K", "longest_sequence": 13}, run("A 2 3"), []),
        ({"sequence_lowest": "2", "longest_sequence": 13}, run("A 2 3"), ["not_a_sequence"]),
        ({"sequence_lowest": "2", "longest_sequence": 13}, run("4 3 2"), []),
        # Beyond a book: with a wild card in it otherwise than without.
        ({"beyond_book": "never"}, run("K Q J 10 9 8 7 6"), ["too_many_cards"]),
        ({"beyond_book": "never", "beyond_dirty": "any_time"}, run("K Q J 10 9 8 6", "joker"), []),
        ({"beyond_book": "any_time", "beyond_dirty": "never"}, run("K Q J 10 9 8 6", "joker"), ["too_many_cards"]),
        ({"beyond_book": "any_time", "beyond_dirty": "never"}, run("K Q J 10 9 8 7 6"), []),
        ({"beyond_dirty": "naturals"}, meld("K", 5, "joker", "2", "2", "joker"), ["too_many_wilds"]),
        # Sets.
        ({"set_ranks": ["A", "3"]}, meld("A", 3), []),
        ({"set_ranks": ["A", "3"]}, meld("red3", 3), []),
        ({"set_ranks": ["A", "3"]}, meld("K", 3), ["rank_cannot_be_melded"]),
        ({"set_ranks": ["A", "3"]}, run("K Q J"), []),
        ({"sets": False}, meld("A", 3), ["rank_cannot_be_melded"]),
        ({"sets": False}, run("K Q J"), []),
    ],
)  # fmt: skip
def test_what_may_be_melded(melds, sequence, found):
    assert problems(like_burraco(**melds), sequence) == found


@pytest.mark.parametrize(
    ("laid", "kind"),
    [
        (Meld("K", 7), "clean"),
        (Meld("K", 5, ("2", "2")), "dirty"),
        (Meld("sequence", cards=("K", "Q", "J", "10", "9", "8", "7")), "clean"),
        (Meld("sequence", cards=("A", "2", "3", "4", "5", "6", "7")), "clean"),
        (Meld("sequence", wilds=("joker",), cards=("A", "2", "3", "4", "5", "7")), "dirty"),
    ],
)
def test_a_set_or_a_sequence_is_told_apart_by_its_wild_cards(laid, kind):
    rule_set = like_burraco()
    (found,) = kinds_of(rule_set, laid)
    assert found.code == kind
    assert books_named(rule_set, kind, {found.code: 1}) == 1


def test_a_book_that_no_meld_may_become_is_a_doubt():
    doubts = [doubt.path for doubt in suspicions(rules(change=lambda document: document["melds"].update(sets=False)))]
    assert doubts == ["books.clean", "books.dirty"]


# ---- The exact search, beside every way to lay a few cards


def every_meld(question, hand):
    """Return each meld that some of these cards can be, with the cards that it takes."""
    found = {}
    for size in range(3, sum(hand.values()) + 1):
        for taken in {*itertools.combinations(sorted(Counter(hand).elements()), size)}:
            wild = [card for card in taken if card in ("joker", "2")]
            for wilds in {one for n in range(len(wild) + 1) for one in itertools.combinations(wild, n)}:
                rest = tuple((Counter(taken) - Counter(wilds)).elements())
                shapes = [Meld("sequence", wilds=wilds, cards=rest)] if rest and "joker" not in rest else []
                if len({*rest}) == 1 and rest[0] not in ("2", "joker"):
                    shapes.append(Meld(rest[0], len(rest), wilds))
                for shape in shapes:
                    answer = can_open(replace(question, melds=(shape,)))
                    if all(
                        p.code in ("below_minimum", "book_required", "natural_meld_needed") for p in answer.problems
                    ):
                        found[shape] = Counter(taken)
    return found


def least(question, hand):
    """Return the points, wild cards and cards of the cheapest opening of at most two melds, None if none opens."""
    melds, best = [*every_meld(question, hand).items()], None
    for count in (1, 2):
        for chosen in itertools.combinations_with_replacement(melds, count):
            used = sum((cards for _, cards in chosen), Counter())
            laid = tuple(one for one, _ in chosen)
            if used <= Counter(hand) and (answer := can_open(replace(question, melds=laid))).opens:
                one = (answer.points, *weight(laid))
                best = one if best is None else min(best, one)
    return best


def weight(melds):
    return sum(len(one.wilds) for one in melds), sum(one.size for one in melds)


LOW = Counter({"A": 3, "2": 2, "3": 2, "4": 1, "5": 1, "K": 2, "Q": 1, "J": 1, "joker": 1})
LONG = Counter({"A": 2, "K": 1, "Q": 1, "J": 1, "10": 1, "9": 1, "8": 1, "7": 1, "joker": 1})


@pytest.mark.parametrize("melds", [{}, {"sequence_wilds": "any"}, {"opening_wilds": "beside_natural"}])
@pytest.mark.parametrize(("cards", "size"), [(LOW, 8), (LONG, 9)])
def test_no_opening_is_cheaper_than_the_one_that_is_found(melds, cards, size):
    drawn = random.Random(39)
    for minimum in (35, 60, 90):
        rule_set = like_burraco(minimum, **melds)
        question = OpeningQuestion(rule_set, 1, rule_set.tables[0], 5, 0, ())
        hand = Counter(drawn.sample([*cards.elements()], size))
        found = find_cheapest(question, hand)
        assert ((found.answer.points, *weight(found.melds)) if found.opens else None) == least(question, hand)


def test_the_book_that_an_opening_needs_may_be_a_sequence_without_wild_cards():
    clean = like_burraco()
    step = replace(clean.opening.steps[0], minimum=60, books=("clean",))
    rule_set = replace_opening(clean, step)
    question = OpeningQuestion(rule_set, 1, rule_set.tables[0], 5, 0, ())
    seven = {"K": 1, "Q": 1, "J": 1, "10": 1, "9": 1, "8": 1, "7": 1, "joker": 1}
    found = find_cheapest(question, seven)
    assert found.opens
    assert [one.wilds for one in found.melds] == [()]
    assert not find_cheapest(question, {**seven, "10": 0}).opens
    dirty = replace_opening(clean, replace(step, books=("dirty",)))
    found = find_cheapest(replace(question, rules=dirty), {**seven, "10": 0})
    assert found.opens
    assert [len(one.wilds) for one in found.melds] == [1]


def replace_opening(rule_set, step):
    return replace(rule_set, opening=replace(rule_set.opening, steps=(step,)))


def test_an_ace_that_would_be_high_and_low_is_laid_once():
    """The search first lets the one ace lie in both sequences, which would open."""
    rule_set = like_burraco(80)
    question = OpeningQuestion(rule_set, 1, rule_set.tables[0], 5, 0, ())
    found = find_cheapest(question, dict.fromkeys(("A", "K", "Q", "4", "3", "2"), 1))
    assert (found.opens, found.answer.points) == (False, 70)
    assert sum(one.cards.count("A") for one in found.melds) == 1
