"""Whom a trusted proxy calls an owner is let in as one: only from that proxy, and only if a setting says so."""

from contextlib import ExitStack, closing

import pytest

from scorepad.environment import SettingError
from scorepad.store import Role
from scorepad.web import create_app
from tests.web.driving import Visitor, guarded
from tests.web.hosting import clubs_of, make_club

SETTING = {"SCOREPAD_PROXIES": "1", "SCOREPAD_OWNER_HEADER": "Remote-User=ann,bob"}
FORWARDED = {"X-Forwarded-For": "203.0.113.9"}
ANN = FORWARDED | {"Remote-User": "ann"}


@pytest.fixture
def new_app(tmp_path, monkeypatch):
    """A function that creates an application with these settings."""
    with ExitStack() as stack:

        def new(**settings):
            for name, text in settings.items():
                monkeypatch.setenv(name, text)
            app = create_app(tmp_path)
            stack.enter_context(closing(clubs_of(app)))
            return app

        yield new


def opened(client, path="/people", headers=ANN, proxy="127.0.0.1"):
    """The status of the page to which an address leads, through this proxy with these headers."""
    answer = client.get(path, headers=headers, environ_overrides={"REMOTE_ADDR": proxy}, follow_redirects=True)
    guarded(answer)
    return answer.status_code


def owners(app):
    return sum(bool(phone.passes) for phone in clubs_of(app).home.access.phones())


@pytest.mark.parametrize("proxy", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_a_browser_is_let_in_and_stays_an_owners_phone_by_its_cookie(new_app, proxy):
    app = new_app(**SETTING)
    client = app.test_client()
    assert opened(client, "/", proxy=proxy) == 200
    assert (opened(client), opened(client, headers={}), owners(app)) == (200, 200, 1)
    phone = clubs_of(app).home.access.phones()[0]
    assert {role for role, _ in phone.passes} == {Role.OWNER}


@pytest.mark.parametrize(
    ("headers", "proxy"),
    [
        ({}, "127.0.0.1"),
        (FORWARDED, "127.0.0.1"),
        ({"Remote-User": "ann"}, "127.0.0.1"),
        *((FORWARDED | {"Remote-User": user}, "127.0.0.1") for user in ("", "Ann", "carla", "ann,bob", "ann, ann")),
        (FORWARDED | {"X-Remote-User": "ann"}, "127.0.0.1"),
        *((ANN, proxy) for proxy in ("192.168.1.20", "203.0.113.9", "2001:db8::1", "::ffff:192.168.1.20", "", "unix")),
        (ANN | {"X-Forwarded-For": "127.0.0.1"}, "192.168.1.20"),
    ],
)
def test_nobody_else_is(new_app, headers, proxy):
    app = new_app(**SETTING)
    assert (opened(app.test_client(), headers=headers, proxy=proxy), owners(app)) == (403, 0)


@pytest.mark.parametrize("proxies", ["0", "1"])
def test_without_the_setting_the_header_means_nothing(new_app, proxies):
    app = new_app(SCOREPAD_PROXIES=proxies)
    assert (opened(app.test_client()), owners(app)) == (403, 0)


def test_a_proxy_elsewhere_is_named_by_its_address(new_app):
    app = new_app(**SETTING | {"SCOREPAD_OWNER_HEADER": "Remote-User=ann from 172.18.0.0/16,fd00::5"})
    assert [opened(app.test_client(), proxy=proxy) for proxy in ("172.18.4.2", "fd00::5")] == [200, 200]
    assert [opened(app.test_client(), proxy=proxy) for proxy in ("172.19.0.1", "fd00::6", "127.0.0.1")] == [403] * 3


def test_a_browser_without_cookies_becomes_no_phone(new_app):
    app = new_app(**SETTING)
    assert (opened(app.test_client(use_cookies=False), "/"), owners(app)) == (403, 0)


def test_who_was_sent_away_stays_away(new_app):
    app = new_app(**SETTING)
    client = app.test_client()
    assert opened(client) == 200
    access = clubs_of(app).home.access
    access.dismiss(access.phones()[0].id)
    assert (opened(client), owners(app)) == (403, 0)


def test_only_pages_that_are_read_let_in_and_no_program(new_app):
    app = new_app(**SETTING)
    client = app.test_client()
    for method, path in (("POST", "/people"), ("HEAD", "/people"), ("GET", "/api/v1/games")):
        answer = client.open(path, method=method, headers=ANN)
        assert answer.status_code in (401, 403), path
    assert owners(app) == 0


def test_a_watcher_becomes_an_owner_only_where_it_is_refused(new_app):
    app = new_app(**SETTING)
    game = Visitor(app).begin().game
    watcher = Visitor(app, Role.WATCHER, game)
    assert opened(watcher.client, f"/games/{game}/board") == 200
    assert Role.OWNER not in {role for role, _ in watcher.phone.passes}
    assert opened(watcher.client) == 200
    assert Role.OWNER in {role for role, _ in watcher.phone.passes}


def test_only_the_club_at_home_is_meant(new_app, tmp_path):
    app = new_app(**SETTING)
    make_club(tmp_path, "thursday")
    client = app.test_client()
    assert opened(client) == 200
    assert opened(client, "/c/thursday/people") == 403


@pytest.mark.parametrize(
    "text",
    ["Remote-User", "Remote-User=", "=ann", "Remote_User=ann", "Remote-User=ann,", "Remote-User=ann from",
     "Remote-User=ann from proxy", "Remote-User=ann from 10.0.0.1/8", "Remote-User=ann bob", "Remote-User=änn"],
)  # fmt: skip
def test_another_value_is_refused(new_app, text):
    with pytest.raises(SettingError, match="SCOREPAD_OWNER_HEADER is a header"):
        new_app(SCOREPAD_PROXIES="1", SCOREPAD_OWNER_HEADER=text)


def test_without_a_trusted_proxy_it_is_refused(new_app):
    with pytest.raises(SettingError, match="needs a proxy to trust"):
        new_app(SCOREPAD_OWNER_HEADER="Remote-User=ann")
