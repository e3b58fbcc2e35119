"""A host of many clubs: each has its prefix, none reveals another, and a broken one does not affect the others."""

from contextlib import closing

import pytest

from scorepad import paths
from scorepad.serving import invite_links
from scorepad.web import create_app
from scorepad.web.app import permissions
from tests.web.driving import OUT_FIRST, guarded, phone_cookie, session_cookie
from tests.web.hosting import Member, clubs_of, make_club

PHONE = permissions.COOKIE


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """An instance folder with two clubs and a broken one, and no home club."""
    home = tmp_path_factory.mktemp("host")
    for slug in ("one", "two"):
        make_club(home, slug)
    make_club(home, "broken").write_bytes(b"no club at all" * 400)
    return home


@pytest.fixture(scope="module")
def app(home):
    with closing(clubs_of(app := create_app(home))):
        yield app


@pytest.fixture
def one(app, home):
    return Member(app, home, "one")


@pytest.fixture
def two(app, home):
    return Member(app, home, "two")


def test_a_game_is_played_under_the_prefix_and_stands_in_that_club_alone(one, two):
    table = one.begin()
    assert table.play(1, **OUT_FIRST).said.startswith("Round 1 is finished.")
    for member, there in ((one, True), (two, False)):
        assert member.get(table.address).status == (200 if there else 404)
        assert member.club.exists(table.game) == there


@pytest.mark.parametrize("address", ["/", "/games/new", "/league", "/people", "/league/seasons"])
def test_every_address_on_a_page_keeps_to_its_club(one, address):
    page = one.get(address)
    assert page.status == 200
    targets = {
        element[name]
        for element in page.root.all("a", "link", "script", "form", "img")
        for name in ("href", "src", "action")
        if element[name] and not element[name].startswith("#")
    }
    assert len(targets) > 5
    assert {target for target in targets if not target.startswith("/c/one/")} == set()
    sheets = [link["href"] for link in page.root.all("link") if link["rel"] == "stylesheet"]
    assert {one.client.get(sheet).mimetype for sheet in sheets} == {"text/css"}


def test_cookies_are_for_one_club_and_worth_nothing_in_another(app, home, one):
    one.get("/games/new/partnership")
    names = (session_cookie(app, "one"), phone_cookie(app, "one"))
    for name in names:
        assert one.client.get_cookie(name, path="/c/one") is not None
        assert one.client.get_cookie(name, path="/") is None
    stranger = Member(app, home, "two", None)
    token = one.client.get_cookie(names[1], path="/c/one").value
    for name in (*names, phone_cookie(app, "two"), phone_cookie(app), f"{PHONE}_one", f"{PHONE}_two", PHONE):
        stranger.client.set_cookie(name, token)
    assert stranger.client.get("/c/one/people").status_code == 200
    assert stranger.client.get("/c/two/people").status_code == 403


def test_a_session_is_worth_nothing_in_another_club(app, one, two):
    form = one.get("/people").form("/people")
    session = one.client.get_cookie(session_cookie(app, "one"), path="/c/one").value
    two.client.set_cookie(session_cookie(app, "two"), session, path="/c/two")
    fields = {**form.fields, "name": "Zora"}
    assert two.client.post("/c/two/people", data=fields).status_code == 422
    assert two.club.people.named("Zora") == []
    assert one.client.post("/c/one/people", data=fields).status_code == 303


def test_a_link_is_worth_nothing_in_another_club(app, home):
    word = invite_links.link_path(home, slug="one").rpartition("/")[2]
    client = app.test_client()
    assert client.get(f"/c/two/in/{word}").status_code == 410
    assert client.get(f"/in/{word}").status_code == 404
    assert client.get(f"/c/one/in/{word}").status_code == 303


@pytest.mark.parametrize("slug", ["three", "One", "a.b", "..", "%2e%2e", "one%2ftwo", "x" * 41, "-", "é", "one%00", ""])
def test_an_unknown_club_has_no_page(app, home, slug):
    # Some of these slugs lead to club one. Open it first, because that may create files.
    app.test_client().get("/c/one/people")
    before = sorted(home.rglob("*"))
    answer = app.test_client().get(f"/c/{slug}/people")
    assert answer.status_code == 404
    guarded(answer)
    assert sorted(home.rglob("*")) == before


def test_a_broken_club_says_so_and_the_others_go_on(app, home, one):
    answer = app.test_client().get("/c/broken/people")
    assert answer.status_code == 503
    assert str(home) not in answer.text
    guarded(answer)
    assert one.get("/people").status == 200
    assert "broken" not in clubs_of(app).slugs()


def test_a_host_without_a_club_at_home_tells_nothing_and_makes_none(app, home):
    client = app.test_client()
    client.set_cookie(PHONE, "0" * 32)
    answer = client.get("/")
    assert answer.status_code == 200
    guarded(answer)
    assert "Scorepad is running" in answer.text
    assert not [slug for slug in ("one", "two", "broken") if f"/{slug}" in answer.text]
    for address in ("/people", "/join", "/games/1", "/games/1/stream", "/c/", "/c", "/in/o-x"):
        answer = client.get(address)
        assert answer.status_code == 404
        guarded(answer)
    assert not (home / paths.CLUB).exists()
    assert invite_links.owner_path(home, None) == ""


def test_a_home_may_have_other_clubs_where_its_cookie_is_worth_nothing(tmp_path):
    make_club(tmp_path, "one")
    (tmp_path / paths.CLUB).touch()
    with closing(clubs_of(app := create_app(tmp_path))):
        at_home = Member(app, tmp_path, "")
        table = at_home.begin()
        assert table.page().status == 200
        # The path / covers every prefix, so a browser sends both cookies.
        assert at_home.client.get("/c/one/people").status_code == 403
        link = invite_links.link_path(tmp_path, slug="one")
        assert at_home.client.get(link, follow_redirects=True).status_code == 200
        assert at_home.client.get("/c/one/people").status_code == 200
        assert at_home.client.get("/people").status_code == 200
        assert Member(app, tmp_path, "one").get(table.address).status == 404


def test_each_club_has_its_own_news_codes_and_phones(app):
    clubs = clubs_of(app)
    mine, theirs = clubs.take("one"), clubs.take("two")
    for slug in ("one", "two"):
        clubs.give_back(slug)
    for part in ("store", "access", "hub", "league_worker", "codes"):
        assert getattr(mine, part) is not getattr(theirs, part)
