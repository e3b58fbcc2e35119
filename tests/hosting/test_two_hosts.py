"""The commands for many clubs in docs/hosting.md work, and so does its Caddyfile, with two hosts behind it."""

import shlex
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from click.testing import CliRunner

from scorepad.cli import main
from scorepad.serving import invite_links
from scorepad.store import Role
from tests.hosting.programs import Phone, example, proxy, replace
from tests.support.server import environment, serving
from tests.web.driving import filled
from tests.web.hosting import make_club

NAME = "scores.example.org"
FIRST, SECOND = "thursday", "friday"


@pytest.fixture(scope="module")
def homes(tmp_path_factory):
    """Two instance folders with one club each."""
    homes = {slug: tmp_path_factory.mktemp(slug) for slug in (FIRST, SECOND)}
    for slug, home in homes.items():
        make_club(home, slug)
    return homes


@pytest.fixture(scope="module")
def hosts(homes):
    """The addresses of two servers behind one proxy."""
    settings = {"SCOREPAD_PROXIES": "1", "SCOREPAD_HOSTS": NAME}
    environs = [environment(SCOREPAD_INSTANCE=str(home), **settings) for home in homes.values()]
    with ExitStack() as stack, ThreadPoolExecutor() as threads:
        servers = map(serving, environs)
        yield dict(zip(homes, threads.map(stack.enter_context, servers), strict=True))


@pytest.fixture(scope="module")
def caddy(hosts, tmp_path_factory):
    """Caddy in front of both: its address, and the certificate of its own authority."""
    servers = {"127.0.0.1:8484": hosts[FIRST], "10.0.0.2:8484": hosts[SECOND]}
    with proxy(tmp_path_factory.mktemp("caddy"), NAME, "@second", servers) as caddy:
        yield caddy


@pytest.fixture
def owners(caddy, homes):
    phones = {}
    for slug, home in homes.items():
        phones[slug] = Phone(*caddy)
        assert phones[slug].get(invite_links.link_path(home, slug=slug)).status == 200
    return phones


def test_the_commands_for_many_clubs_work_one_after_the_other(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    stick = tmp_path / "stick"
    stick.mkdir()
    lines = replace(example("sh", "scorepad club new"), {"/media/stick": str(stick)}).splitlines()
    commands = [shlex.split(line, comments=True) for line in lines]
    assert len(commands) > 4
    for name, *arguments in commands:
        assert name == "scorepad"
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, (arguments, result.output)
    assert len(list(stick.iterdir())) == 1
    assert (tmp_path / "instance/clubs/thursday/club.sqlite3").exists()


def test_each_prefix_leads_to_the_host_of_its_club_alone(owners):
    for slug, phone in owners.items():
        (other,) = owners.keys() - {slug}
        assert phone.get(f"/c/{slug}/people").status == 200
        assert phone.get(f"/c/{other}/people").status == 403
    assert owners[SECOND].get(f"/c/{SECOND}-evening/people").status == 404


def test_cookies_are_for_https_and_for_one_club_whatever_a_phone_claims(caddy, homes):
    claims = {"X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example"}
    for slug, home in homes.items():
        phone = Phone(*caddy)
        assert phone.get(invite_links.link_path(home, slug=slug), claims).status == 200
        cookies = list(phone.cookies)
        assert [(cookie.secure, cookie.path) for cookie in cookies] == [(True, f"/c/{slug}")] * 3
        hidden = [cookie.name for cookie in cookies if not cookie.has_nonstandard_attr("HttpOnly")]
        assert [name.partition(".")[0] for name in hidden] == ["scorepad_farewell"]


def test_a_change_comes_through_the_stream(owners, caddy, homes):
    owner, watcher = owners[SECOND], Phone(*caddy)
    form = owner.get(f"/c/{SECOND}/games/new/partnership").form()
    seats = {name: f"Player {name}" for name in form.names if name.startswith("seat")}
    page = owner.send(form.action, filled(form, seats))
    assert page.status == 200
    table = page.form("/starter").action.removesuffix("/starter")
    game = int(table.rsplit("/", 1)[1])
    link = invite_links.link_path(homes[SECOND], Role.WATCHER, game, slug=SECOND)
    assert watcher.get(link).status == 200
    with watcher.stream(f"{table}/stream?at=board") as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        first = answer.readline()
        assert first.startswith(b"data: ")
        form = owner.get(table).form("/starter")
        assert owner.send(f"{table}/starter", filled(form, {"seat": "2"})).status == 200
        news = (line for line in iter(answer.readline, b"") if line.startswith(b"data: "))
        assert next(news) != first
