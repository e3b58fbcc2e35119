"""Links from the games to the league, and to the people who play."""

from tests.web.driving import OUT_FIRST
from tests.web.league.tiny_league import ids

LEAGUE, PEOPLE = "/league", "/people"


def _finished(visitor):
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    return table


def _forget(visitor, name):
    visitor.club.people.forget(ids(visitor)[name])


def test_the_list_of_games_links_to_the_league_and_its_people(first_visitor):
    for _ in range(2):
        links = first_visitor.get("/").links
        assert (links["League"], links["People"]) == (LEAGUE, PEOPLE)
        first_visitor.begin()


def test_a_result_links_to_the_standings_and_to_everyone_who_played(first_visitor):
    links = first_visitor.get(_finished(first_visitor).address).links
    assert links["Standings"] == LEAGUE
    pages = [links[name] for name in ("Ann", "Bob", "Carla", "Dora")]
    assert pages == [f"/people/{number}" for number in (1, 2, 3, 4)]


def test_a_result_has_no_link_to_a_forgotten_person(first_visitor):
    table = _finished(first_visitor)
    _forget(first_visitor, "Bob")
    links = first_visitor.get(table.address).links
    assert "Ann" in links
    assert not {"Bob", "Somebody"} & links.keys()
    assert "/people/2" not in links.values()


def test_the_story_of_a_game_links_to_everyone_who_sat_there(first_visitor):
    table = _finished(first_visitor)
    _forget(first_visitor, "Dora")
    page = first_visitor.get(f"{table.address}/story")
    assert page.links["Carla"] == "/people/3"
    assert "Seat 4: Somebody" in page.text
    assert "/people/4" not in page.links.values()
