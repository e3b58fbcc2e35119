"""The table says who goes out, and the count begins with that. Whoever went out has no cards left: a sheet that says
otherwise cannot be finished, and a correction asks.
"""

import pytest

from scorepad.store import Entry
from tests.web.driving import OUT_FIRST, filled

NOTHING = "This player went out, so nothing is left."
CARDS = {"seat1.left": "55", "seat1.red_threes_held": "1"}


@pytest.mark.parametrize("name", CARDS)
def test_cards_of_who_went_out_are_refused_and_count_nothing_meanwhile(table, name):
    page = table.sheet().finish(**OUT_FIRST | {name: CARDS[name]}).page
    assert (page.status, table.record.rounds[0].finished) == (422, False)
    assert NOTHING in page.beside(name)
    assert NOTHING in table.page().said
    assert table.record.rounds[0].totals == (4_500, 0)
    assert table.sheet().finish(**{name: "0"}).page.status == 200


def test_a_correction_of_who_went_out_asks_what_both_had_left(table):
    table.play(1, **OUT_FIRST | {"seat1.left": "", "seat3.left": "25"})
    sheet = table.sheet(1).finish(table__ended="seat3")
    assert (sheet.page.status, table.record.rounds[0].totals) == (422, (4_475, 0))
    assert NOTHING in sheet.page.beside("seat3.left")
    assert "Count what was left" in sheet.page.beside("seat1.left")
    assert sheet.finish(seat1__left="25", seat3__left="0").page.status == 200
    assert table.record.rounds[0].totals == (4_475, 0)


def test_piles_of_who_went_out_are_refused(table):
    table.play(1, **OUT_FIRST)
    page = table.visitor.get(f"{table.address}/rounds/1/count/seat1/left")
    form = page.form("?by=piles")
    page = table.visitor.post(form.action, filled(form, {"pile.20": "1"}) | {"action": "keep"})
    assert page.status == 422
    assert NOTHING in page.said


def test_a_game_that_was_finished_so_keeps_its_score_and_its_next_correction_asks(table):
    table.play(1, **OUT_FIRST)
    later = [("left", {"as": "points", "typed": "55"}), ("red_threes_held", {"as": "count", "n": 1})]
    for field, value in later:
        base = next((e.seq for e in table.entries if (e.place, e.field) == ("seat1", field)), None)
        table.visitor.club.record([Entry(f"x:{field}", table.game, 1, "seat1", field, value, base=base)])
    assert table.record.course.now == (3_945, 0)
    assert "3,945" in table.visitor.get(f"{table.address}/rounds/1").text
    page = table.sheet(1).finish(team2__melded="300").page
    assert page.status == 422
    assert all(NOTHING in page.beside(f"seat1.{field}") for field, _ in later)
    assert table.record.course.now == (3_945, 0)


def _outs(table):
    return {text: to for text, to in table.page().links.items() if text.endswith("goes out")}


def _who(page):
    boxes = [box for box in page.root.all("input") if box["name"] == "table.ended"]
    return [box["value"] for box in boxes if "checked" in box.attributes]


def test_the_table_begins_the_count_with_who_goes_out_and_records_it_with_the_form(table):
    assert list(_outs(table)) == ["Ann goes out", "Bob goes out", "Carla goes out", "Dora goes out"]
    page = table.visitor.get(_outs(table)["Carla goes out"])
    assert (page.heading, _who(page)) == ("Count round 1", ["seat3"])
    assert table.applied("ended") == []
    assert table.visitor.send(page.form("/edit"), action="save").status == 200
    assert table.applied("ended") == [{"as": "out", "seat": 3}]
    assert _outs(table) == {}


def test_what_someone_has_answered_stays_and_nonsense_answers_nothing(table):
    address = f"{table.address}/rounds/1/edit"
    for out in ("", "seat5", "seat0", "stock", "Ann", "1", "W" * 500):
        assert _who(table.visitor.get(address, out=out)) == [], out
    assert table.applied("ended") == []
    table.sheet().save(table__ended="seat2")
    assert _who(table.visitor.get(address, out="seat1")) == ["seat2"]
    table.sheet().save(table__ended="")
    assert _who(table.visitor.get(address, out="seat1")) == []
    assert len(_outs(table)) == 4
    table.play(1, **OUT_FIRST)
    assert _who(table.visitor.get(address, out="seat2")) == ["seat1"]
