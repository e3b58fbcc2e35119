"""The cheapest opening, asked for with the cards in hand."""

from tests.web.ask.asking import answer_of, ask_open


def _cards(table, **held):
    cards = {f"card.{name.removeprefix('_')}": count for name, count in held.items()}
    return ask_open(table, **{"from": "cards"}, **cards)


def test_the_cheapest_opening_is_named_and_can_be_seen_as_melds(table):
    page = _cards(table, K=3, _7=2, _2=1, A=1)
    assert answer_of(page) == "Yes"
    assert "Lay 3 kings and 2 sevens with a two: 60 points, 50 points needed." in page.said
    melds = table.visitor.get(page.links["Show these as “Our melds”"])
    fields = melds.forms[0].fields
    assert (fields["K.naturals"], fields["7.naturals"], fields["7.twos"]) == ("3", "2", "1")
    assert (answer_of(melds), "60 points shown" in melds.text) == ("Yes", True)


def test_cards_that_cannot_open_say_the_most_they_show_and_what_is_missing(table):
    page = _cards(table, K=4)
    assert answer_of(page) == "No"
    assert "40 points at most, 50 points needed: 10 missing." in page.said
    assert "4 kings" in page.text
    assert "These cards make no meld." in _cards(table, K=2).said


def test_a_sequence_in_hand_asks_to_look_at_its_suits(visitor):
    table = visitor.begin("friends-family", **{"choice.sambas": "on"})
    page = _cards(table, A=1, K=1, Q=1, J=1)
    assert "the sequence ace, king, queen and jack" in page.text
    assert "Check the suits" in page.text
    melds = visitor.get(page.links["Show these as “Our melds”"])
    assert melds.forms[0].fields["sequence"] == "A K Q J"
    assert answer_of(melds) == "Yes"
