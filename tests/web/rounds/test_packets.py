"""One packet counted as piles or card by card: nothing is recorded until it is saved, and then only one cell."""

import pytest

from tests.web.bad_text import NO_COUNTS
from tests.web.driving import OUT_FIRST, filled

MELDED, LEFT = "/rounds/1/count/team1/melded", "/rounds/1/count/seat2/left"


def _open(table, where=MELDED, **args):
    return table.visitor.get(f"{table.address}{where}", **args)


def _send(table, page, typed, **more):
    form = page.form(page.root.by_id("sheet")["action"])
    return table.visitor.post(form.action, filled(form, typed) | more)


def _keep(table, page, **typed):
    return _send(table, page, typed, action="keep")


def _rows(page):
    return {label.text: label["for"] for label in page.root.all("label")}


def _typed(page, name):
    return page.root.by_id(name)["value"]


def test_there_is_a_pile_for_every_number_of_points_a_card_has(table):
    page = _open(table)
    assert list(_rows(page)) == ["50s", "20s", "10s", "5s"]
    assert "tens, nines and eights" in page.text
    assert "Count the cards of the books too, but not the 500 or 300 that a book pays." in page.text


@pytest.mark.parametrize(
    ("slug", "choices", "where", "has_threes"),
    [
        ("partnership", {}, LEFT, True),
        ("partnership", {}, MELDED, False),
        ("friends-family", {}, MELDED, False),
        ("friends-family", {"choice.black_threes": "meld"}, MELDED, True),
        ("two-handed", {}, LEFT, False),
    ],
)
def test_black_threes_lie_in_a_pile_where_they_count_with_the_cards(visitor, slug, choices, where, has_threes):
    table = visitor.begin(slug, **choices)
    page = _open(table, where)
    assert ("black threes" in page.root.by_id("pile.5-help").text) == has_threes
    page = _keep(table, page, pile__5="3")
    assert _typed(page, where.split("/count/")[1].replace("/", ".")) == "15"


def test_piles_are_recorded_as_they_were_counted_and_stay_so(table):
    page = _keep(table, _open(table), pile__50="2", pile__20="3", pile__5="4")
    assert page.heading == "Count round 1"
    assert _typed(page, "team1.melded") == "180"
    assert "2 × 50, 3 × 20, 4 × 5" in page.text
    assert table.record.rounds[0].scores[0].count == 180
    table.sheet(1).save(team1__clean="1")
    assert table.applied("melded") == [{"as": "piles", "piles": {"50": 2, "20": 3, "5": 4}}]


def test_cards_are_counted_one_by_one_but_for_threes_with_an_input_of_their_own(table):
    page = _open(table, LEFT, by="cards")
    assert "card.red3" not in _rows(page).values()
    page = _keep(table, page, card__K="2", card__black3="1")
    assert _typed(page, "seat2.left") == "25"
    assert "2 kings, 1 black three" in page.text
    assert _typed(_open(table, LEFT), "card.K") == "2"


def test_cards_that_are_worth_nothing_are_not_asked_for(visitor):
    table = visitor.begin("catawba")
    assert "card.black3" not in _rows(_open(table, LEFT, by="cards")).values()
    page = _keep(table, _open(table, LEFT, by="cards"), card__K="2")
    assert _typed(page, "seat2.left") == "20"


def test_a_tap_counts_one_more_and_records_nothing(table, nothing_recorded):
    piles, cards = _open(table), _open(table, LEFT, by="cards")
    nothing_recorded()
    page = _send(table, piles, {"pile.50": "1"}, step="pile.50+1")
    assert (_typed(page, "pile.50"), page.classed("big")[0].text) == ("2", "100")
    page = _send(table, cards, {"card.K": "1"}, step="card.K+1")
    assert _typed(page, "card.K") == "2"


@pytest.mark.parametrize("text", NO_COUNTS)
def test_what_is_no_number_of_cards_is_refused_beside_it(table, nothing_recorded, text):
    page = _open(table)
    nothing_recorded()
    page = _keep(table, page, pile__50=text)
    assert (page.status, _typed(page, "pile.50")) == (422, text)
    assert page.beside("pile.50")


def test_more_jokers_than_the_decks_hold_are_refused_and_a_final_round_keeps_its_packet(table):
    for _ in ("draft", "final"):
        page = _keep(table, _open(table, by="cards"), card__joker="11")
        assert "joker" in page.said
        assert "10" in page.said
        table.play(1, **OUT_FIRST)
    assert page.status == 422
    assert table.melded[0] == 900
    assert _keep(table, _open(table), pile__50="18").status == 200
    assert table.melded[0] == 900


def test_fields_that_do_not_belong_are_refused(table, nothing_recorded):
    page = _open(table)
    form = page.form("by=piles")
    nothing_recorded()
    sent = {**form.fields, "pile.7": "1", "action": "keep"}
    assert "do not belong" in table.visitor.post(form.action, sent).said


@pytest.mark.parametrize(
    "packet",
    ["1/count/team1/left", "1/count/seat1/melded", "1/count/team9/melded", "1/count/team1/clean",
     "1/count/table/ended", "1/count/x/y", "5/count/team1/melded"],
)  # fmt: skip
def test_a_packet_that_does_not_exist_is_no_page(table, packet):
    assert _open(table, f"/rounds/{packet}").status == 404


def test_the_way_to_the_piles_records_what_was_typed_and_elsewhere_leads_back_to_the_sheet(table):
    form = table.sheet(1).form
    fields = {**form.fields, "team2.melded": "385", "packet": "team1.melded"}
    assert table.visitor.post(form.action, fields).heading == "Cards melded Ann & Carla"
    assert table.melded[1] == 385
    for packet in ("", "x", "team1.clean", "//evil.example", "team1.melded/../..", "table.ended"):
        form = table.sheet(1).form
        page = table.visitor.post(form.action, {**form.fields, "packet": packet})
        assert page.heading == "Count round 1", packet
