"""An older club is copied, then migrated as a whole; a newer one is refused."""

import copy
import stat
import threading
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorepad.store import Club, StoreError, migrations
from scorepad.store.engine import sqlite3
from scorepad.store.file.copying import UNFINISHED
from tests.support.waiting import PATIENCE

ENTRY = (
    "INSERT INTO entry (key, game, round, place, field, value, status, at)"
    " VALUES ('k', 1, 1, 'team1', 'melded', '5', 'applied', '')"
)


@pytest.fixture
def older(path):
    with Database(path) as db:
        migrations.steps.apply(db, stop_before="players")
        db.execute("INSERT INTO game (key, created_at) VALUES ('old', '')")
        db.execute(ENTRY)
        db.execute("INSERT INTO cell SELECT game, round, place, field, value, seq FROM entry")
    return path


@pytest.fixture
def add_step(monkeypatch):
    def add(step):
        steps = copy.deepcopy(migrations.steps)
        steps()(step)
        monkeypatch.setattr(migrations, "CLUB", migrations.CLUB._replace(steps=steps))

    return add


def tables(path):
    with Database(path) as db:
        return set(db.table_names())


def test_an_older_club_is_copied_then_brought_up_to_date_and_loses_nothing(older, faults):
    before = tables(older)
    with Club.open(older) as club:
        assert [logged.value for logged in club.history(1)] == [5]
        assert club.people.add("Ann").id == 1
        assert faults(club) <= {"permissions"}
    saved = older.with_name("club.db.before-players")
    assert tables(saved) == before
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600


def test_several_who_open_it_at_once_make_one_copy(older, files, in_threads):
    all_are_here = threading.Barrier(4)
    # What a start that was killed leaves behind.
    older.with_name(f"club.db.before-players.0123{UNFINISHED}").write_text("half")

    def open_together(_):
        all_are_here.wait(timeout=PATIENCE)
        Club.open(older).close()

    in_threads(open_together, range(4))
    assert files(older.parent) == {"club.db", "club.db.before-players"}


def test_a_second_copy_does_not_overwrite_the_first(older):
    older.with_name("club.db.before-players").write_text("precious")
    Club.open(older).close()
    assert older.with_name("club.db.before-players").read_text() == "precious"
    assert "entry" in tables(older.with_name("club.db.before-players-2"))


def test_a_step_that_fails_leaves_the_club_as_it_was(older, add_step, monkeypatch, files):
    def half_done(db):
        db.execute("CREATE TABLE half (a)")
        raise ValueError("no further")

    before = tables(older)
    add_step(half_done)
    with pytest.raises(StoreError, match=r"left as it was \(no further\)"):
        Club.open(older)
    assert tables(older) == before
    assert files(older.parent) == {older.name}
    monkeypatch.undo()
    with Club.open(older) as club:
        assert club.exists(1)


def test_a_club_of_a_newer_scorepad_is_refused_and_left_alone(path, add_step, monkeypatch):
    def tournaments(db):
        db.execute("CREATE TABLE tournament (id INTEGER PRIMARY KEY) STRICT")

    add_step(tournaments)
    Club.open(path).close()
    monkeypatch.undo()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer Scorepad \(it has tournaments\)"):
        Club.open(path)
    assert path.read_bytes() == before


def test_a_file_of_the_first_version_opens_for_ever(path, faults):
    connection = sqlite3.connect(path)
    connection.executescript(Path(__file__).with_name("first_club.sql").read_text())
    connection.close()
    with Club.open(path) as club:
        (row,) = club.games(limit=9)
        assert row.cells[0, "seat1", "player"].value == 1
        assert club.people.names([1]) == {1: "José"}
        assert club.cells(row.id)[1, "team1", "melded"].value == {"as": "points", "typed": "120+85"}
        assert [logged.status for logged in club.history(row.id)][-2:] == ["applied", "conflict"]
        assert faults(club) <= {"permissions"}
