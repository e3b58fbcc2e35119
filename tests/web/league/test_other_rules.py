"""The games of a day or a season under other rules: who would have won, and the table."""

import pytest

from tests.web.driving import OUT_FIRST
from tests.web.league.reading import begin_season, standings

FEW = {"team1.clean": "1", "team1.dirty": "5", "team1.melded": "0", "team2.clean": "4", "team2.melded": "0"}
"""Team 1 is ahead by its dirty books: 500 + 5 × 300 + 100 to 4 × 500."""


@pytest.fixture
def evening(first_visitor):
    """Two games of one evening: the dirty books decide the second one."""
    first, second = first_visitor.begin(), first_visitor.begin()
    first.play(1, **OUT_FIRST)
    second.play(1, **OUT_FIRST | FEW)
    for table in (first, second):
        table.decide(decision="over")
    return first_visitor


def rows(page):
    body = page.root.all("tbody")[0]
    return [[cell.text for cell in row.all("th", "td")] for row in body.all("tr")]


def test_each_game_and_the_table_stand_beside_how_they_were(evening):
    page = evening.get("/league/what-if", over="all", rules="simpson")
    assert "Another winner in 1 of 2 games." in page.text
    # Under simpson clean books pay 300 and dirty ones 100: 300 + 500 + 100 to 1,200.
    assert "Ann & Carla won, 2,100 to 2,000." in page.text
    assert "Bob & Dora won, 1,200 to 900." in page.text
    assert rows(page)[0] == ["Ann", "1. 2", "1. 1"]
    assert "The place, then wins, both in these 2 games." in page.text
    assert rows(page)[-1] == ["Dora", "3. 0", "1. 1"]


def test_a_club_without_a_finished_game_is_not_asked_which(first_visitor):
    page = first_visitor.get("/league/what-if")
    assert "No finished games yet." in page.text
    assert "Count them again" not in page.text


def test_days_and_seasons_choose_the_games(evening):
    long_ago = {"over": "days", "from": "2001-01-01", "to": "2001-01-02"}
    assert "No finished game" in evening.get("/league/what-if", rules="roth", **long_ago).text
    assert "What would it have been?" in evening.get("/league").links
    game = evening.get("/games/2/what-if", rules="simpson")
    assert "in 1 of 2 games" in evening.get(game.links["All games of that day"]).text


@pytest.mark.parametrize(
    ("terms", "ann"),
    [
        ({"figure": "gained"}, ["1. +41", "3. −1"]),
        ({"figure": "gained", "best": 1}, ["1. +41", "3. −1"]),
        ({"figure": "wins", "best": 1}, ["1. 2", "1. 1"]),
        ({"figure": "books", "best": 2}, ["1. 15", "1. 15"]),
    ],
)
def test_a_season_is_ranked_by_what_decides_it(evening, terms, ann):
    begin_season(evening, "2026-01-01", "", **terms)
    page = evening.get("/league/what-if", over="season-1", rules="simpson")
    of_season = {name: f"{rank}. {figure}" for rank, name, figure in standings(evening.get("/league/seasons/1"))}
    assert {row[0]: row[1] for row in rows(page)} == of_season
    assert ["Ann", *ann] in rows(page)


def test_games_at_other_tables_are_left_out(evening):
    assert "No finished game" in evening.get("/league/what-if", over="all", rules="two-handed").text


def test_nothing_is_recorded_by_looking(evening):
    before = evening.club.latest_seq()
    evening.get("/league/what-if", over="all", rules="simpson")
    assert evening.club.latest_seq() == before


@pytest.mark.parametrize(
    ("args", "status"),
    [
        ({"rules": "nothing"}, 404),
        ({"rules": "\x00"}, 404),
        ({"over": "season-99", "rules": "roth"}, 422),
        ({"over": "days", "from": "yesterday", "rules": "roth"}, 422),
        ({"over": "9" * 400}, 422),
        ({"from": "2026-02-02", "to": "2026-01-01"}, 422),
        ({}, 200),
    ],
)
def test_bad_addresses_are_answered_with_the_form_or_no_page(first_visitor, args, status):
    assert first_visitor.get("/league/what-if", **args).status == status
