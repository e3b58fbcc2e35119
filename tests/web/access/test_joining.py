"""Coming in by a link, which leaves the address at once."""

import pytest

from scorepad.store import Access, Role
from scorepad.store import access as store_access
from scorepad.web.access import links, permissions
from tests.web.driving import Visitor, guarded
from tests.web.pages import Page


@pytest.fixture(scope="module")
def game(app):
    """A table whose phones the tests of this module let in and send away."""
    return Visitor(app).begin().game


@pytest.fixture
def stranger(app):
    """Somebody who was never let in."""
    return Visitor(app, None)


def link(visitor, role, game=0):
    """The path of a link as it is good now."""
    generation = visitor.access.generation(role, game)
    return f"/in/{links.word(str(visitor.app.secret_key), '', role, game, generation)}"


@pytest.fixture
def shows(app, game):
    """A phone at the table."""
    return Visitor(app, Role.SCORER, game)


@pytest.mark.parametrize(
    ("role", "of_a_table", "leads_to"),
    [
        (Role.OWNER, False, "Games"),
        (Role.READER, False, "Games"),
        (Role.SCORER, True, "Round 1"),
        (Role.WATCHER, True, "Round 1 of 4"),
    ],
)
def test_a_link_lets_a_phone_in_and_leaves_the_address(stranger, game, role, of_a_table, leads_to):
    number = game if of_a_table else 0
    address = link(stranger, role, number)
    answer = stranger.client.get(address, follow_redirects=True)
    assert answer.status_code == 200
    assert Page.of(200, answer.text).heading == leads_to
    word = address.rpartition("/")[2]
    assert answer.history[0].location == "/in"
    assert not any(word in seen.location for seen in answer.history)
    assert word not in answer.text
    assert stranger.passes == {(role, number)}


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(stranger, game):
    stranger.client.get(link(stranger, Role.SCORER, game))
    answer = stranger.client.get("/in")
    cookie = next(
        one for one in answer.headers.getlist("Set-Cookie") if one.startswith(permissions.COOKIE)
    )
    for said in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"):
        assert said in cookie
    assert "Secure" not in cookie


def test_a_link_that_let_a_phone_in_is_no_longer_in_its_session(stranger):
    address = link(stranger, Role.OWNER)
    stranger.get(address)
    assert stranger.passes == {(Role.OWNER, 0)}
    with stranger.client.session_transaction() as session:
        assert address.rpartition("/")[2] not in session.values()


def test_following_a_link_twice_makes_one_phone(stranger, game):
    before = len(stranger.access.phones())
    for _ in range(2):
        stranger.get(link(stranger, Role.SCORER, game))
    assert len(stranger.access.phones()) == before + 1


def test_a_phone_collects_passes(stranger, game):
    for role, number in ((Role.WATCHER, game), (Role.SCORER, game), (Role.READER, 0)):
        stranger.get(link(stranger, role, number))
    assert len(stranger.passes) == 3


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_who_keeps_no_cookies_is_no_phone_whatever_it_looks_at(app, stranger, game, method):
    before = stranger.access.phones()
    messenger = app.test_client(use_cookies=False)
    address = link(stranger, Role.SCORER, game)
    for _ in range(3):
        assert messenger.open(address, method=method).location == "/in"
        messenger.open("/in", method=method)
    assert stranger.access.phones() == before


def test_a_head_lets_nobody_in_and_takes_no_link_away(stranger, game):
    stranger.client.get(link(stranger, Role.SCORER, game))
    assert stranger.client.head("/in").status_code == 200
    assert stranger.passes == frozenset()
    stranger.get("/in")
    assert stranger.passes == {(Role.SCORER, game)}


def test_a_phone_without_cookies_is_told_what_to_do(app, game):
    answer = app.test_client(use_cookies=False).get("/in")
    page = Page.of(answer.status_code, answer.text)
    assert (page.status, page.heading) == (403, "This phone keeps no cookies")


