"""A season in review: its champions, its table, when it was played, and its best."""

from datetime import date

import pytest

from scorepad.league.facts import Tally
from scorepad.league.standings import Figure, Row, Standing
from scorepad.store import Season
from scorepad.web.league.champions import Champions, champions
from scorepad.web.league.ranges import Range
from scorepad.web.league.seasonpage import _months, _years
from scorepad.web.league.table import LeagueTable, Played
from scorepad.web.whos import Whos
from tests.web.standings import column, first, rows, set_today
from tests.web.tiny_league import figures, ids, play, play_tiny_league

REVIEW = "/league/seasons/1"


@pytest.fixture
def tiny(first_visitor, monkeypatch):
    """Somebody at a club of four games, a day after the last."""
    set_today(monkeypatch, "2026-01-09")
    play_tiny_league(first_visitor)
    return first_visitor


def _review(visitor, first_day=5, last_day=7, figure="wins", least=1, **asked):
    days = date(2026, 1, first_day), date(2026, 1, last_day) if last_day else None
    visitor.club.seasons.begin("Winter", *days, figure, least, "k")
    page = visitor.get(REVIEW, **asked)
    assert page.status == 200
    return page


def _records(page):
    return {
        one["data-record"]: (one.all("b")[0].text, [link["href"] for link in one.all("a")])
        for one in page.root.elements
        if one["data-record"]
    }


def test_it_says_how_much_was_played_and_who_won(tiny):
    page = _review(tiny)
    assert figures(page, "games")[0] == "3"
    assert figures(page, "rounds") == ["4"]
    assert first(page) == ["Carla", "Ann & Carla"]
    assert "Champion" in [one.text for one in page.root.all("h2")]
    assert "Champion partnership" in [one.text for one in page.root.all("h2")]
    assert "2 wins in 2 games" in page.text
    assert "5 Jan 2026 to 7 Jan 2026. Over. Decided by wins." in page.text


def test_a_season_that_runs_has_no_champion_yet(tiny):
    page = _review(tiny, last_day=None)
    assert "Champion" not in page.text
    assert {"In the lead", "Partners in the lead"} <= {one.text for one in page.root.all("h2")}


def test_its_table_is_that_of_the_standings(tiny):
    page = _review(tiny, figure="rating")
    whole = tiny.get(page.links["The whole table"])
    assert rows(page) == rows(whole)
    assert column(page, "wins")["Carla"] == column(whole, "wins")["Carla"] == "3"


def test_the_table_has_the_first_ten(tiny):
    for at in range(3):
        play(tiny, (6500, 20), names=tuple(f"P{at}{n}" for n in range(4)), day=6)
    assert len(rows(_review(tiny))) == 10


def test_who_has_too_few_games_can_win_nothing(tiny):
    page = _review(tiny, least=9)
    assert first(page) == []
    assert "Nobody has 9 games yet." in page.text


def test_points_of_several_kinds_have_no_champion(tiny):
    play(tiny, *[(3000, 20)] * 4, slug="partnership", day=7)
    page = _review(tiny, figure="points")
    assert first(page) == []
    assert "Nobody is champion" in page.text
    assert [one["data-by"] for one in page.root.all("table") if one["data-by"]] == ["wins", "games"]
    assert "Nobody: points a round" in tiny.get("/league/seasons").text


def test_points_of_one_kind_have_a_champion(tiny):
    page = _review(tiny, figure="points")
    assert first(page) == ["Carla", "Carla & Dora"]
    assert column(page, "points")["Ann"] == "3,150"


def test_who_never_played_a_round_together_has_no_points_to_win_by():
    season = Season(1, "Winter", date(2026, 1, 1), None, Figure.POINTS, 1)
    played = Played(Range.of_season(season), None, {7: Tally(games=1)})
    row = Row(1, Standing("1-2", Tally(games=1), None), has_figure=False)
    table = LeagueTable([row], Figure.POINTS, None)
    assert champions(season, played, Whos({}), "partnerships", table) == Champions()


def test_its_records_are_of_its_days_and_lead_to_their_games(tiny):
    records = _records(_review(tiny, 6, 8))
    assert records["round"] == ("6,000 points", ["/games/3/story", "/partners/3-4"])
    assert records["narrowest"][0] == "50 points"
    assert "cuts" not in records


def test_a_record_of_guests_and_the_forgotten_has_no_name_of_theirs(tiny):
    tiny.club.people.forget(ids(tiny)["Carla"])
    page = _review(tiny)
    assert "Carla" not in page.source
    assert "Somebody" in page.text


def test_most_games_played_and_the_months_are_told(tiny):
    play(tiny, (6500, 20), day=31)
    page = _review(tiny, last_day=31)
    assert len(column(page, "games")) == 4
    (picture,) = page.root.all("svg")
    assert picture.all("title")[0].text == "Games by month"
    assert picture.all("desc")[0].text == "Jan 2026: 5"


def test_a_long_season_is_told_by_years():
    found = list(_years(date(2023, 6, 1), date(2025, 2, 3)))
    assert [name for name, *_ in found] == ["2023", "2024", "2025"]
    assert (found[0][1], found[-1][2]) == (date(2023, 6, 1), date(2025, 2, 3))


def test_months_are_cut_at_the_ends_of_a_season():
    found = list(_months(date(2023, 12, 30), date(2024, 3, 1)))
    assert [name for name, *_ in found] == ["Dec 2023", "Jan 2024", "Feb 2024", "Mar 2024"]
    assert found[2][2] == date(2024, 2, 29)
    assert found[-1][1:] == (date(2024, 3, 1), date(2024, 3, 1))


def test_a_season_without_a_game_says_so(tiny):
    page = _review(tiny, 20, 21)
    assert "No game of this season is finished yet." in page.text
    assert page.root.all("table") == []


def test_an_unchanged_review_is_not_sent_again(tiny):
    _review(tiny)
    tiny.get("/league/seasons")
    answer = tiny.client.get(REVIEW)
    again = {"If-None-Match": answer.headers["ETag"]}
    assert tiny.client.get(REVIEW, headers=again).status_code == 304
    tiny.club.seasons.change(1, least=2)
    assert tiny.client.get(REVIEW, headers=again).status_code == 200
