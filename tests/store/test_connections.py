"""How connections are lent to threads, and when they are refused."""

import os

import pytest

from scorepad.store import Club, StoreError
from scorepad.store.engine import sqlite3


def test_a_reader_cannot_write(club):
    with pytest.raises(StoreError), club.reading() as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('k', '')")
    assert club.games(limit=9) == []


def test_the_statements_of_an_entry_are_compiled_once(club, entry):
    # Enough others to fill the cache that pysqlite3 has by default.
    for number in range(200):
        with club.writing() as db:
            db.execute(f"SELECT {number}").fetchall()
    compiled = []

    def note(action, *about):
        compiled.append((action, *about))
        return sqlite3.SQLITE_OK

    with club.writing() as db:
        db.conn.set_authorizer(note)
    (answer,) = club.record([entry(1)])
    assert any("cell" in about for about in compiled)
    compiled.clear()
    club.record([entry(2, base=answer.seq)])
    assert not [about for about in compiled if about[0] != sqlite3.SQLITE_PRAGMA]


def test_reading_inside_reading_is_the_same_moment(club):
    with club.reading() as outer, club.reading() as inner:
        assert inner is outer


def test_reading_inside_writing_sees_what_was_written(club, game, entry):
    with club.writing() as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('new', '')")
        assert len(club.games(limit=9)) == 2


@pytest.mark.parametrize("outer", ["reading", "writing"])
def test_writing_inside_is_refused_instead_of_waiting_for_ever(club, entry, outer):
    typed = entry(5)
    with getattr(club, outer)(), pytest.raises(RuntimeError, match="already"):
        club.record([typed])
    assert club.record([typed])[0].status == "applied"


def test_a_reader_comes_back_clean_after_an_exception(club):
    with pytest.raises(ValueError, match="stop"), club.reading() as failed:
        raise ValueError("stop")
    with club.reading() as db:
        assert db is failed
        assert db.execute("SELECT count(*) FROM game").fetchone() == (0,)


def test_a_closed_club_says_so(club, entry):
    typed = entry(5)
    club.close()
    club.close()
    for verb in (lambda: club.record([typed]), lambda: club.cells(1)):
        with pytest.raises(StoreError, match="closed"):
            verb()


def test_closing_leaves_one_file(path, club, entry, files):
    club.record([entry(5)])
    club.cells(1)
    club.close()
    assert files(path.parent) == {path.name}


def test_a_reader_still_lent_is_closed_when_it_comes_back(club):
    with club.reading() as db:
        club.close()
        assert db.execute("SELECT count(*) FROM game").fetchone() == (0,)
    with pytest.raises(sqlite3.ProgrammingError):
        db.execute("SELECT 1")


@pytest.mark.parametrize("loss", ["deleted", "replaced"])
def test_a_file_that_was_taken_away_takes_no_entries(path, club, entry, loss):
    typed = entry(5)
    os.rename(path, path.with_name("elsewhere.db"))
    if loss == "replaced":
        path.write_bytes(b"")
    with pytest.raises(StoreError, match="moved or replaced"):
        club.record([typed])


def test_the_time_is_utc_unless_told(path):
    with Club.open(path) as club:
        club.new_game([], key="k")
        (row,) = club.games(limit=1)
    assert row.created_at.endswith("+00:00")
