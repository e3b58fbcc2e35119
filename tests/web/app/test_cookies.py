"""The names of cookies: __Host- for the home club over https, and earlier cookies are still accepted."""

from contextlib import closing

import pytest

from scorepad.serving.invite_links import link_path
from scorepad.store import Role
from scorepad.web import create_app
from scorepad.web.access.permissions import COOKIE
from scorepad.web.app.cookies import PREFIX
from tests.web.driving import Visitor
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
    assert visitor.client.get_cookie(COOKIE) is None
    assert visitor.client.get_cookie(PREFIX + COOKIE)
    assert visitor.client.get("/people", base_url=HTTPS).status_code == 200


def test_a_planted_cookie_does_not_take_the_place_of_the_prefixed_one(own):
    client, planted = own.test_client(), Visitor(own, None)
    come_in(client, path_of(own))
    client.set_cookie(COOKIE, Visitor(own, Role.WATCHER, 1).client.get_cookie(COOKIE).value)
    assert client.get("/people", base_url=HTTPS).status_code == 200
    assert planted.client.get("/people", base_url=HTTPS).status_code == 403


def test_a_club_below_a_path_keeps_its_names(own):
    client = own.test_client()
    answer = come_in(client, path_of(own, "one"))
    (cookie,) = [c for c in answer.headers.getlist("Set-Cookie") if c.startswith(COOKIE)]
    assert cookie.startswith(f"{COOKIE}_one=")
    assert "Path=/c/one" in cookie
    assert not [c for c in answer.headers.getlist("Set-Cookie") if PREFIX in c]
