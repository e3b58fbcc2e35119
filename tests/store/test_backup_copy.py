"""A copy is made while the club is in use, is complete, and never overwrites anything."""

import os
import signal
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorepad.store import Club, StoreError
from scorepad.store.engine import sqlite3
from scorepad.store.file import copying
from scorepad.store.file.doctor import examine
from tests.support.waiting import PATIENCE, until


def test_a_copy_is_a_club_of_its_own_in_one_private_file(club, game, entry, tmp_path, faults):
    folder = tmp_path / "copies"
    folder.mkdir()
    club.record([entry(5)])
    dest = club.backup(folder / "copy.db")
    club.record([entry(6, base=1)])
    assert list(folder.iterdir()) == [dest]
    assert stat.S_IMODE(dest.stat().st_mode) == 0o600
    # The format versions in an SQLite header: 2 is WAL, which cannot be read on a read-only disk.
    assert dest.read_bytes()[18:20] == b"\x01\x01"
    with Club.open(dest) as copy:
        assert [logged.value for logged in copy.history(game)] == [5]
        assert faults(copy) == set()


def test_a_page_from_before_the_copy_overwrites_nothing_newer(club, game, entry, tmp_path):
    club.record([entry(5)])
    dest = club.backup(tmp_path / "copy.db")
    club.record([entry(number, field=f"lost{number}") for number in range(9)])
    seen = club.latest_seq(game)
    with Club.open(dest) as copy:
        copied = copy.latest_seq(game)
        copy.record_all([entry(6)], seen=copied)
        copy.record([entry(number, field=f"later{number}") for number in range(20)])
        assert copy.record_all([entry(7)], seen=seen)[0].status == "conflict"
        latest = copy.latest_seq(game)
        assert copy.record_all([entry(8, field="later0")], seen=latest)[0].status == "applied"
        assert copy.latest_seq(game) == latest + 1
    with Club.open(dest) as again:
        again.record([entry(9, field="more")])
        assert again.latest_seq(game) == latest + 2


def test_a_copy_made_while_others_write_is_whole(club, game, entry, tmp_path):
    with ThreadPoolExecutor(2) as threads:
        entries = [entry(number, field=f"f{number}") for number in range(60)]
        writing = threads.submit(lambda: [club.record([entry]) for entry in entries])
        until(lambda: club.latest_seq() >= 10)
        dest = club.backup(tmp_path / "copy.db")
        writing.result(PATIENCE)
    with Club.open(dest) as copy:
        copied = copy.history(game)
    assert len(copied) >= 10
    assert copied == club.history(game)[: len(copied)]


@pytest.mark.parametrize("there", ["file", "folder", "the club itself", "a link to nowhere"])
def test_a_copy_overwrites_nothing(club, path, tmp_path, there):
    dest = path if there == "the club itself" else tmp_path / "there"
    if there == "file":
        dest.write_text("precious")
    elif there == "folder":
        dest.mkdir()
    elif there == "a link to nowhere":
        dest.symlink_to(tmp_path / "nowhere")
    with pytest.raises(StoreError, match="overwrites nothing"):
        club.backup(dest)
    assert club.exists(1) is False
    assert there != "file" or dest.read_text() == "precious"


@pytest.mark.parametrize("name", ["missing/copy.db", "x" * 300, "a\x00b", "a\ud800"])
def test_a_place_that_cannot_be_is_refused_with_a_sentence(club, tmp_path, name):
    with pytest.raises(StoreError, match=r"\.$"):
        club.backup(tmp_path / name)


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), sqlite3.OperationalError("fault")])
def test_a_copy_that_fails_leaves_nothing_behind(club, tmp_path, monkeypatch, fault):
    def fail(*_):
        raise fault

    monkeypatch.setattr(copying, "flush", fail)
    before = set(tmp_path.iterdir())
    with pytest.raises(StoreError, match="could not be written"):
        club.backup(tmp_path / "copy.db")
    assert set(tmp_path.iterdir()) == before


def test_a_copy_is_flushed_with_its_folder(club, tmp_path, monkeypatch):
    flushed = []
    fsync = os.fsync

    def note(descriptor):
        flushed.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    dest = club.backup(tmp_path / "copy.db")
    copied, folder = dest.stat().st_ino, tmp_path.stat().st_ino
    # Once under its temporary name, and once under its final name.
    assert flushed == [copied, folder, copied, folder]


def test_a_damaged_club_gives_no_copy_that_looks_whole(club, tmp_path, damage):
    damage()
    with Club.open(club.path) as damaged, pytest.raises(StoreError, match=r"not whole|damaged"):
        damaged.backup(tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


KILLED_WHILE_COPYING = """
import os, signal, sys
from pathlib import Path
from scorepad.store import Club
from scorepad.store.file import copying
from scorepad.store.file.doctor import examine
copying.flush = lambda path: os.kill(os.getpid(), signal.SIGKILL)
Club.open(Path(sys.argv[1])).backup(Path(sys.argv[2]))
"""


def test_a_killed_copy_has_no_final_name(club, path, tmp_path):
    dest = tmp_path / "copy.db"
    killed = subprocess.run([sys.executable, "-c", KILLED_WHILE_COPYING, path, dest], timeout=PATIENCE)
    assert killed.returncode == -signal.SIGKILL
    assert not dest.exists()
    (draft,) = tmp_path.glob("copy.db.*")
    club.backup(dest)
    copying.remove_unfinished(tmp_path, "copy.db")
    assert not draft.exists()
    with Club.open(dest) as copy:
        assert [finding for finding in examine(copy) if not finding.ok] == []


COPY_WITHOUT_ROOM = """
import resource, signal, sys
from pathlib import Path
from scorepad.store import Club, StoreError
club = Club.open(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
try:
    club.backup(Path(sys.argv[2]))
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of that kind")
def test_a_copy_without_room_is_refused_and_leaves_nothing(club, path, tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    command = [sys.executable, "-c", COPY_WITHOUT_ROOM, path, folder / "copy.db"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert "could not be written" in answer.stdout or "no room" in answer.stdout
    assert list(folder.iterdir()) == []
