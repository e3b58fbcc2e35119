"""The owner chooses the time zone for the days of games and the times on pages."""

from datetime import time

import pytest

from scorepad.store import Role
from scorepad.store import clock as store_clock
from scorepad.web.league import clock
from tests.web.driving import Visitor
from tests.web.kept import keep
from tests.web.league.reading import begin_season, column, figure
from tests.web.league.tiny_league import USUAL, play

CLOCK = "/league/clock"


@pytest.fixture
def late(first_visitor, monkeypatch):
    """A visitor of a club in New York with a game that began there at 23:30 on 19 January."""
    visitor = first_visitor
    visitor.club.clock.change("America/New_York")
    play(visitor, (6500, 20), day=19)
    with monkeypatch.context() as night:
        night.setattr(visitor.club, "_now", lambda: "2026-01-20T04:30:00.000+00:00")
        keep(visitor, "southern-ohio", (6500, 20), names=USUAL)
    return visitor


def test_days_and_times_are_those_of_the_club(late):
    assert figure(late.get(CLOCK), "zone") == "New York (America)"
    page = late.get("/")
    assert "19 Jan 2026, 23:30" in page.text
    assert "UTC" not in page.text


def test_a_clock_is_looked_for_looked_at_and_used(late):
    page = late.get(CLOCK, search="atlantis")
    assert "No clock has that name" in page.text
    page = late.get(CLOCK, search="berl")
    page = late.get(page.links["Berlin (Europe)"])
    assert "1 of 2 games would be on another day" in page.text
    page = late.send(page.form("/use"))
    assert page.said == "Days and times are now those of Berlin (Europe). 1 game moved to another day."
    assert "20 Jan 2026, 05:30" in late.get("/").text
    assert late.club.clock.name() == "Europe/Berlin"
    back = late.get(page.links["Back to New York (America)"])
    late.send(back.form("/use"))
    assert late.club.clock.name() == "America/New_York"


def test_a_preview_looks_at_the_last_games_alone(late, monkeypatch):
    for module in (store_clock, clock):
        monkeypatch.setattr(module, "PREVIEWED", 1)
    assert "1 of the last 1 games would be on another day" in late.get(CLOCK, zone="Europe/Berlin").text
    assert "None of the last 1 games" in late.get(CLOCK, zone="America/Toronto").text


def test_a_game_counts_in_the_season_of_its_day_there(late):
    begin_season(late, "2026-01-19", "2026-01-19")
    assert column(late.get("/league/seasons/1"), "games")["Ann"] == "2"
    late.club.clock.change("Asia/Tokyo")
    assert column(late.get("/league/seasons/1"), "games")["Ann"] == "1"


def test_a_day_begins_when_the_owner_says(late):
    page = late.get(CLOCK)
    assert figure(page, "begins") == "05:00"
    page = late.get(CLOCK, begins=" 23:00 ")
    assert (page.status, "A day begins at a time from 00:00 to 12:00, such as 05:00." in page.text) == (422, True)
    (typed,) = [box for box in page.root.all("input") if box["id"] == "begins"]
    assert typed["value"] == "23:00"
    late.club.clock.change("Europe/Berlin")
    page = late.get(CLOCK, begins="6:00")
    assert "1 of 2 games would be on another day" in page.text
    page = late.send(page.form("/use"))
    assert page.said == "A day now begins at 06:00. 1 game moved to another day."
    assert (figure(page, "begins"), late.club.clock.name()) == ("06:00", "Europe/Berlin")
    page = late.get(page.links["Back to 05:00"])
    assert "1 of 2 games would be on another day" in page.text
    page = late.send(page.form("/use"))
    assert page.said == "A day now begins at 05:00. 1 game moved to another day."
    page = late.get(CLOCK, begins="05:15")
    assert "No game would be on another day." in page.text
    assert late.send(page.form("/use"), begins="13:00").status == 422
    assert late.club.clock.days().begins == time(5)


@pytest.mark.parametrize("name", ["Mars/Olympus", "x" * 400, "../../etc/passwd", "localtime\0"])
def test_what_is_no_clock_is_refused(late, name):
    page = late.get(CLOCK, zone=name)
    assert (page.status, "There is no such time zone" in page.text) == (422, True)
    form = late.get(CLOCK, zone="UTC").form("/use")
    assert late.send(form, zone=name).status == 422
    assert late.club.clock.name() == "America/New_York"


def test_a_long_list_asks_for_more_letters(late):
    assert "more: type more letters" in late.get(CLOCK, search="a").text
    assert len(late.get(CLOCK, search="9" * 500).root.all("li")) == len(late.get(CLOCK).root.all("li"))


def test_only_an_owner_sees_it(app):
    assert Visitor(app, Role.READER).client.get(CLOCK).status_code == 403
