"""More cards or points than the decks hold are an error; exactly as many are not."""

import pytest

from scorepad.rules import preset
from scorepad.scoring.answers import score_document
from tests.support.scoring import faults, round_of

EACH = {"joker": 10, "black3": 10, "red3": 10}
HELD = {card: EACH.get(card, 20) for card in ("2", "A", "K", "4", *EACH)}
ALL_POINTS = 5 * (2 * 50 + 4 * 20 + 4 * 20 + 6 * 4 * 10 + 4 * 4 * 5 + 2 * 5)
"""Five decks: jokers, twos, aces, eight to king, four to seven, black threes (worth five where they are held)."""


def _faults(*teams, slug="partnership", **more):
    return faults(score_document, preset(slug), round_of(*teams, **more))


def _too_many(*teams, **more):
    """Return the paths of cards that exceed the decks; no other problem is allowed."""
    result = _faults(*teams, **more)
    assert {code for code, _ in result} <= {"more_than_the_decks"}
    return [path for _, path in result]


@pytest.mark.parametrize("card", HELD)
def test_every_card_may_be_counted_as_often_as_it_is_there_and_no_more(card):
    half = HELD[card] // 2
    ours = {"left": {card: half}}
    assert _too_many(ours, {"left": {card: HELD[card] - half}}) == []
    assert _too_many(ours, {"left": {card: HELD[card] - half + 1}}) == [f"teams[1].left.{card}"]


ALL_BUT_50, ALL_BUT_100 = ({"melded": ALL_POINTS - points} for points in (50, 100))
JOKERS = {"melded": {"joker": 4}, "left": [{"joker": 3}, {"joker": 1}]}
TEAMS = [
    # Over melds, packets and threes of all teams.
    (JOKERS, {"melded": {"joker": 1}, "left": {"joker": 1}}, []),
    (JOKERS, {"melded": {"joker": 1}, "left": {"joker": 2}}, ["teams[1].left.joker"]),
    ({"red_threes": 6}, {"threes": {"red": {"laid": 4}}}, []),
    ({"red_threes": 6}, {"threes": {"red": {"laid": 5}}}, ["teams[1].threes.red.laid"]),
    ({"red_threes": 6}, {"left": {"red3": 5}}, ["teams[1].left.red3"]),
    # In points.
    (ALL_BUT_100, {"left": 100}, []),
    (ALL_BUT_100, {"left": 105}, ["teams[0].melded"]),
    ({**ALL_BUT_50, "left": [{"joker": 1}, 0]}, {}, []),
    ({**ALL_BUT_50, "left": [{"joker": 1, "4": 1}, 0]}, {}, ["teams[0].melded"]),
    # Several at once.
    (
        {"left": {"joker": 11, "K": 21, "red3": 11}},
        {"melded": 9000},
        [f"teams[0].left.{card}" for card in ("joker", "K", "red3")] + ["teams[1].melded"],
    ),
]


@pytest.mark.parametrize(("ours", "theirs", "too_many"), TEAMS)
def test_all_cards_and_points_of_all_teams_count_together(ours, theirs, too_many):
    assert sorted(_too_many(ours, theirs)) == sorted(too_many)


@pytest.mark.parametrize(
    ("slug", "kind", "ours", "theirs"),
    [
        # 31 books of 7 naturals are 217 of 220; 30 books with a wild card are all 30 there are.
        *[("partnership", "clean", 15, 16), ("partnership", "dirty", 15, 15)],
        # Of one rank, and of red threes.
        *[("dearie", "sevens", 1, 1), ("dearie", "red_threes", 1, 0)],
    ],
)
def test_books_need_cards_that_no_other_book_has(slug, kind, ours, theirs):
    books = [{"books": {kind: count}} for count in (ours, theirs)]
    assert _too_many(*books, slug=slug) == []
    one_more = {"books": {kind: theirs + 1}}
    assert _too_many(books[0], one_more, slug=slug) == [f"teams[1].books.{kind}"]


@pytest.mark.parametrize(
    ("slug", "more", "jokers"),
    [
        ("partnership", {"decks": 6}, 12),
        ("partnership", {"decks": 4}, 8),
        ("southern-ohio", {"players": 4}, 8),
        ("southern-ohio", {"players": 6}, 10),
        ("southern-ohio", {"players": 8}, 16),
    ],
)
def test_the_decks_are_those_of_the_table_or_follow_the_number_of_players(slug, more, jokers):
    assert _too_many({"left": {"joker": jokers}}, {}, slug=slug, **more) == []
    left = {"left": {"joker": jokers + 1}}
    assert _too_many(left, {}, slug=slug, **more) == ["teams[0].left.joker"]


@pytest.mark.parametrize("decks", [0, 31, -1])
def test_a_number_of_decks_that_no_table_has_is_refused(decks):
    assert _faults({}, {}, decks=decks) == [("bad_value", "decks")]


@pytest.mark.parametrize("number", [10**6, 10**12, 9 * 10**4299], ids=["6", "12", "4299 digits"])
def test_a_number_beyond_all_cards_is_refused(number):
    for left in (number, [number, number], {"K": number}):
        assert _faults({"left": left}, {"left": left})
    assert _faults({"melded": number}, {"melded": number})
