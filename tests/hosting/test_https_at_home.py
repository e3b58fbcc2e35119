"""https in a home network without the internet, as docs/hosting.md says: Caddy is its own authority."""

import json
from contextlib import ExitStack

import pytest

from scorepad.serving.invite_links import link_path
from tests.hosting.programs import Phone, example, proxy
from tests.support.server import environment, serving
from tests.web.hosting import make_club

NAME = "scorepad.local"


@pytest.fixture(scope="module")
def owner(tmp_path_factory):
    """An owner's phone that trusts Caddy's own authority."""
    home = tmp_path_factory.mktemp("https") / "instance"
    make_club(home, "den")
    with ExitStack() as stack:
        url = stack.enter_context(serving(environment(SCOREPAD_INSTANCE=str(home), SCOREPAD_PROXIES="1")))
        caddy = stack.enter_context(proxy(tmp_path_factory.mktemp("caddy"), NAME, NAME, {"127.0.0.1:8484": url}))
        phone = Phone(*caddy)
        assert phone.get(link_path(home, slug="den")).status == 200
        yield phone


def test_the_pages_come_over_https_and_their_cookies_go_nowhere_else(owner):
    assert all(cookie.secure for cookie in owner.cookies)
    assert "You are using https already" in owner.get("/c/den/https").text


def test_what_https_adds_is_there(owner):
    assert "addEventListener" in owner.read("/c/den/service-worker.js")
    manifest = json.loads(owner.read("/c/den/manifest.webmanifest"))
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/c/den/continue", "/c/den/games/new"]


def test_the_page_for_phones_shows_the_same_lines_as_the_handbook(owner):
    blocks = [block.text for block in owner.get("/c/den/https").root.all("pre")]
    handbook = [
        example("sh", "tailscale serve"),
        example("caddy", "scores.example.org {\n\treverse_proxy 127.0.0.1:8484\n}"),
        example("caddy", NAME),
    ]
    assert [block.split() for block in blocks] == [block.split() for block in handbook]
