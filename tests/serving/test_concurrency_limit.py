"""A few requests run at a time, and one that only waits does not delay the others."""

from concurrent.futures import Future, ThreadPoolExecutor
from io import BytesIO
from queue import SimpleQueue
from threading import Event, Lock

import pytest

from scorepad.serving.concurrency_limit import ConcurrencyLimit, FairSemaphore
from tests.support.waiting import PATIENCE, until

MAX, MANY = 3, 12


class Pipe:
    """The body of a request, which arrives when the test wants it to."""

    def __init__(self) -> None:
        self._parts: SimpleQueue[bytes] = SimpleQueue()
        self.is_read = Event()
        self.put = self._parts.put

    def read(self, size: int) -> bytes:
        self.is_read.set()
        return self._parts.get(timeout=PATIENCE)


@pytest.fixture
def threads():
    with ThreadPoolExecutor(2 * MANY) as threads:
        yield threads


def ask(threads: ThreadPoolExecutor, app: ConcurrencyLimit, path: str, body=None) -> Future:
    environ = {"PATH_INFO": path, "wsgi.input": body or BytesIO()}
    return threads.submit(lambda: b"".join(app(environ, lambda *_: None)))


def test_many_that_come_at_once_work_a_few_at_a_time_and_are_all_answered(threads):
    working, most, lock, full = 0, 0, Lock(), Event()

    def app(environ, start_response):
        nonlocal working, most
        with lock:
            working += 1
            most = max(most, working)
        if most == MAX:
            full.set()
        full.wait(PATIENCE)
        with lock:
            working -= 1
        return [environ["PATH_INFO"].encode()]

    few = ConcurrencyLimit(app, MAX, PATIENCE)
    asked = [ask(threads, few, str(number)) for number in range(MANY)]
    assert [each.result(PATIENCE) for each in asked] == [str(number).encode() for number in range(MANY)]
    assert most == MAX


def answer_body(environ, start_response):
    """Answer with the body, read before or while the response is sent; "stuck" first blocks for a long time."""
    if environ["PATH_INFO"] == "stuck":
        environ["wsgi.input"].never.wait(PATIENCE)
    return (
        iter(environ["wsgi.input"].read, b"") if environ["PATH_INFO"] == "stream" else [environ["wsgi.input"].read(9)]
    )


@pytest.mark.parametrize("path", ["body", "stream"])
def test_who_waits_for_a_body_or_streams_an_answer_leaves_the_turn_to_others(path, threads):
    few, pipes = ConcurrencyLimit(answer_body, MAX, PATIENCE), [Pipe() for _ in range(MANY)]
    waiting = [ask(threads, few, path, pipe) for pipe in pipes]
    assert all(pipe.is_read.wait(PATIENCE) for pipe in pipes)
    assert ask(threads, few, "body", BytesIO(b"quick")).result(PATIENCE) == b"quick"
    for pipe in pipes:
        pipe.put(b"slow")
        pipe.put(b"")
    assert [each.result(PATIENCE) for each in waiting] == [b"slow"] * MANY
    assert few.slots.free == MAX


def test_who_waits_longest_is_next_and_no_newcomer_is_before(threads):
    slots, order = FairSemaphore(1), SimpleQueue()
    assert slots.take(0)
    for number in range(MANY):
        threads.submit(lambda number=number: slots.take(PATIENCE) and order.put(number))
        until(lambda count=number + 1: slots.waiting == count)
    for number in range(MANY):
        slots.give_back()
        assert order.get(timeout=PATIENCE) == number
        assert not slots.take(0)
    slots.give_back()
    assert slots.free == 1


def test_nothing_is_held_up_for_ever(threads):
    few, body = ConcurrencyLimit(answer_body, MAX, 0.01), Pipe()
    body.never = Event()
    stuck = [ask(threads, few, "stuck", body) for _ in range(MAX)]
    until(lambda: not few.slots.free)
    assert ask(threads, few, "body", BytesIO(b"quick")).result(PATIENCE) == b"quick"
    body.never.set()
    for _ in stuck:
        body.put(b"late")
    assert [each.result(PATIENCE) for each in stuck] == [b"late"] * MAX
    assert few.slots.free == MAX
