"""Seasons are listed, begun, changed, ended, removed and restored through their pages."""

from datetime import date

import pytest

from scorepad.league.standings import Figure
from scorepad.store import Season
from scorepad.store.seasons import Seasons
from tests.web.driving import Visitor
from tests.web.league.reading import begin_season, champions, set_today
from tests.web.league.tiny_league import play

SEASONS = "/league/seasons"
TYPED = {"name": "Winter", "first_day": "2026-01-01", "last_day": "2026-03-31", "least": "2"}


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


@pytest.fixture(scope="module")
def winter(app):
    """A club with one season, for tests that change nothing."""
    visitor = Visitor(app)
    begin(visitor, last_day="")
    return visitor


def begin(visitor, **typed):
    return visitor.send(visitor.get(SEASONS).form(SEASONS), **TYPED | typed)


def form_of(visitor, ending):
    page = "/edit" if ending in ("/edit", "/remove") else ""
    return visitor.get(f"{SEASONS}/1{page}").form(ending)


def test_a_club_without_a_season_explains_what_it_is(visitor):
    page = visitor.get(SEASONS)
    assert "No seasons yet" in page.text
    assert "open" in page.root.by_id("begin").attributes
    assert page.form(SEASONS).fields["figure"] == "wins"


def test_the_list_shows_champions_and_leaders(own_tiny, monkeypatch):
    set_today(monkeypatch, "2026-01-08")
    begin_season(own_tiny, "2026-01-05", "2026-01-06")
    begin_season(own_tiny, "2026-01-07", "", name="Now")
    begin_season(own_tiny, "2025-01-01", "2025-12-31", name="Earlier")
    page = own_tiny.get(SEASONS)
    names = [item.all("h2")[0].text for item in page.root.elements if item["data-season"]]
    assert names == ["Now", "Winter", "Earlier"]
    assert champions(page) == ["Carla", "Dora", "Ann", "Carla"]
    for text in ("In the lead: Carla Dora", "1½ wins each", "Champions: Ann", "2 wins each"):
        assert text in page.text
    assert "No one is first yet." in page.text


def test_a_leader_with_a_better_figure_below_is_of_those_with_enough_games(own_tiny, monkeypatch):
    set_today(monkeypatch, "2026-01-09")
    play(own_tiny, (6500, 20), day=8, names=("Emil", "Frida", "Gus", "Hanna"))
    begin_season(own_tiny, last="", figure="share", least=4)
    own_tiny.get("/league")
    among = ", the best of those with 4 games or more"
    for address in (SEASONS, f"{SEASONS}/1", "/league", "/"):
        assert among in own_tiny.get(address).text, address
    assert "By win share, of those with 4 games or more." in own_tiny.get(SEASONS).text
    own_tiny.club.seasons.change(1, figure="books")
    assert among not in own_tiny.get(SEASONS).text


def test_a_long_list_has_several_pages(visitor):
    for year in range(2000, 2013):
        begin_season(visitor, f"{year}-01-01", f"{year}-01-01", name=f"Year {year}")
    page = visitor.get(SEASONS)
    assert "Year 2012" in page.text
    earlier = visitor.get(page.links["Earlier seasons"])
    assert [heading.text for heading in earlier.root.all("h2")] == ["Year 2000"]
    assert "Later seasons" in earlier.links
    for beyond in ("9", "9" * 400, "0", "-1", "x"):
        assert visitor.get(SEASONS, page=beyond).status == 200


def test_a_season_is_begun_once_as_it_was_typed_and_no_other_by_the_same_form(visitor):
    form = visitor.get(SEASONS).form(SEASONS)
    for _ in range(2):
        page = visitor.send(form, **TYPED, figure="gained")
        assert (page.status, page.heading) == (200, "Winter")
        assert page.said == "“Winter” is a season now."
    days = date(2026, 1, 1), date(2026, 3, 31)
    assert "No finished games in this season yet" in page.text
    spring = {"name": "Spring", "first_day": "2026-05-01", "last_day": ""}
    inside, before = {"first_day": "2026-02-01"}, {"first_day": "2025-01-01"}
    for other in (spring, spring | inside | {"last_day": "2026-03-31"}, spring | before):
        assert visitor.send(form, **TYPED | other).status == 422
    assert visitor.club.seasons.all() == [Season(1, "Winter", *days, Figure.GAINED, 2)]


