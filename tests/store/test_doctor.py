"""The doctor reports each fault that a file can have, and what to do about it."""

from contextlib import closing
from datetime import date
from functools import partial

import pytest

from scorepad.paths import CLUB
from scorepad.store import Access, Club, Role, engine
from scorepad.store.engine import sqlite3
from scorepad.store.errors import DamagedFile
from scorepad.store.file.daily import copy_daily
from scorepad.store.file.doctor import contents, contents_text, examine, examine_access, rebuild_cells


def faults(club):
    findings = examine(club)
    assert all(finding.sentence.strip().endswith(".") for finding in findings)
    return {finding.code: finding.sentence for finding in findings if not finding.ok}


BROKEN = [
    ("texts", "INSERT INTO player (name, folded, created_at) VALUES (CAST(x'ff' AS TEXT), '', '')", "player"),
    (
        "foreign_keys",
        "INSERT INTO entry (key, game, round, place, field, value, status, at)"
        " VALUES ('k', 99, 1, 'team1', 'melded', '1', 'same', '')",
        "entry",
    ),
    (
        "texts",
        "INSERT INTO entry (key, game, round, place, field, value, status, at)"
        """ VALUES ('k', 1, 1, 'team1', 'melded', '["\\ud800"]', 'same', '')""",
        "entry",
    ),
    ("texts", "INSERT INTO league_kind VALUES (1, CAST(x'ff' AS TEXT), 'a', 4, 2, 5, 0)", "scorepad league rebuild"),
    ("cells", "UPDATE cell SET value = '9'", "1 cells do not match"),
    ("triggers", "DROP TRIGGER entry_no_update", "entry_no_update"),
    (
        "triggers",
        "DROP TRIGGER game_no_delete;CREATE TRIGGER game_no_delete BEFORE DELETE ON game BEGIN SELECT 1; END",
        "game_no_delete",
    ),
    ("tables", "DROP INDEX entry_game", "entry_game"),
    ("migrations", "DELETE FROM _sqlite_migrations WHERE name = 'players'", "has no players"),
    (
        "migrations",
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorepad', 'tournaments', '')",
        "tournaments",
    ),
]


@pytest.mark.parametrize(("code", "statements", "named"), BROKEN)
def test_what_another_program_broke_is_reported(club, entry, outsider, code, statements, named):
    club.record([entry(5)])
    assert faults(club) == {}
    outsider.execute("PRAGMA foreign_keys = OFF")
    outsider.executescript(statements)
    problems = faults(club)
    assert list(problems) == [code]
    assert named in problems[code]


@pytest.mark.parametrize("lie", ["value = '9'", "seq = 2", "field = 'aces'", None])
def test_wrong_cells_are_reported_and_rebuilt(club, game, entry, outsider, lie):
    club.record([entry(5), entry(6, field="left"), entry(7)])
    before = club.cells(game)
    where = "WHERE field = 'melded'"
    outsider.execute(f"UPDATE cell SET {lie} {where}" if lie else f"DELETE FROM cell {where}")
    assert "cells" in faults(club)
    rebuild_cells(club)
    assert club.cells(game) == before
    assert faults(club) == {}


def test_rebuilding_the_cells_changes_nothing_in_a_sound_file(club, game, entry):
    club.record([entry(5), entry(6), entry(None, field="left"), entry(7, base=1)])
    before = club.cells(game)
    rebuild_cells(club)
    assert club.cells(game) == before


def test_a_damaged_page_is_reported_and_the_rest_is_looked_at(club, damage):
    damage()
    with Club.open(club.path) as damaged:
        assert "is damaged" in faults(damaged)["integrity"]
        assert len(examine(damaged)) == 12


def test_a_journal_that_this_sqlite_may_not_use_is_reported(truncate, club, outsider):
    assert faults(club) == {}
    outsider.execute("PRAGMA journal_mode = WAL")
    assert "must be truncate" in faults(club)["journal"]


def test_an_sqlite_that_is_too_old_is_reported(club, monkeypatch):
    monkeypatch.setattr(engine, "sqlite_version", lambda: (3, 31, 1))
    assert "3.31.1" in faults(club)["sqlite_version"]


@pytest.mark.parametrize("pragma", ["synchronous = NORMAL", "foreign_keys = OFF"])
def test_a_connection_that_is_not_safe_is_reported(club, pragma):
    with club.reading() as db:
        db.execute("ROLLBACK")
        db.execute(f"PRAGMA {pragma}")
    assert list(faults(club)) == ["durability"]


def test_a_file_that_others_may_open_is_reported(club, path):
    path.chmod(0o644)
    assert f"chmod 600 {path}" in faults(club)["permissions"]


def test_a_closed_club_is_twelve_faults_and_no_exception(club):
    club.close()
    assert len(faults(club)) == 12


def test_a_damaged_list_of_phones_says_how_to_let_them_in_again(tmp_path):
    path = tmp_path / "access.sqlite3"
    with closing(Access.open(path)) as access:
        for _ in range(50):
            access.admit(None, Role.OWNER)
    (whole,) = examine_access(path)
    assert whole.ok
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2].ljust(len(data), b"\xff"))
    (broken,) = examine_access(path)
    assert not broken.ok
    assert "move this file away" in broken.sentence


def test_a_missing_list_of_phones_is_not_made(tmp_path):
    (finding,) = examine_access(tmp_path / "access.sqlite3")
    assert finding.ok
    assert "all links are new" in finding.sentence
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def page_of(tmp_path):
    """A closed club at home, and a function that empties the first page of one of its tables."""
    path = tmp_path / CLUB
    with Club.open(path) as club:
        club.new_game([], key="the-game")
    return path, partial(_empty_page, path)


def _empty_page(path, table):
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(bytes(size))


def test_a_damaged_setting_does_not_stop_the_report(page_of):
    path, empty_page = page_of
    empty_page("setting")
    with Club.open(path) as club:
        inside = contents(club)
        assert contents_text(club, inside) == "The club has 1 game and 0 entries."
        assert "is damaged" in faults(club)["integrity"]


@pytest.mark.parametrize("has_copy", [False, True])
@pytest.mark.parametrize("table", ["sqlite_schema", "entry", "people_version"])
def test_a_damaged_file_names_the_newest_copy_and_the_way_back_to_it(page_of, tmp_path, table, has_copy):
    path, empty_page = page_of
    copies = tmp_path / "copies"
    copies.mkdir()
    if has_copy:
        with Club.open(path) as club:
            club.people.add("Ann")
            copy_daily(club, copies, "scorepad", date(2026, 3, 31))
            club.people.add("Bob")
            copy_daily(club, copies, "scorepad", date(2026, 4, 1))
    if table == "sqlite_schema":
        path.write_bytes(bytes(path.stat().st_size))
    else:
        empty_page(table)
    with pytest.raises(DamagedFile) as error, Club.open(path):
        pass
    assert "scorepad doctor" not in str(error.value)
    copy = copies / "scorepad-2026-04-01.sqlite3"
    advice = (
        "To go back to the newest copy, of 2026-04-01: stop Scorepad, move every file here"
        if has_copy
        else (f"There is no copy in {copies}. If you have one elsewhere")
    )
    assert advice in str(error.value)
    assert (f"copy {copy} to {path}; start again." in str(error.value)) == has_copy
