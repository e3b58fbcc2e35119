"""News of a game reaches whoever waits for it, and nobody else, whoever wrote."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import count

import pytest

from scorepad.store import Club, Entry, NoSuchGame
from scorepad.store import connections as lending
from scorepad.web.company import SECONDS_HERE, At, Who
from scorepad.web.hub import Hub

SOON = 20.0
"""Seconds in which what must come does come, on a machine that is busy."""

ANN, BOB = Who(1, 0, True), Who(2, 0, True)


@pytest.fixture
def club(tmp_path) -> Iterator[Club]:
    with Club.open(tmp_path / "club.sqlite3") as club:
        yield club


@pytest.fixture
def clock() -> list[float]:
    """The hub's own time, which the test moves."""
    return [0.0]


@pytest.fixture
def hub(club, clock) -> Iterator[Hub]:
    hub = Hub(club, clock=lambda: clock[0])
    yield hub
    hub.close()


@pytest.fixture
def game(club) -> int:
    return club.new_game([], key="the-game")


@pytest.fixture
def write(club) -> Callable[[int], None]:
    """Records something new in a game."""
    rounds = count(1)

    def write(game: int) -> None:
        number = next(rounds)
        club.record([Entry(f"key-{number}", game, number, "team1", "melded", number)])

    return write


@pytest.fixture
def ear(hub, game):
    """Somebody who waits for news of the game, and has heard that they are there."""
    with hub.listening(game, ANN, At.TABLE) as ear:
        while ear.wait(0):
            pass
        yield ear


def test_what_is_recorded_is_news_with_the_mark_that_a_page_has(hub, game, write, ear):
    before = ear.mark
    write(game)
    assert ear.wait(SOON)
    assert ear.mark == hub.mark(game) != before


def test_news_of_another_game_wakes_nobody(club, hub, game, write, ear):
    other = club.new_game([], key="another")
    before = ear.mark
    with hub.listening(other, BOB, At.TABLE) as theirs:
        write(other)
        assert theirs.wait(SOON)
    # By then this one would have been rung.
    assert not ear.wait(0)
    assert ear.mark == before


def test_a_change_of_people_is_news_to_everybody(club, hub, game, ear):
    club.add_player("Zoë")
    assert ear.wait(SOON)
    assert ear.mark == hub.mark(game)


def test_what_is_sent_again_is_no_news(club, game, ear):
    entry = Entry("the-key", game, 1, "team1", "melded", 5)
    club.record([entry])
    assert ear.wait(SOON)
    mark = ear.mark
    club.record([entry])
    assert not ear.wait(0)
    assert ear.mark == mark


def test_what_was_refused_is_no_news(club, game, ear):
    mark = ear.mark
    good = Entry("a-key", game, 1, "team1", "melded", 5)
    with pytest.raises(NoSuchGame):
        club.record([good, replace(good, key="another-key", game=99)])
    assert not ear.wait(0)
    assert ear.mark == mark


def test_of_much_news_a_slow_phone_is_told_once(hub, game, write, ear):
    for _ in range(5):
        write(game)
    assert ear.wait(0)
    assert ear.mark == hub.mark(game)
    assert not ear.wait(0)


def test_what_another_process_writes_is_news(club, hub, game, ear):
    program = (
        "import sys; from scorepad.store import Club, Entry; from pathlib import Path\n"
        "with Club.open(Path(sys.argv[1])) as club:\n"
        "    club.record([Entry('theirs', int(sys.argv[2]), 1, 'team1', 'melded', 5)])\n"
    )
    before = ear.mark
    subprocess.run([sys.executable, "-c", program, club.path, str(game)], check=True)
    assert ear.wait(SOON)
    assert ear.mark == hub.mark(game) != before


def test_what_was_written_while_nobody_listened_is_known_at_once(club, hub, game, write):
    with hub.listening(game, ANN, At.TABLE):
        write(game)
    write(game)
    with hub.listening(game, ANN, At.TABLE) as ear:
        assert ear.mark == hub.mark(game)


def test_many_threads_that_write_leave_everybody_with_the_last_mark(hub, game, club):
    with ExitStack() as stack:
        ears = [stack.enter_context(hub.listening(game, ANN, At.TABLE)) for _ in range(4)]
        rounds = [[10 * writer + at for at in range(1, 8)] for writer in range(6)]

        def work(numbers: list[int]) -> None:
            for number in numbers:
                club.record([Entry(f"key-{number}", game, number, "team1", "melded", 1)])

        threads = [threading.Thread(target=work, args=(numbers,)) for numbers in rounds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {ear.mark for ear in ears} == {hub.mark(game)}
        assert all(ear.wait(SOON) for ear in ears)


def test_who_comes_and_goes_is_news(hub, game, clock, ear):
    alone = hub.mark(game)
    hub.saw(game, BOB, At.COUNT)
    assert ear.wait(SOON)
    assert ear.mark == hub.mark(game) != alone
    assert len(hub.here(game)) == 2
    company = ear.mark
    # Nothing but time goes by: the hub sees by itself that Bob asked for no page any longer.
    clock[0] += SECONDS_HERE
    assert ear.wait(SOON)
    assert ear.mark != company
    assert hub.here(game) == ()


def test_a_page_of_one_phone_alone_keeps_its_mark(hub, game, clock):
    before = hub.mark(game)
    hub.saw(game, ANN, At.TABLE)
    clock[0] += SECONDS_HERE
    hub.saw(game, ANN, At.COUNT)
    assert hub.mark(game) == before


def test_a_game_that_does_not_exist_is_not_kept_in_mind(hub):
    hub.saw(7, ANN, At.TABLE)
    hub.saw(7, BOB, At.TABLE)
    assert hub.here(7) == ()


def test_another_phone_that_scores(hub, game):
    hub.saw(game, ANN, At.TABLE)
    assert not hub.others_score(game, ANN.phone)
    hub.saw(game, BOB, At.TABLE)
    assert hub.others_score(game, ANN.phone)


def test_who_waits_holds_no_connection(club, hub, game, write, monkeypatch):
    opened = []
    connect = lending.connect
    monkeypatch.setattr(
        lending, "connect", lambda *args, **more: opened.append(args) or connect(*args, **more)
    )
    with ExitStack() as stack:
        ears = [stack.enter_context(hub.listening(game, ANN, At.TABLE)) for _ in range(20)]
        write(game)
        assert all(ear.wait(SOON) for ear in ears)
        _until(lambda: len(opened) > 1)
    # One that watches the file, and two for threads that read at one moment.
    assert len(opened) <= 3


def test_nobody_watches_the_file_while_nobody_listens(hub, game, monkeypatch, club):
    watches = []
    watch = club.watch

    def watched():
        watches.append(watch())
        return watches[-1]

    monkeypatch.setattr(club, "watch", watched)
    hub.saw(game, ANN, At.TABLE)
    assert not watches
    with hub.listening(game, ANN, At.TABLE):
        _until(lambda: watches)
    _until(lambda: _is_closed(watches[0]))
    with hub.listening(game, ANN, At.TABLE):
        _until(lambda: len(watches) == 2)


def test_closing_lets_everybody_go(hub, ear):
    hub.close()
    assert ear.wait(SOON)
    assert hub.closed


def test_everybody_looks_again_when_somebody_was_sent_away(hub, ear):
    hub.look_again()
    assert ear.wait(SOON)


def _is_closed(watch):
    try:
        watch.has_changed()
    except Exception:  # whichever sqlite3 module is in use
        return True
    return False


def _until(is_so):
    deadline = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)
