"""A phone that leaves or is sent away keeps no pages of the club."""

import pytest

from scorepad.store import WHOLE_CLUB, Role
from scorepad.web.app import cookies
from scorepad.web.app.permissions import COOKIE
from tests.web.driving import Visitor, phone_cookie

CLEAR = "Clear-Site-Data"
CLEARED = '"cache"'
LEAVE = {"Leave", "Leave on this phone"}


@pytest.mark.parametrize("role", Role)
def test_every_phone_leaves_after_one_question_and_comes_in_again(app, link, game, role):
    number = WHOLE_CLUB if role in (Role.OWNER, Role.READER) else game
    phone = Visitor(app, role, number)
    known, before = phone.phone.id, len(phone.access.phones())
    pages = [phone.get("/"), phone.get("/join")]
    assert role is Role.OWNER or LEAVE & pages[0].links.keys()
    page = phone.get(pages[1].links["Leave on this phone"])
    assert page.heading == "Leave on this phone?"
    assert phone.get(page.links["No, stay"]).heading == pages[0].heading
    form = page.form("/leave")
    answer = phone.client.post(form.action, data=form.fields)
    assert (answer.status_code, answer.location) == (303, "/join")
    assert answer.headers[CLEAR] == CLEARED
    assert phone.token == ""
    assert "This phone has left" in phone.get("/join").said
    assert phone.get(f"/games/{game}").status == 403
    assert len(phone.access.phones()) == before - 1
    assert phone.get(link(role, number)).status == 200
    assert phone.phone.id != known


def test_a_phone_that_was_sent_away_cannot_come_in_as_a_new_one(app, game):
    phone = Visitor(app, Role.SCORER, game)
    form = phone.get("/leave").form("/leave")
    phone.access.dismiss(phone.phone.id)
    assert phone.get("/leave").heading == "Join a table"
    answer = phone.client.post(form.action, data=form.fields)
    assert (answer.location, CLEAR in answer.headers) == ("/join", False)
    assert phone.phone.dismissed


def test_a_phone_that_was_sent_away_drops_its_pages_at_the_next_answer(app, link, game):
    phone = Visitor(app, Role.SCORER, game)
    phone.access.dismiss(phone.phone.id)
    address = f"/games/{game}"
    answers = [phone.client.get(path) for path in ("/", address, f"{address}/stream", "/phones")]
    answers += [phone.client.post(f"{address}/rounds/1/edit", data={"x": "1"})]
    answers += [phone.client.get(link(Role.SCORER, game), follow_redirects=True)]
    assert [(a.status_code, a.headers.get(CLEAR)) for a in answers] == [(403, CLEARED)] * 6
    for path in ("/join", "/leave", "/manifest.webmanifest", "/nowhere"):
        with phone.client.get(path) as answer:
            assert CLEAR not in answer.headers, path


def farewell(phone):
    """Return the word that the phone's cookie holds."""
    return phone.client.get_cookie(cookies.name_of(cookies.FAREWELL, phone.app.secret_key)).value


def words(page):
    return [section["data-word"] for section in page.root.all("section") if "data-word" in section.attributes]


def test_only_the_page_for_a_phone_that_was_sent_away_or_left_has_its_word(app, link, game):
    stays, goes = Visitor(app, None), Visitor(app, None)
    for phone in (stays, goes):
        phone.get(link(Role.SCORER, game))
    form = stays.get("/leave").form("/leave")
    assert farewell(stays) != farewell(goes)
    goes.access.dismiss(goes.phone.id)
    for path in (f"/games/{game}", "/join"):
        assert words(goes.get(path)) == [farewell(goes)]
    stays.access.renew(Role.SCORER, game)
    for path in (f"/games/{game}", "/join", "/nowhere"):
        assert words(stays.get(path)) == words(Visitor(app, None).get(path)) == []
    word = farewell(stays)
    assert words(stays.send(form)) == [word]
    assert words(stays.get("/join")) == []


def test_a_phone_from_before_the_word_gets_one_with_its_new_cookies(app, game):
    phone = Visitor(app, Role.SCORER, game)
    token = phone.token
    phone.client.delete_cookie(phone_cookie(app))
    phone.client.set_cookie(COOKIE, token)
    phone.get(f"/games/{game}")
    phone.access.dismiss(phone.phone.id)
    assert words(phone.get("/join")) == [farewell(phone)]


def test_no_other_phone_drops_anything(app, routes, game):
    revoked = Visitor(app, Role.WATCHER, game)
    revoked.access.renew(Role.WATCHER, game)
    for phone in (Visitor(app), Visitor(app, Role.SCORER, game), Visitor(app, None), revoked):
        for address in routes:
            with phone.client.get(address) as answer:
                assert CLEAR not in answer.headers, address
