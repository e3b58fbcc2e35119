"""Deleting a round that was entered by mistake: later rounds move up, and Undo brings everything back."""

import pytest

from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.games import editing
from tests.web.games.test_history import changes, history
from tests.web.games.undoing import offered, undo
from tests.web.result.reading import folded, part, story

BOB_OUT = {
    "table.ended": "seat2", "team2.clean": "4", "team2.dirty": "5", "team2.melded": "300", "seat4.left": "0",
    "team1.melded": "100", "seat1.left": "0", "seat3.left": "0",
}  # fmt: skip


@pytest.fixture
def played(table):
    """Three rounds: Ann goes out, Ann again, then Bob; from round 3 on Otto sits for Dora, and Carla starts."""
    for number in (1, 2):
        table.tap("team1.opened+1")
        table.tap("team2.opened+1")
        table.play(number, **OUT_FIRST)
    table.decide(seat="3")
    editing.mend(table, since="now", seat4="Otto")
    table.tap("team2.opened+1")
    table.tap("team1.opened+1")
    table.play(3, **BOB_OUT)
    return table


def opened(table, number):
    """The teams in the order in which they opened."""
    cells = table.visitor.club.cells(table.game)
    return sorted(("team1", "team2"), key=lambda team: cells[number, team, "opened"].seq)


def delete_form(table, number):
    return table.visitor.get(f"{table.address}/rounds/{number}").form("/delete")


def delete(table, number):
    return table.visitor.send(delete_form(table, number))


def test_a_round_in_the_middle_goes_and_the_next_takes_its_number_with_everything_in_it(played):
    before = played.values
    page = delete(played, 2)
    assert "Round 2 is deleted. Ann & Carla 4,600, Bob & Otto 3,900." in page.said
    after = played.values
    rounds = [{cell[1:]: v for cell, v in of.items() if cell[0] == n} for of, n in ((before, 3), (after, 2))]
    assert rounds[1] == rounds[0] | {("table", "deleted"): {"as": "count", "n": 1}}
    assert {cell for cell in after if cell[0] > 2} == set()
    assert ["Otto" in round_ for round_ in folded(story(played))] == [False, True]
    assert offered(page) == "Round 2 deleted"
    for number in (2, 3):
        assert changes(history(played, round=number))[0] == "Round 2 deleted"
    assert opened(played, 2) == ["team2", "team1"]
    assert "Taken back: Round 2 deleted." in undo(played).said
    assert played.values == before
    assert [opened(played, number) for number in (2, 3)] == [["team1", "team2"], ["team2", "team1"]]
    # Undo continues where it was before the deletion.
    assert offered(played.page()) == "Round 3 finished"
    undo(played)
    assert not played.record.rounds[2].finished
    assert all(round_.finished for round_ in played.record.rounds[:2])


def test_the_last_round_is_emptied_and_played_again_by_the_same_people(played):
    before = played.values
    delete(played, 3)
    assert played.record.course.next_round == 3
    assert played.loaded.seat_name(4) == "Otto"
    assert played.record.course.starter.seat == 3
    played.tap("team1.clean+1")
    undo(played)
    undo(played)
    assert played.values == before


def test_a_deletion_may_open_the_game_again_and_moves_what_was_decided_about_its_end(table):
    for number in (1, 2):
        table.play(number, **OUT_FIRST)
    table.decide(decision="over")
    assert delete(table, 1).heading.partition(" by ")[0] == "Ann & Carla win"
    assert (table.record.course.phase, table.record.course.counted) == ("over", 1)
    delete(table, 1)
    assert (table.record.course.phase, table.record.rounds) == ("playing", ())
    undo(table)
    assert table.record.course.phase == "over"


def test_nothing_is_deleted_that_has_changed_since_or_was_played_on_paper(played, nothing_recorded):
    form = delete_form(played, 2)
    played.tap("team2.clean+1")
    nothing_recorded()
    assert "Nothing was deleted: someone has just entered something" in played.visitor.send(form).said
    watcher = Visitor(played.visitor.app, Role.READER)
    assert not [form for form in watcher.get(f"{played.address}/rounds/2").forms if form.action.endswith("/delete")]
    paper = played.visitor.begin(paper="1", team1__brought="500")
    paper.play(2, **OUT_FIRST)
    nothing_recorded()
    page = paper.visitor.get(f"{paper.address}/rounds/1")
    assert not [form for form in page.forms if form.action.endswith("/delete")]


def test_the_same_deletion_sent_again_deletes_once_and_others_are_led_from_the_round_that_is_gone(played):
    played.tap("team2.clean+1")
    form = delete_form(played, 2)
    for _ in range(2):
        assert "Round 2 is deleted." in played.visitor.send(form).said
        assert len(played.record.rounds) == 3
    delete(played, 3)
    scorer = Table(Visitor(played.visitor.app, Role.SCORER, played.game), played.game)
    assert scorer.visitor.get(f"{played.address}/rounds/4/edit").heading == "Round 3"
    assert offered(scorer.page()) == ""


def test_the_story_says_that_a_round_was_deleted_and_counts_corrections_by_their_numbers_now(played):
    played.sheet(3).finish(seat1__left="5").finish(confirm=True)
    delete(played, 2)
    page = story(played)
    assert "Round 2 was changed after it had been finished. A round was deleted." in part(page, "corrected")
    assert "settings" not in part(page, "corrected")
    assert "Round 2 deleted" in part(page, "corrected")
    undo(played)
    assert "Round 3 was changed after it had been finished." in part(story(played), "corrected")
