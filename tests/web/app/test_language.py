"""The language of a page: the one its phone chose, else its browser's, else the club's. Boards follow the club."""

import pytest

from scorepad.live.presence import PageKind
from scorepad.store import Role
from scorepad.web.app import cookies
from tests.web.driving import OUT_FIRST, Visitor, filled
from tests.web.live.open_page import OpenPage, without_hidden_fields

SKIP = {"en": "Skip to content", "de": "Zum Inhalt", "es": "Ir al contenido"}
"""The first link of every page."""


def speaking(app, header, role=Role.OWNER, **more):
    """A visitor whose browser asks for these languages."""
    visitor = Visitor(app, role, **more)
    visitor.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = header
    return visitor


def language_of(page):
    return page.root.all("html")[0]["lang"]


def choose(visitor, code, where="/language"):
    (form,) = [form for form in visitor.get("/language").forms if form.action == where]
    return visitor.post(where, filled(form, {}) | {"language": code})


@pytest.fixture
def club_language(visitor):
    """Set the club's language for one test."""
    yield visitor.club.set_language
    visitor.club.set_language("")


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de-AT"),
        ("fr,es;q=0.5", "es"),
        ("en-US,de;q=0.9", "en"),
        ("fr", "en"),
        ("de;q=x,\x7f", "en"),
    ],
)
def test_a_page_is_in_the_language_that_the_browser_asks_for(app, header, lang):
    page = speaking(app, header).get("/games/new")
    assert language_of(page) == lang
    assert SKIP[lang[:2]] in page.links


def test_a_phone_keeps_the_language_that_it_chose_in_the_region_of_its_browser(app):
    visitor = speaking(app, "en,de-CH;q=0.5")
    page = choose(visitor, "de")
    assert language_of(page) == "de-CH"
    assert "Auf diesem Handy" in page.text
    assert language_of(visitor.get("/rules")) == "de-CH"
    assert language_of(choose(visitor, "es")) == "es"
    assert language_of(choose(visitor, "")) == "en"


def test_the_choice_is_kept_under_a_name_of_this_installation(app):
    visitor = speaking(app, "en")
    choose(visitor, "de")
    kept = visitor.client.get_cookie(cookies.name_of(cookies.LANGUAGE, app.secret_key))
    assert (kept.value, kept.http_only, kept.max_age) == ("de", True, cookies.SECONDS)


@pytest.mark.parametrize("sent", ["xx", "../de", "en-XA", "d" * 3000])
def test_a_language_that_we_do_not_have_chooses_none(app, sent):
    visitor = speaking(app, "es")
    assert language_of(choose(visitor, sent)) == "es"
    visitor.client.set_cookie(cookies.name_of(cookies.LANGUAGE, app.secret_key), sent)
    assert language_of(visitor.get("/language")) == "es"


def test_a_phone_without_access_reads_its_language_too(app):
    stranger = speaking(app, "de", role=None)
    page = stranger.get("/join")
    assert (language_of(page), page.root.all("h1")[0].text) == ("de", "An einen Tisch")
    assert language_of(choose(stranger, "es")) == "es"


def test_only_owners_set_the_language_of_the_club(app, visitor, club_language):
    assert choose(visitor, "es", "/club/language").said == "The club’s language was changed."
    assert visitor.club.language() == "es"
    assert len(Visitor(app, Role.READER).get("/language").forms) == 1
    assert language_of(Visitor(app, Role.READER).get("/rules")) == "es"
    assert language_of(speaking(app, "de", Role.READER).get("/rules")) == "de"
    choose(visitor, "", "/club/language")
    assert visitor.club.language() == ""


def test_a_board_is_in_the_language_of_the_club_and_else_in_that_of_its_browser(app, table, club_language):
    board = speaking(app, "de", Role.WATCHER, game=table.game)
    assert language_of(board.get(f"{table.address}/board")) == "de"
    club_language("es")
    assert language_of(board.get(f"{table.address}/board")) == "es"
    assert language_of(speaking(app, "de").get(table.address)) == "de"


def test_a_message_is_in_the_language_of_the_page_that_shows_it(app, visitor, club_language):
    german = speaking(app, "de")
    assert choose(german, "es", "/club/language").said == "Die Sprache des Clubs ist geändert."


def test_a_page_that_changed_its_language_has_changed(app, table):
    visitor = speaking(app, "de")
    while "Set-Cookie" in (answer := visitor.client.get(table.address)).headers:
        pass
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert visitor.client.get(table.address, headers=tag).status_code == 304
    choose(visitor, "es")
    assert visitor.client.get(table.address, headers=tag).status_code == 200


def test_one_tap_is_rendered_once_for_all_phones_of_a_language(app, table):
    phones = [speaking(app, header, Role.SCORER, game=table.game) for header in ("de", "es", "de", "en")]
    pages = [OpenPage(phone, table) for phone in phones]
    table.tap("team2.dirty+1")
    for page in pages:
        page.read_event()
    cache = app.extensions["scorepad.clubs"].home.pages
    before = cache.render_count
    table.tap("team1.clean+1")
    for phone, page in zip(phones, pages, strict=True):
        assert "parts" in page.read_event()
        now = phone.client.get(table.address).text
        assert without_hidden_fields(page.html) == without_hidden_fields(now)
    assert cache.render_count == before + 3


def test_a_stream_of_a_board_speaks_the_language_of_the_club(app, table, club_language):
    club_language("es")
    board = OpenPage(speaking(app, "de", Role.WATCHER, game=table.game), table, PageKind.BOARD)
    table.play(1, **OUT_FIRST)
    board.read_event()
    assert "Ronda 2" in board.html


def test_points_are_written_as_the_region_does(app, begun):
    for header, written in (
        ("de", "4.500"),
        ("de-AT", "4\u00a0500"),
        ("es", "4500"),
        ("es-MX", "4,500"),
        ("en", "4,500"),
    ):
        assert written in speaking(app, header).get(begun.address).source


def test_requests_do_not_leave_their_language_behind(app, table):
    german, english = speaking(app, "de"), Visitor(app)
    assert language_of(german.get("/nothing")) == "de"
    assert language_of(english.get("/nothing")) == "en"
    assert "Regeln" not in english.get(table.address).source
