"""The server's log: requests if enabled, as text or JSON, without secrets and health checks."""

import http.client
import json
import subprocess
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from tests.support.server import FROM_CHECKOUT, address, environment, start
from tests.support.waiting import PATIENCE, limited

FORWARDED = {"X-Forwarded-For": "6.6.6.6, 203.0.113.9"}
SECRET = "o-" + "a" * 26


def logged(instance, *options, are_logged=True, **environ):
    """The lines on standard error of a server from which three pages were requested."""
    lines = []
    environ = environment(SCOREPAD_INSTANCE=str(instance), SCOREPAD_ACCESS_LOG="1", **environ)
    with start(environ, FROM_CHECKOUT, subprocess.PIPE, "--here", *options) as server:
        with closing(http.client.HTTPConnection(urlsplit(address(server)).netloc, timeout=PATIENCE)) as connection:
            for path in ("/healthz", f"/in/{SECRET}", "/no%0Apage%22"):
                connection.request("GET", path, headers=FORWARDED)
                connection.getresponse().read()
                if are_logged and path != "/healthz":
                    # A line is written after its response was sent.
                    with limited(server.kill):
                        lines.append(server.stderr.readline().rstrip("\n"))
        server.terminate()
        return [*lines, *server.communicate(timeout=PATIENCE)[1].splitlines()]


@pytest.mark.parametrize(("proxies", "phone"), [("0", "127.0.0.1"), ("1", "203.0.113.9")])
def test_requests_as_json(instance, proxies, phone):
    lines = [json.loads(line) for line in logged(instance, "--log-format", "json", SCOREPAD_PROXIES=proxies)]
    assert [(line["path"], line["address"], line["status"]) for line in lines] == [
        ("/in/…", phone, 410),
        ("/no�page�", phone, 404),
    ]
    assert {"time", "level", "logger", "method", "milliseconds"} < set(lines[0])


def test_requests_as_text(instance):
    first, second = logged(instance)
    assert SECRET not in first
    assert ' INFO 127.0.0.1 "GET /in/…" 410 ' in first
    assert second.endswith(" ms")


def test_none_of_them_unless_asked(instance):
    assert logged(instance, "--no-access-log", are_logged=False) == []
