"""A club in a fresh folder, a game in it, short entries, other programs and processes."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import scorepad
from scorepad.store import Club, Entry, engine
from scorepad.store.engine import sqlite3
from scorepad.store.file import versions
from tests.support.waiting import PATIENCE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def noon() -> str:
    """The time at which everything happens here."""
    return "2025-11-21T12:00:00.000+00:00"


@pytest.fixture
def club(path: Path, noon: str) -> Iterator[Club]:
    with Club.open(path, now=lambda: noon) as club:
        yield club


@pytest.fixture
def game(club: Club) -> int:
    return club.new_game([], key="the-game")


@pytest.fixture
def entry(game: int) -> Callable[..., Entry]:
    """Make an entry for what team 1 melded in round 1, with a new key, or as said otherwise."""
    numbers = count(1)

    def make(value: Any, **otherwise: Any) -> Entry:
        usual: dict[str, Any] = {
            "key": f"key-{next(numbers)}",
            "game": game,
            "round": 1,
            "place": "team1",
            "field": "melded",
        }
        return Entry(value=value, **usual | otherwise)

    return make


@pytest.fixture
def outsider(path: Path, club: Club) -> Iterator[sqlite3.Connection]:
    """Another program that has the club's file open and knows nothing of Scorepad."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    connection.execute("PRAGMA recursive_triggers = OFF")
    yield connection
    connection.close()


@pytest.fixture
def truncate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Scorepad think that its SQLite is one of those that may not use WAL."""
    monkeypatch.setattr(versions, "journal_mode", lambda version: "truncate")


@pytest.fixture(scope="session")
def package_home() -> Path:
    """Where another process finds the same scorepad that is tested here."""
    return Path(scorepad.__file__).parent.parent


@pytest.fixture
def scribe(path: Path, package_home: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start another process that writes into the club; see scribe.py. It ends with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(name: str, how_many: int, *, threads: int, sqlite: str) -> subprocess.Popen[str]:
        words = [path, name, how_many, threads, sqlite]
        command = [sys.executable, Path(__file__).with_name("scribe.py"), *words]
        process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(package_home)},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def begin() -> Callable[..., None]:
    """Let scribes begin to write, all at once and when all are ready."""

    def all_at_once(*scribes: subprocess.Popen[str]) -> None:
        for scribe in scribes:
            assert scribe.stdout is not None
            assert scribe.stdout.readline() == "ready\n"
        for scribe in scribes:
            assert scribe.stdin is not None
            scribe.stdin.write("begin\n")
            scribe.stdin.flush()

    return all_at_once


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clubs that are opened from now on wait for no lock."""
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)


@pytest.fixture
def damage(path: Path) -> Callable[[], None]:
    """Overwrite one page of the closed file: the one where the index of the keys begins."""

    def overwrite() -> None:
        connection = sqlite3.connect(path)
        page_size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_entry_1'"
        ).fetchone()[0]
        connection.close()
        with path.open("rb+") as file:
            file.seek((page - 1) * page_size)
            file.write(b"\xff" * page_size)

    return overwrite


@pytest.fixture
def files() -> Callable[[Path], set[str]]:
    """The names in a folder of all files that hold anything; a truncated journal holds nothing."""
    return lambda folder: {file.name for file in folder.iterdir() if file.stat().st_size}
