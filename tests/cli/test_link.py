"""`scorepad link`: print links again, and make new ones."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.cli import main
from scorepad.serving import network
from scorepad.web import create_app
from tests.web.driving import Visitor


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """A club with a game."""
    app = create_app(tmp_path_factory.mktemp("club"))
    Visitor(app).begin()
    yield app
    app.extensions["scorepad.clubs"].close()


@pytest.fixture
def home(app, monkeypatch):
    """The club's folder, on a machine with one address."""
    monkeypatch.setattr(network, "hosts", lambda: ("192.168.1.20",))
    return app.config["HOME"]


def link(home: Path, *options: str, stdin: str = "", **environ: str) -> Result:
    environ = {"SCOREPAD_INSTANCE": str(home)} | environ
    return CliRunner().invoke(main, ["link", *options], input=stdin, env=environ)


def printed(result: Result) -> list[str]:
    """The links that were printed."""
    assert result.exit_code == 0, result.output
    return [line for line in result.stdout.splitlines() if line.startswith("http")]


def test_the_owners_link_is_printed_for_every_address(home):
    result = link(home)
    best, loopback = printed(result)
    assert best.startswith("http://192.168.1.20:8484/in/o-")
    assert loopback == best.replace("192.168.1.20", "127.0.0.1")
    assert printed(link(home)) == [best, loopback]
    assert result.stdout.endswith("Everyone with this link owns the club, as you do.\n")


def test_the_owners_link_lets_its_owner_in(app, home):
    phone = Visitor(app, None)
    assert phone.get(printed(link(home))[0].partition(":8484")[2]).status == 200
    newest = phone.access.phones()[0]
    assert {permission.role for permission in newest.passes} == {"owner"}


@pytest.mark.parametrize(
    ("options", "begins", "sentence"),
    [
        (["--game", "1"], "/in/s1-", "may keep score of game 1"),
        (["--game", "1", "--watch"], "/in/w1-", "may watch game 1"),
        (["--reader"], "/in/r-", "may read the whole club"),
    ],
)
def test_other_links_are_printed_too(home, options, begins, sentence):
    result = link(home, *options)
    assert begins in printed(result)[0]
    assert sentence in result.stdout


def test_a_new_link_needs_a_yes(home):
    before = printed(link(home, "--reader"))
    assert link(home, "--reader", "--new", stdin="n\n").exit_code == 1
    assert printed(link(home, "--reader")) == before
    result = link(home, "--reader", "--new", stdin="y\n")
    assert "must then come in again" in result.stderr
    assert printed(result) != before
    assert printed(link(home, "--reader")) == printed(result)
    assert printed(link(home, "--reader", "--new", "--yes")) != printed(result)


def test_a_new_link_sends_the_phones_of_the_old_one_away(app, home, monkeypatch):
    monkeypatch.setattr("scorepad.store.access.CACHE_SECONDS", 0)
    phone = Visitor(app)
    assert phone.get("/people").status == 200
    link(home, "--new", "--yes")
    assert phone.client.get("/people").status_code == 403


def test_the_port_is_the_last_one_served_or_an_option(home):
    addresses.save(home, Reachable(8500, ("192.168.1.20", "scorepad.local")))
    assert "http://scorepad.local:8500/" in printed(link(home))[1]
    assert ":8600/" in printed(link(home, "--port", "8600"))[0]
    addresses.save(home, Reachable(8500, ("192.168.1.20",), here=True))
    (loopback,) = printed(link(home))
    assert loopback.startswith("http://127.0.0.1:8500/")
    (home / addresses.FILE).unlink()


def test_behind_a_proxy_the_link_has_the_public_name(home):
    hosts = "scores.example.org, *.example.net"
    (public,) = printed(link(home, SCOREPAD_PROXIES="1", SCOREPAD_HOSTS=hosts))
    assert public.startswith("https://scores.example.org/in/o-")


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (["--watch"], 2, "--watch is for one table"),
        (["--reader", "--game", "1"], 2, "--reader is for the whole club"),
        (["--game", "0"], 2, "not in the range"),
        (["--game", "99"], 1, "There is no game 99 in this club."),
        (["--port", "70000"], 1, "A port is a whole number"),
        (["--port", "0"], 1, "A port is a whole number from 1 to 65535"),
    ],
)
def test_wrong_options_are_refused(home, options, status, sentence):
    result = link(home, *options)
    assert (result.exit_code, result.stdout) == (status, "")
    assert sentence in result.stderr


def test_a_missing_club_is_an_error(tmp_path):
    result = link(tmp_path / "nothing", "--game", "1")
    assert result.exit_code == 1
    assert "There is no club" in result.stderr
