"""A server that stops waits for the requests in progress, and refuses new ones."""

from threading import Event, Thread

import pytest

from scorepad.serving.in_flight import OVER, InFlight
from tests.support.waiting import PATIENCE


def answers(app):
    """The statuses of a response, and its parts as the application returns them."""
    statuses = []
    return statuses, app({}, lambda status, headers: statuses.append(status))


def test_it_ends_once_the_last_answer_was_made():
    begun, may_end = Event(), Event()

    def slow(environ, start_response):
        begun.set()
        assert may_end.wait(PATIENCE)
        return [b"done"]

    app = InFlight(slow)
    request = Thread(target=answers, args=(app,))
    request.start()
    assert begun.wait(PATIENCE)
    assert not app.end(0)
    may_end.set()
    assert app.end(PATIENCE)
    request.join(PATIENCE)


def test_an_answer_in_parts_counts_until_it_is_closed():
    app = InFlight(lambda environ, start_response: iter([b"a", b"b"]))
    _, parts = answers(app)
    assert next(iter(parts)) == b"a"
    assert not app.end(0)
    parts.close()
    assert app.end(0)


def test_one_that_fails_is_over():
    app = InFlight(lambda environ, start_response: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        answers(app)
    assert app.end(0)


def test_who_comes_after_the_end_is_asked_to_come_again():
    app = InFlight(lambda environ, start_response: pytest.fail("it was asked"))
    assert app.end(0)
    assert answers(app) == ([OVER], [b""])
    assert app.end(0)
