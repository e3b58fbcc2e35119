"""The server hands whole requests to a few threads, and no client can hold the others up."""

import asyncio
import http.client
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from urllib.parse import urlencode, urlsplit

import pytest

from scorepad.paths import CLUB
from scorepad.serving import connections, gateway
from scorepad.serving.connections import Connection, OpenConnections
from scorepad.serving.gateway import Workers, environ_of
from scorepad.store import Club
from scorepad.web import create_app
from scorepad.web.app.permissions import COOKIE
from tests.support.server import environment, get, owner_token, serving
from tests.support.waiting import PATIENCE, until
from tests.web.driving import Visitor

OWNERS = f"{COOKIE}={owner_token(0)}"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


@pytest.fixture
def url(instance):
    with serving(environment(SCOREPAD_INSTANCE=str(instance))) as url:
        yield url


def connected(stack, url):
    """A connection, and the Host header for its requests."""
    parts = urlsplit(url)
    client = stack.enter_context(socket.create_connection((parts.hostname, parts.port), PATIENCE))
    return client, f"Host: {parts.netloc}\r\n"


def answered(url, headers, path="/"):
    """The whole response to a request with these raw headers."""
    with ExitStack() as stack:
        client, host = connected(stack, url)
        client.sendall(f"GET {path} HTTP/1.1\r\n{host}Connection: close\r\n".encode() + headers + b"\r\n")
        with client.makefile("rb") as lines:
            return lines.read()


def test_a_cookie_with_letters_beyond_ascii_shuts_no_phone_out(url):
    own = OWNERS
    for cookies in (f"Cookie: place=Köln; {own}\r\n", f"Cookie: place=Köln\r\nCookie: {own}\r\n", f"Cookie: {own}\r\n"):
        for encoding in ("utf-8", "latin-1"):
            assert answered(url, cookies.encode(encoding), "/people").startswith(b"HTTP/1.1 200")
    assert answered(url, b"", "/people").startswith(b"HTTP/1.1 403")


def test_a_header_with_an_underscore_passes_for_no_other(url):
    scope = {
        "method": "GET", "raw_path": b"/a%20b", "query_string": b"", "http_version": "1.1", "scheme": "http",
        "server": ("here", 80), "client": ("there", 1),
        "headers": [(b"x_forwarded_for", b"6"), (b"x-forwarded-for", b"1"), (b"x-forwarded-for", b"2")],
    }  # fmt: skip
    environ = environ_of(scope)
    assert (environ["PATH_INFO"], environ["HTTP_X_FORWARDED_FOR"]) == ("/a b", "1,2")


@pytest.mark.parametrize(
    "beginning", ["POST /join HTTP/1.1\r\n", f"POST /join HTTP/1.1\r\n{FORM}Content-Length: 9\r\n\r\nco"]
)
def test_many_unfinished_requests_hold_no_thread(url, beginning):
    with ExitStack() as stack:
        for _ in range(3 * gateway.MAX_AT_ONCE):
            client, host = connected(stack, url)
            client.sendall(beginning.replace("\r\n", f"\r\n{host}", 1).encode())
        assert get(f"{url}/join")[0] == 200


def test_streams_hold_no_thread(instance):
    instance.mkdir()
    with Club.open(instance / CLUB) as club:
        game = club.new_game([], key="the-game")
    with serving(environment(SCOREPAD_INSTANCE=str(instance))) as url, ExitStack() as stack:
        for phone in range(3 * gateway.MAX_AT_ONCE):
            client, host = connected(stack, url)
            cookie = f"Cookie: {COOKIE}={owner_token(phone)}\r\n"
            client.sendall(f"GET /games/{game}/stream HTTP/1.1\r\n{host}{cookie}\r\n".encode())
            with client.makefile("rb") as lines:
                until(lambda: lines.readline().startswith(b"data: "))
        assert get(f"{url}/join")[0] == 200


