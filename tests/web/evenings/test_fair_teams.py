"""Fair teams for tonight: the ticked people, the proposals, and a game with them."""

from datetime import date

import pytest

from tests.web.league.tiny_league import ids

FAIR = "/evenings/teams"


def ask(visitor, *here, rules="partnership", **more):
    return visitor.get(FAIR, rules=rules, here=here, **more)


def seated(page):
    """The teams of each table."""
    return [[team.text for team in table.all("dt")] for table in page.root.all("li") if table.all("dt")]


@pytest.fixture
def eight(night):
    """The people of the last evening, and four new people."""
    for name in ("Emil", "Frida", "Gus", "Hanna"):
        night.club.people.add(name)
    night.get("/league")
    return night


def test_the_people_of_the_last_evening_are_ticked_first(eight):
    form = eight.get(FAIR).form("/teams")
    boxes = [box for box in eight.get(FAIR).root.all("input") if box["name"] == "here"]
    people = {number: name for name, number in ids(eight).items()}
    assert [people[int(box["value"])] for box in boxes][:4] == ["Ann", "Bob", "Carla", "Dora"]
    assert ["checked" in box.attributes for box in boxes] == [True] * 4 + [False] * 4
    assert form.fields["rules"] == "southern-ohio"


def test_everyone_ticked_sits_at_one_table_and_a_button_begins_their_game(eight):
    page = ask(eight, *range(1, 9))
    tables = seated(page)
    names = [name for table in tables for team in table for name in team.split(" & ")]
    assert sorted(names) == sorted(ids(eight))
    assert "8 people, 2 tables." in page.text
    game = eight.get(page.links["New game with these teams , table 1"])
    inputs = {box["name"]: box["value"] for box in game.root.all("input")}
    assert [inputs[f"seat{seat}"] for seat in (1, 3)] == tables[0][0].split(" & ")
    assert [inputs[f"seat{seat}"] for seat in (2, 4)] == tables[0][1].split(" & ")
    assert seated(eight.get(page.links["Another proposal"])) != tables


def test_partners_of_the_last_evening_come_apart(eight):
    # Ann & Carla and Ann & Bob were partners.
    assert {"Ann & Dora", "Bob & Carla"} == set(seated(ask(eight, 1, 2, 3, 4))[0])


def test_who_is_left_over_is_named_and_who_played_today_sits_out(eight, monkeypatch):
    assert "This time without a seat: Emil." in ask(eight, 1, 2, 3, 4, 5).text
    monkeypatch.setattr("scorepad.web.evenings.fair.today", lambda: date(2026, 1, 9))
    assert "This time without a seat: Dora." in ask(eight, 1, 2, 3, 4, 5).text


def test_teams_of_three_and_single_players_as_the_rules_allow(eight):
    (threes,) = seated(ask(eight, *range(1, 7), rules="dearie", table="6x2"))
    assert [len(team.split(" & ")) for team in threes] == [3, 3]
    assert len(seated(ask(eight, *range(1, 7), rules="laguna-woods", table="6x3"))[0]) == 3
    assert seated(ask(eight, 1, 2, rules="two-handed")) in ([["Ann", "Bob"]], [["Bob", "Ann"]])


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"here": (1, 2)}, "A table needs at least 4 people. 2 are ticked."),
        ({"here": ("x", "999", "1")}, "A table needs at least 4 people. 1 is ticked."),
        ({"here": tuple(range(1, 5)), "at": "999999999"}, "Proposal"),
        ({"here": tuple(range(1, 5)), "table": "9x9"}, "1 table."),
        ({"here": tuple(range(1, 5)), "rules": "none"}, "1 table."),
    ],
)
def test_what_cannot_be_is_answered_in_words(eight, args, words):
    page = eight.get(FAIR, **{"rules": "partnership", **args})
    assert page.status == 200
    assert words in page.text


def test_more_people_than_can_be_compared_are_refused(eight):
    for number in range(20):
        eight.club.people.add(f"Player {number}")
    assert "At most 24 people" in ask(eight, *range(1, 29)).text
    assert len(seated(ask(eight, *range(1, 25)))) == 6


def test_a_new_club_says_how_people_come(first_visitor):
    assert "No one has played here yet." in first_visitor.get(FAIR).text
