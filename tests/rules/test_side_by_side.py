"""The five exact rule sets, with their values typed here a second time from their source documents.

A row is a path, then a value for each set in SETS; A(…) is assumed, None is not there. Every number of a preset has to
stand in a row, so that none slips in untold.
"""

from dataclasses import dataclass

import pytest

from scorepad.rules import preset, provenance
from tests.rules.documents import numbers, values

SETS = ("partnership", "southern-ohio", "friends-family", "catawba", "two-handed")


@dataclass(frozen=True)
class A:
    """A value that the source does not give."""

    value: object


def _all(value, *paths):
    return dict.fromkeys(paths, (value,) * 5)


def _ohio(value, *paths):
    """A value that only southern-ohio has to assume."""
    return dict.fromkeys(paths, (value, A(value), value, value, value))


def _catawba(value, *paths):
    """What only catawba has."""
    return dict.fromkeys(paths, (None, None, None, value, None))


def _tables(at, *sets):
    """Players, teams, decks, jokers, hand, foot and knee of the tables of that number; None where a set has none."""
    keys = ("players", "teams", "decks", "jokers", "hand", "foot", "knee")
    columns = zip(*(table or (None,) * 7 for table in sets), strict=True)
    return dict(zip((f"tables.{at}.{key}" for key in keys), columns, strict=True))


