"""Which SQLite may use WAL, and that every connection is as safe as the design demands."""

import pytest

from scorepad.store import Club, StoreError, journal_mode, sqlite_version
from scorepad.store.engine import sqlite3
from scorepad.store.file import versions

JOURNALS = {
    (3, 53, 4): "wal",
    (3, 51, 4): "wal",
    (3, 51, 3): "wal",
    (3, 51, 2): "truncate",
    (3, 51, 0): "truncate",
    (3, 50, 99): "wal",
    (3, 50, 7): "wal",
    (3, 50, 6): "truncate",
    (3, 45, 0): "truncate",
    (3, 44, 6): "wal",
    (3, 44, 5): "truncate",
    (3, 40, 1): "truncate",
    (4, 0, 0): "wal",
}


@pytest.mark.parametrize(("version", "journal"), JOURNALS.items(), ids=str)
def test_wal_is_used_only_where_it_is_known_to_be_whole(version, journal):
    assert journal_mode(version) == journal


def test_the_version_is_the_one_of_the_library_that_opens_the_file(club):
    with club.reading() as db:
        (spelled,) = db.execute("SELECT sqlite_version()").fetchone()
    assert versions.spelled(sqlite_version()) == spelled


PRAGMAS = {"synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1, "busy_timeout": 20_000}


@pytest.mark.parametrize("verb", ["reading", "writing"])
def test_every_connection_is_as_safe_as_the_design_demands(club, verb):
    with getattr(club, verb)() as db:
        for pragma, expected in PRAGMAS.items():
            assert db.execute(f"PRAGMA {pragma}").fetchone() == (expected,), pragma
        journal = db.execute("PRAGMA journal_mode").fetchone()[0]
    assert journal == journal_mode(sqlite_version())


@pytest.mark.parametrize("verb", ["reading", "writing"])
def test_an_older_sqlite_keeps_the_truncate_journal(truncate, club, verb):
    with getattr(club, verb)() as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("truncate",)


def test_a_file_from_a_newer_sqlite_goes_over_to_the_older_journal(path, monkeypatch):
    monkeypatch.setattr(versions, "journal_mode", lambda version: "wal")
    with Club.open(path) as club:
        game = club.new_game([], key="k")
    monkeypatch.setattr(versions, "journal_mode", lambda version: "truncate")
    with Club.open(path) as club:
        assert club.exists(game)
        with club.reading() as db:
            assert db.execute("PRAGMA journal_mode").fetchone() == ("truncate",)


def test_but_not_while_the_newer_one_has_it_open(path, monkeypatch, impatient):
    monkeypatch.setattr(versions, "journal_mode", lambda version: "wal")
    with Club.open(path) as club:
        club.new_game([], key="k")
        monkeypatch.setattr(versions, "journal_mode", lambda version: "truncate")
        with pytest.raises(StoreError, match="close it, then try again"):
            Club.open(path)


def test_an_sqlite_without_strict_tables_is_refused(path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 31, 1))
    with pytest.raises(StoreError, match=r"SQLite 3\.31\.1, and Scorepad needs 3\.38\.0"):
        Club.open(path)
    assert not path.exists()
