"""Many threads of one process read and write one club at once."""

import threading
from concurrent.futures import ThreadPoolExecutor

from scorepad.store import Entry
from tests.support.waiting import PATIENCE


def test_eight_threads_lose_nothing(club, game):
    def write(thread):
        base = None
        statuses = []
        for number in range(25):
            entry = Entry(f"{thread}-{number}", game, 1, "seat1", f"f{thread}", number, base)
            (answer,) = club.record([entry])
            base = answer.seq
            statuses.append(answer.status)
        return statuses

    with ThreadPoolExecutor(8) as threads:
        statuses = [status for each in threads.map(write, range(8)) for status in each]
    assert statuses == ["applied"] * 200
    assert [logged.seq for logged in club.history(game)] == list(range(1, 201))
    assert {cell.value for cell in club.cells(game).values()} == {24}


def test_of_eight_threads_with_one_key_all_get_one_answer(club, game, entry):
    typed = entry(5)
    with ThreadPoolExecutor(8) as threads:
        answers = set(threads.map(lambda _: club.record([typed])[0].seq, range(32)))
    assert len(answers) == 1
    assert len(club.history(game)) == 1


def test_of_eight_threads_with_one_base_one_is_applied(club, entry):
    (first,) = club.record([entry(0)])
    rivals = [entry(number, base=first.seq) for number in range(1, 17)]
    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(lambda rival: club.record([rival])[0].status, rivals))
    assert sorted(statuses) == ["applied"] + ["conflict"] * 15


def test_eight_threads_with_one_form_make_one_game(club):
    with ThreadPoolExecutor(8) as threads:
        games = set(threads.map(lambda _: club.new_game([], key="form"), range(16)))
    assert len(games) == 1


def test_two_hundred_and_fifty_six_threads_read_at_once(club, game, entry):
    club.record([entry(5)])
    all_are_reading = threading.Barrier(256)

    def read(_):
        with club.reading() as db:
            found = int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
            all_are_reading.wait(timeout=PATIENCE)
        return found

    with ThreadPoolExecutor(256) as threads:
        assert list(threads.map(read, range(256))) == [1] * 256
