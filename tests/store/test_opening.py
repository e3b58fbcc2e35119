"""A missing club file is created; a file that is not a club is refused and left alone."""

import os
import stat
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from pathlib import Path

import pytest

from scorepad.store import Club, StoreError, engine
from scorepad.store.engine import sqlite3
from tests.support.server import ROOT
from tests.support.waiting import PATIENCE


def test_a_missing_file_is_made_for_its_owner_alone(path):
    umask = os.umask(0)
    try:
        with Club.open(path) as club:
            club.new_game([], key="k")
            modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(umask)
    assert modes == {0o600}


def test_a_missing_file_may_be_opened_by_several_at_once(path, in_threads):
    all_are_here = threading.Barrier(8)

    def open_together(number):
        all_are_here.wait(timeout=PATIENCE)
        with Club.open(path) as club:
            return club.new_game([], key=f"game-{number}")

    assert sorted(in_threads(open_together, range(8))) == list(range(1, 9))


def test_another_program_in_the_way_for_a_moment_is_waited_for(path, monkeypatch):
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    in_the_way = [busy, busy]
    set_journal = engine.set_journal

    def set_at_the_third_try(connection, mode):
        if in_the_way:
            raise in_the_way.pop()
        set_journal(connection, mode)

    monkeypatch.setattr(engine, "set_journal", set_at_the_third_try)
    with Club.open(path) as club:
        assert club.games(limit=1) == []


@pytest.mark.parametrize("name", ["with space.db", "50%?.db", "#é.db", "file:x.db"])
@pytest.mark.parametrize("empty", [False, True])
def test_a_missing_or_empty_file_of_any_name_becomes_a_club_and_is_not_copied(tmp_path, name, empty, files):
    if empty:
        (tmp_path / name).touch()
    with Club.open(tmp_path / name) as club:
        club.new_game([], key="k")
    Club.open(tmp_path / name).close()
    assert files(tmp_path) == {name}


@pytest.mark.parametrize(
    ("kind", "sentence"), [("diary", "is not an SQLite database"), ("recipes", "no Scorepad club")]
)
def test_a_file_of_another_program_is_refused_and_left_alone(path, kind, sentence):
    if kind == "diary":
        path.write_text("Dear diary, " * 100)
    else:
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE recipe (name TEXT)")
        connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=sentence):
        Club.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "is a folder"),
        ("missing/club.db", "There is no folder .*missing"),
        ("x" * 300, "could not be opened"),
        ("a\x00b", "cannot be the name of a file"),
        ("a\ud800b", "cannot be the name of a file"),
    ],
)
def test_a_place_that_cannot_be_is_refused(tmp_path, name, sentence):
    with pytest.raises(StoreError, match=sentence):
        Club.open(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "damage", ["ALTER TABLE _sqlite_migrations RENAME COLUMN applied_at TO applied_av", "DELETE FROM reach"]
)
def test_a_damaged_list_of_migrations_is_refused_with_a_sentence(path, damage):
    Club.open(path).close()
    with closing(sqlite3.connect(path)) as outside, outside:
        outside.execute(damage)
    with pytest.raises(StoreError, match="scorepad doctor"):
        Club.open(path)


STRANGER = """
import os, sys
from pathlib import Path
from scorepad.store import Club, StoreError
if os.getuid() == 0:
    os.setuid(65534)  # root may open anything
try:
    Club.open(Path(sys.argv[1]))
except StoreError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "sentence"),
    [
        (0o444, 0o777, "may not read and write"),
        (0o000, 0o777, "may not read and write"),
        (0o666, 0o555, "may not write the folder"),
        (0o666, 0o000, "could not be opened: Permission denied"),
    ],
)
def test_a_file_this_user_may_not_write_is_refused(file_mode, folder_mode, sentence):
    with tempfile.TemporaryDirectory() as outer:
        os.chmod(outer, 0o755)
        file = Path(outer) / "folder" / "club.db"
        file.parent.mkdir()
        file.touch()
        file.chmod(file_mode)
        file.parent.chmod(folder_mode)
        command = [sys.executable, "-c", STRANGER, file]
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        file.parent.chmod(0o700)
    assert result.stderr == ""
    assert sentence in result.stdout
