"""News of a game reaches all its listeners and no others, no matter which process wrote it."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from itertools import count

import pytest

from scorepad.live.hub import Hub
from scorepad.live.presence import SECONDS_HERE, Viewer
from scorepad.store import Entry, NoSuchGame
from scorepad.store import connections as lending
from tests.support.waiting import PATIENCE, until

ANN, BOB = Viewer(1, 0, True), Viewer(2, 0, True)


@pytest.fixture
def write(club):
    rounds = count(1)

    def write(game):
        number = next(rounds)
        club.record([Entry(f"key-{number}", game, number, "team1", "melded", number)])

    return write


@pytest.fixture
def listener(listen):
    """A listener that has received all news so far."""
    with listen() as listener:
        while listener.wait(0):
            pass
        yield listener


def test_entries_and_people_are_news_once(club, hub, game, write, listener):
    before = listener.mark
    for _ in range(5):
        write(game)
    assert listener.wait(PATIENCE)
    assert listener.mark == hub.mark(game) != before
    assert not listener.wait(0)
    club.people.add("Zoë")
    assert listener.wait(PATIENCE)
    assert listener.mark == hub.mark(game)


def test_news_of_another_game_wakes_no_one(club, write, listen, listener):
    other = club.new_game([], key="another")
    before = listener.mark
    with listen(BOB, other) as theirs:
        write(other)
        assert theirs.wait(PATIENCE)
    # By now this listener would have been woken.
    assert not listener.wait(0)
    assert listener.mark == before


def test_an_entry_that_is_sent_again_or_refused_is_no_news(club, game, listener):
    entry = Entry("the-key", game, 1, "team1", "melded", 5)
    club.record([entry])
    assert listener.wait(PATIENCE)
    mark = listener.mark
    club.record([entry])
    with pytest.raises(NoSuchGame):
        club.record([replace(entry, key="new-key"), replace(entry, key="other-key", game=99)])
    assert not listener.wait(0)
    assert listener.mark == mark


def test_what_another_process_writes_is_news(club, hub, game, listener):
    program = (
        "import sys; from scorepad.store import Club, Entry; from pathlib import Path\n"
        "with Club.open(Path(sys.argv[1])) as club:\n"
        "    club.record([Entry('theirs', int(sys.argv[2]), 1, 'team1', 'melded', 5)])\n"
    )
    before = listener.mark
    subprocess.run([sys.executable, "-c", program, club.path, str(game)], check=True, timeout=PATIENCE)
    assert listener.wait(PATIENCE)
    assert listener.mark == hub.mark(game) != before


def test_what_was_written_while_no_one_listened_is_known_at_once(hub, game, write, listen):
    with listen():
        write(game)
    write(game)
    with listen() as listener:
        assert listener.mark == hub.mark(game)


def test_after_many_threads_wrote_everyone_has_the_last_mark(hub, game, club, listen):
    def work(writer):
        for number in range(1, 8):
            key, round_number = f"key-{writer}-{number}", 10 * writer + number
            club.record([Entry(key, game, round_number, "team1", "melded", 1)])

    with ExitStack() as stack:
        listeners = [stack.enter_context(listen()) for _ in range(4)]
        with ThreadPoolExecutor(6) as threads:
            list(threads.map(work, range(6)))
        assert {listener.mark for listener in listeners} == {hub.mark(game)}
        assert all(listener.wait(PATIENCE) for listener in listeners)


def test_a_phone_that_comes_or_goes_is_news(presence, hub, game, clock, listen, listener):
    alone = listener.mark
    with listen(BOB):
        assert listener.wait(PATIENCE)
        together = listener.mark
        assert together == hub.mark(game) != alone
    # Only time passes: the hub notices by itself that Bob is gone.
    clock[0] += SECONDS_HERE
    assert listener.wait(PATIENCE)
    assert listener.mark != together
    assert presence.here(game) == ()


def test_listeners_hold_no_connection(game, write, listen, monkeypatch):
    opened, connect = [], lending.connect

    def noted(*args, **more):
        opened.append(args)
        return connect(*args, **more)

    monkeypatch.setattr(lending, "connect", noted)
    with ExitStack() as stack:
        listeners = [stack.enter_context(listen()) for _ in range(20)]
        write(game)
        assert all(listener.wait(PATIENCE) for listener in listeners)
        until(lambda: len(opened) > 1)
    # One watches the file, and two are for threads that read at the same time.
    assert len(opened) <= 3


def test_the_file_is_watched_only_while_someone_listens(club, listen, monkeypatch):
    watches, watch = [], club.watch
    monkeypatch.setattr(club, "watch", lambda: watches.append(watch()) or watches[-1])
    with listen():
        until(lambda: watches)
    until(lambda: _is_closed(watches[0]))
    with listen():
        until(lambda: len(watches) == 2)


@pytest.mark.parametrize("notify", [Hub.close, Hub.notify_all, lambda hub: hub.notify(1)])
def test_everyone_can_be_woken_without_news(hub, listener, notify):
    notify(hub)
    assert listener.wait(PATIENCE)
    assert hub.closed == (notify is Hub.close)


def _is_closed(watch):
    try:
        watch.has_changed()
    except Exception:  # the class depends on which sqlite3 module is in use
        return True
    return False


def test_the_watch_goes_on_after_faults(hub, listen, write, game, monkeypatch, presence, caplog):
    faults = [RuntimeError("a fault"), RuntimeError("another")]
    changed = presence.changed_with_time

    def fail_twice():
        if faults:
            raise faults.pop()
        return changed()

    monkeypatch.setattr(presence, "changed_with_time", fail_twice)
    with listen() as listener:
        until(lambda: len(caplog.records) == 2)
        while listener.wait(0):
            pass
        write(game)
        assert listener.wait(PATIENCE)
    assert {record.message for record in caplog.records} == {"The watch of a club failed and goes on."}


def test_a_fault_in_telling_others_refuses_no_entry(club, hub, listen, write, game, monkeypatch):
    def fail(games):
        raise RuntimeError("a fault")

    with listen():
        monkeypatch.setattr(club, "game_versions", fail)
        write(game)
    assert len(club.history(game)) == 1
