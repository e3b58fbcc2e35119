"""`/healthz` tells anyone whether the server could record something now, and records nothing itself."""

import errno
import os
import threading
from contextlib import closing

import pytest

import scorepad
from scorepad.store import engine
from scorepad.store.engine import sqlite3
from scorepad.store.imports import NewImport
from scorepad.web import create_app
from scorepad.web.app.health import SECONDS_KEPT, Health
from tests.support.waiting import PATIENCE
from tests.web.hosting import clubs_of, make_club

WELL = {"status": "well", "version": scorepad.__version__}


@pytest.fixture(params=["at home", "many"])
def app(request, tmp_path):
    """A host with a home club, and one with many clubs."""
    if request.param == "many":
        make_club(tmp_path, "thursday").write_bytes(b"no club at all" * 400)
    with closing(clubs_of(app := create_app(tmp_path))):
        yield app


@pytest.fixture
def health(first_visitor):
    """The health of a home club, with a clock that advances at each check."""
    home, seconds = first_visitor.app.config["HOME"], iter(range(0, 1000, int(SECONDS_KEPT)))
    return Health(home, clubs_of(first_visitor.app), lambda: next(seconds))


@pytest.mark.parametrize("host", ["127.0.0.1:8484", "scorepad:8484", "evil.example", "a b"])
def test_anyone_may_ask_by_any_name(app, host):
    files = sorted(app.config["HOME"].rglob("*"))
    answer = app.test_client().get("/healthz", headers={"Host": host})
    assert (answer.status_code, answer.json) == (200, WELL)
    assert (answer.headers["Cache-Control"], "Set-Cookie" in answer.headers) == ("no-store", False)
    assert sorted(app.config["HOME"].rglob("*")) == files


@pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("POST", 405), ("OPTIONS", 405), ("FOO", 405)])
def test_it_is_only_read(app, method, status):
    answer = app.test_client().open("/healthz", method=method)
    assert (answer.status_code, answer.headers.get("Allow")) == (status, None if status == 200 else "GET, HEAD")
    assert method != "HEAD" or answer.data == b""


def test_a_full_disk_is_a_fault_with_a_reason_and_no_path(app, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    for _ in range(2):
        answer = app.test_client().get("/healthz")
        reason = "Nothing can be saved in the folder of the clubs: No space left on device."
        assert (answer.status_code, answer.json) == (503, WELL | {"status": "failing", "reason": reason})
        # The result is cached for a while, so that frequent requests do not wear out the disk.
        monkeypatch.undo()


def test_a_club_that_is_locked_or_closed_is_a_fault(health, first_visitor, monkeypatch):
    assert health.fault() == ""
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.01)
    club = first_visitor.club
    club._connections._writer.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(club.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in health.fault()
    assert health.fault() == ""
    club.path.rename(club.path.with_name("elsewhere"))
    assert health.fault() != ""


def test_an_import_that_takes_long_is_no_fault(health, first_visitor, monkeypatch):
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.01)
    faults = []
    with first_visitor.club.imports.recording(NewImport("digest", "a.csv", "a spreadsheet")):
        other = threading.Thread(target=lambda: faults.append(health.fault()))
        other.start()
        other.join(PATIENCE)
    assert [*faults, health.fault()] == ["", ""]


def test_it_records_nothing_and_wakes_no_one(health, first_visitor, monkeypatch):
    club, changes = first_visitor.club, []
    club.listen(changes.append)
    with closing(sqlite3.connect(club.path)) as other:
        before = other.execute("PRAGMA data_version").fetchall()
        assert health.fault() == ""
        assert (changes, other.execute("PRAGMA data_version").fetchall()) == ([], before)


def test_a_club_has_no_such_page(tmp_path):
    make_club(tmp_path, "one")
    with closing(clubs_of(app := create_app(tmp_path))):
        assert app.test_client().get("/c/one/healthz").status_code == 404
