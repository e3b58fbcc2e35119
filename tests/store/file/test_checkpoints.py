"""The log is moved into the club's file when the club is idle or closed, so that the file alone is the club."""

import shutil
import threading
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from scorepad.store import Club, StoreError, connections
from scorepad.store.connections import EVERY_SECOND, Connections, EverySecond
from scorepad.store.file.log_end import log_of
from tests.support.waiting import PATIENCE, until


@contextmanager
def opened_alone(path: Path):
    """The club in a copy of its main file alone."""
    alone = path.with_name("alone.db")
    shutil.copy(path, alone)
    with Club.open(alone) as club:
        yield club
    alone.unlink()


def test_an_idle_club_is_one_file(path, monkeypatch, entry, game):
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.01)
    monkeypatch.setattr(connections, "EVERY_SECOND", EverySecond(0.01))
    with Club.open(path) as club:
        club.record([entry(5)])
        until(lambda: log_of(path).stat().st_size == 0)
        with opened_alone(path) as alone:
            assert alone.cells(game) == club.cells(game) != {}
        assert {cell.value for cell in club.cells(game).values()} == {5}
        club.record([entry(6, round=2)])
        until(lambda: log_of(path).stat().st_size == 0)


def test_a_closed_club_is_one_file(path, club, entry, game):
    club.record([entry(5)])
    with opened_alone(path) as alone:
        assert alone.games(limit=9) == []
    club.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with opened_alone(path) as alone:
        assert [cell.value for cell in alone.cells(game).values()] == [5]


@pytest.fixture
def tries(club, monkeypatch):
    """The tries at a checkpoint, each due at once: what the next one does is taken from a list."""
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.0)
    outcomes, tries = [], []
    real = Connections.checkpoint

    def checkpoint(self):
        tries.append(self)
        outcome = outcomes.pop(0) if outcomes else None
        if isinstance(outcome, Exception):
            raise outcome
        return real(self) if outcome is None else outcome

    monkeypatch.setattr(Connections, "checkpoint", checkpoint)
    its_connections = club._connections
    its_connections._pause = 1.0
    return its_connections, outcomes, tries


@pytest.mark.parametrize("fault", [False, StoreError("The disk is full."), OSError()], ids=["needed", "full", "gone"])
def test_a_log_that_cannot_be_moved_is_tried_again_after_a_pause(path, club, entry, tries, monkeypatch, fault):
    its_connections, outcomes, tried = tries
    outcomes += [fault, fault]
    now = time.monotonic()
    club.record([entry(5)])
    for seconds, count in ((0.5, 1), (1.0, 1), (1.6, 2), (3.0, 2), (3.7, 3), (60.0, 3)):
        monkeypatch.setattr(connections.time, "monotonic", lambda then=now + seconds: then)
        its_connections.checkpoint_if_due()
        assert len(tried) == count
    assert log_of(path).stat().st_size == 0


def test_a_log_that_is_always_written_is_moved_too(path, club, entry, monkeypatch):
    now = time.monotonic()
    for second in range(0, 63, 2):
        monkeypatch.setattr(connections.time, "monotonic", lambda then=now + second: then)
        club.record([entry(second, round=second + 1)])
        club._connections.checkpoint_if_due()
        assert (log_of(path).stat().st_size == 0) == (second == 60)


def test_a_log_without_writes_and_a_closed_one_are_left_alone(club, tries):
    its_connections, _, tried = tries
    assert club._connections.checkpoint()
    tried.clear()
    its_connections.checkpoint_if_due()
    assert tried == []
    assert its_connections.checkpoint_if_due in EVERY_SECOND._calls
    club.close()
    assert its_connections.checkpoint_if_due not in EVERY_SECOND._calls


def test_one_faulty_file_does_not_stop_the_work_on_the_others():
    calls, both = EverySecond(0.001), [threading.Event(), threading.Event()]

    def fails(event):
        event.set()
        raise OSError

    for event in both:
        calls.add(partial(fails, event))
    assert all(event.wait(10) for event in both)


def test_a_reader_keeps_the_log_until_it_is_done(path, club, entry, game):
    club.record([entry(5)])
    with club.reading() as db:
        before = db.execute("SELECT count(*) FROM entry").fetchone()
        thread = threading.Thread(target=club.record, args=([entry(6)],))
        thread.start()
        thread.join(PATIENCE)
        assert not club._connections.checkpoint()
        assert db.execute("SELECT count(*) FROM entry").fetchone() == before
    assert club._connections.checkpoint()
    assert log_of(path).stat().st_size == 0
