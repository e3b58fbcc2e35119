"""Two processes with four writers each share one file: nothing is lost or refused."""

import subprocess
from collections.abc import Callable
from contextlib import suppress

import pytest

from scorepad.store import Club, StoreError
from scorepad.store.engine import sqlite3
from scorepad.store.file.doctor import examine
from tests.support.waiting import PATIENCE

Scribe = Callable[..., subprocess.Popen[str]]


@pytest.mark.parametrize("sqlite", ["newest", "own"])
def test_eight_writers_in_two_processes_lose_nothing(path, scribe, begin, sqlite):
    writers = [scribe(name, 40, threads=4, sqlite=sqlite) for name in ("ann", "bob")]
    begin(*writers)
    told = [writer.communicate(timeout=PATIENCE) for writer in writers]
    assert [errors for _, errors in told] == ["", ""]
    lines = [line.split() for output, _ in told for line in output.splitlines()]
    assert [status for _, _, status in lines] == ["applied"] * 320
    with Club.open(path) as club:
        (game,) = club.games(limit=9)
        logged = {entry.key: entry.seq for entry in club.history(game.id)}
        assert logged == {key: int(seq) for key, seq, _ in lines}
        assert len(club.cells(game.id)) == 8
        assert [finding for finding in examine(club) if not finding.ok] == []


def test_a_reader_sees_what_another_process_wrote(club, game, entry, scribe, begin):
    club.record([entry(5)])
    assert club.latest_seq(game) == 1
    writer = scribe("ann", 3, threads=1, sqlite="newest")
    begin(writer)
    _, errors = writer.communicate(timeout=PATIENCE)
    assert errors == ""
    assert club.latest_seq(game) == 4
    assert club.cells(game)[1, "seat1", "ann-0"].value == 2


def test_whoever_writes_has_the_lock_before_reading_anything(club, outsider):
    outsider.execute("PRAGMA busy_timeout = 0")
    with club.writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
        outsider.execute("BEGIN IMMEDIATE")


def test_a_page_sees_one_moment_whatever_others_write(path, club, game, entry, impatient):
    club.record([entry(5)])
    with Club.open(path) as other, club.reading():
        before = club.cells(game)
        with suppress(StoreError):  # without WAL the writer has to wait for the reader
            other.record([entry(6, base=1)])
        assert club.cells(game) == before


def test_a_lock_that_is_never_let_go_is_told_in_a_sentence(
    path, club, game, entry, outsider, impatient
):
    with Club.open(path) as hurried:
        outsider.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"keeps .* locked, so nothing was saved"):
            hurried.record([entry(5)])
        outsider.execute("ROLLBACK")
        assert hurried.record([entry(6)])[0].status == "applied"
