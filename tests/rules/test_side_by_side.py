"""The five exact rule sets, with their values typed here a second time from their source documents.

A row is a path, then a value for each set in SETS; A(…) is assumed, None is not there. Every number of a preset has to
stand in a row, so that none slips in untold.
"""

from dataclasses import dataclass
from functools import cache

import pytest

from scorepad.rules import preset, provenance, to_document
from scorepad.rules.document import NOT_RULES, walk

SETS = ("partnership", "southern-ohio", "friends-family", "catawba", "two-handed")


@dataclass(frozen=True)
class A:
    """A value that the source does not give."""

    value: object


def _all(path, value):
    return {path: (value,) * 5}


def _ohio(path, value):
    """A value that only southern-ohio has to assume."""
    return {path: (value, A(value), value, value, value)}


ROWS = {
    "tables.0.players": (4, 4, 4, 4, 2),
    **_all("tables.0.teams", 2),
    "tables.0.decks": (5, 4, A(5), 5, 3),
    "tables.0.jokers": (A(2), A(2), A(2), 2, A(2)),
    **_all("tables.0.hand", 11),
    **_all("tables.0.foot", 11),
    **_all("tables.0.knee", 0),
    "tables.1.players": (None, 6, 2, None, None),
    "tables.1.teams": (None, 2, 2, None, None),
    "tables.1.decks": (None, 5, A(3), None, None),
    "tables.1.jokers": (None, A(2), A(2), None, None),
    "tables.1.hand": (None, 11, 15, None, None),
    "tables.1.foot": (None, 11, 15, None, None),
    "tables.1.knee": (None, 0, 0, None, None),
    "tables.2.players": (None, 8, None, None, None),
    "tables.2.teams": (None, 2, None, None, None),
    "tables.2.decks": (None, 8, None, None, None),
    "tables.2.jokers": (None, A(2), None, None, None),
    "tables.2.hand": (None, 11, None, None, None),
    "tables.2.foot": (None, 11, None, None, None),
    "tables.2.knee": (None, 0, None, None, None),
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
    **_ohio("opening.steps.0.minimum", 50),
    "opening.steps.1.from": (2, A(2), 2, 2, 3001),
    **_ohio("opening.steps.1.minimum", 90),
    "opening.steps.2.from": (3, A(3), 3, 3, 6001),
    **_ohio("opening.steps.2.minimum", 120),
    "opening.steps.3.from": (4, A(4), 4, 4, None),
    "opening.steps.3.minimum": (150, A(150), 150, 150, None),
    # Cards.
    **_ohio("cards.joker", 50),
    **_ohio("cards.2", 20),
    **_ohio("cards.A", 20),
    **_ohio("cards.K", 10),
    **_ohio("cards.Q", 10),
    **_ohio("cards.J", 10),
    **_ohio("cards.10", 10),
    **_ohio("cards.9", 10),
    **_ohio("cards.8", 10),
    **_ohio("cards.7", 5),
    **_ohio("cards.6", 5),
    **_ohio("cards.5", 5),
    **_ohio("cards.4", 5),
    "threes.black.held.pays.0.points": (-5, -5, -5, 0, A(0)),
    "threes.black.held.pays.0.from": (1, 1, 1, 1, A(1)),
    "threes.black.laid.counted": ("never", "never", "never", A("never"), "never"),
    "threes.red.held.pays.0.points": (-500, -300, -500, -300, None),
    "threes.red.held.pays.0.from": (1, 1, 1, 1, None),
    "threes.red.held.counted": ("apart", "apart", "apart", "apart", A("never")),
    # Books.
    **_all("books.clean.points", 500),
    "books.clean.one": ("Red book", "Black book", "Red book", "Clean book", "Red book"),
    **_all("books.dirty.points", 300),
    "books.dirty.one": ("Black book", "Red book", "Black book", "Dirty book", "Black book"),
    **_all("books.clean.cards", 7),
    **_all("books.dirty.cards", 7),
    **_all("books.clean.unfinished", 0),
    **_all("books.dirty.unfinished", 0),
    "books.aces.points": (None, None, None, 1000, None),
    "books.aces.unfinished": (None, None, None, -1000, None),
    "books.aces.most": (None, None, None, 1, None),
    "books.aces.cards": (None, None, None, 7, None),
    "books.aces.begun": (None, None, None, A("opening"), None),
    "books.aces.counts_for.0": (None, None, None, "clean", None),
    "books.sevens.points": (None, None, None, 1000, None),
    "books.sevens.unfinished": (None, None, None, -1000, None),
    "books.sevens.most": (None, None, None, 1, None),
    "books.sevens.cards": (None, None, None, 7, None),
    "books.sevens.begun": (None, None, None, A("opening"), None),
    "books.sevens.counts_for.0": (None, None, None, "clean", None),
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
    "going_out.without_books": (
        *("severe_penalty", "forbidden", "forbidden", "forbidden", "severe_penalty"),
    ),
    "going_out.penalty": (A(-500), 0, 0, 0, A(-500)),
    "going_out.extra_books": ("any_time", "any_time", "after_needs", "any_time", "any_time"),
    "bonuses.exact_cut.cases.0.points": (100, None, None, 100, None),
    "bonuses.exact_cut.per": ("player", None, None, "player", None),
    "bonuses.exact_cut.most": (1, None, None, 1, None),
    "stock.runs_out": ("round_ends", A("round_ends"), "turn_pile", "last_turn", "turn_pile"),
    "stock.round": (A("scored"), A("scored"), A("scored"), A("scored"), "void"),
    # Melds.
    **_all("melds.smallest", 3),
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
    "melds.opening_wilds": (
        *("pair_and_one", "as_any_meld", "as_any_meld", "as_any_meld", "pair_and_one"),
    ),
    "melds.beyond_book": (
        *("naturals", A("any_time"), "any_time", "going_out_or_last_turn", "naturals"),
    ),
    "melds.opening_most_cards": ("any", "any", 7, 7, "any"),
    "melds.books_of_one_rank": ("any", A("any"), 1, "any", "any"),
    # Play.
    "play.starts": (
        *("first_cutter", "left_of_dealer", A("left_of_dealer"), A("high_cut"), A("behind")),
    ),
    "play.draw": (2, 1, 2, 2, 2),
    "play.take.cards": (7, "all", 6, 7, 7),
    "play.take.exactly": (False, False, False, False, True),
    "play.take.needs": (
        *("natural_pair", "top_card_melded", "natural_pair", "natural_pair", "nothing"),
    ),
    "play.hand_limit": (40, "any", "any", "any", 40),
    "play.passed": ("none", "none", "none", "left", "none"),
    "play.turned_up": (0, 1, 0, 7, 0),
}


@cache
def _values(slug):
    document = to_document(preset(slug))
    kept = {key: value for key, value in document.items() if key not in (*NOT_RULES, "choices")}
    return dict(walk(kept))


@pytest.mark.parametrize("path", ROWS)
def test_each_row_comes_out_for_all_five(path):
    found = tuple(_values(slug).get(path) for slug in SETS)
    assert found == tuple(value.value if isinstance(value, A) else value for value in ROWS[path])


@pytest.mark.parametrize("path", ROWS)
def test_what_is_assumed_is_marked_and_nothing_else(path):
    there = [
        (slug, value) for slug, value in zip(SETS, ROWS[path], strict=True) if value is not None
    ]
    found = {slug: str(provenance(preset(slug), path)) for slug, _ in there}
    assert found == {s: "assumed" if isinstance(value, A) else "source" for s, value in there}


@pytest.mark.parametrize("slug", SETS)
def test_no_number_of_a_preset_is_missing_in_the_table(slug):
    numbers = [path for path, value in _values(slug).items() if type(value) is int]
    untold = [path for path in numbers if ROWS.get(path, (None,) * 5)[SETS.index(slug)] is None]
    assert untold == []