def test_endless_headers_are_cut_off(url):
    with ExitStack() as stack:
        client, host = connected(stack, url)
        client.sendall(f"GET / HTTP/1.1\r\n{host}".encode())
        with suppress(ConnectionError):
            for _ in range(connections.LARGEST_HEAD // 1_000):
                client.sendall(b"X-More: " + b"x" * 60_000 + b"\r\n")
            pytest.fail("The server read them all.")
        assert get(f"{url}/join")[0] == 200


@pytest.mark.parametrize(
    ("path", "cookie", "status"),
    [("/import", OWNERS, 413), ("/import", "", 403), ("/nowhere", OWNERS, 404), ("/api/v1/games/1/rounds/1", "", 405)],
)
def test_a_file_that_is_refused_before_it_is_here_gets_the_answer(url, path, cookie, status):
    """Like a browser, this client reads no answer until all is sent; a closed connection would be its only answer."""
    headers = {"Content-Type": "multipart/form-data; boundary=b", "Cookie": cookie}
    with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)) as client:
        client.request("POST", path, b"x" * 21 * 1024 * 1024, headers)
        refused = client.getresponse()
        assert (refused.status, refused.read() != b"") == (status, True)
        client.request("GET", "/join")
        assert client.getresponse().status == 200


def in_a_loop(coroutine):
    """The result of a coroutine, in a loop of its own: Playwright's may be running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result(PATIENCE)


class Wire:
    """A protocol and its transport at once, which note what happens to them."""

    def __init__(self, **_):
        self.got = b""
        self.aborted = False

    def connection_made(self, transport):
        pass

    def connection_lost(self, exc):
        pass

    def data_received(self, data):
        self.got += data

    def abort(self):
        self.aborted = True


def opened(open_connections, wire=None):
    """A connection over a wire."""
    wire = wire or Wire()
    connection = open_connections.guarded(lambda **_: wire)(app_state={})
    assert isinstance(connection, Connection)
    connection.connection_made(wire)
    return connection, wire


def test_of_too_many_connections_the_one_that_waits_longest_is_closed():
    few = OpenConnections(most=2)
    answering, first = opened(few)
    answering.begin_answer()
    waiting, second = opened(few)
    third = opened(few)[1]
    assert (first.aborted, second.aborted, third.aborted) == (False, True, False)
    waiting.connection_lost(None)
    answering.end_answer()
    opened(few)
    assert (first.aborted, third.aborted) == (False, True)


def test_of_too_many_bytes_those_of_the_oldest_request_go(monkeypatch):
    monkeypatch.setattr(connections, "MAX_HELD", 100)
    few = OpenConnections(most=9)
    (first, one), (second, two) = opened(few), opened(few)
    first.data_received(b"x" * 60)
    second.data_received(b"x" * 40)
    assert not one.aborted
    second.data_received(b"x")
    assert (one.aborted, two.aborted) == (True, False)


@pytest.mark.parametrize(
    ("expected", "sent", "is_allowed"), [(0, 10, True), (0, 11, False), (90, 100, True), (90, 101, False)]
)
def test_a_request_may_be_as_long_as_its_headers_say(monkeypatch, expected, sent, is_allowed):
    monkeypatch.setattr(connections, "LARGEST_HEAD", 10)
    connection, wire = opened(OpenConnections(most=9))
    connection.expect(expected)
    connection.data_received(b"x" * sent)
    assert (wire.aborted, len(wire.got)) == (not is_allowed, sent if is_allowed else 0)
    connection.end_answer()
    connection.data_received(b"x" * 10)
    assert len(wire.got) == (sent + 10 if is_allowed else 10)


def test_a_body_is_dropped_up_to_a_limit_once_its_request_is_answered(monkeypatch):
    monkeypatch.setattr(connections, "LARGEST_HEAD", 10)
    monkeypatch.setattr(connections, "MAX_DROPPED", 50)
    monkeypatch.setattr(connections, "MAX_HELD", 20)
    connection, wire = opened(OpenConnections(most=9))
    connection.data_received(b"x" * 10)
    connection.expect(1_000)
    connection.begin_answer()
    connection.end_answer()
    connection.data_received(b"x" * 40)
    assert (wire.aborted, len(wire.got), connection.held) == (False, 50, 0)
    assert connection.patience == connections.SECONDS_TO_DROP
    connection.data_received(b"x" * 21)
    assert (wire.aborted, len(wire.got)) == (True, 50)


def test_an_extra_thread_helps_while_all_others_are_stalled(monkeypatch):
    monkeypatch.setattr(gateway, "SECONDS_STALLED", 0.01)
    stalled, over = Workers(most=2), threading.Event()

    async def answer():
        watch = asyncio.create_task(stalled.watch())
        for _ in range(2):
            stalled.begin(over.wait)
        try:
            return await asyncio.wait_for(stalled.run(lambda: "answered"), PATIENCE)
        finally:
            over.set()
            watch.cancel()

    assert in_a_loop(answer()) == "answered"
    until(lambda: not stalled.busy)


def test_what_a_thread_raises_is_raised_to_the_one_who_waits():
    def fail():
        raise KeyError("this")

    with pytest.raises(KeyError):
        in_a_loop(Workers().run(fail))


class TestABodyThatDoesNotArrive:
    """What the application answers when a phone falls silent in the middle of a form."""

    @pytest.fixture
    def app(self, tmp_path):
        app = create_app(tmp_path)
        yield app
        app.extensions["scorepad.clubs"].close()

    def send(self, app, path, headers, body):
        """Send a request of which only `body` arrives. Return the status, the headers and the text of the response."""
        answer = []

        async def receive():
            arrived.append(body)
            if len(arrived) > 1:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": body, "more_body": True}

        async def send(message):
            answer.append(message)

        arrived = []
        scope = {
            "type": "http", "method": "POST", "raw_path": path.encode(), "query_string": b"", "http_version": "1.1",
            "scheme": "http", "server": ("localhost", 80), "client": ("there", 1),
            "state": {"connection": opened(OpenConnections(most=1))[0]},
            "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
        }  # fmt: skip
        in_a_loop(gateway.Gateway(app, Workers())(scope, receive, send))
        start, content = answer
        return start["status"], dict(start["headers"]), content["body"].decode()

    def test_half_a_form_is_not_saved(self, app, monkeypatch):
        monkeypatch.setattr(gateway, "SECONDS_FOR_A_BODY", 0.05)
        owner = Visitor(app)
        table = owner.begin()
        form = owner.get(f"{table.address}/rounds/1/edit").form("/edit")
        body = urlencode(form.fields | {"action": "save", "team1.melded": "410"}).encode()
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in owner.client._cookies.values())
        headers = {"Host": "localhost", "Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        before = owner.club.latest_seq()
        status, answered, text = self.send(app, form.action, headers | {"Content-Length": f"{len(body) + 9}"}, body)
        assert (status, answered[b"connection"]) == (408, b"close")
        assert "Nothing was saved. Send it again." in text
        assert owner.club.latest_seq() == before

    def test_half_a_file_is_not_read(self, app, monkeypatch):
        monkeypatch.setattr(gateway, "SECONDS_OF_SILENCE", 0.05)
        owner = Visitor(app)
        owner.get("/import")
        cookies = "; ".join(f"{cookie.key}={cookie.value}" for cookie in owner.client._cookies.values())
        headers = {"Host": "localhost", "Cookie": cookies, "Content-Type": "multipart/form-data; boundary=x"}
        status, _, text = self.send(app, "/import", headers | {"Content-Length": "100000"}, b"--x")
        assert (status, "The file did not arrive" in text) == (408, True)


def test_a_job_that_fails_costs_no_thread(caplog):
    only = Workers(most=1)

    def fail():
        raise KeyError("this")

    async def answer():
        only.begin(fail)
        return await only.run(lambda: "answered")

    assert in_a_loop(asyncio.wait_for(answer(), PATIENCE)) == "answered"
    until(lambda: not only.busy)
    assert [record.message for record in caplog.records] == ["The end of a request failed."]
