"""Pages that follow a game: a change is rendered once for all phones, and no phone gets what it may not see."""

import pytest

from scorepad.live.presence import PageKind
from scorepad.store import Role
from scorepad.web.app.permissions import COOKIE
from tests.web.driving import OUT_FIRST, Table, Visitor, session_cookie
from tests.web.games.undoing import undo
from tests.web.live.open_page import OpenPage, without_hidden_fields
from tests.web.rounds.conflicting import boxes, choices, resolve, tapped


@pytest.fixture
def phones(app, table):
    """Four phones that keep score at the table."""
    return [Visitor(app, Role.SCORER, table.game) for _ in range(4)]


@pytest.fixture
def tables(table, phones):
    """The table, as each of these phones uses it."""
    return [Table(phone, table.game) for phone in phones]


@pytest.fixture
def pages(table, phones):
    """The page of each of these phones, open."""
    pages = [OpenPage(phone, table) for phone in phones]
    table.tap("team2.dirty+1")
    for page in pages:
        page.read_event()
        page.requests = 0
    return pages


def _are_up_to_date(pages, tables):
    for page, table in zip(pages, tables, strict=True):
        page.read_event()
        now = table.visitor.client.get(table.address).text
        assert without_hidden_fields(page.html) == without_hidden_fields(now)
    return sum(page.requests for page in pages) == 0


def test_a_tap_renders_the_table_once_however_many_look(app, tables, pages):
    cache = app.extensions["scorepad.clubs"].home.pages
    for table in tables:
        before = cache.render_count
        table.tap("team1.clean+1")
        assert _are_up_to_date(pages, tables)
        assert cache.render_count == before + 1


def test_a_conflict_and_its_answer_need_no_page(tables, pages):
    tapped(tables[:2])
    assert _are_up_to_date(pages, tables)
    assert [page.html.count("data-conflict=") for page in pages] == [1] * 4
    tables[3].tap("team2.dirty+1")
    assert _are_up_to_date(pages, tables)
    asked = tables[2].page()
    assert len(boxes(asked)) == 1
    resolve(tables[2], next(iter(choices(asked))), asked)
    assert _are_up_to_date(pages, tables)
    assert [page.html.count("data-conflict=") for page in pages] == [0] * 4


def test_an_own_undo_needs_no_page(tables, pages):
    tables[0].tap("team1.clean+1")
    undo(tables[0])
    tables[0].visitor.client.get(tables[0].address)  # The message is shown.
    tables[1].tap("team1.clean+1")
    assert _are_up_to_date(pages, tables)


def test_who_keeps_score_on_a_phone_needs_no_page(tables, pages):
    tables[0].keeps_score("Ann")
    tables[1].tap("team1.clean+1")
    assert _are_up_to_date(pages, tables)
    assert "keeps score on this phone" in pages[0].html


def test_a_new_owner_needs_no_page(table, tables, pages):
    access = table.visitor.access
    access.admit(None, Role.OWNER, generation=access.generation(Role.OWNER))
    tables[0].tap("team1.clean+1")
    assert _are_up_to_date(pages, tables)


def test_who_starts_and_what_others_count_need_no_page(table, tables, pages):
    table.decide(seat="2")
    tables[0].sheet(1).save(**{"team1.melded": "120", "seat1.left": "5"})
    assert _are_up_to_date(pages, tables)


def test_a_new_round_is_a_new_page(table, tables, pages):
    table.play(1, **OUT_FIRST)
    assert not _are_up_to_date(pages, tables)
    assert "/rounds/2/edit" in pages[0].html


def test_a_phone_that_is_no_longer_an_owners_gets_the_page_of_a_scorer(app, table, tables, pages):
    phone = Visitor(app, Role.SCORER, table.game)
    phone.client.set_cookie(COOKIE, phone.access.admit(phone.token, Role.OWNER))
    page = OpenPage(phone, table)
    assert "/settings" in page.html
    phone.access.renew(Role.OWNER)
    for _ in range(2):
        tables[0].tap("team1.clean+1")
        _are_up_to_date([page, *pages], [Table(phone, table.game), *tables])
    assert page.requests == 2
    assert "/settings" not in page.html


def test_a_phone_that_may_only_watch_now_gets_no_more_of_the_table(app, table, tables):
    phone = Visitor(app, Role.WATCHER, table.game)
    phone.client.set_cookie(COOKIE, phone.access.admit(phone.token, Role.SCORER, table.game))
    page = OpenPage(phone, table)
    table.tap("team1.clean+1")
    assert "parts" in page.read_event()
    phone.access.renew(Role.SCORER, table.game)
    for _ in range(3):
        table.tap("team1.clean+1")
        assert page.read_event().keys() == {"mark"}


def test_an_event_has_no_token_and_no_key(tables, pages):
    tapped(tables[:2])
    own = pages[0].read_event()["own"]
    assert 'name="csrf_token" value=""' in own["questions"]
    assert 'name="key" value=""' in own["questions"]


def test_a_board_follows_its_game(app, table):
    page = OpenPage(Visitor(app, Role.WATCHER, table.game), table, PageKind.BOARD)
    for step in ("team1.clean+1", "team2.dirty+1"):
        table.tap(step)
        page.read_event()
    assert page.html.count("<li data-n=") == 2
    table.decide(seat="2")
    page.read_event()
    assert "<bdi>Bob</bdi> starts" in page.html
    assert page.requests == 1


@pytest.mark.parametrize("encoding", ["", "identity", "gzip;q=0", "br, gzip; q=0.0"])
def test_a_phone_without_gzip_gets_plain_text(table, phones, encoding):
    answer = phones[0].client.get(table.address, headers={"Accept-Encoding": encoding})
    assert answer.content_encoding is None
    assert "Count the round" in answer.text


def test_a_phone_that_is_sent_away_or_whose_link_was_renewed_gets_nothing_more(table, phones):
    for phone in phones:
        assert phone.client.get(table.address).status_code == 200
    for phone in phones[1:]:
        phone.access.dismiss(phone.phone.id)
        assert phone.client.get(table.address).status_code == 403
    phones[0].access.renew(Role.SCORER, table.game)
    assert phones[0].client.get(table.address).status_code != 200


def test_cookies_of_one_phone_open_no_page_to_another(app, table, phones):
    phones[0].get(table.address)
    stranger = Visitor(app, None)
    name = session_cookie(app)
    stranger.client.set_cookie(name, phones[0].client.get_cookie(name).value)
    assert stranger.client.get(table.address).status_code != 200
