"""The doctor finds each fault that a file can have, and says what to do."""

import pytest

from scorepad.store import Access, Club, Role
from scorepad.store.file import versions
from scorepad.store.file.doctor import examine, examine_access, rebuild_cells


def faults(club):
    findings = examine(club)
    assert all(finding.sentence.strip().endswith(".") for finding in findings)
    return {finding.code: finding.sentence for finding in findings if not finding.ok}


BROKEN = {
    "foreign_keys": (
        "INSERT INTO entry (key, game, round, place, field, value, status, at)"
        " VALUES ('k', 99, 1, 'team1', 'melded', '1', 'same', '')",
        "entry",
    ),
    "cells": ("UPDATE cell SET value = '9'", "1 cells do not match"),
    "triggers": ("DROP TRIGGER entry_no_update", "entry_no_update"),
    "tables": ("DROP INDEX entry_game", "entry_game"),
    "migrations": ("DELETE FROM _sqlite_migrations WHERE name = 'players'", "has no players"),
}


@pytest.mark.parametrize(("code", "broken"), BROKEN.items(), ids=BROKEN)
def test_what_another_program_broke_is_found_alone(club, entry, outsider, code, broken):
    club.record([entry(5)])
    assert faults(club) == {}
    statement, named = broken
    outsider.execute("PRAGMA foreign_keys = OFF")
    outsider.execute(statement)
    found = faults(club)
    assert list(found) == [code]
    assert named in found[code]


@pytest.mark.parametrize("lie", ["value = '9'", "seq = 2", "field = 'aces'", None])
def test_cells_that_lie_are_found_and_made_anew(club, game, entry, outsider, lie):
    club.record([entry(5), entry(6, field="left"), entry(7)])
    before = club.cells(game)
    where = "WHERE field = 'melded'"
    outsider.execute(f"UPDATE cell SET {lie} {where}" if lie else f"DELETE FROM cell {where}")
    assert "cells" in faults(club)
    rebuild_cells(club)
    assert club.cells(game) == before
    assert faults(club) == {}


def test_making_the_cells_anew_changes_nothing_in_a_sound_file(club, game, entry):
    club.record([entry(5), entry(6), entry(None, field="left"), entry(7, base=1)])
    before = club.cells(game)
    rebuild_cells(club)
    assert club.cells(game) == before


def test_a_trigger_that_was_weakened_is_found(club, outsider):
    outsider.execute("DROP TRIGGER game_no_delete")
    outsider.execute("CREATE TRIGGER game_no_delete BEFORE DELETE ON game BEGIN SELECT 1; END")
    assert "game_no_delete" in faults(club)["triggers"]


def test_a_damaged_page_is_found_and_the_rest_is_looked_at(club, entry, damage):
    club.record([entry("x" * 100, field=f"f{number}") for number in range(100)])
    club.close()
    damage()
    with Club.open(club.path) as damaged:
        found = faults(damaged)
        assert "backup" in found["integrity"]
        assert len(examine(damaged)) == 10


def test_a_file_of_a_newer_scorepad_is_found(club, outsider):
    outsider.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('scorepad', 'tournaments', '')"
    )
    assert "tournaments" in faults(club)["migrations"]


def test_a_journal_that_this_sqlite_may_not_use_is_found(truncate, club, outsider):
    assert faults(club) == {}
    outsider.execute("PRAGMA journal_mode = WAL")
    assert "must be truncate" in faults(club)["journal"]


def test_an_sqlite_that_is_too_old_is_found(club, monkeypatch):
    monkeypatch.setattr(versions, "sqlite_version", lambda: (3, 31, 1))
    assert "3.31.1" in faults(club)["sqlite_version"]


@pytest.mark.parametrize("pragma", ["synchronous = NORMAL", "foreign_keys = OFF"])
def test_a_connection_that_is_not_safe_is_found(club, pragma):
    with club.reading() as db:
        db.execute("ROLLBACK")
        db.execute(f"PRAGMA {pragma}")
    assert list(faults(club)) == ["durability"]


def test_a_file_that_others_may_open_is_found(club, path):
    path.chmod(0o644)
    assert f"chmod 600 {path}" in faults(club)["permissions"]


def test_a_closed_club_is_ten_faults_and_no_exception(club):
    club.close()
    assert len(faults(club)) == 10


def test_a_damaged_list_of_phones_says_how_to_let_them_in_anew(tmp_path):
    path = tmp_path / "access.sqlite3"
    access = Access.open(path)
    for _ in range(50):
        access.let_in(None, Role.OWNER)
    access.close()
    (whole,) = examine_access(path)
    assert whole.ok
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = b"\xff" * (len(data) - len(data) // 2)
    path.write_bytes(data)
    (broken,) = examine_access(path)
    assert not broken.ok
    assert "move this file away" in broken.sentence


def test_a_missing_list_of_phones_is_not_made(tmp_path):
    (finding,) = examine_access(tmp_path / "access.sqlite3")
    assert finding.ok
    assert "all its links are new" in finding.sentence
    assert list(tmp_path.iterdir()) == []