ROWS = {
    **_tables(0, (4, 2, 5, A(2), 11, 11, 0), (4, 2, 4, A(2), 11, 11, 0), (4, 2, A(5), A(2), 11, 11, 0),
              (4, 2, 5, 2, 11, 11, 0), (2, 2, 3, A(2), 11, 11, 0)),
    **_tables(1, None, (6, 2, 5, A(2), 11, 11, 0), (2, 2, A(3), A(2), 15, 15, 0), None, None),
    **_tables(2, None, (8, 2, 8, A(2), 11, 11, 0), None, None, None),
    # How it ends.
    "end.by": ("rounds", "target", "rounds", A("rounds"), "target"),
    "end.rounds": (4, "none", 4, A(4), "none"),
    "end.targets.0.players.0": (None, 4, None, None, None),
    "end.targets.0.points": (None, 6000, None, None, 10000),
    "end.targets.1.players.0": (None, 6, None, None, None),
    "end.targets.1.points": (None, 8000, None, None, None),
    "end.targets.2.players.0": (None, 8, None, None, None),
    "end.targets.2.points": (None, A(15000), None, None, None),
    # Opening minimums.
    "opening.by": ("round", A("round"), "round", "round", "total"),
    "opening.steps.0.from": (1, A(1), 1, 1, A("lowest")),
    **_ohio(50, "opening.steps.0.minimum"),
    "opening.steps.1.from": (2, A(2), 2, 2, 3001),
    **_ohio(90, "opening.steps.1.minimum"),
    "opening.steps.2.from": (3, A(3), 3, 3, 6001),
    **_ohio(120, "opening.steps.2.minimum"),
    "opening.steps.3.from": (4, A(4), 4, 4, None),
    "opening.steps.3.minimum": (150, A(150), 150, 150, None),
    # Cards.
    **_ohio(50, "cards.joker"),
    **_ohio(20, "cards.2", "cards.A"),
    **_ohio(10, *(f"cards.{rank}" for rank in ("K", "Q", "J", "10", "9", "8"))),
    **_ohio(5, *(f"cards.{rank}" for rank in "7654")),
    "threes.black.held.pays.0.points": (-5, -5, -5, 0, A(0)),
    "threes.black.held.pays.0.from": (1, 1, 1, 1, A(1)),
    "threes.black.laid.counted": ("never", "never", "never", A("never"), "never"),
    "threes.red.held.pays.0.points": (-500, -300, -500, -300, None),
    "threes.red.held.pays.0.from": (1, 1, 1, 1, None),
    "threes.red.held.counted": ("apart", "apart", "apart", "apart", A("never")),
    # Books.
    **_all(500, "books.clean.points"),
    "books.clean.one": ("Red book", "Black book", "Red book", "Clean book", "Red book"),
    **_all(300, "books.dirty.points"),
    "books.dirty.one": ("Black book", "Red book", "Black book", "Dirty book", "Black book"),
    **_all(7, "books.clean.cards", "books.dirty.cards"),
    **_all(0, "books.clean.unfinished", "books.dirty.unfinished"),
    **_catawba(1000, "books.aces.points", "books.sevens.points"),
    **_catawba(-1000, "books.aces.unfinished", "books.sevens.unfinished"),
    **_catawba(1, "books.aces.most", "books.sevens.most"),
    **_catawba(7, "books.aces.cards", "books.sevens.cards"),
    **_catawba(A("opening"), "books.aces.begun", "books.sevens.begun"),
    **_catawba("clean", "books.aces.counts_for.0", "books.sevens.counts_for.0"),
    # Going out.
    "going_out.cases.0.points": (100, 0, 100, 500, 100),
    "going_out.cases.0.players.0": (None, None, 4, None, None),
    "going_out.cases.0.needs.clean": (1, 1, 4, 3, 1),
    "going_out.cases.0.needs.dirty": (1, 1, 5, 4, 1),
    "going_out.cases.1.points": (None, None, 100, None, None),
    "going_out.cases.1.players.0": (None, None, 2, None, None),
    "going_out.cases.1.needs.clean": (None, None, 3, None, None),
    "going_out.cases.1.needs.dirty": (None, None, 4, None, None),
    "going_out.last_card": ("either", A("either"), "discard", "either", "either"),
    "going_out.wild_discard": (True, A(True), False, True, True),
    "going_out.leave": ("if_you_like", "binding", "courtesy", A("binding"), "none"),
    "going_out.without_books": ("severe_penalty", "forbidden", "forbidden", "forbidden", "severe_penalty"),
    "going_out.penalty": (A(-500), 0, 0, 0, A(-500)),
    "going_out.extra_books": ("any_time", "any_time", "after_needs", "any_time", "any_time"),
    "bonuses.exact_cut.cases.0.points": (100, None, None, 100, None),
    "bonuses.exact_cut.per": ("player", None, None, "player", None),
    "bonuses.exact_cut.most": (1, None, None, 1, None),
    "stock.runs_out": ("round_ends", A("round_ends"), "turn_pile", "last_turn", "turn_pile"),
    "stock.round": (A("scored"), A("scored"), A("scored"), A("scored"), "void"),
    # Melds.
    **_all(3, "melds.smallest"),
    "melds.wild_melds": (False, A(False), False, A(False), False),
    "melds.wilds": (
        *("up_to_naturals", "up_to_naturals", "fewer_than_naturals"),
        *(A("up_to_naturals"), "up_to_naturals"),
    ),
    "melds.most_wilds": ("any", "any", 3, "any", "any"),
    "melds.book_wilds": (
        *("fewer_than_naturals", "up_to_naturals", "fewer_than_naturals"),
        *("fewer_than_naturals", "fewer_than_naturals"),
    ),
    "melds.book_most_wilds": ("any", "any", 3, "any", "any"),
    "melds.opening_wilds": ("pair_and_one", "as_any_meld", "as_any_meld", "as_any_meld", "pair_and_one"),
    "melds.beyond_book": ("naturals", A("any_time"), "any_time", "going_out_or_last_turn", "naturals"),
    "melds.opening_most_cards": ("any", "any", 7, 7, "any"),
    "melds.books_of_one_rank": ("any", A("any"), 1, "any", "any"),
    # Play.
    "play.starts": ("first_cutter", "left_of_dealer", A("left_of_dealer"), A("high_cut"), A("behind")),
    "play.draw": (2, 1, 2, 2, 2),
    "play.take.cards": (7, "all", 6, 7, 7),
    "play.take.exactly": (False, False, False, False, True),
    "play.take.needs": ("natural_pair", "top_card_melded", "natural_pair", "natural_pair", "nothing"),
    "play.hand_limit": (40, "any", "any", "any", 40),
    "play.passed": ("none", "none", "none", "left", "none"),
    "play.turned_up": (0, 1, 0, 7, 0),
}  # fmt: skip


@pytest.mark.parametrize("path", ROWS)
def test_each_row_comes_out_for_all_five_and_only_what_is_assumed_is_marked(path):
    row = dict(zip(SETS, ROWS[path], strict=True))
    expected = {slug: value.value if isinstance(value, A) else value for slug, value in row.items()}
    assert {slug: values(slug).get(path) for slug in SETS} == expected
    there = {slug: value for slug, value in row.items() if value is not None}
    sources = {slug: str(provenance(preset(slug), path)) for slug in there}
    assert sources == {s: "assumed" if isinstance(v, A) else "source" for s, v in there.items()}


@pytest.mark.parametrize("slug", SETS)
def test_no_number_of_a_preset_is_missing_in_the_table(slug):
    column = SETS.index(slug)
    assert [p for p in numbers(slug) if ROWS.get(p, (None,) * 5)[column] is None] == []
