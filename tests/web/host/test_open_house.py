"""An open house: a visitor starts a club from the front page and owns it. Other hosts have none of these pages."""

import re
from contextlib import closing
from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.web import create_app
from scorepad.web.host.house import MAX_OF_AN_ADDRESS, SECONDS_COUNTED, Limits, TooManyClubs
from tests.web.driving import guarded
from tests.web.host.conftest import Stranger
from tests.web.hosting import Member, clubs_of, make_club

PAGES = ("/start", "/started", "/operator", "/operator/" + "0" * 32)
SLUG = re.compile(r"[a-z]+-[a-z]+-[a-z0-9]{6}")


def link_on(page):
    return page.root.by_id("owner-link").text


@pytest.mark.parametrize("setting", ["", "0"])
def test_a_host_that_is_none_has_nothing_of_it(home, monkeypatch, setting):
    monkeypatch.setenv("SCOREPAD_OPEN", setting)
    make_club(home, "thursday")
    before = sorted(home.rglob("*"))
    with closing(clubs_of(app := create_app(home))):
        visitor = Stranger(app)
        assert [visitor.get(address).status for address in PAGES] == [404] * len(PAGES)
        assert visitor.get("/").heading == "Scorepad is running"
        assert visitor.client.post("/start", data={"name": "Thursday"}).status_code == 404
    assert {file.name for file in home.iterdir()} - {file.name for file in before} == {"secret-key"}


def test_a_visitor_starts_a_club_and_its_link_makes_an_owner(stranger, open_app, home, slugs):
    assert stranger.get("/").heading == "Start a club"
    page = stranger.start("Thursday & Ünï")
    assert (page.status, page.heading) == (200, "Keep this link")
    assert "Thursday & Ünï" in page.text
    (slug,) = slugs()
    assert SLUG.fullmatch(slug)
    path = urlsplit(link_on(page)).path
    assert page.links["Open the club"] == path
    letter = parse_qs(urlsplit(page.links["Mail it to yourself"]).query)
    assert letter["subject"] == ["Thursday & Ünï: our club on Scorepad"]
    assert link_on(page) in letter["body"][0]
    assert [picture["role"] for picture in page.root.elements if picture["class"] == "code"] == ["img"]
    owner = Member(open_app, home, slug, role=None)
    assert "Start your first game" in owner.client.get(path, follow_redirects=True).text
    assert owner.get("/").title == "Thursday & Ünï"
    assert owner.begin().game == 1
    # The same browser can see its link again, other browsers cannot.
    assert link_on(stranger.get("/started")) == link_on(page)
    assert Stranger(open_app).get("/started").heading == "Start a club"


def test_a_link_that_was_renewed_is_not_shown_to_who_started_the_club(stranger, open_app, home, slugs):
    stranger.start()
    Member(open_app, home, *slugs(), role=None)
    club = clubs_of(open_app).take(*slugs())
    club.access.renew("owner", 0)
    clubs_of(open_app).give_back(*slugs(), club)
    assert stranger.get("/started").heading == "Start a club"


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "Please type a name."),
        (" \u00a0 ", "Please type a name."),
        ("x" * 41, "40"),
        ("a\u202eb", ""),
        ("a\x07b", ""),
    ],
)
def test_a_name_that_cannot_be_read_makes_no_club_and_is_kept(stranger, slugs, name, fault):
    page = stranger.start(name)
    assert (page.status, slugs()) == (422, [])
    assert fault in page.root.by_id("name-note").text
    assert page.root.by_id("name-note").text
    assert page.root.by_id("name")["value"] == name


@pytest.mark.parametrize("name", ["<b>&\"'", "漢" * 40, "عائلة", "../../etc", "operator", "Drop; TABLE game"])
def test_any_other_name_is_shown_and_is_in_no_address(stranger, slugs, name):
    page = stranger.start(name)
    assert (page.status, name in page.text) == (200, True)
    assert SLUG.fullmatch(*slugs())
    assert re.search(r"/c/[a-z0-9-]+/in/o-[a-z2-7]{26}$", link_on(page))


def test_a_form_that_no_page_made_starts_none(open_app, slugs):
    form = Stranger(open_app).get("/start").form("/start")
    other, forged = Stranger(open_app), {**form.fields, "name": "Thursday"}
    for data, kind in (
        (forged, None),
        (b"{}", "application/json"),
        (b"name=" + b"x" * 99_999, None),
        (b"\xff=\xfe", None),
    ):
        answer = other.client.post("/start", data=data, content_type=kind or "application/x-www-form-urlencoded")
        assert answer.status_code in (413, 415, 422)
        guarded(answer)
    script = other.client.post("/start", data=forged, headers={"X-Scorepad-Token": "1", "X-Scorepad-More": "1"})
    assert (script.status_code, slugs()) == (422, [])


