"""A tap on − or +, or on a mark, submits a form: it records one entry, and also anything typed beside it."""

import pytest

from scorepad.store import Entry
from tests.web.bad_text import NO_COUNTS
from tests.web.driving import OUT_FIRST, has_opened


def _tally(*numbers):
    return [{"as": "tally", "n": number} for number in numbers]


def test_a_tap_counts_one_more_or_one_less_and_never_below_none(table):
    for sign in "++---":
        assert table.tap(f"team1.clean{sign}1").heading == "Round 1"
    assert table.applied("clean") == _tally(1, 2, 1, 0)


def test_what_was_typed_beside_it_is_recorded_too_and_counted_on_from(table):
    table.tap("team1.clean+1", team2__dirty="3", team1__clean="4")
    assert table.applied("dirty") == [{"as": "count", "n": 3}]
    assert table.applied("clean") == _tally(5)


def test_a_mark_is_set_and_taken_away(table):
    button = table.tap("seat3.exact_cut+1").root.by_id("seat3.exact_cut")
    assert (button["aria-pressed"], button["value"]) == ("true", "seat3.exact_cut-1")
    page = table.tap("seat3.exact_cut-1")
    assert page.root.by_id("seat3.exact_cut")["aria-pressed"] == "false"
    assert table.applied("exact_cut") == [{"as": "count", "n": 1}, None]


def test_an_opened_team_and_a_lost_rank_are_marked_on_the_sheet(visitor, table):
    page = table.tap("team2.opened+1")
    assert page.root.by_id("team1.opened").text == "Needs 50 to open Opened by its melds"
    assert [has_opened(page, team) for team in (1, 2)] == [False, True]
    assert page.root.by_id("team2.opened")["aria-pressed"] == "true"
    page = visitor.begin("catawba").tap("team1.lost_aces+1")
    assert [row.text for row in page.classed("so-far")] == ["So far ✗ books of aces lost +0", "So far +0"]


def test_the_same_tap_sent_twice_counts_once_and_two_phones_taps_are_asked_about(table):
    mine, theirs = table.page(), table.page()
    for _ in range(2):
        table.tap("team1.clean+1", theirs)
    page = table.tap("team1.clean+1", mine)
    assert (page.status, page.said) == (200, "")
    assert table.applied("clean") == _tally(1)


@pytest.mark.parametrize(
    "step",
    ["", "x", "team1.clean", "team1.clean+2", "team9.clean+1", "team1.melded+1", "+1", "٣+1",
     "team1.clean+1" * 50, "table.ended+1"],
)  # fmt: skip
def test_a_button_that_does_not_exist_changes_nothing(table, nothing_recorded, step):
    page = table.page()
    nothing_recorded()
    assert table.tap(step, page).status == 200


@pytest.mark.parametrize("text", NO_COUNTS)
def test_a_tap_beside_what_is_no_number_leaves_it_to_be_mended(table, nothing_recorded, text):
    page = table.page()
    nothing_recorded()
    page = table.tap("team1.clean+1", page, team1__clean=text)
    assert (page.status, page.root.by_id("team1.clean")["value"]) == (422, text)


def test_on_a_final_round_a_tap_waits_for_the_correction_to_be_kept(table, nothing_recorded):
    table.play(1, **OUT_FIRST)
    page = table.sheet(1).page
    nothing_recorded()
    page = table.tap("team1.clean+1", page)
    assert (page.status, page.root.by_id("team1.clean")["value"]) == (200, "5")
    assert "Press “Save the correction”" in page.said


def test_the_counting_page_stays_open_where_something_was_tapped(table):
    page = table.tap("team1.clean+1", table.sheet(1).page)
    assert page.heading == "Count round 1"
    assert "open" in page.root.by_id("tally0").attributes


def _tap_by_script(table, page, step, text):
    """Send a tap as a script does that needs no page in response."""
    fields = page.form("/rounds/1/edit").fields
    own = {name: fields[name] for name in ("csrf_token", "key", "seen")}
    form = {**own, "from": "table", step[:-2]: text, "step": step}
    return table.visitor.client.post(f"{table.address}/rounds/1/edit", data=form, headers={"X-Scorepad-More": "1"})


def test_a_scripts_tap_is_recorded_once_a_key_and_answered_with_its_entry(table):
    page = table.page()
    answers = [_tap_by_script(table, page, "team1.clean+1", "0") for _ in range(2)]
    assert [(a.status_code, a.headers["X-Scorepad-Entry"]) for a in answers] == 2 * [
        (204, str(table.visitor.club.latest_seq(table.game)))
    ]
    assert table.applied("clean") == _tally(1)


@pytest.mark.parametrize("decision", [("finished", True), ("starter", {"seat": 1})])
def test_a_scripts_tap_changes_no_finished_round(table, decision):
    page = table.page()
    field, value = decision
    table.visitor.club.record([Entry(f"{table.game}-{field}", table.game, 1, "table", field, value)])
    assert _tap_by_script(table, page, "team1.clean+1", "0").status_code == (200 if field == "finished" else 204)
    assert len(table.applied("clean")) == (field == "starter")


def test_a_script_whose_text_is_not_its_pages_records_nothing(table, nothing_recorded):
    page = table.tap("team1.clean+1")
    nothing_recorded()
    assert _tap_by_script(table, page, "team1.clean+1", "0").status_code == 204
