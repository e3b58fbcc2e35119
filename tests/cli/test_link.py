"""`scorepad link`: print links again, and make new ones."""

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.serving import network
from scorepad.web import create_app
from tests.cli.invoke import errors, invoke
from tests.support.waiting import until
from tests.web.driving import Visitor


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = create_app(tmp_path_factory.mktemp("club"))
    Visitor(app).begin()
    yield app
    app.extensions["scorepad.clubs"].close()


@pytest.fixture
def home(app, monkeypatch):
    """The club's folder, on a machine with one address."""
    monkeypatch.setattr(network, "hosts", lambda: ("192.168.1.20",))
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(app.config["HOME"]))
    return app.config["HOME"]


def links(*options, **environ):
    result = invoke("link", *options, **environ)
    assert result.exit_code == 0, result.output
    return [line for line in result.stdout.splitlines() if line.startswith("http")]


def test_the_owners_link_is_printed_for_every_address_and_lets_its_owner_in(app, home):
    best, loopback = links()
    assert best.startswith("http://192.168.1.20:8484/in/o-")
    assert loopback == best.replace("192.168.1.20", "127.0.0.1")
    assert links() == [best, loopback]
    phone = Visitor(app, None)
    assert phone.get(best.partition(":8484")[2]).status == 200
    assert {permission.role for permission in phone.passes} == {"owner"}


@pytest.mark.parametrize(
    ("options", "path", "sentence"),
    [
        ([], "/in/o-", "Everyone with this link owns the club, as you do.\n"),
        (["--game", "1"], "/in/s1-", "may keep score of game 1"),
        (["--game", "1", "--watch"], "/in/w1-", "may watch game 1"),
        (["--reader"], "/in/r-", "may read the whole club"),
    ],
)
def test_each_link_is_printed_with_what_it_is_for(home, options, path, sentence):
    assert path in links(*options)[0]
    assert sentence in invoke("link", *options).stdout


def test_the_owners_link_lets_in_as_many_phones_as_the_owner_says(app, home):
    owner = Visitor(app, None)
    assert owner.get(links("--uses", "0", "--new", "--yes")[0].partition(":8484")[2]).heading == "This link is used up"
    assert "It has let in 0 phones and can let in 3 more." in invoke("link", "--uses", "3").stdout
    assert owner.get(links()[0].partition(":8484")[2]).status == 200
    assert "It has let in 1 phone and can let in 2 more." in invoke("link").stdout
    assert invoke("link", "--uses", "3", "--reader").exit_code == 2


def test_a_new_link_needs_a_yes(home):
    before = links("--reader")
    assert invoke("link", "--reader", "--new", stdin="n\n").exit_code == 1
    assert links("--reader") == before
    result = invoke("link", "--reader", "--new", stdin="y\n")
    assert "must then join again" in result.stderr
    new = links("--reader")
    assert new != before
    assert new[0] in result.stdout
    assert links("--reader", "--new", "--yes") != new


def test_a_new_link_sends_the_phones_of_the_old_one_away(app, home):
    phone = Visitor(app)
    assert phone.get("/people").status == 200
    links("--new", "--yes")
    # The server, in another process, notices it within a second.
    until(lambda: phone.client.get("/people").status_code == 403)


def test_the_port_is_the_last_one_served_or_an_option_and_behind_a_proxy_there_is_none(home):
    addresses.save(home, Reachable(8500, ("192.168.1.20", "scorepad.local")))
    assert "http://scorepad.local:8500/" in links()[1]
    assert ":8600/" in links("--port", "8600")[0]
    addresses.save(home, Reachable(8500, ("192.168.1.20",), here=True))
    (loopback,) = links()
    assert loopback.startswith("http://127.0.0.1:8500/")
    (home / addresses.FILE).unlink()
    hosts = "scores.example.org, *.example.net"
    (public,) = links(SCOREPAD_PROXIES="1", SCOREPAD_HOSTS=hosts)
    assert public.startswith("https://scores.example.org/in/o-")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--watch", "--watch is for one table"),
        ("--reader --game 1", "--reader is for the whole club"),
        ("--game 0", "not in the range"),
        ("--game 99", "There is no game 99 in this club."),
        ("--port 70000", "A port is a whole number"),
        ("--port 0", "A port is a whole number from 1 to 65535"),
    ],
)
def test_wrong_options_are_refused(home, options, sentence):
    assert any(sentence in line for line in errors(invoke("link", *options.split())))
