"""Scorepad at example.org/score, behind Caddy as docs/hosting.md says: nothing leads out of the path."""

import json
import re
from urllib.parse import urljoin, urlsplit

import pytest

from scorepad.serving.announce import Announcer, Site
from scorepad.serving.invite_links import link_path
from scorepad.serving.origins import public_origins
from scorepad.store import Role
from scorepad.web import create_app
from tests.hosting.programs import Phone, proxy
from tests.support.server import environment, serving
from tests.web.driving import filled
from tests.web.hosting import clubs_of, make_club

NAME, ROOT = "example.org", "/score"
SETTINGS = {"SCOREPAD_PROXIES": "1", "SCOREPAD_HOSTS": f"{NAME}{ROOT}", "SCOREPAD_OPEN": "1"}


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """An instance with a home club, and one at /c/den."""
    home = tmp_path_factory.mktemp("below") / "instance"
    make_club(home, "den")
    return home


@pytest.fixture(scope="module")
def caddy(home, tmp_path_factory):
    (home / "club.sqlite3").touch(0o600)
    folder = tmp_path_factory.mktemp("caddy")
    with (
        serving(environment(SCOREPAD_INSTANCE=str(home), **SETTINGS)) as url,
        proxy(folder, NAME, "X-Forwarded-Prefix", {"127.0.0.1:8484": url}) as caddy,
    ):
        yield caddy


@pytest.fixture(params=["", "den"])
def owner(request, caddy, home):
    """An owner's phone, with the prefix of its club."""
    phone, slug = Phone(*caddy), request.param
    phone.prefix = ROOT + (f"/c/{slug}" if slug else "")
    page = phone.get(ROOT + link_path(home, slug=slug))
    assert page.status == 200
    assert page.address == f"{phone.prefix}/"
    return phone


def begin(owner):
    """Begin a game. Return the path of its table."""
    form = owner.get(f"{owner.prefix}/games/new/partnership").form()
    page = owner.send(form.action, filled(form, {name: name for name in form.names if name.startswith("seat")}))
    assert page.status == 200
    assert page.address.startswith(f"{owner.prefix}/games/")
    return page.address


def addresses(page):
    """Every address in a page: links, forms, assets, streams, QR links."""
    names = ("href", "src", "action", "data-stream")
    found = [element[name] for element in page.root.elements for name in names]
    return {urljoin(page.address, text) for text in found if text and not text.startswith(("#", "mailto:"))}


def test_every_address_of_the_pages_stays_below_the_path(owner):
    table = begin(owner)
    visited, waiting = set(), [f"{owner.prefix}/", table, f"{table}/board", f"{table}/invite", f"{owner.prefix}/phones"]
    while waiting and len(visited) < 60:
        path = waiting.pop(0)
        if path in visited:
            continue
        visited.add(path)
        page = owner.get(path)
        assert page.status in (200, 422), path
        for address in sorted(addresses(page)):
            there = urlsplit(address)
            assert there.netloc in ("", NAME, urlsplit(owner.origin).netloc), (path, address)
            assert there.path.startswith(f"{owner.prefix}/"), (path, address)
            if not re.search(r"/assets/|/stream|/export|/in/|\.|/api", there.path):
                waiting.append(there.path)
    assert len(visited) > 20


def test_a_phone_that_may_not_come_in_is_sent_to_the_door_below_the_path(owner, caddy):
    page = Phone(*caddy).get(f"{owner.prefix}/")
    assert (page.status, page.address) == (200, f"{owner.prefix}/join")


def test_cookies_manifest_and_worker_are_those_of_the_path(owner):
    assert {cookie.path for cookie in owner.cookies} == {owner.prefix}
    manifest = json.loads(owner.read(f"{owner.prefix}/manifest.webmanifest"))
    assert manifest["start_url"] == manifest["scope"] == f"{owner.prefix}/"
    assert {icon["src"].startswith(f"{owner.prefix}/assets/") for icon in manifest["icons"]} == {True}
    assert f'["{owner.prefix}/assets/' in owner.read(f"{owner.prefix}/service-worker.js")


def test_the_link_on_the_invite_page_lets_another_phone_in(owner, caddy):
    table = begin(owner)
    (link,) = re.findall(rf"https://[^\"<\s]*{owner.prefix}/in/[^\"<\s]*", owner.get(f"{table}/invite").source)[:1]
    guest = Phone(*caddy)
    page = guest.get(urlsplit(link).path)
    assert (page.status, page.address) == (200, f"{table}/scorer")


def test_the_news_of_a_table_come_below_the_path(owner):
    table = begin(owner)
    (stream,) = {there for there in addresses(owner.get(table)) if "/stream" in there}
    assert stream.startswith(f"{table}/stream")
    with owner.stream(stream) as answer:
        first = answer.readline()
        form = owner.get(table).form("/starter")
        assert owner.send(form.action, filled(form, {"seat": "2"})).status == 200
        news = (line for line in iter(answer.readline, b"") if line.startswith(b"data: "))
        assert next(news) != first


def test_a_visitor_starts_a_club_below_the_path(caddy):
    phone = Phone(*caddy)
    form = phone.get(f"{ROOT}/start").form("/start")
    assert form.action == f"{ROOT}/start"
    page = phone.send(form.action, filled(form, {"name": "Friday"}))
    assert page.address == f"{ROOT}/started"
    (club,) = re.findall(rf"https://{NAME}[^\"<\s]*({ROOT}/c/[^\"<\s]*)", page.source)[:1]
    assert phone.get(club).status == 200


def test_printed_links_have_the_path(home, tmp_path):
    site = Site(tmp_path, 8484, here=True, public=public_origins(SETTINGS))
    lines = []
    Announcer(site, lines.append).announce(link_path(home, Role.OWNER))
    assert [line for line in lines if f"https://{NAME}{ROOT}/in/" in line]


@pytest.mark.parametrize("forged", ["//evil.example", "/a b", "javascript:x", "/a/../b?x", "/" + "a" * 200])
def test_a_path_that_is_none_is_ignored(tmp_path, monkeypatch, forged):
    monkeypatch.setenv("SCOREPAD_PROXIES", "1")
    app = create_app(tmp_path)
    answer = app.test_client().get("/", headers={"X-Forwarded-Prefix": forged})
    clubs_of(app).close()
    assert answer.location == "/join"


def test_without_a_trusted_proxy_no_header_moves_the_pages(tmp_path):
    app = create_app(tmp_path)
    answer = app.test_client().get("/", headers={"X-Forwarded-Prefix": ROOT})
    clubs_of(app).close()
    assert answer.location == "/join"
