"""A form that arrives slowly times out, and blocks only its own sender."""

import threading
from contextlib import contextmanager

import pytest
from werkzeug.test import EnvironBuilder

from scorepad.serving.server import THREADS_FOR_SILENCE
from scorepad.store import Pass, Phone, Role
from scorepad.web.app import bodies, uploads
from scorepad.web.app.bodies import Bodies, Limit, TooManyUnfinished, TooSlow, limits_of, network_of
from scorepad.web.exchange import exports
from scorepad.web.live.streams import THREADS_FOR_PAGES
from tests.support.waiting import PATIENCE, until
from tests.web.driving import Visitor

ANN = [Limit(("phone", "Ann"), 2)]


class Silent:
    """A body that never arrives, until its connection is closed."""

    def __init__(self):
        self.asked = threading.Event()
        self.closed = threading.Event()

    def read(self, size):
        self.asked.set()
        self.closed.wait()
        return b""


class Dripping:
    """A body that arrives byte by byte, without end."""

    def read(self, size):
        return b"x"


@contextmanager
def unfinished(read_body, limits, number):
    """This number of silent bodies that are being read."""
    streams = [Silent() for _ in range(number)]

    def read(stream):
        with pytest.raises(TooSlow):
            read_body(stream, 9, limits)

    threads = [threading.Thread(target=read, args=(stream,)) for stream in streams]
    for thread in threads:
        thread.start()
    for stream in streams:
        assert stream.asked.wait(PATIENCE)
    yield threads
    for stream in streams:
        stream.closed.set()
    for thread in threads:
        thread.join()


@pytest.mark.parametrize("stream", [Silent(), Dripping()], ids=["silent", "dripping"])
def test_a_body_that_takes_too_long_is_ended(stream):
    with pytest.raises(TooSlow):
        Bodies(seconds=0.05).read(stream, 10**9, ANN)


def test_a_silent_body_counts_until_its_connection_is_closed():
    reading = Bodies(seconds=0.01)
    with unfinished(reading.read, ANN, 2) as threads:
        for thread in threads:
            thread.join()
        with pytest.raises(TooManyUnfinished):
            reading.read(Dripping(), 1, ANN)
        assert reading.read(Dripping(), 1, [Limit(("phone", "Bob"), 1)]) == b"x"
    until(lambda: not reading._unfinished)
    assert reading.read(Dripping(), 2, ANN) == b"xx"


def test_silent_phones_hold_few_of_the_servers_threads():
    reading = Bodies(seconds=0.05)
    with unfinished(reading.read_at_once, list, bodies.MAX_AT_ONCE):
        with pytest.raises(TooSlow):
            reading.read_at_once(Silent(), 9, lambda: ANN)
        assert reading.read_at_once(Dripping(), 2, lambda: ANN) == b"xx"
    with pytest.raises(TooSlow):
        reading.read_at_once(Dripping(), 10**9, lambda: ANN)


def phone(number, *passes):
    return Phone(number, "label", None, "", False, frozenset(Pass(*each) for each in passes))


def test_phones_count_by_their_pass_and_strangers_by_address():
    first, second = (phone(number, (Role.SCORER, 7)) for number in (1, 2))
    same_hall = "192.168.1.1"
    assert limits_of(first, same_hall, "")[0] != limits_of(second, same_hall, "")[0]
    assert limits_of(first, same_hall, "")[1:] == limits_of(second, "10.0.0.1", "")[1:]
    assert not {*limits_of(first, same_hall, "thursday")[:2]} & {*limits_of(first, same_hall, "")[:2]}
    assert [limit.whose[0] for limit in limits_of(first, "", "")] == ["phone", "club", "phones", "link"]
    assert [limit.whose[0] for limit in limits_of(phone(3, (Role.OWNER, 0)), "", "")] == ["phone", "club", "phones"]
    sent_away = first._replace(passes=frozenset(), dismissed=True)
    for stranger in (None, sent_away):
        limits = limits_of(stranger, same_hall, "")
        assert [limit.whose for limit in limits] == [("address", same_hall), ("strangers",)]


def test_silent_requests_leave_threads_for_the_pages():
    """Even if many phones of many clubs are silent, and each holds a thread until its connection ends."""
    forms = bodies.MAX_OF_STRANGERS + bodies.MAX_OF_PHONES + bodies.MAX_AT_ONCE
    files = uploads.MAX_FILES + exports.MAX_SENT
    assert forms + files < THREADS_FOR_PAGES + THREADS_FOR_SILENCE


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("unix", "unix"),
        ("", ""),
    ],
)
def test_ipv6_counts_by_its_first_half(address, network):
    assert network_of(address) == network


@pytest.fixture
def reading(monkeypatch):
    """The application's `BODIES`, with a short timeout."""
    reading = Bodies(seconds=0.2)
    monkeypatch.setattr(bodies, "BODIES", reading)
    return reading


def test_slow_strangers_hold_up_nobody_at_a_table(app, table, reading):
    strangers = [Limit(("strangers",), bodies.MAX_OF_STRANGERS)]
    stranger = Visitor(app, role=None)
    form = stranger.get("/join").form("/join")
    with unfinished(reading.read, strangers, bodies.MAX_OF_STRANGERS):
        page = stranger.send(form, code="12")
        assert (page.status, page.heading) == (503, "Too many forms are arriving")
        assert table.sheet().save().page.status == 200
    until(lambda: not reading._unfinished)
    assert stranger.send(form, code="12").status == 422


def test_half_a_form_is_not_saved(table, visitor, reading, nothing_recorded):
    form = visitor.get(f"{table.address}/rounds/1/edit").form("/edit")
    longer = {"CONTENT_LENGTH": "60000"}
    fields = form.fields | {"action": "save", "team1.melded": "410"}
    answer = visitor.client.post(form.action, data=fields, environ_overrides=longer)
    assert answer.status_code == 408
    assert "Nothing was saved. Send it again." in answer.text


def test_an_answered_request_ends_after_its_body(app, reading):
    """Otherwise the granian request would block all other responses."""
    silent = Silent()
    form = {"CONTENT_LENGTH": "9", "CONTENT_TYPE": "application/x-www-form-urlencoded", "wsgi.input": silent}
    environ = EnvironBuilder(path="/join", method="POST").get_environ() | form
    statuses = []
    parts = iter(app.wsgi_app(environ, lambda status, headers: statuses.append(status)))
    assert b"The form did not arrive" in next(parts)
    assert statuses[0].startswith("408")
    ending = threading.Thread(target=list, args=(parts,))
    ending.start()
    ending.join(0.05)
    assert ending.is_alive()
    silent.closed.set()
    ending.join(PATIENCE)
    assert not ending.is_alive()


def test_a_silent_file_keeps_no_other_club_from_sending_one():
    arriving, silent = uploads.Uploads(silence=0.05), Silent()
    with pytest.raises(TooSlow):
        arriving.read(silent, 9, "thursday")
    # The thread, and with it the turn, ends only with the connection.
    with pytest.raises(TooManyUnfinished):
        arriving.read(Dripping(), 9, "thursday")
    with arriving.read(Dripping(), 9, "friday") as file:
        assert file.read() == b"x" * 9
    silent.closed.set()
    until(lambda: not arriving._slots._taken)
    with arriving.read(Dripping(), 9, "thursday") as file:
        assert file.read() == b"x" * 9
