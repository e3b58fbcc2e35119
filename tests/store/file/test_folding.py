"""The log is folded into the club's file when the club is idle or closed, so that the file alone is the club."""

import shutil
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorepad.store import Club, StoreError, writer
from scorepad.store.file.folding import Folding, Writes
from scorepad.store.file.reach import log_of
from tests.support.waiting import until


@contextmanager
def opened_alone(path: Path):
    """The club in a copy of its main file alone."""
    alone = path.with_name("alone.db")
    shutil.copy(path, alone)
    with Club.open(alone) as club:
        yield club
    alone.unlink()


def test_an_idle_club_is_one_file(path, monkeypatch, entry, game):
    monkeypatch.setattr(writer, "FOLDING", Folding(idle=0.01, look=0.01))
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


class Log:
    """A log with a write, which can be folded after a number of failures."""

    def __init__(self, refusals: int = 0, fault: Exception | None = None):
        self.tries = 0
        self.refusals = refusals
        self.fault = fault
        self.is_folded = threading.Event()
        self.write()

    def write(self) -> None:
        self.writes = Writes(time.monotonic(), time.monotonic())

    def fold(self) -> bool:
        self.tries += 1
        if self.tries <= self.refusals:
            if self.fault:
                raise self.fault
            return False
        self.writes = Writes()
        self.is_folded.set()
        return True


@pytest.mark.parametrize("fault", [None, StoreError("The disk is full."), OSError()], ids=["needed", "full", "gone"])
def test_a_log_that_cannot_be_folded_is_tried_again(fault):
    log = Log(refusals=3, fault=fault)
    Folding(idle=0.01, look=0.001).watch(log)
    until(log.is_folded.is_set)
    assert log.tries == 4


def test_a_log_that_is_always_written_is_folded_too():
    log = Log()
    Folding(idle=3600.0, most=0.01, look=0.001).watch(log)
    until(log.is_folded.is_set)
    assert log.tries == 1


def test_a_log_without_writes_and_a_closed_one_are_left_alone():
    still, closed, other = Log(), Log(), Log()
    still.writes = Writes()
    folding = Folding(idle=0.01, look=0.01)
    folding.watch(still)
    folding.watch(closed)
    folding.forget(closed)
    folding.watch(other)
    until(other.is_folded.is_set)
    assert (still.tries, closed.tries) == (0, 0)


def test_a_reader_keeps_the_log_until_it_is_done(path, club, entry, game):
    club.record([entry(5)])
    with club.reading() as db:
        before = db.execute("SELECT count(*) FROM entry").fetchone()
        thread = threading.Thread(target=club.record, args=([entry(6)],))
        thread.start()
        thread.join()
        assert not club._connections.fold()
        assert db.execute("SELECT count(*) FROM entry").fetchone() == before
    assert club._connections.fold()
    assert log_of(path).stat().st_size == 0
