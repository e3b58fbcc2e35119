"""A club in a fresh folder, a game in it, short entries, threads and another program."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from scorepad.store import Club, Entry, engine
from scorepad.store.engine import sqlite3
from scorepad.store.file import versions
from scorepad.store.file.doctor import examine
from tests.support.waiting import PATIENCE


@pytest.fixture
def path(tmp_path):
    return tmp_path / "club.db"


@pytest.fixture
def noon():
    """The time at which everything happens here."""
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
    """Make an entry for what team 1 melded in round 1, with a new key, or as the arguments say."""
    numbers = count(1)

    def make(value, **changes):
        usual = {"game": game, "round": 1, "place": "team1", "field": "melded"}
        return Entry(value=value, **{"key": f"key-{next(numbers)}"} | usual | changes)

    return make


@pytest.fixture
def in_threads():
    """Call a function with each of some values, in several threads at once; give the results in order."""

    def call(function, values, threads=8):
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(function, values))

    return call


@pytest.fixture
def outsider(path, club):
    """Another program that has the club's file open and knows nothing of Scorepad."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    connection.execute("PRAGMA recursive_triggers = OFF")
    yield connection
    connection.close()


@pytest.fixture
def truncate(monkeypatch):
    """Let Scorepad think that its SQLite is one of those that may not use WAL."""
    monkeypatch.setattr(versions, "journal_mode", lambda version: "truncate")


@pytest.fixture
def impatient(monkeypatch):
    """Clubs that are opened from now on wait for no lock."""
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
    """Give the codes of what the doctor finds wrong with a club."""
    return lambda club: {finding.code for finding in examine(club) if not finding.ok}


@pytest.fixture
def files():
    """Give the names in a folder of all files that hold anything; a truncated journal holds nothing."""
    return lambda folder: {file.name for file in folder.iterdir() if file.stat().st_size}