def test_sent_twice_it_starts_one_club_and_a_script_breaks_nothing(stranger, slugs):
    form = stranger.get("/start").form("/start")
    pages = [stranger.send(form, name="Thursday") for _ in range(2)]
    assert link_on(pages[0]) == link_on(pages[1])
    answer = stranger.client.post("/start", data={**form.fields, "name": "x"}, headers={"X-Scorepad-More": "1"})
    assert (answer.status_code, len(slugs())) == (303, 1)


def test_the_pages_are_under_no_clubs_prefix(stranger, slugs):
    stranger.start()
    (slug,) = slugs()
    assert [stranger.get(f"/c/{slug}{address}").status for address in PAGES] == [404] * len(PAGES)
    assert stranger.client.post(f"/c/{slug}/start").status_code == 404


def test_a_club_at_home_keeps_the_front_page(tmp_path, monkeypatch):
    with closing(clubs_of(create_app(tmp_path))):
        monkeypatch.setenv("SCOREPAD_OPEN", "1")
    with closing(clubs_of(app := create_app(tmp_path))):
        assert Stranger(app).get("/").heading == "Join a table"
        assert Stranger(app).start().heading == "Keep this link"


NETWORKS = {
    "one address": ["203.0.113.7"] * 4,
    "one network of IPv6": [f"2001:db8:1:2::{part}" for part in "abcd"],
    "one address, written as IPv6 too": ["203.0.113.7", "::ffff:203.0.113.7"] * 2,
}


@pytest.mark.parametrize("addresses", NETWORKS.values(), ids=NETWORKS)
def test_an_address_starts_three_a_day_and_others_go_on(open_app, slugs, addresses):
    answers = [Stranger(open_app, address).start().status for address in addresses]
    assert answers == [200, 200, 200, 429]
    page = Stranger(open_app, addresses[0]).start("Friday")
    assert "today" in page.said
    assert page.root.by_id("name")["value"] == "Friday"
    assert Stranger(open_app, "2001:db8:1:3::1").start().status == 200
    assert len(slugs()) == 4


@pytest.mark.parametrize(("network", "most"), [("2001:db8:0:{:x}::1", 6), ("2001:db8:0:{:x}00::1", 12)])
def test_a_customer_with_many_networks_of_ipv6_does_not_use_up_the_day(network, most):
    limits, clubs = Limits(1000), []

    def start(address):
        limits.start(address, f"key {len(clubs)}", lambda: 0, lambda: clubs.append(address) or "club")

    for number in range(most):
        start(network.format(number))
    with pytest.raises(TooManyClubs, match=f"{most} clubs were started from your network"):
        start(network.format(most))
    start("2001:db8:1::1")
    start("203.0.113.7")


def test_behind_a_proxy_the_phones_address_counts(home, monkeypatch):
    monkeypatch.setenv("SCOREPAD_OPEN", "1")
    monkeypatch.setenv("SCOREPAD_PROXIES", "1")
    with closing(clubs_of(app := create_app(home))):
        answers = []
        for last in (1, 1, 1, 1, 2):
            visitor = app.test_client()
            headers = {"X-Forwarded-For": f"6.6.6.{len(answers)}, 198.51.100.{last}"}
            form = Stranger(app)
            form.client = visitor
            fields = form.get("/start").form("/start").fields
            answers.append(visitor.post("/start", data=fields | {"name": "x"}, headers=headers).status_code)
    assert answers == [303, 303, 303, 429, 303]


def test_limits_of_a_day_and_altogether():
    now, clubs = [0.0], []
    limits = Limits(50, lambda: now[0])

    def start(number, most=50):
        def make():
            clubs.append(number)
            return f"club-{number}"

        return limits.start(f"198.51.100.{number}", f"key {number}", lambda: len(clubs), make)

    def refused(number):
        with pytest.raises(TooManyClubs) as error:
            start(number)
        return str(error.value)

    assert [start(number) for number in range(limits.most_a_day)] == [f"club-{n}" for n in range(5)]
    assert "Very many clubs" in refused(6)
    # A form that was sent before is still answered with its club.
    assert start(2) == "club-2"
    now[0] = SECONDS_COUNTED
    assert start(6) == "club-6"
    clubs.extend(range(44))
    assert "accepts no new clubs" in refused(7)
    # A club that could not be created does not count.
    with pytest.raises(ZeroDivisionError):
        Limits(50).start("::1", "key", lambda: 0, lambda: 1 // 0)
    assert MAX_OF_AN_ADDRESS == 3