def test_whoever_is_in_and_comes_to_the_bare_address_is_led_home(shows, game):
    assert shows.client.get("/in").location == f"/games/{game}"


@pytest.mark.parametrize("role", [Role.SCORER, Role.WATCHER])
def test_a_link_that_was_made_anew_is_good_no_longer(app, visitor, role):
    table = visitor.begin()
    old = link(visitor, role, table.game)
    inside = Visitor(app, role, table.game)
    visitor.access.renew(role, table.game)
    page = Visitor(app, None).get(old)
    assert (page.status, page.heading) == (410, "This link no longer works")
    assert inside.passes == frozenset()


def test_a_link_made_anew_between_its_two_steps_lets_nobody_in(visitor, stranger):
    table = visitor.begin()
    stranger.client.get(link(stranger, Role.SCORER, table.game))
    visitor.access.renew(Role.SCORER, table.game)
    assert stranger.get("/in").status == 410
    assert stranger.passes == frozenset()


def test_a_good_link_of_a_game_that_is_none_lets_nobody_in(stranger):
    page = stranger.get(link(stranger, Role.SCORER, 99_999))
    assert page.status == 410
    assert stranger.passes == frozenset()


def test_a_link_of_a_game_in_the_bin_leads_to_it_and_cannot_take_it_out(visitor, stranger):
    table = visitor.begin()
    visitor.send(table.page().form("/bin"))
    page = stranger.get(link(stranger, Role.SCORER, table.game))
    assert "This game is in the bin" in page.text
    assert not [form for form in page.forms if form.action.endswith("/restore")]


@pytest.mark.parametrize(
    "word", ["x", "s12", "o-" + "a" * 25, "s0-" + "a" * 26, "s1-" + "A" * 26, "%00", "é" * 500]
)
def test_a_word_that_is_none_is_no_page(stranger, word):
    answer = stranger.client.get(f"/in/{word}")
    assert answer.status_code == 404
    guarded(answer)


def test_a_forged_word_lets_nobody_in(stranger, game):
    for word in ("o-", f"s{game}-"):
        assert stranger.get(f"/in/{word}{'a' * 26}").status == 410
    assert stranger.passes == frozenset()


def test_a_word_of_another_clubs_key_lets_nobody_in(stranger):
    word = links.word("f" * 64, "", Role.OWNER, 0, 1)
    assert stranger.get(f"/in/{word}").status == 410


@pytest.mark.parametrize("kept", [7, None, [], "x", {"a": 1}])
def test_a_session_that_says_anything_breaks_nothing(stranger, kept):
    with stranger.client.session_transaction() as session:
        session["link"] = kept
    assert stranger.get("/in").status == 403


def test_a_phone_that_was_sent_away_is_told_so(stranger, game):
    stranger.get(link(stranger, Role.SCORER, game))
    stranger.access.dismiss(stranger.access.phones()[0].id)
    page = stranger.get(link(stranger, Role.SCORER, game))
    assert (page.status, page.heading) == (403, "This phone was sent away")
    assert "has sent this phone away" in stranger.get("/join").text
    assert stranger.get(f"/games/{game}").status == 403


def test_where_no_room_is_left_the_owner_is_told_what_to_do(stranger, game, monkeypatch):
    monkeypatch.setattr(store_access, "MOST_PHONES", 1)
    page = stranger.get(link(stranger, Role.SCORER, game))
    assert (page.status, page.heading) == (503, "There is no room for another phone")
    assert "make new links" in page.text


def test_a_log_has_no_word_of_a_link(stranger, game, caplog, monkeypatch):
    address = link(stranger, Role.SCORER, game)
    monkeypatch.setattr(Access, "generation", lambda *_: 1 / 0)
    assert stranger.get(address).status == 500
    assert "ZeroDivisionError" in caplog.text
    assert address.rpartition("/")[2] not in caplog.text
