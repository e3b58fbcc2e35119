"""A host of many clubs: each under its prefix, none knows of another, and a broken one troubles nobody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorepad import paths
from scorepad.serving import invite_links
from scorepad.store import Role
from scorepad.web import create_app
from scorepad.web.access import permissions
from tests.web.driving import OUT_FIRST, guarded
from tests.web.hosting import Member, clubs_of, make_club

SESSION, PHONE = "session", permissions.COOKIE


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with two clubs and a broken one, and none at home."""
    home = tmp_path_factory.mktemp("host")
    for slug in ("one", "two"):
        make_club(home, slug)
    make_club(home, "broken").write_bytes(b"no club at all" * 400)
    return home


@pytest.fixture(scope="module")
def app(home: Path) -> Iterator[Flask]:
    """The pages of that host."""
    app = create_app(home)
    yield app
    clubs_of(app).close()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Path]]:
    """The pages of a home that has another club too."""
    home = tmp_path_factory.mktemp("both")
    make_club(home, "one")
    (home / paths.CLUB).touch()
    app = create_app(home)
    yield app, home
    clubs_of(app).close()


def test_a_game_is_played_under_the_prefix_and_stands_in_that_club_alone(
    app: Flask, home: Path
) -> None:
    one, two = Member(app, home, "one"), Member(app, home, "two")
    table = one.begin()
    page = table.play(1, **OUT_FIRST)
    assert page.said == "Round 1 is kept."
    assert one.get(table.address).status == 200
    assert one.club.exists(table.game)
    assert two.get(table.address).status == 404
    assert not two.club.exists(table.game)


@pytest.mark.parametrize("address", ["/", "/games/new", "/league", "/people", "/league/seasons"])
def test_every_address_on_a_page_keeps_to_its_club(app: Flask, home: Path, address: str) -> None:
    page = Member(app, home, "one").get(address)
    assert page.status == 200
    found = [
        target
        for tag in ("a", "link", "script", "form", "img")
        for one in page.root.all(tag)
        for name in ("href", "src", "action")
        if (target := one[name]) and not target.startswith("#")
    ]
    assert len(found) > 5
    assert [one for one in found if not one.startswith("/c/one/")] == []


def test_what_a_page_is_made_of_is_sent_under_the_prefix(app: Flask, home: Path) -> None:
    member = Member(app, home, "one")
    (sheet,) = [
        one["href"] for one in member.get("/").root.all("link") if one["rel"] == "stylesheet"
    ]
    assert member.client.get(sheet).mimetype == "text/css"


def test_cookies_are_for_one_club_alone(app: Flask, home: Path) -> None:
    member = Member(app, home, "one")
    member.get("/games/new/partnership")
    for name in (f"{SESSION}_one", f"{PHONE}_one"):
        assert member.client.get_cookie(name, path="/c/one") is not None
        assert member.client.get_cookie(name, path="/") is None


def test_the_cookie_of_a_phone_is_worth_nothing_in_another_club(app: Flask, home: Path) -> None:
    token = Member(app, home, "one").client.get_cookie(f"{PHONE}_one", path="/c/one")
    assert token
    stranger = Member(app, home, "two", None)
    for name in (f"{PHONE}_one", f"{PHONE}_two", PHONE):
        stranger.client.set_cookie(name, token.value)
    assert stranger.client.get("/c/one/people").status_code == 200
    assert stranger.client.get("/c/two/people").status_code == 403


def test_a_session_is_worth_nothing_in_another_club(app: Flask, home: Path) -> None:
    one, two = Member(app, home, "one"), Member(app, home, "two")
    form = one.get("/people").form("/people")
    session = one.client.get_cookie(f"{SESSION}_one", path="/c/one")
    assert session
    two.client.set_cookie(f"{SESSION}_two", session.value, path="/c/two")
    fields = {**form.fields, "name": "Zora"}
    assert two.client.post("/c/two/people", data=fields).status_code == 422
    assert two.club.people.named("Zora") == []
    assert one.client.post("/c/one/people", data=fields).status_code == 303


def test_a_link_is_worth_nothing_in_another_club(app: Flask, home: Path) -> None:
    word = invite_links.link_path(home, slug="one").rpartition("/")[2]
    client = app.test_client()
    assert client.get(f"/c/two/in/{word}").status_code == 410
    assert client.get(f"/in/{word}").status_code == 404
    assert client.get(f"/c/one/in/{word}").status_code == 303


@pytest.mark.parametrize(
    "slug", ["three", "One", "a.b", "..", "%2e%2e", "one%2ftwo", "x" * 41, "-", "é", "one%00", ""]
)
def test_what_is_no_club_is_no_page(app: Flask, home: Path, slug: str) -> None:
    before = sorted(home.rglob("*"))
    answer = app.test_client().get(f"/c/{slug}/people")
    assert answer.status_code == 404
    guarded(answer)
    assert sorted(home.rglob("*")) == before


def test_a_broken_club_says_so_and_the_others_go_on(app: Flask, home: Path) -> None:
    answer = app.test_client().get("/c/broken/people")
    assert answer.status_code == 503
    assert str(home) not in answer.text
    guarded(answer)
    assert Member(app, home, "one").get("/people").status == 200
    assert "broken" not in clubs_of(app).slugs()


def test_a_host_without_a_club_at_home_tells_nothing(app: Flask) -> None:
    client = app.test_client()
    client.set_cookie(PHONE, "0" * 32)
    answer = client.get("/")
    assert answer.status_code == 200
    guarded(answer)
    assert "Scorepad is here" in answer.text
    assert not [slug for slug in ("one", "two", "broken") if f"/{slug}" in answer.text]
    for address in ("/people", "/join", "/games/1", "/games/1/stream", "/c/", "/c", "/in/o-x"):
        answer = client.get(address)
        assert answer.status_code == 404
        guarded(answer)


def test_a_host_without_a_club_at_home_makes_none(app: Flask, home: Path) -> None:
    app.test_client().get("/")
    assert not (home / paths.CLUB).exists()
    assert invite_links.owner_path(home) == ""


def test_a_home_may_have_other_clubs_too(both: tuple[Flask, Path]) -> None:
    at_home, member = Member(*both, ""), Member(*both, "one")
    table = at_home.begin()
    assert at_home.get(table.address).status == 200
    assert member.get(table.address).status == 404


def test_what_a_browser_keeps_for_the_home_is_worth_nothing_under_a_prefix(
    both: tuple[Flask, Path],
) -> None:
    at_home = Member(*both, "")
    at_home.get("/people")
    # The path / covers every prefix: a browser sends both cookies along.
    assert at_home.client.get("/people").status_code == 200
    assert at_home.client.get("/c/one/people").status_code == 403
    assert at_home.client.get(invite_links.link_path(both[1], slug="one"), follow_redirects=True)
    assert at_home.client.get("/c/one/people").status_code == 200
    assert at_home.client.get("/people").status_code == 200


def test_each_club_has_its_own_news_codes_and_phones(app: Flask, home: Path) -> None:
    one, two = Member(app, home, "one"), Member(app, home, "two", Role.READER)
    clubs = clubs_of(app)
    mine, theirs = clubs.take("one"), clubs.take("two")
    for slug in ("one", "two"):
        clubs.give_back(slug)
    for part in ("store", "access", "hub", "league_worker", "codes"):
        assert getattr(mine, part) is not getattr(theirs, part)
    assert one.get("/people").status == 200
    assert two.get("/people").status == 403
    assert two.get("/league").status == 200
