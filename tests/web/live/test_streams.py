"""A stream says the mark of its game, at once and whenever it is another, to a phone that may watch."""

import http.client
import re
from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import pytest

from scorepad import paths
from scorepad.store import Access, Club, Role
from scorepad.web import create_app
from scorepad.web.access import permissions
from scorepad.web.live import streams
from tests.support.server import environment, owner_token, serving
from tests.support.waiting import PATIENCE
from tests.web.driving import Visitor, guarded
from tests.web.live.streaming import Streaming


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """The pages on a server of many threads, whose streams have a quick heart."""
    app = create_app(tmp_path_factory.mktemp("club"), threads=80)
    app.config["HEARTBEAT"] = 0.05
    yield app
    app.extensions["scorepad.hub"].close()
    app.extensions["scorepad.club"].close()


@pytest.fixture
def hub(app):
    return app.extensions["scorepad.hub"]


def _mark(visitor, table):
    found = re.search(r'data-mark="([^"]+)"', visitor.client.get(table.address).text)
    return found[1]


def _opened(visitor, table, at="table"):
    """The answer to a phone that asks for a stream and reads none of it."""
    answer = visitor.client.head(f"{table.address}/stream?at={at}")
    answer.close()
    return answer


def test_the_page_names_its_stream_and_what_it_looks_at(visitor, table):
    assert (
        f'data-stream="{table.address}/stream?at=table"' in visitor.client.get(table.address).text
    )
    sheet = visitor.client.get(f"{table.address}/rounds/1/edit").text
    assert f'data-stream="{table.address}/stream?at=count"' in sheet


def test_a_stream_is_neither_kept_nor_packed_nor_unguarded(visitor, table):
    answer = _opened(visitor, table)
    guarded(answer)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "Content-Encoding" not in answer.headers


def test_the_first_event_is_the_mark_of_the_page(visitor, table):
    page = _mark(visitor, table)
    with Streaming(visitor, table) as stream:
        assert stream.news() == page


def test_what_one_phone_records_reaches_the_other(app, visitor, table):
    other = Visitor(app)
    with Streaming(other, table) as stream:
        before = stream.news()
        table.decide(seat="2")
        while (mark := stream.news()) != _mark(other, table):
            assert mark != before
        assert mark != before


def test_another_game_is_no_news(visitor, table):
    other = visitor.begin()
    with Streaming(visitor, table) as stream:
        stream.news()
        other.decide(seat="2")
        # Of two beats the second was begun after all that was recorded.
        assert all(stream.beats.acquire(timeout=PATIENCE) for _ in range(2))
        assert stream.is_quiet


def test_a_quiet_stream_says_that_it_is_there(visitor, table):
    with Streaming(visitor, table) as stream:
        assert all(stream.beats.acquire(timeout=PATIENCE) for _ in range(3))


def test_there_is_room_for_so_many_and_whoever_leaves_makes_room(app, visitor, table, monkeypatch):
    monkeypatch.setitem(app.extensions, "scorepad.streams", streams.StreamLimit(1))
    with Streaming(visitor, table) as stream:
        stream.news()
        refused = _opened(visitor, table)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
        guarded(refused)
    with Streaming(visitor, table) as stream:
        stream.news()


def test_a_phone_that_hung_up_at_once_leaves_no_place_taken(app, visitor, table, monkeypatch):
    monkeypatch.setitem(app.extensions, "scorepad.streams", streams.StreamLimit(1))
    for _ in range(3):
        assert _opened(visitor, table).status_code == 200


@pytest.mark.parametrize("threads", [0, 1, streams.THREADS_FOR_PAGES])
def test_a_server_of_few_threads_has_no_streams(app, visitor, table, monkeypatch, threads):
    monkeypatch.setitem(app.extensions, "scorepad.streams", None)
    streams.install(app, threads)
    assert _opened(visitor, table).status_code == 503


def test_a_phone_that_was_sent_away_hears_nothing_more(app, table):
    phone = Visitor(app, Role.WATCHER, table.game)
    with Streaming(phone, table, "board") as stream:
        stream.news()
        phone.access.dismiss(max(one.id for one in phone.access.phones()))
        assert stream.ended.wait(PATIENCE)
    assert _opened(phone, table).status_code == 403


def test_a_stream_asks_again_as_soon_as_a_phone_was_sent_away(app, table):
    phone = Visitor(app, Role.WATCHER, table.game)
    token = phone.client.get_cookie(permissions.COOKIE).value
    permission = streams._Permission(phone.access, token, table.game, seconds=600)
    assert permission.holds()
    phone.access.dismiss(phone.phone.id)
    assert not permission.holds()


def test_a_link_made_anew_ends_the_streams_of_the_old_one(app, hub, table):
    phone = Visitor(app, Role.SCORER, table.game)
    with Streaming(phone, table) as stream:
        stream.news()
        phone.access.renew(Role.SCORER, table.game)
        hub.ring_all()
        assert stream.ended.wait(PATIENCE)


def test_who_is_sent_away_by_another_process_hears_nothing_more(app, table):
    phone = Visitor(app, Role.WATCHER, table.game)
    with Streaming(phone, table, "board") as stream:
        stream.news()
        with closing(Access.open(phone.access.path)) as elsewhere:
            elsewhere.dismiss(max(one.id for one in elsewhere.phones()))
        assert stream.ended.wait(PATIENCE)


def test_who_was_let_in_elsewhere_hears_nothing(app, visitor, table):
    phone = Visitor(app, Role.SCORER, visitor.begin().game)
    assert _opened(phone, table).status_code == 403


@pytest.mark.parametrize(("path", "status"), [("/games/99/stream", 404), ("/stream?at=moon", 400)])
def test_what_cannot_be_streamed(visitor, table, path, status):
    address = path if path.startswith("/games") else f"{table.address}{path}"
    assert visitor.client.get(address).status_code == status


def test_streams_hold_no_connection(app, visitor, table):
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(Streaming(visitor, table)).news()
        for kept in (app.extensions["scorepad.club"], app.extensions["scorepad.access"]):
            with kept._connections.writing() as db:
                pass
            # Whoever reads for a moment is waited for; whoever went on reading would be in the way.
            busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert not busy


def test_the_server_stops_and_streams_end(tmp_path):
    app = create_app(tmp_path, threads=80)
    visitor = Visitor(app)
    table = visitor.begin()
    with Streaming(visitor, table) as stream:
        stream.news()
        streams.end_all(app)
        assert stream.ended.wait(PATIENCE)
    with Streaming(visitor, table) as stream:
        assert stream.ended.wait(PATIENCE)


def test_a_club_that_is_closed_ends_its_streams(tmp_path):
    app = create_app(tmp_path, threads=80)
    visitor = Visitor(app)
    table = visitor.begin()
    with Streaming(visitor, table) as stream:
        stream.news()
        app.extensions["scorepad.hub"].close()
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
    # One that was cut off, since the server had to be killed, would not be whole.
    assert answer.read() == b"\n"
    there.close()
