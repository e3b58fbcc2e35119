"""The names of cookies: one for each installation, __Host- over https, and earlier ones are still accepted."""

from contextlib import closing

import pytest

from scorepad.serving.invite_links import link_path
from scorepad.store import Role
from scorepad.web import create_app
from scorepad.web.app.cookies import PREFIX
from scorepad.web.app.permissions import COOKIE
from tests.web.driving import Visitor, phone_cookie, session_cookie
from tests.web.hosting import clubs_of, make_club

HTTPS = "https://localhost"


@pytest.fixture
def own(tmp_path):
    """An instance with a home club, and another club at /c/one."""
    make_club(tmp_path, "one")
    (tmp_path / "club.sqlite3").touch()
    with closing(clubs_of(app := create_app(tmp_path))):
        yield app


def come_in(client, path):
    answer = client.get(path, base_url=HTTPS)
    return client.get(answer.location, base_url=HTTPS)


def path_of(app, slug=""):
    return link_path(app.config["HOME"], slug=slug)


def test_a_cookie_given_before_is_still_good_over_https(own):
    visitor = Visitor(own)
    form = visitor.get("/people").form("/people")
    fields = form.fields | {"name": "Zora"}
    answer = visitor.client.post(form.action, base_url=HTTPS, data=fields)
    assert answer.status_code == 303
    assert visitor.client.get("/people", base_url=HTTPS).status_code == 200


def test_coming_in_again_replaces_the_cookie_under_the_old_name(own):
    visitor = Visitor(own, Role.READER)
    come_in(visitor.client, path_of(own))
    assert visitor.token == ""
    assert visitor.client.get_cookie(PREFIX + phone_cookie(own))
    assert visitor.client.get("/people", base_url=HTTPS).status_code == 200


def test_a_planted_cookie_does_not_take_the_place_of_the_prefixed_one(own):
    client, planted = own.test_client(), Visitor(own, None)
    come_in(client, path_of(own))
    client.set_cookie(phone_cookie(own), Visitor(own, Role.WATCHER, 1).token)
    assert client.get("/people", base_url=HTTPS).status_code == 200
    assert planted.client.get("/people", base_url=HTTPS).status_code == 403


def test_a_club_below_a_path_keeps_its_names(own):
    client = own.test_client()
    answer = come_in(client, path_of(own, "one"))
    (cookie,) = [c for c in answer.headers.getlist("Set-Cookie") if c.startswith(COOKIE)]
    assert cookie.startswith(f"{phone_cookie(own, 'one')}=")
    assert "Path=/c/one" in cookie
    assert not [c for c in answer.headers.getlist("Set-Cookie") if PREFIX in c]


def test_two_scorepads_at_one_address_leave_each_others_phones_in(own, tmp_path):
    home = tmp_path / "second"
    home.mkdir()
    with closing(clubs_of(second := create_app(home))):
        browser, other = Visitor(own), Visitor(second, None)
        # A browser sends the cookies of a host to every port of it.
        other.client._cookies = browser.client._cookies
        for app, visitor in ((own, browser), (second, other)):
            visitor.client.get(path_of(app), follow_redirects=True)
        forms = [visitor.get("/people").form("/people") for visitor in (browser, other)]
        for visitor, form in zip((browser, other), forms, strict=True):
            assert visitor.send(form, name="Zora").status == 200
            assert [person.name for person in visitor.club.people.named("Zora")] == ["Zora"]


def test_the_session_of_another_flask_program_is_left_alone(own):
    visitor = Visitor(own)
    visitor.client.set_cookie("session", "eyJhIjoxfQ.of-another-program")
    form = visitor.get("/people").form("/people")
    assert visitor.send(form, name="Zora").status == 200
    assert visitor.client.get_cookie("session").value == "eyJhIjoxfQ.of-another-program"


def test_an_update_keeps_phones_in_and_gives_their_cookies_the_new_names(own):
    visitor = Visitor(own)
    form = visitor.get("/people").form("/people")
    before = {name: visitor.client.get_cookie(name(own)).value for name in (phone_cookie, session_cookie)}
    for name, text in before.items():
        visitor.client.delete_cookie(name(own))
        visitor.client.set_cookie("session" if name is session_cookie else COOKIE, text)
    assert visitor.send(form, name="Zora").status == 200
    assert {name: visitor.client.get_cookie(name(own)).value for name in before} == before
    assert [visitor.client.get_cookie(name) for name in ("session", COOKIE)] == [None, None]


def test_over_https_the_cookie_of_http_stays(own):
    visitor = Visitor(own)
    assert visitor.client.get("/people", base_url=HTTPS).status_code == 200
    assert visitor.get("/people").status == 200


def test_a_new_secret_key_keeps_phones_in(own, tmp_path):
    visitor = Visitor(own)
    clubs_of(own).close()
    (tmp_path / "secret-key").unlink()
    with closing(clubs_of(again := create_app(tmp_path))):
        returned = Visitor(again, None)
        returned.client.set_cookie(phone_cookie(own), visitor.token)
        assert returned.get("/people").status == 200
        assert returned.token == visitor.token
        assert returned.client.get_cookie(phone_cookie(own)) is None
