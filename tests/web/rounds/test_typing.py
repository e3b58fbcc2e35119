"""Typing a round into its sheet: drafts, numbers and sums, blank inputs, and every fault beside its input."""

import pytest

from tests.web.bad_text import NO_COUNTS, NO_POINTS
from tests.web.driving import OUT_FIRST, filled


def _cells(table):
    cells = table.visitor.club.cells(table.game)
    return {f"{place}.{name}": c.value for (n, place, name), c in cells.items() if n == 1}


def test_a_draft_is_saved_as_far_as_it_was_counted(table):
    page = table.sheet().save(team1__clean="2", team1__melded="120+85").page
    assert page.said.startswith("Saved.")
    assert page.form("/edit").fields["team1.melded"] == "120+85"
    assert page.receipts[0][1:3] == [("Red books", "2 × 500 1,000", "–"), ("Cards melded", "205", "–")]
    assert _cells(table) == {
        "team1.clean": {"as": "count", "n": 2},
        "team1.melded": {"as": "points", "typed": "120+85"},
    }


def test_saving_an_untouched_sheet_records_nothing(table, nothing_recorded):
    nothing_recorded()
    page = table.sheet().save().page
    assert page.status == 200
    assert page.links["To the table"] == table.address


def test_a_finished_round_is_kept_with_its_visible_zeros(table):
    page = table.sheet().finish(**OUT_FIRST).page
    assert page.said == "Round 1 is finished. On to round 2. +4,500 0 ›"
    assert page.links[page.said] == f"{table.address}/rounds/1"
    assert table.visitor.get(page.links[page.said]).heading == "Round 1"
    assert table.record.course.now == (4_500, 0)
    cells = _cells(table)
    assert cells["team2.clean"] == cells["seat4.red_threes_held"] == {"as": "count", "n": 0}
    assert "seat1.left" not in OUT_FIRST  # The player who went out has nothing left.


@pytest.mark.parametrize(
    ("typed", "notes"),
    [
        ({"team2.melded": "", "seat4.left": ""},
         {"team2.melded": "Count what was melded; type 0 if it was nothing.",
          "seat4.left": "Count what was left; type 0 if it was nothing."}),
        ({"team2.clean": " "}, {"team2.clean": "Count these. Type 0 if there were none."}),
        ({"table.ended": ""}, {"table.ended": "Say who went out, or that the stock ran out."}),
    ],
)  # fmt: skip
def test_a_blank_is_not_zero_but_not_counted_yet(table, typed, notes):
    page = table.sheet().finish(**OUT_FIRST | typed).page
    assert page.status == 422
    assert {name: page.beside(name) for name in notes} == notes
    assert not any(round_.finished for round_ in table.record.rounds)


def test_a_count_may_have_leading_zeros(table):
    assert table.sheet().save(team1__clean="0" * 5000 + "5").page.status == 200
    assert table.teams[0].books == {"clean": 5}


def test_an_input_that_is_missing_counts_as_not_touched(table):
    table.sheet().save(team1__melded="410", seat2__left="65")
    table.sheet().save(team1__melded=None, seat2__left=None, team1__clean="1")
    assert (table.melded[0], table.teams[0].books) == (410, {"clean": 1})


@pytest.mark.parametrize(("name", "text"), [("seat3.exact_cut", "1"), ("team1.melded", "410")])
def test_what_was_typed_can_be_taken_away_again(table, name, text):
    for typed in (text, ""):
        table.sheet().save(**{name: typed})
        assert table.sheet().form.fields[name] == typed


@pytest.mark.parametrize(("name", "text"), [
    *[("team1.melded", text) for text in NO_POINTS], *[("team1.clean", text) for text in NO_COUNTS],
])  # fmt: skip
def test_what_is_no_number_is_refused_beside_its_input(table, nothing_recorded, name, text):
    nothing_recorded()
    page = table.sheet().save(**{"team2.dirty": "3", "table.ended": "seat4", name: text}).page
    assert page.status == 422
    fields = page.form("/edit").fields
    assert (fields[name], fields["team2.dirty"], fields["table.ended"]) == (text, "3", "seat4")
    assert "Nothing is saved yet" in page.said
    assert page.beside(name).endswith(".")


def test_every_fault_is_named_at_once_and_linked(table, nothing_recorded):
    nothing_recorded()
    wrong = {"team1.melded": "x", "seat2.left": "y", "team2.clean": "z", "team1.ruling": "\u202e"}
    page = table.sheet().save(**wrong).page
    for name, text in wrong.items():
        assert page.beside(name)
        assert page.form("/edit").fields[name] == text
        assert f"#{name}" in page.links.values()
    assert page.links["Ann & Carla, Cards melded"] == "#team1.melded"
    assert page.links["Bob, Cards left"] == "#seat2.left"


@pytest.mark.parametrize("ended", ["seat5", "seat0", "1", "team1", "nobody", "seat١"])
def test_only_somebody_at_the_table_can_have_gone_out(table, nothing_recorded, ended):
    nothing_recorded()
    page = table.sheet().save(table__ended=ended, team1__clean="3").page
    assert page.status == 422
    assert page.beside("table.ended").startswith("Choose one of the players")


def test_the_player_in_the_last_seat_can_have_gone_out(table):
    assert table.sheet().save(table__ended="seat4").page.status == 200


@pytest.mark.parametrize(
    "forged", ["team3.melded", "seat5.left", "team1.wild", "table.finished", "team1.melded.x", "", "é"]
)  # fmt: skip
def test_an_input_the_sheet_does_not_have_is_named(table, nothing_recorded, forged):
    sheet = table.sheet()
    nothing_recorded()
    fields = filled(sheet.form, {"team1.melded": "410"}) | {forged: "1", "action": "finish"}
    page = table.visitor.post(sheet.form.action, fields)
    assert page.status == 422
    assert f"do not belong to it: {forged}" in page.said
    assert page.form("/edit").fields["team1.melded"] == "410"


@pytest.mark.parametrize(
    ("name", "words"),
    [*[(name, "This was sent twice. Type it once.")
       for name in ("team1.melded", "team1.clean", "table.ended", "seat1.exact_cut")],
     *[(name, "") for name in ("key", "seen", "csrf_token", "action", "confirm")]],
)  # fmt: skip
def test_a_field_that_came_twice_is_refused(table, nothing_recorded, name, words):
    sheet = table.sheet()
    nothing_recorded()
    fields = filled(sheet.form, {"team1.dirty": "3"}) | {"action": "save"}
    fields[name] = [str(fields.get(name) or "2")] * 2
    page = table.visitor.post(sheet.form.action, fields)
    assert (page.status, page.beside(name)) == (422, words)
    assert page.form("/edit").fields["team1.dirty"] == "3"


def test_a_stale_page_that_came_back_can_be_finished(table):
    page = table.visitor.send(table.sheet().form, **OUT_FIRST, csrf_token=None, action="finish")
    assert (page.status, "was out of date" in page.said) == (422, True)
    assert table.applied("finished") == []
    assert table.visitor.send(page.form("/edit"), action="finish").said.startswith("Round 1 is finished.")


@pytest.mark.parametrize("number", ["0", "2", "1000", "-1", "01", "٣", "9" * 400])
def test_a_round_that_cannot_be_played_yet_is_no_page(table, nothing_recorded, number):
    nothing_recorded()
    address = f"{table.address}/rounds/{number}"
    pages = [table.visitor.get(address), table.visitor.get(f"{address}/edit")]
    pages.append(table.visitor.post(f"{address}/edit", {"team1.melded": "1"}))
    assert [page.status for page in pages] == [404] * 3
