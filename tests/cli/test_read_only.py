"""On a disk that turned read-only, whatever only reads still works, and says that nothing can be saved."""

import errno
import os
from contextlib import closing

import pytest

from scorepad import paths
from scorepad.store import Access, Club, Entry
from scorepad.web.app.secret_key import secret_key
from tests.cli.invoke import invoke
from tests.golden import stored

LATEST = "recorded last, and only in the log"


@pytest.fixture
def read_only(instance, monkeypatch):
    """A club on a disk that turned read-only before its log was folded. Call it before a second command."""
    stored.restore(instance)
    secret_key(paths.instance_dir())
    Access.open(instance / paths.ACCESS).close()
    club = Club.open(instance / paths.CLUB)
    name = Entry(key="k" * 32, game=3, round=0, place="table", field="note", value=LATEST, base=None, device="d")
    club.record_all([name])
    write = paths._try_to_write

    def refuse(folder):
        if folder == instance:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        write(folder)

    monkeypatch.setattr(paths, "_try_to_write", refuse)

    def remount():
        monkeypatch.setenv("SCOREPAD_INSTANCE", str(instance))
        monkeypatch.setenv("SCOREPAD_COPIES", "")

    remount()
    before = {file.name: file.read_bytes() for file in instance.iterdir() if file.is_file()}
    with closing(club):
        yield remount
        now = {file.name: file.read_bytes() for file in instance.iterdir() if file.is_file()}
        assert now == before


READING = [
    ["games"],
    ["standings"],
    ["records"],
    ["rules", "list"],
    ["imports", "list"],
    ["token", "list"],
    ["club", "list"],
    ["link"],
    ["export", "jsonl", "--out", "-"],
]


@pytest.mark.parametrize("command", READING, ids=lambda command: " ".join(command))
def test_what_only_reads_is_done_and_says_so(read_only, command):
    result = invoke(*command)
    assert result.exit_code == 0, result.stderr
    assert paths.READ_ONLY in result.stderr
    assert result.stdout.strip()


def test_the_club_can_be_copied_elsewhere_with_what_is_only_in_its_log(read_only, tmp_path):
    assert invoke("backup", str(tmp_path / "copy.sqlite3")).exit_code == 0
    with closing(Club.open(tmp_path / "copy.sqlite3")) as copy:
        assert any(cell.value == LATEST for cell in copy.cells(3).values())


def test_doctor_says_that_the_disk_is_read_only(read_only):
    result = invoke("doctor")
    assert result.exit_code == 1
    assert f"NOT WELL: {paths.READ_ONLY}" in result.stdout.splitlines()


WRITING = [
    ["token", "new", "Overlay"],
    ["token", "revoke", "1"],
    ["league", "rebuild"],
    ["imports", "undo", "1"],
    ["import", "results.csv"],
    ["link", "--new", "--yes"],
    ["club", "new", "thursday"],
    ["doctor", "--rebuild"],
    ["demo"],
]


@pytest.mark.parametrize("command", WRITING, ids=lambda command: " ".join(command))
def test_what_would_write_is_refused(read_only, command):
    result = invoke(*command)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Read-only file system" in result.stderr


def test_rules_cannot_be_added(read_only, tmp_path):
    (tmp_path / "own.toml").write_text('schema = 2\nname = "Ours"\nparent = "partnership"\n')
    result = invoke("rules", "add", str(tmp_path / "own.toml"))
    assert result.exit_code != 0
    assert paths.READ_ONLY in result.stderr
    read_only()
    assert "Ours" not in invoke("rules", "list").stdout
