"""`scorepad link`: the links that let phones in, shown again and made anew."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.cli import main
from scorepad.lan import machine
from scorepad.web import create_app
from tests.web.driving import Visitor


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with a game."""
    home = tmp_path_factory.mktemp("club")
    app = create_app(home)
    Visitor(app).begin()
    app.extensions["scorepad.clubs"].close()
    return home


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has one address."""
    monkeypatch.setattr(machine, "hosts", lambda: ("192.168.1.20",))


def link(home: Path, *words: str, given: str = "", **environ: str) -> Result:
    """What the command says."""
    environ = {"SCOREPAD_INSTANCE": str(home)} | environ
    return CliRunner().invoke(main, ["link", *words], input=given, env=environ)


def printed(result: Result) -> list[str]:
    """The links that were printed."""
    assert result.exit_code == 0, result.output
    return [line for line in result.stdout.splitlines() if line.startswith("http")]


def test_the_owners_link_is_printed_again_for_every_address(home: Path) -> None:
    result = link(home)
    best, own = printed(result)
    assert best.startswith("http://192.168.1.20:8484/in/o-")
    assert own == best.replace("192.168.1.20", "127.0.0.1")
    assert printed(link(home)) == [best, own]
    assert result.stdout.endswith("Whoever has this owns the club as you do.\n")


def test_it_lets_its_owner_in(home: Path) -> None:
    app = create_app(home)
    phone = Visitor(app, None)
    assert phone.get(printed(link(home))[0].partition(":8484")[2]).status == 200
    latest = phone.access.phones()[0]
    assert {one.role for one in latest.passes} == {"owner"}
    app.extensions["scorepad.clubs"].close()


@pytest.mark.parametrize(
    ("words", "begins", "says"),
    [
        (["--game", "1"], "/in/s1-", "keeps score of game 1"),
        (["--game", "1", "--watch"], "/in/w1-", "watches game 1"),
        (["--reader"], "/in/r-", "read the whole club"),
    ],
)
def test_the_other_links_are_printed_too(
    home: Path, words: list[str], begins: str, says: str
) -> None:
    result = link(home, *words)
    assert begins in printed(result)[0]
    assert says in result.stdout


def test_a_link_is_made_anew_when_that_is_confirmed(home: Path) -> None:
    before = printed(link(home, "--reader"))
    result = link(home, "--reader", "--new", given="n\n")
    assert result.exit_code == 1
    assert printed(link(home, "--reader")) == before
    result = link(home, "--reader", "--new", given="y\n")
    assert "must then come in anew" in result.stderr
    assert printed(result) != before
    assert printed(link(home, "--reader")) == printed(result)
    assert printed(link(home, "--reader", "--new", "--yes")) != printed(result)


def test_a_link_made_anew_sends_the_phones_of_the_old_one_away(home: Path) -> None:
    app = create_app(home)
    phone = Visitor(app)
    assert phone.get("/people").status == 200
    link(home, "--new", "--yes")
    # Within a second, during which a phone is not looked up again.
    phone.access._remembered.clear()
    assert phone.client.get("/people").status_code == 403
    app.extensions["scorepad.clubs"].close()


def test_the_port_is_the_last_one_served_or_the_one_that_is_told(home: Path) -> None:
    addresses.keep(home, Reachable(8500, ("192.168.1.20", "scorepad.local")))
    assert "http://scorepad.local:8500/" in printed(link(home))[1]
    assert ":8600/" in printed(link(home, "--port", "8600"))[0]
    addresses.keep(home, Reachable(8500, ("192.168.1.20",), here=True))
    (alone,) = printed(link(home))
    assert alone.startswith("http://127.0.0.1:8500/")
    (home / addresses.FILE).unlink()


def test_behind_a_proxy_the_link_is_the_proxys(home: Path) -> None:
    hosts = "scores.example.org, *.example.net"
    (public,) = printed(link(home, SCOREPAD_PROXIES="1", SCOREPAD_HOSTS=hosts))
    assert public.startswith("https://scores.example.org/in/o-")


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["--watch"], 2, "--watch is for one table"),
        (["--reader", "--game", "1"], 2, "--reader is for the whole club"),
        (["--game", "0"], 2, "not in the range"),
        (["--game", "99"], 1, "There is no game 99 in this club."),
        (["--port", "70000"], 1, "A port is a whole number"),
    ],
)
def test_what_makes_no_sense_is_said(
    home: Path, words: list[str], status: int, sentence: str
) -> None:
    result = link(home, *words)
    assert (result.exit_code, result.stdout) == (status, "")
    assert sentence in result.stderr


def test_a_club_that_is_not_there_is_said(tmp_path: Path) -> None:
    result = link(tmp_path / "nothing", "--game", "1")
    assert result.exit_code == 1
    assert "There is no club" in result.stderr
