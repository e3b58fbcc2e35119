"""Many threads and processes read and write one club at once, and one may be killed: nothing is lost or refused."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from scorepad.store import Club, Entry, StoreError
from scorepad.store.engine import sqlite3
from tests.support.server import ROOT
from tests.support.waiting import PATIENCE, limited


@pytest.fixture
def scribe(path):
    """Start another process that writes into the club; see scribe.py. It ends with the test."""
    started = []

    def start(name, how_many, *, threads, sqlite):
        words = map(str, (path, name, how_many, threads, sqlite))
        command = [sys.executable, "-m", "tests.store.scribe", *words]
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        started.append(subprocess.Popen(command, cwd=ROOT, text=True, **pipes))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate(timeout=PATIENCE)


def let_write(*scribes):
    """Let scribes start writing at the same time, once all are ready."""
    for process in scribes:
        with limited(process.kill):
            assert process.stdout.readline() == "ready\n"
    for process in scribes:
        process.stdin.write("begin\n")
        process.stdin.flush()


def test_eight_threads_lose_nothing(club, game, in_threads):
    def write(thread):
        base, statuses = None, []
        for number in range(25):
            entry = Entry(f"{thread}-{number}", game, 1, "seat1", f"f{thread}", number, base)
            (answer,) = club.record([entry])
            base = answer.seq
            statuses.append(answer.status)
        return statuses

    assert in_threads(write, range(8)) == [["applied"] * 25] * 8
    assert [logged.seq for logged in club.history(game)] == list(range(1, 201))
    assert {cell.value for cell in club.cells(game).values()} == {24}


def test_of_eight_threads_with_one_key_all_get_one_answer(club, game, entry, in_threads):
    typed = entry(5)
    assert len(set(in_threads(lambda _: club.record([typed])[0].seq, range(32)))) == 1
    assert len(club.history(game)) == 1


def test_of_eight_threads_with_one_base_one_is_applied(club, entry, in_threads):
    (first,) = club.record([entry(0)])
    rivals = [entry(number, base=first.seq) for number in range(1, 17)]
    statuses = in_threads(lambda rival: club.record([rival])[0].status, rivals)
    assert sorted(statuses) == ["applied"] + ["conflict"] * 15


def test_eight_threads_with_one_form_make_one_game(club, in_threads):
    assert len(set(in_threads(lambda _: club.new_game([], key="form"), range(16)))) == 1


def test_two_hundred_and_fifty_six_threads_read_at_once(club, game, entry, in_threads):
    club.record([entry(5)])
    all_are_reading = threading.Barrier(256)

    def read(_):
        with club.reading() as db:
            (count,) = db.execute("SELECT count(*) FROM entry").fetchone()
            all_are_reading.wait(timeout=PATIENCE)
        return count

    assert in_threads(read, range(256), threads=256) == [1] * 256


@pytest.mark.parametrize("sqlite", ["newest", "own"])
def test_eight_writers_in_two_processes_lose_nothing(path, scribe, sqlite, faults):
    writers = [scribe(name, 40, threads=4, sqlite=sqlite) for name in ("ann", "bob")]
    let_write(*writers)
    printed = [writer.communicate(timeout=PATIENCE) for writer in writers]
    assert [errors for _, errors in printed] == ["", ""]
    lines = [line.split() for output, _ in printed for line in output.splitlines()]
    assert [status for _, _, status in lines] == ["applied"] * 320
    with Club.open(path) as club:
        (game,) = club.games(limit=9)
        logged = {entry.key: entry.seq for entry in club.history(game.id)}
        assert logged == {key: int(seq) for key, seq, _ in lines}
        assert len(club.cells(game.id)) == 8
        assert faults(club) == set()


@pytest.mark.parametrize("sqlite", ["newest", "own"])
def test_every_acknowledged_entry_survives_a_kill(path, scribe, sqlite, faults):
    writer = scribe("ann", 1_000_000, threads=3, sqlite=sqlite)
    let_write(writer)
    with limited(writer.kill):
        read = [writer.stdout.readline() for _ in range(100)]
    assert writer.poll() is None
    writer.kill()
    acknowledged = [line.split() for line in [*read, *writer.stdout] if line.endswith("\n")]
    with Club.open(path) as club:
        (game,) = club.games(limit=9)
        logged = {entry.key: str(entry.seq) for entry in club.history(game.id, limit=100_000)}
        assert len(acknowledged) >= 100
        assert [key for key, seq, _ in acknowledged if logged.get(key) != seq] == []
        assert faults(club) == set()


def test_a_reader_sees_what_another_process_wrote(club, game, entry, scribe):
    club.record([entry(5)])
    assert club.latest_seq(game) == 1
    writer = scribe("ann", 3, threads=1, sqlite="newest")
    let_write(writer)
    assert writer.communicate(timeout=PATIENCE)[1] == ""
    assert club.latest_seq(game) == 4
    assert club.cells(game)[1, "seat1", "ann-0"].value == 2


def test_a_writer_has_the_lock_before_reading_anything(club, outsider):
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


def test_a_lock_that_is_never_let_go_is_reported(path, club, entry, outsider, impatient):
    with Club.open(path) as hurried:
        outsider.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"Not saved yet: .* keeps .* locked"):
            hurried.record([entry(5)])
        outsider.execute("ROLLBACK")
        assert hurried.record([entry(6)])[0].status == "applied"


def test_phones_that_wait_for_each_other_are_answered_too(path, club, entry, impatient):
    """All at the same time, and not one after the other, each waiting for a lock."""
    with Club.open(path) as hurried, ThreadPoolExecutor() as phones, hurried.writing():
        answers = [phones.submit(hurried.record, [entry(number)]) for number in range(3)]
        for answer in answers:
            with pytest.raises(StoreError, match="Not saved yet: Scorepad is busy"):
                answer.result(PATIENCE)
