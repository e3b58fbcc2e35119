"""A tap on − or +, or on a mark, is a form of its own: it records one entry, and what was typed beside it as well."""

import pytest

from tests.web.driving import OUT_FIRST, filled


def _tap(table, step, number=1, page=None, **typed):
    """Taps a button of the table's form, or of the given page's."""
    page = page or table.page()
    form = page.form(f"/rounds/{number}/edit")
    fields = filled(form, {name.replace("__", "."): text for name, text in typed.items()})
    return table.visitor.post(form.action, {**fields, "step": step})


def _cells(table, field):
    return [e.value for e in table.entries if e.field == field and e.status == "applied"]


def test_a_tap_counts_one_more_and_comes_back_to_the_table(table):
    page = _tap(table, "team1.clean+1")
    assert page.heading == "Round 1"
    _tap(table, "team1.clean+1")
    assert _cells(table, "clean") == [{"as": "tally", "n": 1}, {"as": "tally", "n": 2}]


def test_a_tap_counts_one_less_and_never_below_none(table):
    _tap(table, "team1.clean+1")
    _tap(table, "team1.clean-1")
    _tap(table, "team1.clean-1")
    assert [value["n"] for value in _cells(table, "clean")] == [1, 0]


def test_what_was_typed_beside_it_is_kept_too(table):
    _tap(table, "team1.clean+1", team2__dirty="3")
    assert _cells(table, "dirty") == [{"as": "count", "n": 3}]


def test_a_typed_number_goes_on_from_what_was_typed(table):
    _tap(table, "team1.clean+1", team1__clean="4")
    assert _cells(table, "clean") == [{"as": "tally", "n": 5}]


def test_a_mark_is_set_and_taken_away(table):
    page = _tap(table, "seat3.exact_cut+1")
    button = page.root.by_id("seat3.exact_cut")
    assert (button["aria-pressed"], button["value"]) == ("true", "seat3.exact_cut-1")
    page = _tap(table, "seat3.exact_cut-1")
    assert page.root.by_id("seat3.exact_cut")["aria-pressed"] == "false"
    assert _cells(table, "exact_cut") == [{"as": "count", "n": 1}, None]


def test_a_team_is_marked_as_opened_in_the_bar(table):
    page = _tap(table, "team2.opened+1")
    notes = [note.text for note in page.classed("side-note")]
    assert "✓ opened" in notes[1]
    assert "opens with 50" in notes[0]


def test_a_lost_premium_rank_is_marked_in_the_bar(visitor):
    table = visitor.begin("catawba")
    page = _tap(table, "team1.lost_aces+1")
    assert "✗ books of aces lost" in page.classed("side-note")[0].text


def test_the_same_tap_sent_twice_counts_once(table):
    form = table.page().form("/rounds/1/edit")
    for _ in range(2):
        table.visitor.post(form.action, {**form.fields, "step": "team1.clean+1"})
    assert _cells(table, "clean") == [{"as": "tally", "n": 1}]


def test_two_phones_that_tap_the_same_tally_are_asked(table):
    mine, theirs = table.page(), table.page()
    _tap(table, "team1.clean+1", page=theirs)
    page = _tap(table, "team1.clean+1", page=mine)
    assert page.status == 422
    assert "Nothing was overwritten" in page.said
    assert _cells(table, "clean") == [{"as": "tally", "n": 1}]


@pytest.mark.parametrize(
    "step",
    ["", "x", "team1.clean", "team1.clean+2", "team9.clean+1", "team1.melded+1", "+1", "٣+1",
     "team1.clean+1" * 50, "table.ended+1"],
)  # fmt: skip
def test_a_button_that_is_none_changes_nothing(table, nothing_recorded, step):
    page = table.page()
    nothing_recorded()
    assert _tap(table, step, page=page).status == 200


@pytest.mark.parametrize("text", ["many", "-1", "9" * 400, "1.5"])
def test_a_tap_beside_what_is_no_number_leaves_it_to_be_mended(table, nothing_recorded, text):
    page = table.page()
    nothing_recorded()
    page = _tap(table, "team1.clean+1", page=page, team1__clean=text)
    assert page.status == 422
    assert page.root.by_id("team1.clean")["value"] == text


def test_on_a_final_round_a_tap_waits_for_the_correction_to_be_kept(table, nothing_recorded):
    table.play(1, **OUT_FIRST)
    sheet = table.sheet(1)
    nothing_recorded()
    page = _tap(table, "team1.clean+1", page=sheet.page)
    assert (page.status, page.root.by_id("team1.clean")["value"]) == (200, "5")
    assert "press “Keep the correction”" in page.said


def test_the_counting_page_stays_open_where_something_was_tapped(table):
    page = _tap(table, "team1.clean+1", page=table.sheet(1).page)
    assert page.heading == "Count round 1"
    assert "open" in page.root.by_id("tally0").attributes
