"""The host names that the pages answer to. Another site's name that points at this machine is refused."""

import io
import socket

import pytest
from flask import request

from scorepad.web import create_app
from scorepad.web.app import hosts, security
from tests.web.driving import guarded
from tests.web.pages import Page

OURS = (
    "localhost", "LOCALHOST:8484", "scores.localhost", "127.0.0.1", "192.168.1.20:8484", "8.8.8.8", "[::1]:8484",
    "[fd00::2]", "[::ffff:192.168.1.20]:80", "scorepad.local:8484", "scorepad.local.", "192.168.1.20.",
)  # fmt: skip
THEIRS = (
    "evil.example", "evil.example:8484", "localhost.evil.example", "127.0.0.1.evil.example",
    "scorepad.local.evil.example", "evilscorepad.local", "192.168.1", "0x7f.0.0.1", "2130706433",
    "xn--mnchen-3ya.example",
)  # fmt: skip
MALFORMED = (
    "", " ", "a b", "evil.example/localhost", "user@localhost", "localhost, evil.example", "localhost:99999",
    "localhost:", "localhost:http", "[::1", "::1", "[1.2.3.4]", "[fe80::1%25eth0]", "..", "a..b", "münchen.example",
    "%6cocalhost", "localhost\x00", "a" * 300,
)  # fmt: skip
FORWARDED = {
    "X-Forwarded-For": "198.51.100.1, 203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "scores.example.org",
    "X-Forwarded-Port": "444",
    "X-Forwarded-Prefix": "/score",
}


@pytest.fixture
def new_app(tmp_path, monkeypatch):
    apps = []

    def new(**settings):
        for name, text in settings.items():
            monkeypatch.setenv(name, text)
        apps.append(create_app(tmp_path))
        return apps[-1]

    yield new
    for app in apps:
        app.extensions["scorepad.clubs"].close()


def status(app, host, **headers):
    answer = app.test_client().get("/join", headers={"Host": host} | headers)
    guarded(answer)
    return answer.status_code


def test_a_number_and_a_name_of_this_machine_are_answered(app):
    own = socket.gethostname()
    local = f"{own.partition('.')[0]}.local"
    hosts = [*OURS, *(name + suffix for name in (own, local) for suffix in ("", ".", ":8484"))]
    assert [host for host in hosts if status(app, host) != 200] == []


@pytest.mark.parametrize("host", THEIRS)
def test_another_name_is_told_nothing_but_how_to_allow_it(app, host):
    answer = app.test_client().get("/join", headers={"Host": host})
    name = host.partition(":")[0]
    page = Page(answer.status_code, answer.text)
    assert (page.status, page.heading) == (421, f"Scorepad is not called {name} here")
    assert f"SCOREPAD_HOSTS={name}" in page.text
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "private, no-cache"
    guarded(answer)


@pytest.mark.parametrize("host", MALFORMED)
def test_a_malformed_name_is_a_bad_request(app, host):
    answer = app.test_client().get("/join", environ_overrides={"HTTP_HOST": host})
    assert answer.status_code == 400
    assert answer.headers["Cache-Control"] == "private, no-cache"
    guarded(answer)


def test_a_request_without_a_name_is_a_bad_one(app):
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/join", "wsgi.input": io.BytesIO()}
    server = {"SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.url_scheme": "http"}
    statuses = []
    b"".join(app.wsgi_app(environ | server, lambda status, headers: statuses.append(status)))
    assert statuses == ["400 BAD REQUEST"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "TRACE"])
def test_every_request_by_another_name_is_refused(app, routes, method):
    client = app.test_client()
    for address in [*routes, "/nowhere"]:
        data = {"x": "1"} if method == "POST" else None
        answer = client.open(address, method=method, data=data, headers={"Host": "evil.example"})
        assert answer.status_code == 421, address


def test_an_allowed_name_is_answered_and_all_beneath_one_with_a_star(new_app, monkeypatch):
    app = new_app(SCOREPAD_HOSTS=" scores.example.org, *.example.net ,")
    known = ("scores.example.org", "SCORES.example.org:443", "a.example.net", "a.b.example.net")
    unknown = ("example.org", "a.scores.example.org", "example.net", "evilexample.net")
    assert {status(app, host) for host in known} == {200}
    assert {status(app, host) for host in unknown} == {421}
    # A machine without a name can still be reached by its IP address.
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert hosts.own_names() == {"localhost", "*.localhost", "scorepad.local"}


@pytest.mark.parametrize(
    ("settings", "seen"),
    [
        ({}, ("127.0.0.1", "http", "localhost", "")),
        ({"SCOREPAD_PROXIES": "1"}, ("203.0.113.9", "https", "scores.example.org", "/score")),
    ],
)
def test_only_a_known_proxy_is_believed(new_app, settings, seen):
    app = new_app(SCOREPAD_HOSTS="scores.example.org", **settings)
    requests = []

    @app.before_request
    def look():
        requests.append((request.remote_addr, request.scheme, request.host, request.script_root))

    answer = app.test_client().get("/join", headers=FORWARDED)
    assert answer.status_code == 200, answer.text
    assert requests == [seen]


def test_a_proxy_does_not_make_another_name_ours(new_app):
    # A page of the other site can send any header except Host.
    app = new_app(SCOREPAD_PROXIES="1")
    assert status(app, "evil.example", **{"X-Forwarded-Host": "localhost"}) == 421
    assert status(app, "localhost", **{"X-Forwarded-Host": "evil.example"}) == 421


@pytest.mark.parametrize("proto", ["javascript", "HTTPS:", "http ", "", "\x01"])
def test_a_proxy_names_no_other_scheme(new_app, proto):
    app, seen = new_app(SCOREPAD_PROXIES="1"), []
    app.before_request(lambda: seen.append(request.scheme))
    app.test_client().get("/join", environ_overrides={"HTTP_X_FORWARDED_PROTO": proto})
    assert seen == ["http"]


def test_long_names_are_cut_before_they_are_cached(new_app, monkeypatch):
    """A stranger could fill the memory with them."""
    seen, real = [], security.host_name
    monkeypatch.setattr(security, "host_name", lambda host: seen.append(len(host)) or real(host))
    assert new_app().test_client().get("/join", headers={"Host": "a" * 300_000}).status_code == 400
    assert max(seen) == hosts.LONGEST + 1
