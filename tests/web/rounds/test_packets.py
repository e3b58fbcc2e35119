"""One packet counted as piles or card by card: nothing is recorded until it is kept, and then one cell is."""

import pytest

from tests.web.driving import OUT_FIRST, filled

MELDED, LEFT = "/rounds/1/count/team1/melded", "/rounds/1/count/seat2/left"


def _open(table, where=MELDED, **args):
    return table.visitor.get(f"{table.address}{where}", **args)


def _send(table, page, **typed):
    form = page.form(page.root.by_id("sheet")["action"])
    more = {name: typed.pop(name) for name in ("step", "action", "confirm") if name in typed}
    fields = filled(form, {name.replace("__", "."): text for name, text in typed.items()})
    return table.visitor.post(form.action, {**fields, **more})


def _rows(page):
    return {label.text: label["for"] for label in page.root.all("label")}


def test_there_is_a_pile_for_every_number_of_points_a_card_has(table):
    page = _open(table)
    assert list(_rows(page)) == ["50s", "20s", "10s", "5s"]
    assert "tens, nines and eights" in page.text
    assert "Every card on the table, books included." in page.text


def test_piles_are_counted_and_kept_as_they_were_counted(table):
    page = _send(table, _open(table), pile__50="2", pile__20="3", pile__5="4", action="keep")
    assert page.heading == "Count round 1"
    (entry,) = [e for e in table.entries if e.field == "melded"]
    assert entry.value == {"as": "piles", "piles": {"50": 2, "20": 3, "5": 4}}
    assert page.root.by_id("team1.melded")["value"] == "180"
    assert "2 × 50, 3 × 20, 4 × 5" in page.text
    assert table.record.rounds[0].scores[0].count == 180


def test_cards_are_counted_one_by_one(table):
    page = _send(
        table, _open(table, LEFT, by="cards"), card__K="2", card__black3="1", action="keep"
    )
    assert page.root.by_id("seat2.left")["value"] == "25"
    assert "2 kings, 1 black three" in page.text


def test_threes_with_a_place_of_their_own_are_not_among_the_cards(table):
    assert "card.red3" not in _rows(_open(table, LEFT, by="cards")).values()


def test_a_tap_counts_one_more_and_records_nothing(table, nothing_recorded):
    page = _open(table)
    nothing_recorded()
    page = _send(table, page, step="pile.50+1", pile__50="1")
    assert page.root.by_id("pile.50")["value"] == "2"
    assert page.classed("big")[0].text == "100"


def test_a_tap_on_a_card_counts_it(table):
    page = _send(table, _open(table, LEFT, by="cards"), step="card.K+1", card__K="1")
    assert page.root.by_id("card.K")["value"] == "2"


def test_what_was_counted_stands_there_again_in_the_way_it_was_counted(table):
    _send(table, _open(table, LEFT, by="cards"), card__K="2", action="keep")
    page = _open(table, LEFT)
    assert page.root.by_id("card.K")["value"] == "2"


def test_an_untouched_sum_of_piles_is_not_typed_over_when_the_round_is_saved(table):
    _send(table, _open(table), pile__50="2", action="keep")
    table.sheet(1).save(**{"team1.clean": "1"})
    assert [e.value["as"] for e in table.entries if e.field == "melded"] == ["piles"]


@pytest.mark.parametrize("text", ["many", "-1", "1.5", "٣", "9" * 400, "100"])
def test_what_is_no_number_of_cards_is_said_beside_it_and_stays(table, nothing_recorded, text):
    page = _open(table)
    nothing_recorded()
    page = _send(table, page, pile__50=text, action="keep")
    assert (page.status, page.root.by_id("pile.50")["value"]) == (422, text)
    assert page.beside("pile.50")


def test_more_jokers_than_the_decks_hold_are_named_on_the_counting_page(table):
    page = _send(table, _open(table, by="cards"), card__joker="11", action="keep")
    assert "joker" in page.said
    assert "10" in page.said


def test_a_final_round_keeps_its_packet_until_a_right_one_comes(table):
    table.play(1, **OUT_FIRST)
    page = _send(table, _open(table, by="cards"), card__joker="11", action="keep")
    assert page.status == 422
    assert "joker" in page.said
    assert table.record.rounds[0].entry.teams[0].melded == 900
    page = _send(table, _open(table), pile__50="18", action="keep")
    assert page.status == 200
    assert table.record.rounds[0].entry.teams[0].melded == 900


def test_fields_that_do_not_belong_are_refused(table, nothing_recorded):
    page = _open(table)
    form = page.form("by=piles")
    nothing_recorded()
    sent = {**form.fields, "pile.7": "1", "action": "keep"}
    assert "does not belong" in table.visitor.post(form.action, sent).said


@pytest.mark.parametrize(
    "packet", ["team1/left", "seat1/melded", "team9/melded", "team1/clean", "table/ended", "x/y"]
)
def test_a_packet_that_is_none_is_no_page(table, packet):
    assert _open(table, f"/rounds/1/count/{packet}").status == 404


def test_a_round_that_is_not_being_played_has_no_packets(table):
    assert _open(table, "/rounds/5/count/team1/melded").status == 404


def test_a_stale_page_keeps_what_was_counted(table, nothing_recorded):
    page = _open(table)
    nothing_recorded()
    page = _send(table, page, pile__50="2", csrf_token="x", action="keep")
    assert (page.status, page.root.by_id("pile.50")["value"]) == (422, "2")
    assert "lost its connection" in page.said


def test_what_was_typed_is_kept_on_the_way_to_the_piles(table):
    form = table.sheet(1).form
    page = table.visitor.post(
        form.action, {**form.fields, "team2.melded": "385", "packet": "team1.melded"}
    )
    assert page.heading == "Cards melded, Ann & Carla"
    assert table.record.rounds[0].entry.teams[1].melded == 385


@pytest.mark.parametrize(
    "packet", ["", "x", "team1.clean", "//evil.example", "team1.melded/../..", "table.ended"]
)
def test_the_way_to_a_packet_that_is_none_leads_back_to_the_sheet(table, packet):
    form = table.sheet(1).form
    page = table.visitor.post(form.action, {**form.fields, "packet": packet})
    assert page.heading == "Count round 1"
