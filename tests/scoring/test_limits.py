"""More cards, or more points, than the decks hold are an error; exactly as many are not."""

import pytest

from scorepad.rules import preset
from scorepad.scoring.documents.answers import score_document
from tests.support.scoring import faults, round_of

BASE = preset("partnership")
EACH = {"joker": 10, "black3": 10, "red3": 10}
HELD = {card: EACH.get(card, 20) for card in ("2", "A", "K", "4", *EACH)}
ALL_POINTS = 5 * (2 * 50 + 4 * 20 + 4 * 20 + 6 * 4 * 10 + 4 * 4 * 5 + 2 * 5)
"""Five decks: jokers, twos, aces, eight to king, four to seven, black threes (worth five to whoever holds them)."""


def _told(*teams, rule_set=BASE, **more):
    return faults(score_document, rule_set, round_of(*teams, **more))


@pytest.mark.parametrize("card", HELD)
def test_every_card_may_be_counted_as_often_as_it_is_there_and_no_more(card):
    half = HELD[card] // 2
    assert _told({"left": {card: half}}, {"left": {card: HELD[card] - half}}) == []
    assert _told({"left": {card: half}}, {"left": {card: HELD[card] - half + 1}}) == [
        ("more_than_the_decks", f"teams[1].left.{card}")
    ]


def test_cards_are_counted_over_melds_packets_and_threes_of_all_teams():
    teams = [
        {"melded": {"joker": 4}, "left": [{"joker": 3}, {"joker": 1}]},
        {"melded": {"joker": 1}, "left": {"joker": 2}},
    ]
    assert _told(*teams) == [("more_than_the_decks", "teams[1].left.joker")]
    assert _told({"red_threes": 6}, {"threes": {"red": {"laid": 4}}}) == []
    assert _told({"red_threes": 6}, {"threes": {"red": {"laid": 5}}}) == [
        ("more_than_the_decks", "teams[1].threes.red.laid")
    ]
    assert _told({"red_threes": 6}, {"left": {"red3": 5}}) == [
        ("more_than_the_decks", "teams[1].left.red3")
    ]


def test_points_may_be_as_many_as_all_cards_are_worth_and_no_more():
    assert _told({"melded": ALL_POINTS - 100}, {"left": 100}) == []
    assert _told({"melded": ALL_POINTS - 100}, {"left": 105}) == [
        ("more_than_the_decks", "teams[0].melded")
    ]
    assert _told({"melded": ALL_POINTS - 50, "left": [{"joker": 1}, 0]}, {}) == []
    assert _told({"melded": ALL_POINTS - 50, "left": [{"joker": 1, "4": 1}, 0]}, {}) == [
        ("more_than_the_decks", "teams[0].melded")
    ]


@pytest.mark.parametrize(
    ("books", "most"),
    [("clean", 31), ("dirty", 30)],
    ids=["31 books of 7 naturals are 217 of 220", "30 books with a wild card are all 30 there are"],
)
def test_books_need_cards_that_no_other_book_has(books, most):
    half = most // 2
    assert _told({"books": {books: half}}, {"books": {books: most - half}}) == []
    assert [
        code for code, _ in _told({"books": {books: half}}, {"books": {books: most - half + 1}})
    ] == ["more_than_the_decks"]


def test_every_card_too_many_is_named_at_once():
    told = _told({"left": {"joker": 11, "K": 21, "red3": 11}}, {"melded": 9000})
    assert {path for _, path in told} == {
        *("teams[0].left.joker", "teams[0].left.K", "teams[0].left.red3", "teams[1].melded")
    }


def test_a_table_with_another_number_of_decks_says_so():
    assert _told({"left": {"joker": 12}}, {}, decks=6) == []
    assert _told({"left": {"joker": 9}}, {}, decks=4) == [
        ("more_than_the_decks", "teams[0].left.joker")
    ]
    for decks in (0, 31, -1):
        assert _told({}, {}, decks=decks) == [("bad_value", "decks")]


def test_the_decks_follow_the_number_of_players():
    ohio = preset("southern-ohio")
    assert _told({"left": {"joker": 9}}, {}, rule_set=ohio, players=6) == []
    assert len(_told({"left": {"joker": 9}}, {}, rule_set=ohio, players=4)) == 1
    assert _told({"left": {"joker": 16}}, {}, rule_set=ohio, players=8) == []


def test_books_of_one_rank_are_bounded_by_the_cards_of_that_rank():
    sevens = preset("dearie")
    assert _told({"books": {"sevens": 1}}, {"books": {"sevens": 1}}, rule_set=sevens) == []
    assert _told({"books": {"sevens": 2}}, {"books": {"sevens": 1}}, rule_set=sevens) == [
        ("more_than_the_decks", "teams[1].books.sevens")
    ]


def test_a_book_of_red_threes_is_made_of_red_threes():
    told = _told(
        {"books": {"red_threes": 1}}, {"books": {"red_threes": 1}}, rule_set=preset("dearie")
    )
    assert told == [("more_than_the_decks", "teams[1].books.red_threes")]


@pytest.mark.parametrize(
    "number", [10**6, 10**12, 9 * 10**4299], ids=["million", "billion", "digits"]
)
def test_a_number_beyond_all_cards_is_refused_with_a_sentence(number):
    for team in (
        {"melded": number},
        {"left": number},
        {"left": [number, number]},
        {"left": {"K": number}},
    ):
        assert _told(team, team)
