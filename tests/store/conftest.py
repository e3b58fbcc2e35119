"""Fixtures: a club in a new folder, a game in it, short entries, threads and another program."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from scorepad.store import Club, Entry, engine
from scorepad.store.engine import sqlite3
from scorepad.store.file.doctor import examine
from tests.support.waiting import PATIENCE


@pytest.fixture
def path(tmp_path):
    return tmp_path / "club.db"


@pytest.fixture
def noon():
    """The time of everything that is recorded in these tests."""
    return "2025-11-21T12:00:00.000+00:00"


@pytest.fixture
def club(path, noon):
    with Club.open(path, now=lambda: noon) as club:
        yield club


@pytest.fixture
def people(club):
    return club.people


@pytest.fixture
def game(club):
    return club.new_game([], key="the-game")


@pytest.fixture
def entry(game):
    """Create an entry for what team 1 melded in round 1, with a new key; arguments override its fields."""
    numbers = count(1)

    def make(value, **changes):
        usual = {"game": game, "round": 1, "place": "team1", "field": "melded"}
        return Entry(value=value, **{"key": f"key-{next(numbers)}"} | usual | changes)

    return make


@pytest.fixture
def in_threads():
    """Call a function with each value, in several threads at once; return the results in order."""

    def call(function, values, threads=8):
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(function, values))

    return call


@pytest.fixture
def outsider(path, club):
    """Another program that has the club's file open, and does not know Scorepad."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    connection.execute("PRAGMA recursive_triggers = OFF")
    yield connection
    connection.close()


@pytest.fixture
def truncate(monkeypatch):
    """Make Scorepad use the journal of an SQLite whose WAL is not safe."""
    monkeypatch.setattr(engine, "journal_mode", lambda version: "truncate")


@pytest.fixture
def impatient(monkeypatch):
    """Clubs that are opened from now on hardly wait for locks."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(engine, "OPENING_SECONDS", 0.05)


@pytest.fixture
def damage(club, entry):
    """Fill the club, close it, and overwrite the page where the index of its keys begins."""

    def overwrite():
        club.record([entry("x" * 100, field=f"f{number}") for number in range(100)])
        club.close()
        connection = sqlite3.connect(club.path)
        (page_size,) = connection.execute("PRAGMA page_size").fetchone()
        index = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entry_1'"
        (page,) = connection.execute(index).fetchone()
        connection.close()
        with club.path.open("rb+") as file:
            file.seek((page - 1) * page_size)
            file.write(b"\xff" * page_size)

    return overwrite


@pytest.fixture
def faults():
    """Return the codes of the faults that the doctor finds in a club."""
    return lambda club: {finding.code for finding in examine(club) if not finding.ok}


@pytest.fixture
def files():
    """Return the names of all non-empty files in a folder; a truncated journal is empty."""
    return lambda folder: {file.name for file in folder.iterdir() if file.stat().st_size}