@pytest.mark.parametrize(
    ("field", "text", "fault"),
    [
        ("name", "", "Please type a name."),
        ("name", "x" * 41, "too long"),
        ("name", "a\u202eb", "invisible characters"),
        ("first_day", "", "Choose the first day."),
        ("first_day", " ", "Choose the first day."),
        ("first_day", "soon", "such as 2026-03-31"),
        ("first_day", "9" * 400, "such as 2026-03-31"),
        ("last_day", "2026-02-30", "such as 2026-03-31"),
        ("last_day", "2025-12-31", "is before the first"),
        ("figure", "rating", "Choose what decides the season"),
        ("least", "0", "from 1 to 999"),
        ("least", "1000", "from 1 to 999"),
        ("least", "9" * 400, "from 1 to 999"),
        ("least", "", "from 1 to 999"),
        ("best", "0", "from 1 to 99,"),
        ("best", "100", "from 1 to 99,"),
        ("best", "few", "from 1 to 99,"),
    ],
)
@pytest.mark.parametrize("ending", ["/seasons", "/edit"])
def test_a_fault_is_shown_and_everything_typed_is_kept(winter, field, text, fault, ending):
    before = winter.club.seasons.all()
    page = winter.get(SEASONS if ending == "/seasons" else f"{SEASONS}/1/edit")
    page = winter.send(page.form(ending), **TYPED | {field: text})
    assert page.status == 422
    assert fault in page.beside(field)
    assert "Nothing was changed yet" in page.said
    typed = TYPED | ({field: text} if field != "figure" else {})
    assert {name: page.root.by_id(name)["value"] for name in typed} == typed
    assert winter.club.seasons.all() == before


def test_a_season_is_changed_and_a_change_made_meanwhile_not_overwritten(visitor):
    begin(visitor)
    page = visitor.send(form_of(visitor, "/edit"), name="Spring", last_day="", figure="share")
    assert (page.heading, page.said) == ("Spring", "“Spring” is changed.")
    assert "Decided by win share, for players with 2 games or more." in page.text
    form = form_of(visitor, "/edit")
    assert visitor.send(form).said == "Nothing was changed."
    visitor.club.seasons.change(1, least=7)
    page = visitor.send(form, name="Summer")
    assert page.status == 422
    assert "Someone else has just changed “Spring”" in page.said
    assert visitor.club.seasons.season(1).least == 7
    assert visitor.send(page.form("/edit")).heading == "Summer"


def test_a_running_season_is_ended_today(visitor, monkeypatch):
    set_today(monkeypatch, "2026-02-05")
    assert "From 1 Jan 2026 on" in begin(visitor, last_day="").text
    page = visitor.send(form_of(visitor, "/end"))
    assert "ends today" in page.said
    assert "1 Jan 2026 to 5 Feb 2026. Running." in page.text
    assert not [form for form in page.forms if form.action.endswith("/end")]


def test_a_season_that_is_changed_while_it_is_ended_goes_on(visitor, monkeypatch):
    set_today(monkeypatch, "2026-02-05")
    begin(visitor, last_day="")
    form, late, change = form_of(visitor, "/end"), form_of(visitor, "/end"), Seasons.change

    def postpone_first(seasons, number, **to):
        change(seasons, number, first_day=date(2026, 3, 1))
        return change(seasons, number, **to)

    with monkeypatch.context() as patch:
        patch.setattr(Seasons, "change", postpone_first)
        page = visitor.send(form)
    assert (page.status, page.said) == (200, "The last day is before the first.")
    visitor.club.seasons.change(1, first_day=date(2026, 1, 2))
    assert "Someone else has just changed" in visitor.send(late).said
    assert visitor.club.seasons.season(1).last_day is None


@pytest.mark.parametrize("today", ["2025-12-31", "2026-04-01"])
def test_a_season_that_is_not_running_is_not_ended(visitor, monkeypatch, today):
    set_today(monkeypatch, "2026-02-05")
    begin(visitor)
    form = form_of(visitor, "/end")
    set_today(monkeypatch, today)
    assert "is not running today" in visitor.send(form).said
    assert visitor.club.seasons.season(1).last_day == date(2026, 3, 31)
    assert "/end" not in visitor.get(f"{SEASONS}/1").source


def test_a_season_is_removed_and_put_back_from_the_list_or_its_page(visitor):
    begin(visitor)
    page = visitor.send(form_of(visitor, "/remove"))
    assert "“Winter” is removed." in page.said
    assert visitor.club.seasons.all() == []
    undo, later = [form for form in page.forms if form.action.endswith("/restore")]
    review = visitor.get(f"{SEASONS}/1")
    assert "This season was removed" in review.said
    assert visitor.send(review.form("/restore")).said == "“Winter” is back."
    for form in (undo, later):
        assert visitor.send(form).heading == "Winter"
    assert "was removed" not in visitor.get(f"{SEASONS}/1").text


def test_a_month_may_be_a_season_inside_its_year(visitor, monkeypatch):
    set_today(monkeypatch, "2026-02-05")
    offers = {
        "This month": ("February 2026", "2026-02-01", "2026-02-28"),
        "This quarter": ("January to March 2026", "2026-01-01", "2026-03-31"),
        "This year": ("2026", "2026-01-01", "2026-12-31"),
    }
    for label, filled in offers.items():
        page = visitor.get(visitor.get(SEASONS).links[label])
        assert "open" in page.root.by_id("begin").attributes
        form = page.form(SEASONS)
        assert tuple(form.fields[name] for name in ("name", "first_day", "last_day")) == filled
        assert visitor.send(form).heading == filled[0]
    month = visitor.get(f"{SEASONS}/1")
    assert "2 other seasons have some of these days" in month.text
    assert visitor.get(month.links["2026"]).heading == "2026"
    visitor.club.seasons.remove(3)
    assert "1 other season has some of these days" in visitor.get(f"{SEASONS}/1").text
