"""Correcting a finished round: later rounds are updated, and a correction with faults changes nothing."""

import pytest

from tests.web.driving import OUT_FIRST


@pytest.fixture
def played(visitor):
    """Two rounds of `partnership`, 4,500 to 0 each."""
    table = visitor.begin()
    for number in (1, 2):
        table.play(number, **OUT_FIRST)
    return table


def test_the_score_of_a_round_leads_to_its_correction(played):
    page = played.visitor.get(f"{played.address}/rounds/1")
    assert page.links["Correct this round"] == f"{played.address}/rounds/1/edit"
    sheet = played.sheet(1).page
    assert sheet.heading == "Correct round 1"
    finish = [button for button in sheet.root.all("button") if button["value"] == "finish"]
    shown = {button.text for button in finish if "hidden" not in button.attributes}
    assert shown == {"Save the correction"}


def test_a_correction_changes_every_total_after_it_and_loses_nothing(played):
    page = played.sheet(1).finish(team2__melded="300", team1__clean="3").page
    changed = "Red books, Ann & Carla 4 → 3; Cards melded, Bob & Dora 0 → 300"
    assert page.said == f"Corrected: {changed}. Ann & Carla now 8,500 and Bob & Dora now 300."
    assert played.record.before(2) == (4_000, 300)
    assert played.record.course.now == (8_500, 300)
    assert "+4,000 4,000 +300 300" in played.page().text
    counts = [e for e in played.entries if (e.round, e.place, e.field) == (1, "team1", "clean")]
    assert [entry.value["n"] for entry in counts] == [4, 3]


def test_a_changed_minimum_never_faults_an_opening_already_played(visitor):
    table = visitor.begin("two-handed")
    low = {"table.ended": "seat2", "team2.clean": "1", "team2.dirty": "1", "team2.melded": "600"}
    for number in (1, 2):
        table.play(number, **low | {"team1.melded": "50", "seat1.left": "0"})
    own_way = {"team1.adjustment1.points": "4000", "team1.adjustment1.reason": "So agreed"}
    changed = "Adjustment 1, Ann 4000 (So agreed)"
    assert table.sheet(1).finish(**own_way).page.said == f"Corrected: {changed}. Ann now 4,100."
    assert table.record.rounds[1].finished


@pytest.mark.parametrize(
    "typed",
    [{"team1.melded": "x"}, {"team1.melded": ""}, {"team1.melded": "9000"}, {"seat2.left": "63"},
     {"team1.clean": ""}, {"team1.adjustment1.points": "5"}],
)  # fmt: skip
@pytest.mark.parametrize("action", ["finish", "save"])
def test_a_correction_with_a_fault_leaves_the_round_as_it_was(played, nothing_recorded, typed, action):
    nothing_recorded()
    page = played.visitor.send(played.sheet(1).form, **typed, action=action)
    assert page.status == 422
    assert page.form("/edit").fields | typed == page.form("/edit").fields
    assert played.record.rounds[0].finished
    if typed == {"team1.melded": "9000"}:
        assert "The round stays unchanged until you fix this." in page.said


def test_only_what_a_correction_changes_is_recorded_with_its_confirmed_warning(played):
    before = len(played.entries)
    assert played.sheet(1).finish().page.said == "Round 1 is unchanged."
    assert (len(played.entries), played.record.course.now) == (before, (9_000, 0))
    sheet = played.sheet(1).finish(seat2__left="63")
    assert sheet.finish(confirm=True).page.said == "Corrected: Bob 0 → 63. Bob & Dora now −63."
    assert played.record.course.now == (9_000, -63)
