"""The list of seasons: who won each, and who leads."""

from datetime import date

import pytest

from tests.web.standings import first, set_today
from tests.web.tiny_league import play_tiny_league

SEASONS = "/league/seasons"


@pytest.fixture
def visitor(first_visitor):
    """Every test here is about a club that holds its own seasons alone."""
    return first_visitor


def test_the_list_says_who_won_each_season_and_who_leads(visitor, monkeypatch):
    set_today(monkeypatch, "2026-01-08")
    play_tiny_league(visitor)
    begin = visitor.club.seasons.begin
    begin("Winter", date(2026, 1, 5), date(2026, 1, 6), "wins", 1, "winter")
    begin("Now", date(2026, 1, 7), None, "wins", 1, "now")
    begin("Later", date(2025, 1, 1), date(2025, 12, 31), "wins", 1, "later")
    page = visitor.get(SEASONS)
    named = [one.all("h2")[0].text for one in page.root.elements if one["data-season"]]
    assert named == ["Now", "Winter", "Later"]
    assert first(page) == ["Carla", "Dora", "Ann", "Carla"]
    for said in (
        "In the lead: Carla Dora",
        "1½ wins each",
        "Champions: Ann",
        "2 wins each",
        "Nobody is first yet.",
    ):
        assert said in page.text


def test_a_long_list_is_shown_a_page_at_a_time(visitor):
    for year in range(2000, 2013):
        day = date(year, 1, 1)
        visitor.club.seasons.begin(f"Year {year}", day, day, "wins", 1, str(year))
    page = visitor.get(SEASONS)
    assert "Year 2012" in page.text
    older = visitor.get(page.links["Earlier seasons"])
    assert [one.text for one in older.root.all("h2")] == ["Year 2000"]
    assert "Later seasons" in older.links
    for beyond in ("9", "9" * 400, "0", "-1", "x"):
        assert visitor.get(SEASONS, page=beyond).status == 200
