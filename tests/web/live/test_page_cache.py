"""Pages shared by all phones of a table: rendered once per change, and never shown to a phone without permission."""

import gzip

import pytest

from scorepad.store import Role
from scorepad.web.live.page_cache import CachedPage, Frame, PageCache, PageVariant
from scorepad.web.live.viewers import PageKind
from tests.web.driving import Visitor, session_cookie


@pytest.fixture
def phones(app, table):
    """Four phones that keep score at the table and have its page open, and that the process knows already.

    The owner joined by the owner's link, which only owners' phones are notified of.
    """
    access = app.extensions["scorepad.access"]
    access.admit(None, Role.OWNER, generation=access.generation(Role.OWNER))
    phones = [Visitor(app, Role.SCORER, table.game) for _ in range(4)]
    for phone in [*phones, *phones]:
        phone.get(table.address)
    return phones


def test_a_tap_renders_the_table_once_however_many_look(app, table, phones):
    pages = app.extensions["scorepad.clubs"].home.pages
    for _ in range(3):
        table.tap("team1.clean+1")
        before = pages.render_count
        for phone in [*phones, *phones]:
            assert phone.get(table.address).form("/rounds/1/edit").fields["team1.clean"] != "0"
        assert pages.render_count == before + 1


def test_a_known_phone_is_answered_past_flask_as_by_flask(app, table, phones, monkeypatch):
    answers = [_answer(phones[0], table.address) for _ in range(2)]
    monkeypatch.setattr(app, "full_dispatch_request", None)
    assert [*answers, _answer(phones[0], table.address)] == answers[:1] * 3
    etag = dict(answers[0][0])["ETag"]
    assert phones[0].client.get(table.address, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("encoding", ["", "identity", "gzip;q=0", "br, gzip; q=0.0"])
def test_a_known_phone_without_gzip_gets_plain_text(table, phones, encoding):
    answer = phones[0].client.get(table.address, headers={"Accept-Encoding": encoding})
    assert answer.content_encoding is None
    assert "Count the round" in answer.text


def test_a_known_phone_that_is_sent_away_or_whose_link_was_renewed_gets_nothing_more(table, phones):
    for phone in phones[1:]:
        phone.access.dismiss(phone.phone.id)
        assert phone.client.get(table.address).status_code == 403
    phones[0].access.renew(Role.SCORER, table.game)
    assert phones[0].client.get(table.address).status_code != 200


def test_cookies_of_one_phone_open_no_page_to_another(app, table, phones):
    stranger = Visitor(app, None)
    name = session_cookie(app)
    stranger.client.set_cookie(name, phones[0].client.get_cookie(name).value)
    assert stranger.client.get(table.address).status_code != 200


def test_a_page_may_be_looked_for_while_another_is_rendered():
    pages, shape, frame = PageCache(), PageVariant(PageKind.TABLE, "", frozenset(), "/"), Frame("", ())

    class Rendering(str):
        """A mark that renders one more page whenever it is compared."""

        __hash__ = str.__hash__

        def __eq__(self, other):
            pages.page(1, shape, f"{other}1", lambda _: CachedPage(f"{other}1", frame, {}))
            return str.__eq__(self, other)

    pages.page(1, shape, "1", lambda _: CachedPage("1", frame, {}))
    assert pages.find(1, shape, Rendering("0")) is None


def _answer(phone, address):
    answer = phone.client.get(address, headers={"Accept-Encoding": "gzip"})
    text = gzip.decompress(answer.data).decode()
    return list(answer.headers.items()), [line for line in text.splitlines() if 'name="key"' not in line]
