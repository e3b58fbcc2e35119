"""Redo takes back the phone's own undo, as long as nothing was done after it, and is an entry in the log."""

import pytest

from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Table, Visitor
from tests.web.games.editing import mend
from tests.web.games.test_history import changes, history
from tests.web.games.undoing import books, count, offered, redo, undo

FIRST, SECOND = "Red books, Ann & Carla, 0 → 2", "Red books, Ann & Carla, 2 → 3"


@pytest.fixture
def twice(table):
    """A table that counted two red books, then three, and undid both."""
    for number in ("2", "3"):
        count(table, team1__clean=number)
    for _ in range(2):
        undo(table)
    return table


def test_redo_goes_forward_again_step_by_step_and_undo_back(twice):
    assert offered(twice.page(), "redo") == FIRST
    assert f"Redone: {FIRST}." in redo(twice).said
    assert (offered(twice.page()), offered(twice.page(), "redo")) == (FIRST, SECOND)
    redo(twice)
    assert (offered(twice.page()), offered(twice.page(), "redo")) == (SECOND, "")
    assert books(twice) == [3, 0]
    undo(twice)
    assert offered(twice.page(), "redo") == SECOND
    undo(twice)
    assert twice.record.rounds == ()
    again = "Red books, Ann & Carla: 2 → 3"
    assert changes(history(twice))[:3] == [
        "Taken back: Red books, Ann & Carla: 0 → 2", f"Taken back: {again}", f"Redone: {again}"
    ]  # fmt: skip


def test_whatever_is_done_next_ends_redo_and_the_same_form_sent_again_does_it_once(twice):
    form = twice.page().form("/redo")
    for _ in range(2):
        assert f"Redone: {FIRST}." in twice.visitor.send(form).said
    assert books(twice) == [2, 0]
    count(twice, team2__clean="1")
    assert offered(twice.page(), "redo") == ""
    stale = twice.visitor.send(form, key="0" * 32).said
    assert "Nothing was redone:" in stale
    assert "Nothing is left to redo." in stale


def test_other_phones_end_it_only_where_they_changed_the_same(twice):
    theirs = Table(Visitor(twice.visitor.app, Role.SCORER, twice.game), twice.game)
    assert offered(theirs.page(), "redo") == ""
    form = twice.page().form("/redo")
    count(theirs, team2__clean="1")
    assert offered(twice.page(), "redo") == FIRST
    count(theirs, team1__clean="1")
    assert offered(twice.page(), "redo") == ""
    assert "Nothing was redone:" in twice.visitor.send(form).said
    assert books(twice) == [1, 1]


def test_a_finish_is_done_again_only_while_its_round_is_right(table):
    table.play(1, **OUT_FIRST)
    undo(table)
    theirs = Table(Visitor(table.visitor.app), table.game)
    count(theirs, team2__melded="10")
    redo(table)
    assert table.record.rounds[0].finished
    undo(table)
    theirs.sheet().save(seat2__left="")
    said = redo(table).said
    assert "Nothing was redone: with “Round 1 finished” its round would be wrong." in said
    assert not table.record.rounds[0].finished


def test_settings_and_a_deleted_round_are_done_again_and_settings_only_by_an_owner(table):
    mend(table, seat1="Otto")
    undo(table)
    redo(table)
    assert table.loaded.seat_name(1) == "Otto"
    undo(table)
    table.visitor.access.renew(Role.OWNER)
    table.visitor.gains(Role.SCORER, table.game)
    assert offered(table.page(), "redo") == ""
    table.play(1, **OUT_FIRST)
    table.visitor.send(table.visitor.get(f"{table.address}/rounds/1").form("/delete"))
    undo(table)
    redo(table)
    assert table.record.rounds == ()
