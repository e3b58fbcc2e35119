"""Two rule sets side by side: only what differs, in words."""

from itertools import permutations

import pytest
from hypothesis import given, settings

from scorepad.rulebook.compare import compare, count
from scorepad.rulebook.words import ranks_text
from scorepad.rules import from_document, preset, slugs
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents
from tests.support.scoring import item, rules


def sentences(here, there):
    return [contrast.sentence for part in compare(here, there) for contrast in part.contrasts]


def changed_book(document):
    item(document, "books", "clean").update(points=700, cards=6)


CHANGES = [
    (changed_book, ["A red book: 500 here, 700 there.", "Red books: 7 cards here, 6 cards there."]),
    (lambda d: item(d, "books", "clean").update(many="Clean books"), ["Called: Red books here, Clean books there."]),
    (lambda d: d["cards"].update({"9": 5, "8": 5}), ["Nine and eight: 10 here, 5 there."]),
    (lambda d: d["end"].update(rounds=5), ["The game ends: after 4 rounds here, after 5 rounds there."]),
    (lambda d: d["opening"]["steps"][1].update(minimum=100), ["Round 2: 90 points here, 100 points there."]),
    (lambda d: d["going_out"]["cases"][0]["needs"].update(clean=2),
     ["Needs: 1 red book (clean) here, 2 red books (clean) there."]),
    (lambda d: d["play"].update(hand_limit="any"), ["Most in a hand: 40 cards here, no limit there."]),
    (lambda d: d["bonuses"][0]["cases"].insert(0, {"players": [], "rounds": [4], "points": 300}),
     ["Exact cut of 22. Here: 100 points, each player, when cutting. "
      "There: 300 points, round 4, each player, when cutting; 100 points, other rounds."]),
    (lambda d: d["bonuses"].clear(),
     ["Exact cut of 22. Here: 100 points, each player, when cutting. There: none."]),
    (lambda d: d["melds"].update(book_most_wilds=3), ["Wild cards in a book: no other limit here, at most 3 there."]),
    (lambda d: d["end"].update(winner="lowest"),
     ["The game ends: the highest total wins here, the lowest total wins there."]),
    (lambda d: d["melds"].update(sequence_wilds=2),
     ["Sequences: without wild cards here, at most 2 wild in each there."]),
    (lambda d: d["opening"].update(waived="going_out"),
     ["No minimum: never here, when you go out with the melds there."]),
    (lambda d: d["going_out"]["cases"][0].update(concealed="either"), []),
    (lambda d: d.update(name="Ours", notes=[]), []),
]  # fmt: skip


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_what_one_change_makes_different_is_said_in_one_sentence(change, expected):
    assert sentences(preset("partnership"), rules("partnership", change)) == expected


def test_a_two_in_a_sequence_stands_below_the_three():
    assert ranks_text(["2", "4", "3", "A", "5"], plural=True) == "aces and fives to twos"


def test_other_steps_are_said_as_a_whole():
    (minimum,) = (text for text in sentences(preset("roth"), preset("partnership")) if text.startswith("The minimum."))
    assert "7,500 or more: 150 points. There: Round 1: 50 points; round 2: 90 points" in minimum


def test_a_difference_at_one_table_names_the_table():
    ours = rules("friends-family", lambda document: document["tables"][1].update(decks=4))
    assert sentences(preset("friends-family"), ours) == ["Cards, 2 players each alone: 3 decks here, 4 decks there."]


def test_a_value_that_no_card_shows_is_named_by_its_path():
    def dearer(document):
        item(document, "choices", "bolivias")["options"][1]["add"]["books"][0]["points"] = 2000

    (sentence,) = sentences(preset("friends-family"), rules("friends-family", dearer))
    assert sentence.endswith("points: 1500 here, 2000 there.")


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_differs_from_every_other_as_the_other_does_from_it(slug):
    for other in slugs():
        here, there = preset(slug), preset(other)
        both = [[c for part in compare(*pair) for c in part.contrasts] for pair in permutations((here, there))]
        assert all(c.here != c.there for c in both[0])
        assert sorted((c.here, c.there) for c in both[0]) == sorted((c.there, c.here) for c in both[1])
        assert bool(count(compare(here, there))) == (slug != other)


@given(rule_documents(), rule_documents())
@settings(quick, max_examples=15)
def test_any_two_rule_sets_can_be_compared(one, two):
    here, there = from_document(one), from_document(two)
    assert compare(here, here) == ()
    assert all(text.strip() for part in compare(here, there) for c in part.contrasts for text in (c.here, c.there))
