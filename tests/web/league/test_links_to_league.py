"""Links from the games to the league, and to the people who play."""

import pytest

from tests.web.driving import OUT_FIRST
from tests.web.league.tiny_league import ids


@pytest.fixture
def finished(first_visitor):
    """A finished game."""
    table = first_visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    return table


def test_the_list_of_games_links_to_the_league_and_its_people(first_visitor):
    for _ in range(2):
        links = first_visitor.get("/").links
        assert (links["League"], links["People"]) == ("/league", "/people")
        first_visitor.begin()


def test_a_result_links_to_the_standings_and_to_everyone_with_a_name(first_visitor, finished):
    links = first_visitor.get(finished.address).links
    assert links["Standings"] == "/league"
    pages = [links[name] for name in ("Ann", "Bob", "Carla", "Dora")]
    assert pages == [f"/people/{number}" for number in (1, 2, 3, 4)]
    first_visitor.club.people.forget(ids(first_visitor)["Bob"])
    links = first_visitor.get(finished.address).links
    assert "Ann" in links
    assert not {"Bob", "Somebody"} & links.keys()
    assert "/people/2" not in links.values()


def test_the_story_of_a_game_links_to_everyone_with_a_name(first_visitor, finished):
    first_visitor.club.people.forget(ids(first_visitor)["Dora"])
    page = first_visitor.get(f"{finished.address}/story")
    assert page.links["Carla"] == "/people/3"
    assert "Seat 4: Somebody" in page.text
    assert "/people/4" not in page.links.values()
