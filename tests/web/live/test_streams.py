"""A stream sends the mark of its game, immediately and after each change, to a phone that may watch."""

import http.client
import json
import re
import threading
from contextlib import ExitStack, closing
from queue import SimpleQueue
from urllib.parse import urlsplit

import pytest

from scorepad import paths
from scorepad.live.streams import MAX_OF_A_PHONE
from scorepad.store import Club, Role
from scorepad.web import create_app
from scorepad.web.app import permissions
from scorepad.web.live import streams
from tests.support.server import environment, owner_token, serving
from tests.support.waiting import PATIENCE
from tests.web.driving import Visitor, guarded


class Streaming:
    """A phone with an open stream, which a separate thread reads, as in a browser.

    The application's heartbeat must be short, or closing takes long.
    """

    def __init__(self, visitor, table, at="table"):
        self.ended = threading.Event()
        self.events = SimpleQueue()
        self._address = f"{table.address}/stream?at={at}"
        self._client = visitor.client
        self._hung_up = threading.Event()
        self._thread = threading.Thread(target=self._read)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._hung_up.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def news(self):
        """Return the next mark. Fails if none comes."""
        return self.events.get(timeout=PATIENCE)["mark"]

    def _read(self):
        answer = self._client.get(self._address)
        assert answer.status_code == 200
        with closing(answer):
            for chunk in answer.iter_encoded():
                if chunk.startswith(b"data: "):
                    self.events.put(json.loads(chunk.removeprefix(b"data: ")))
                self.last = chunk
                if self._hung_up.is_set():
                    return
            self.ended.set()


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The application as it is served, with a short heartbeat."""
    app = create_app(tmp_path_factory.mktemp("club"), is_serving=True)
    app.config["HEARTBEAT"] = 0.05
    yield app
    app.extensions["scorepad.hub"].close()
    app.extensions["scorepad.club"].close()


def _mark(visitor, table):
    return re.search(r'data-mark="([^"]+)"', visitor.client.get(table.address).text)[1]


def _opened(visitor, table, at="table"):
    """The response to a phone that requests a stream and does not read it."""
    answer = visitor.client.head(f"{table.address}/stream?at={at}")
    answer.close()
    return answer


@pytest.mark.parametrize(
    ("role", "at", "has_parts"),
    [(Role.SCORER, "table", True), (Role.WATCHER, "table", False), (Role.WATCHER, "board", True)],
)
def test_an_event_has_parts_only_of_a_page_that_its_phone_may_open(app, table, role, at, has_parts):
    phone = Visitor(app, role, table.game)
    phone.get(f"{table.address}/board")
    with Streaming(phone, table, at) as stream:
        stream.events.get(timeout=PATIENCE)
        table.tap("team1.clean+1")
        first = stream.events.get(timeout=PATIENCE)
        table.tap("team1.dirty+1")
        news = first, stream.events.get(timeout=PATIENCE)
    assert any("parts" in event for event in news) == has_parts


@pytest.mark.parametrize(("page", "at"), [("", "table"), ("/rounds/1/edit", "count")])
def test_the_page_names_its_stream_and_its_kind(visitor, table, page, at):
    text = visitor.client.get(table.address + page).text
    assert f'data-stream="{table.address}/stream?at={at}"' in text


def test_a_stream_is_neither_kept_nor_packed_nor_unguarded(visitor, table):
    answer = _opened(visitor, table)
    guarded(answer)
    assert answer.mimetype == "text/event-stream"
    assert (answer.headers["Cache-Control"], answer.headers["X-Accel-Buffering"]) == ("no-store", "no")
    assert "Content-Encoding" not in answer.headers


def test_what_one_phone_records_reaches_the_other(app, visitor, table):
    other = Visitor(app)
    with Streaming(other, table) as stream:
        before = _mark(other, table)
        assert stream.news() == before
        table.decide(seat="2")
        while (mark := stream.news()) != _mark(other, table):
            assert mark != before
        assert mark != before


def test_of_too_many_streams_of_one_phone_the_oldest_ends_and_its_page_asks_instead(app, visitor, table):
    other = Visitor(app)
    with ExitStack() as stack:
        opened = []
        for phone in (other, *[visitor] * (MAX_OF_A_PHONE + 1)):
            opened.append(stack.enter_context(Streaming(phone, table)))
            opened[-1].news()
        theirs, first, *more = opened
        assert first.ended.wait(PATIENCE)
        assert first.last == b"retry: 60000\n\n"
        assert not any(stream.ended.is_set() for stream in (theirs, *more))


def test_a_phone_that_leaves_makes_room_for_another(app, visitor, table, monkeypatch):
    monkeypatch.setitem(app.extensions, "scorepad.streams", streams.Streams(1))
    # A phone that disconnects immediately takes no place.
    for _ in range(3):
        assert _opened(visitor, table).status_code == 200
    for _ in range(2):
        with Streaming(visitor, table) as stream:
            stream.news()
            refused = _opened(visitor, table)
            assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
            guarded(refused)


def test_an_application_that_is_not_served_has_no_streams(app, visitor, table, monkeypatch):
    monkeypatch.setitem(app.extensions, "scorepad.streams", None)
    streams.install(app, is_serving=False)
    assert _opened(visitor, table).status_code == 503


def test_a_phone_that_was_sent_away_hears_nothing_more(app, table):
    phone = Visitor(app, Role.WATCHER, table.game)
    with Streaming(phone, table, "board") as stream:
        stream.news()
        phone.access.dismiss(phone.phone.id)
        assert stream.ended.wait(PATIENCE)
    assert _opened(phone, table).status_code == 403


def test_a_stream_asks_again_as_soon_as_a_phone_was_sent_away(app, table):
    phone = Visitor(app, Role.WATCHER, table.game)
    token = phone.token
    permission = streams._Permission(phone.access, token, table.game, seconds=600)
    assert permission.holds()
    phone.access.dismiss(phone.phone.id)
    assert not permission.holds()


def test_an_unknown_game_or_page_or_a_phone_of_another_table_has_no_stream(app, visitor, table):
    for address, status in (("/games/99", 404), (table.address, 400)):
        assert visitor.client.get(f"{address}/stream?at=moon").status_code == status
    phone = Visitor(app, Role.SCORER, visitor.begin().game)
    assert _opened(phone, table).status_code == 403


def test_streams_hold_no_connection(app, visitor, table):
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(Streaming(Visitor(app), table)).news()
        for kept in (app.extensions["scorepad.club"], app.extensions["scorepad.access"]):
            with kept._connections.writing() as db:
                pass
            # This waits for short reads, but fails if a stream keeps a read transaction open.
            busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert not busy


@pytest.mark.parametrize(
    "end",
    [lambda app: streams.streams_of(app).end(), lambda app: app.extensions["scorepad.hub"].close()],
    ids=["server", "club"],
)
def test_a_server_that_stops_or_a_club_that_is_closed_ends_its_streams(tmp_path, end):
    app = create_app(tmp_path, is_serving=True)
    visitor = Visitor(app)
    table = visitor.begin()
    with Streaming(visitor, table) as stream:
        stream.news()
        end(app)
        assert stream.ended.wait(PATIENCE)
    with Streaming(visitor, table) as stream:
        assert stream.ended.wait(PATIENCE)


def test_a_server_that_is_told_to_stop_lets_its_streams_end_well(tmp_path):
    with Club.open(tmp_path / paths.CLUB) as club:
        game = club.new_game([], key="the-game")
    with serving(environment(SCOREPAD_INSTANCE=str(tmp_path))) as address:
        there = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        cookie = {"Cookie": f"{permissions.COOKIE}={owner_token(0)}"}
        there.request("GET", f"/games/{game}/stream", headers=cookie)
        answer = there.getresponse()
        assert answer.readline().startswith(b"data: ")
    # If the server had to be killed, the response would be cut off.
    assert answer.read() == b"\n"
    there.close()
