"""By which names the pages can be asked for: no other site's name, pointed at this machine, is answered."""

import io
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from scorepad.web import create_app
from scorepad.web.app import middleware
from tests.web.driving import guarded
from tests.web.pages import Page

NewApp = Callable[..., Flask]

OURS = (
    "localhost",
    "LOCALHOST:8484",
    "scores.localhost",
    "127.0.0.1",
    "192.168.1.20:8484",
    "8.8.8.8",
    "[::1]:8484",
    "[fd00::2]",
    "[::ffff:192.168.1.20]:80",
    "scorepad.local:8484",
    "scorepad.local.",
    "192.168.1.20.",
)
THEIRS = (
    "evil.example",
    "evil.example:8484",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "scorepad.local.evil.example",
    "evilscorepad.local",
    "192.168.1",
    "0x7f.0.0.1",
    "2130706433",
    "xn--mnchen-3ya.example",
)
MALFORMED = (
    "",
    " ",
    "a b",
    "evil.example/localhost",
    "user@localhost",
    "localhost, evil.example",
    "localhost:99999",
    "localhost:",
    "localhost:http",
    "[::1",
    "::1",
    "[1.2.3.4]",
    "[fe80::1%25eth0]",
    "..",
    "a..b",
    "münchen.example",
    "%6cocalhost",
    "localhost\x00",
    "a" * 300,
)


@pytest.fixture
def new_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NewApp]:
    """Makes the application under these settings."""
    made: list[Flask] = []

    def new(**settings: str) -> Flask:
        for name, text in settings.items():
            monkeypatch.setenv(name, text)
        made.append(create_app(tmp_path))
        return made[-1]

    yield new
    for app in made:
        app.extensions["scorepad.clubs"].close()


def asked(client: FlaskClient, host: str, **headers: str) -> tuple[int, str]:
    """Status and heading of the front door, asked for by a name."""
    answer = client.get("/join", headers={"Host": host} | headers)
    guarded(answer)
    return answer.status_code, Page.of(answer.status_code, answer.text).heading


@pytest.mark.parametrize("host", OURS)
def test_a_number_and_a_name_of_this_machine_are_answered(app: Flask, host: str) -> None:
    assert asked(app.test_client(), host)[0] == 200


@pytest.mark.parametrize("suffix", ["", ".", ":8484"])
def test_this_machines_own_name_is_answered(app: Flask, suffix: str) -> None:
    name = socket.gethostname()
    assert asked(app.test_client(), name + suffix)[0] == 200
    assert asked(app.test_client(), f"{name.partition('.')[0]}.local{suffix}")[0] == 200


@pytest.mark.parametrize("host", THEIRS)
def test_another_name_is_told_nothing_but_how_to_allow_it(app: Flask, host: str) -> None:
    answer = app.test_client().get("/join", headers={"Host": host})
    name = host.partition(":")[0]
    page = Page.of(answer.status_code, answer.text)
    assert (page.status, page.heading) == (421, f"Scorepad is not called {name} here")
    assert f"SCOREPAD_HOSTS={name}" in page.text
    assert "Set-Cookie" not in answer.headers
    guarded(answer)


@pytest.mark.parametrize("host", MALFORMED)
def test_a_name_that_is_none_is_no_request(app: Flask, host: str) -> None:
    answer = app.test_client().get("/join", environ_overrides={"HTTP_HOST": host})
    assert answer.status_code == 400
    guarded(answer)


def test_a_request_without_a_name_is_none(app: Flask) -> None:
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": "/join",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
    }
    said: list[str] = []
    b"".join(app.wsgi_app(environ, lambda status, headers: said.append(status)))
    assert said == ["400 BAD REQUEST"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "TRACE"])
def test_whatever_is_asked_for_by_another_name_is_refused(
    app: Flask, routes: dict[str, set[str]], method: str
) -> None:
    client = app.test_client()
    for address in [*routes, "/nowhere"]:
        data = {"x": "1"} if method == "POST" else None
        answer = client.open(address, method=method, data=data, headers={"Host": "evil.example"})
        assert answer.status_code == 421, address


def test_a_name_that_was_told_is_answered_and_all_beneath_one_with_a_star(new_app: NewApp) -> None:
    app = new_app(SCOREPAD_HOSTS=" scores.example.org, *.example.net ,")
    client = app.test_client()
    known = ("scores.example.org", "SCORES.example.org:443", "a.example.net", "a.b.example.net")
    unknown = ("example.org", "a.scores.example.org", "example.net", "evilexample.net")
    assert {asked(client, host)[0] for host in known} == {200}
    assert {asked(client, host)[0] for host in unknown} == {421}


FORWARDED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "scores.example.org",
    "X-Forwarded-Port": "444",
    "X-Forwarded-Prefix": "/evil",
}


def seen(app: Flask, **headers: str) -> tuple[str | None, str, str, str]:
    """What the pages think of a request: who asks, by which scheme, name and prefix."""
    found: list[tuple[str | None, str, str, str]] = []

    @app.before_request
    def look() -> None:
        found.append((request.remote_addr, request.scheme, request.host, request.script_root))

    answer = app.test_client().get("/join", headers=headers)
    assert answer.status_code == 200, answer.text
    return found[0]


def test_without_a_proxy_nobody_is_believed_to_be_one(new_app: NewApp) -> None:
    app = new_app(SCOREPAD_HOSTS="scores.example.org")
    assert seen(app, **FORWARDED) == ("127.0.0.1", "http", "localhost", "")


def test_a_proxy_is_believed_about_the_phone_the_scheme_and_the_name_alone(
    new_app: NewApp,
) -> None:
    app = new_app(SCOREPAD_HOSTS="scores.example.org", SCOREPAD_PROXIES="1")
    assert seen(app, **FORWARDED) == ("203.0.113.9", "https", "scores.example.org", "")


def test_of_a_chain_only_as_many_proxies_are_believed_as_there_are(new_app: NewApp) -> None:
    app = new_app(SCOREPAD_PROXIES="1")
    chain = {"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}
    assert seen(app, **chain)[0] == "203.0.113.9"


def test_past_the_proxy_its_word_does_not_make_another_name_ours(new_app: NewApp) -> None:
    # A page of the other site may send any header but Host.
    client = new_app(SCOREPAD_PROXIES="1").test_client()
    forwarded = {"X-Forwarded-Host": "localhost"}
    assert asked(client, "evil.example", **forwarded)[0] == 421
    assert asked(client, "localhost", **{"X-Forwarded-Host": "evil.example"})[0] == 421


def test_behind_https_cookies_are_for_https_alone_and_browsers_are_told_to_stay_there(
    new_app: NewApp,
) -> None:
    client = new_app(SCOREPAD_PROXIES="1").test_client()
    answer = client.get("/join", headers={"X-Forwarded-Proto": "https"})
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Secure" in answer.headers["Set-Cookie"]
    answer = client.get("/join")
    assert "Strict-Transport-Security" not in answer.headers


def test_a_machine_without_a_name_has_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert middleware.own_names() == {"localhost", "*.localhost", "scorepad.local"}
