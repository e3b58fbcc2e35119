"""From the games to the league, and to the people who play."""

from tests.web.driving import OUT_FIRST

LEAGUE, PEOPLE = "/league", "/people"


def _finished(visitor):
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    return table


def _forget(visitor, name):
    (found,) = [one for one in visitor.club.people.everyone() if one.name == name]
    visitor.club.people.forget(found.id)


def test_the_first_page_of_a_new_club_has_ways_to_the_league_and_its_people(first_visitor):
    links = first_visitor.get("/").links
    assert (links["League"], links["People"]) == (LEAGUE, PEOPLE)


def test_the_list_of_games_has_ways_to_the_league_and_its_people(visitor, table):
    links = visitor.get("/").links
    assert (links["League"], links["People"]) == (LEAGUE, PEOPLE)


def test_a_result_leads_to_the_standings_and_to_everybody_who_played(first_visitor):
    links = first_visitor.get(_finished(first_visitor).address).links
    assert links["Standings"] == LEAGUE
    pages = [links[name] for name in ("Ann", "Bob", "Carla", "Dora")]
    assert pages == [f"/people/{number}" for number in (1, 2, 3, 4)]


def test_a_result_does_not_lead_to_who_was_forgotten(first_visitor):
    table = _finished(first_visitor)
    _forget(first_visitor, "Bob")
    links = first_visitor.get(table.address).links
    assert "Ann" in links
    assert not {"Bob", "Somebody"} & links.keys()
    assert "/people/2" not in links.values()


def test_the_story_of_a_game_leads_to_everybody_who_sat_there(first_visitor):
    table = _finished(first_visitor)
    _forget(first_visitor, "Dora")
    page = first_visitor.get(f"{table.address}/story")
    assert page.links["Carla"] == "/people/3"
    assert "Seat 4: Somebody" in page.text
    assert "/people/4" not in page.links.values()
