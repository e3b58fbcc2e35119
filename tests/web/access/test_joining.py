"""Coming in by a link, which leaves the address at once."""

import pytest

from scorepad.store import Access, Role
from scorepad.store import access as store_access
from tests.web.driving import Visitor, guarded
from tests.web.pages import Page


@pytest.mark.parametrize(
    ("role", "of_a_table", "leads_to"),
    [
        (Role.OWNER, False, "Games"),
        (Role.READER, False, "Games"),
        (Role.SCORER, True, "Round 1"),
        (Role.WATCHER, True, "Round 1 of 4"),
    ],
)
def test_a_link_lets_a_phone_in_and_stays_nowhere(newcomer, link, game, role, of_a_table, leads_to):
    number = game if of_a_table else 0
    address = link(role, number)
    answer = newcomer.client.get(address, follow_redirects=True)
    assert answer.status_code == 200
    assert Page.of(200, answer.text).heading == leads_to
    word = address.rpartition("/")[2]
    assert answer.history[0].location == "/in"
    assert not any(word in step.location for step in answer.history)
    assert word not in answer.text
    assert newcomer.passes == {(role, number)}
    with newcomer.client.session_transaction() as session:
        assert word not in session.values()


def test_a_phone_collects_passes_and_stays_one_phone(newcomer, link, game):
    before = len(newcomer.access.phones())
    for role, number in ((Role.WATCHER, game), (Role.SCORER, game), (Role.READER, 0)) * 2:
        newcomer.get(link(role, number))
    assert len(newcomer.passes) == 3
    assert len(newcomer.access.phones()) == before + 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_messenger_without_cookies_becomes_no_phone(app, visitor, link, game, method):
    before = visitor.access.phones()
    messenger = app.test_client(use_cookies=False)
    for _ in range(3):
        assert messenger.open(link(Role.SCORER, game), method=method).location == "/in"
        messenger.open("/in", method=method)
    assert visitor.access.phones() == before


def test_a_head_lets_nobody_in_and_takes_no_link_away(newcomer, link, game):
    newcomer.client.get(link(Role.SCORER, game))
    assert newcomer.client.head("/in").status_code == 200
    assert newcomer.passes == frozenset()
    newcomer.get("/in")
    assert newcomer.passes == {(Role.SCORER, game)}


def test_a_phone_without_cookies_is_told_what_to_do(app, game):
    answer = app.test_client(use_cookies=False).get("/in")
    page = Page.of(answer.status_code, answer.text)
    assert (page.status, page.heading) == (403, "This phone keeps no cookies")


def test_a_phone_that_is_in_and_comes_to_the_bare_address_is_led_home(app, game):
    scorer = Visitor(app, Role.SCORER, game)
    assert scorer.client.get("/in").location == f"/games/{game}"


@pytest.mark.parametrize("role", [Role.SCORER, Role.WATCHER])
def test_a_new_link_ends_the_old_one(app, visitor, newcomer, link, role):
    game = visitor.begin().game
    old, inside = link(role, game), Visitor(app, role, game)
    visitor.access.renew(role, game)
    page = newcomer.get(old)
    assert (page.status, page.heading) == (410, "This link no longer works")
    assert inside.passes == newcomer.passes == frozenset()
    newcomer.get(link(role, game))
    assert newcomer.passes == {(role, game)}


def test_a_new_link_between_the_two_steps_of_the_old_one_lets_nobody_in(visitor, newcomer, link):
    game = visitor.begin().game
    newcomer.client.get(link(Role.SCORER, game))
    visitor.access.renew(Role.SCORER, game)
    assert newcomer.get("/in").status == 410
    assert newcomer.passes == frozenset()


def test_a_good_link_of_an_unknown_game_lets_nobody_in(newcomer, link):
    assert newcomer.get(link(Role.SCORER, 99_999)).status == 410
    assert newcomer.passes == frozenset()


def test_a_link_of_a_game_in_the_bin_leads_to_it_and_cannot_take_it_out(visitor, newcomer, link):
    table = visitor.begin()
    visitor.send(table.page().form("/bin"))
    page = newcomer.get(link(Role.SCORER, table.game))
    assert "This game is in the bin" in page.text
    assert not [form for form in page.forms if form.action.endswith("/restore")]


@pytest.mark.parametrize("word", ["x", "s12", "o-" + "a" * 25, "s0-" + "a" * 26, "%00", "é" * 500])
def test_any_other_word_is_no_page(newcomer, word):
    answer = newcomer.client.get(f"/in/{word}")
    assert answer.status_code == 404
    guarded(answer)


@pytest.mark.parametrize("kept", [7, None, [], "x", {"a": 1}])
def test_a_session_that_says_anything_breaks_nothing(newcomer, kept):
    with newcomer.client.session_transaction() as session:
        session["link"] = kept
    assert newcomer.get("/in").status == 403


def test_a_phone_that_was_sent_away_is_told_so(newcomer, link, game):
    newcomer.get(link(Role.SCORER, game))
    newcomer.access.dismiss(newcomer.phone.id)
    page = newcomer.get(link(Role.SCORER, game))
    assert (page.status, page.heading) == (403, "This phone was sent away")
    assert "has sent this phone away" in newcomer.get("/join").text
    assert newcomer.get(f"/games/{game}").status == 403


def test_where_no_room_is_left_the_owner_is_told_what_to_do(newcomer, link, game, monkeypatch):
    monkeypatch.setattr(store_access, "MOST_PHONES", 1)
    page = newcomer.get(link(Role.SCORER, game))
    assert (page.status, page.heading) == (503, "There is no room for another phone")
    assert "make new links" in page.text


def test_a_log_has_no_word_of_a_link(newcomer, link, game, caplog, monkeypatch):
    address = link(Role.SCORER, game)
    monkeypatch.setattr(Access, "generation", lambda *_: 1 / 0)
    assert newcomer.get(address).status == 500
    assert "ZeroDivisionError" in caplog.text
    assert address.rpartition("/")[2] not in caplog.text
