"""The cheapest opening, asked for with the cards in hand."""

import pytest

from tests.web.ask.asking import answer_of, ask_open


def _cards(table, **held):
    cards = {f"card.{name.removeprefix('_')}": count for name, count in held.items()}
    return ask_open(table, **{"from": "cards"}, **cards)


def test_the_cards_in_hand_are_answered_with_the_cheapest_opening(table):
    page = _cards(table, K=3, _7=2, _2=1, A=1)
    assert answer_of(page) == "Yes"
    assert "Lay 3 kings and 2 sevens with a two: 60 points, 50 points needed." in page.said


def test_the_melds_found_can_be_looked_at_as_melds(table):
    page = _cards(table, K=3, _7=2, _2=1)
    found = table.visitor.get(page.links["See these melds on the other page"])
    fields = found.forms[0].fields
    assert (fields["K.naturals"], fields["7.naturals"], fields["7.twos"]) == ("3", "2", "1")
    assert (answer_of(found), "60 points shown" in found.text) == ("Yes", True)


def test_cards_that_cannot_open_say_the_most_they_show_and_what_lacks(table):
    page = _cards(table, K=4)
    assert answer_of(page) == "No"
    assert "40 points at most, 50 points needed: 10 missing." in page.said
    assert "4 kings" in page.text


def test_cards_that_make_no_meld_are_said_to_make_none(table):
    assert "These cards make no meld." in _cards(table, K=2).said


def test_a_sequence_in_hand_asks_to_look_at_its_suits(visitor):
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    page = _cards(table, A=1, K=1, Q=1, J=1)
    assert "the sequence ace, king, queen and jack" in page.text
    assert "Look at the suits" in page.text
    found = visitor.get(page.links["See these melds on the other page"])
    assert found.forms[0].fields["sequence"] == "A K Q J"
    assert answer_of(found) == "Yes"


@pytest.mark.parametrize("text", ["x", "-1", "100", "9" * 400, "٣"])
def test_what_is_no_number_of_cards_in_hand_is_said_beside_it_and_kept(table, text):
    page = _cards(table, K=3, A=text)
    assert (page.status, answer_of(page)) == (422, None)
    assert page.beside("card.A").endswith(".")
    assert (page.forms[0].fields["card.A"], page.forms[0].fields["card.K"]) == (text, "3")


def test_more_of_a_card_than_the_decks_hold_is_said_beside_it(table):
    page = _cards(table, K=21)
    assert page.beside("card.K") == "You counted 21 kings, but 5 decks hold only 20."


def test_a_way_of_asking_that_is_none_is_refused(table):
    assert ask_open(table, **{"from": "elsewhere"}).status == 422
    assert ask_open(table, **{"from": "cards", "K.naturals": "3"}).status == 422


def test_a_lost_rank_is_not_in_the_cheapest_opening(visitor):
    table = visitor.begin("catawba")
    table.sheet().save(**{"team1.lost_aces": "1"})
    page = ask_open(table, **{"from": "cards", "team": "1", "card.A": "3", "card.K": "5"})
    assert "Lay 5 kings: 50 points" in page.said
