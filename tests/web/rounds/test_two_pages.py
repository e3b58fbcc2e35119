"""Two phones with the same sheet open: different cells merge, the same cell is shown with both values."""

import pytest

from tests.web.driving import OUT_FIRST, filled


@pytest.fixture
def pages(table):
    """The first round's sheet, opened on two phones at the same moment: mine and theirs."""
    return table.sheet(), table.sheet()


def _melded(table):
    return [team.melded for team in table.record.rounds[0].entry.teams]


def test_two_teams_typing_their_own_columns_never_collide(table, pages):
    mine, theirs = pages
    theirs.save(**{"team2.melded": "385", "team2.clean": "1"})
    page = mine.save(**{"team1.melded": "410"}).page
    assert page.said.startswith("Saved.")
    assert _melded(table) == [410, 385]


def test_the_same_cell_is_shown_with_both_values_and_nothing_is_overwritten(table, pages):
    mine, theirs = pages
    theirs.save(**{"team1.melded": "400"})
    page = mine.save(**{"team1.melded": "410"}).page
    assert page.status == 422
    assert "“400” was typed here meanwhile" in page.beside("team1.melded")
    assert page.form("/edit").fields["team1.melded"] == "410"
    assert _melded(table)[0] == 400


def test_pressing_again_keeps_what_one_sees(table, pages):
    mine, theirs = pages
    theirs.save(**{"team1.melded": "400"})
    mine.save(**{"team1.melded": "410"}).save()
    assert _melded(table)[0] == 410


def test_a_conflict_holds_the_whole_form_back(table, pages):
    mine, theirs = pages
    theirs.save(**{"team1.melded": "400"})
    sheet = mine.save(**{"team1.melded": "410", "team1.clean": "2"})
    assert table.record.rounds[0].entry.teams[0].books == {}
    assert sheet.page.form("/edit").fields["team1.clean"] == "2"
    sheet.save()
    assert table.record.rounds[0].entry.teams[0].books == {"clean": 2}


def test_a_value_that_was_emptied_meanwhile_is_said_to_be(table):
    table.sheet().save(**{"team1.melded": "410"})
    mine, theirs = table.sheet(), table.sheet()
    theirs.save(**{"team1.melded": ""})
    page = mine.save(**{"team1.melded": "420"}).page
    assert "This was emptied meanwhile" in page.beside("team1.melded")


def test_the_same_value_from_two_phones_is_no_conflict(table, pages):
    for page in pages:
        assert page.save(**{"team1.melded": "410"}).page.status == 200
    assert _melded(table)[0] == 410


def test_an_adjustment_typed_on_two_phones_shows_both_of_its_halves(table, pages):
    mine, theirs = pages
    stem = "team1.adjustment1"
    theirs.save(**{f"{stem}.points": "-50", f"{stem}.reason": "Peeked"})
    page = mine.save(**{f"{stem}.points": "-100", f"{stem}.reason": "Peeked twice"}).page
    assert "“-50”" in page.beside(f"{stem}.points")
    assert "“Peeked”" in page.beside(f"{stem}.reason")


def test_a_page_that_came_back_for_a_fault_does_not_erase_what_others_typed(table, pages):
    mine, theirs = pages
    theirs.save(**{"team2.melded": "385"})
    sheet = mine.save(**{"team1.melded": "x"})
    assert sheet.page.form("/edit").fields["team2.melded"] == "385"
    sheet.save(**{"team1.melded": "410"})
    assert _melded(table) == [410, 385]


def test_a_page_that_came_back_for_a_conflict_does_not_erase_what_others_typed(table, pages):
    mine, theirs = pages
    theirs.save(**{"team1.melded": "400", "team2.melded": "385"})
    mine.save(**{"team1.melded": "410"}).save()
    assert _melded(table) == [410, 385]


def test_a_page_that_came_back_stale_does_not_erase_what_others_typed(table, pages):
    mine, theirs = pages
    theirs.save(**{"team2.melded": "385"})
    page = table.visitor.send(mine.form, **{"team1.melded": "410"}, csrf_token=None, action="save")
    table.visitor.send(page.form("/edit"), action="save")
    assert _melded(table) == [410, 385]


@pytest.mark.parametrize("fault", [{"team1.clean": "x"}, {"csrf_token": "x"}])
def test_a_page_that_came_back_says_where_somebody_else_typed_too(table, pages, fault):
    mine, theirs = pages
    theirs.save(**{"team1.melded": "400"})
    page = table.visitor.send(mine.form, **{"team1.melded": "410"} | fault, action="save")
    assert "“400” was typed here meanwhile" in page.beside("team1.melded")


def test_a_round_that_was_finished_meanwhile_is_only_replaced_by_a_good_one(table, pages):
    mine, theirs = pages
    theirs.finish(**OUT_FIRST)
    page = mine.save(**{"team1.melded": "9000"}).page
    assert page.status == 422
    assert table.record.rounds[0].finished
    assert _melded(table) == [900, 0]


def test_the_same_page_sent_twice_is_recorded_once(table):
    sheet = table.sheet()
    fields = filled(sheet.form, OUT_FIRST) | {"action": "finish"}
    for _ in range(2):
        assert table.visitor.post(sheet.form.action, fields).said == "Round 1 is kept."
    keys = [(e.place, e.field) for e in table.entries if e.round == 1]
    assert len(keys) == len(set(keys))


def test_a_page_sent_again_with_other_values_says_so_and_overwrites_nothing(table):
    sheet = table.sheet()
    sheet.save(**{"team1.melded": "410"})
    back = sheet.save(**{"team1.melded": "420"})
    assert "This page had already been sent once" in back.page.said
    assert _melded(table)[0] == 410
    back.save()
    assert _melded(table)[0] == 420


def test_a_page_from_before_a_correction_is_judged_by_what_it_showed(table):
    old = table.sheet()
    table.sheet().save(**{"team1.melded": "410"})
    table.sheet().save(**{"team1.melded": "420"})
    page = old.save(**{"team1.melded": "430"}).page
    assert "“420” was typed here meanwhile" in page.beside("team1.melded")


@pytest.mark.parametrize("seen", ["0", "999999999999999"])
def test_a_page_that_saw_another_past_or_a_future_overwrites_nothing(table, seen):
    table.sheet().save(**{"team1.melded": "410"})
    page = table.visitor.send(
        table.sheet().form, **{"team1.melded": "420"}, seen=seen, action="save"
    )
    assert page.status == 422
    assert _melded(table)[0] == 410
