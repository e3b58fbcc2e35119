"""The table of prophets: on its page, on a person's page, in the year, in the API, and from one club to another."""

from contextlib import closing

import pytest

from scorepad.scoring.cells import Bet, value_json
from scorepad.store import Entry
from scorepad.web import create_app
from tests.web.api.programs import program
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.hosting import clubs_of

GAMES = 6


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """A club with six games that Ann & Carla won, on which all but Carla bet; Gus once."""
    with closing(clubs_of(app := create_app(tmp_path_factory.mktemp("prophets")))):
        visitor = Visitor(app)
        visitor.club.clock.change("UTC")
        gus = visitor.club.people.add("Gus").id
        for number in range(GAMES):
            table = visitor.begin()
            ann, bob, _, dora = table.loaded.agreement.players
            bet(table, ann, Bet(1, "surely"))
            bet(table, bob, Bet(2))
            bet(table, dora, Bet(1, "probably") if number else Bet(0))
            if not number:
                bet(table, gus, Bet(1))
            table.play(1, **OUT_FIRST)
            table.decide(decision="over")
        visitor.club.league.catch_up()
        yield app


def bet(table, person, said):
    key = f"bet-{table.game}-{person}"
    table.visitor.club.record([Entry(key, table.game, 0, "table", f"bet{person}", value_json(said), None)])


def rows(page):
    """The rows of the table as texts: who, rank, score, right."""
    return [
        [cell.text for cell in row.elements if cell.tag in ("td", "th")]
        for row in page.root.all("tr")
        if row["data-who"]
    ]


def test_a_club_without_bets_says_how_they_are_made(first_visitor):
    page = first_visitor.get("/league/prophets")
    assert "No bet is settled yet." in page.text
    assert "Prophets" in first_visitor.get("/league/records").links


def test_everyone_with_five_bets_is_ranked_beside_a_coin_and_the_ratings(visitor):
    page = visitor.get("/league/prophets")
    ann, dora, bob, gus, coin, ratings = rows(page)
    assert ann == ["Ann", "1", "0.010", "6 of 6"]
    assert dora == ["Dora", "2", "0.062", "5 of 5"]
    assert bob == ["Bob", "3", "0.360", "0 of 6"]
    assert gus == ["Gus", "–", "after 4 more bets", "1 of 1"]
    assert coin[:3] == ["A coin", "", "0.250"]
    assert (ratings[0], 0 < float(ratings[2]) < 0.25) == ("The ratings", True)
    # 6 of 6 have a chance of 1.6 %, which is less than 5 % of three; 5 of 5 have 3.1 %.
    assert "Ann: better than a coin, and chance alone hardly explains it." in page.text


def test_days_without_a_bet_and_days_that_are_none(visitor):
    assert (
        "No bet is settled yet." in visitor.get("/league/prophets", **{"from": "2019-01-01", "to": "2019-12-31"}).text
    )
    assert rows(visitor.get("/league/prophets", **{"from": "soon"})) == rows(visitor.get("/league/prophets"))
    assert "From 1 Jan 2019." in visitor.get("/league/prophets", **{"from": "2019-01-01"}).text
    assert "until 31 Dec 2019." in visitor.get("/league/prophets", to="2019-12-31").text


def test_a_person_has_a_line_and_the_year_its_prophet(visitor):
    people = {person.name: person.id for person in visitor.club.people.everyone()}
    assert "0.010, 6 of 6 right, rank 1" in visitor.get(f"/people/{people['Ann']}").text.replace(" ,", ",")
    assert "Bets before games" not in visitor.get(f"/people/{people['Carla']}").text
    year = visitor.get(f"/league/year/{visitor.club.clock.today().year}")
    (fact,) = [element for element in year.root.elements if element["data-figure"] == "prophet"]
    assert fact.text == "Ann 6 of 6 bets right"


def test_programs_read_it_too(visitor):
    reader = program(visitor)
    document = reader.get("/prophets")
    assert (document["least"], document["games"], document["coin"]) == (5, GAMES, 0.25)
    assert [(row["person"]["name"], row["rank"], row["clear"]) for row in document["prophets"]] == [
        ("Ann", 1, True), ("Dora", 2, False), ("Bob", 3, False), ("Gus", None, False),
    ]  # fmt: skip
    assert reader.get("/prophets", to="2019-12-31")["prophets"] == []
    game = reader.get("/games/1")
    assert [(bet["person"]["name"], bet["team"], bet["percent"]) for bet in game["bets"]] == [
        ("Ann", 1, 90), ("Bob", 2, 60), ("Gus", 1, 60),
    ]  # fmt: skip


def test_a_game_in_the_bin_settles_nothing(visitor):
    before = rows(visitor.get("/league/prophets"))
    visitor.send(visitor.get("/games/2/result").form("/bin"))
    assert rows(visitor.get("/league/prophets"))[0] == ["Ann", "1", "0.010", "5 of 5"]
    visitor.send(visitor.get("/games/2/result").form("/restore"))
    assert rows(visitor.get("/league/prophets")) == before
