"""The page of records: the holders, the kinds of game, and the pictures."""

import pytest

from scorepad.league.game_facts import RecordCode
from tests.web.league.reading import figure
from tests.web.league.tiny_league import CROSSED, key, play

RECORDS = "/league/records"

pytestmark = pytest.mark.usefixtures("records_of_few")


def record_of(page, code):
    (record,) = [part for part in page.root.all("section") if part["data-record"] == code]
    return record


def rows(page, code):
    """The list of a record: name, value, game and round."""
    places = [row for row in record_of(page, code).all("tr") if row["data-who"]]
    names = [row.all("span")[0].text for row in places]
    where = [(figure(row, "value"), int(row["data-game"]), int(row["data-round"])) for row in places]
    return [(name, *place) for name, place in zip(names, where, strict=True)]


@pytest.mark.parametrize("has_game", [False, True])
@pytest.mark.parametrize("kind", [{}, {"kind": "7"}])
def test_without_a_finished_game_there_are_no_records(first_visitor, has_game, kind):
    if has_game:
        first_visitor.begin()
    page = first_visitor.get(RECORDS, **kind)
    assert (page.status, page.said) == (200, "")
    assert "No finished games yet" in page.text
    assert page.links["To the games"] == "/"


def test_records_begin_with_the_fifth_game_of_a_kind(own_tiny, monkeypatch):
    for module in ("scorepad.league.figures", "scorepad.exchange.documents.league"):
        monkeypatch.setattr(f"{module}.MIN_FOR_RECORDS", 5)
    page = own_tiny.get(RECORDS)
    assert "4 games so far. A kind of game has records from its game number 5 on." in page.text
    codes = [part["data-record"] for part in page.root.all("section") if part["data-record"]]
    assert codes == ["streak-people", "streak-partnerships"]
    play(own_tiny, (20, 6000), day=9)
    assert rows(own_tiny.get(RECORDS), RecordCode.ROUND)[0] == ("Ann & Carla", "6,500", 1, 1)


def test_every_record_lists_the_best_first(tiny):
    page = tiny.get(RECORDS)
    codes = [part["data-record"] for part in page.root.all("section") if part["data-record"]]
    assert codes == [*RecordCode, "streak-people", "streak-partnerships"]
    best = [("Ann & Carla", "6,500", 1, 1), ("Carla & Dora", "6,000", 3, 1)]
    assert rows(page, RecordCode.ROUND)[:2] == best
    closest = ("Ann & Carla", "50", 2, 0)
    assert rows(page, RecordCode.COMEBACK) == [closest]
    wide = [("Carla & Dora", "6,000", 3, 0), ("Ann & Carla", "6,480", 1, 0)]
    assert rows(page, RecordCode.NARROWEST) == [closest, *wide]
    assert len(rows(page, RecordCode.GAME)) == 5
    assert "If two are equal, the earlier one is first" in page.text
    assert record_of(page, RecordCode.CUTS).text.endswith("No one yet.")


def test_a_lead_that_was_blown_is_that_of_a_team_that_did_not_win(own_tiny):
    game = play(own_tiny, (3000, 100), (-100, 6000), day=9)
    # In game 2 Bob and Dora led by 50 after the first round.
    blown = [("Ann & Carla", "2,900", game, 0), ("Bob & Dora", "50", 2, 0)]
    assert rows(own_tiny.get(RECORDS), RecordCode.BLOWN) == blown


def test_the_best_has_its_value_day_round_and_links(tiny, tiny_ids):
    record = record_of(tiny.get(RECORDS), RecordCode.ROUND)
    (line,) = record.all("summary")
    assert line.text == "Highest round Ann & Carla 6,500 points"
    holder, game = record.all("a")[:2]
    assert holder["href"] == f"/partners/{key(tiny_ids, 'Ann & Carla')}"
    assert game["href"] == "/games/1/story?rounds=open#round-1"
    assert game.text == "5 Jan 2026, round 1"


def test_streaks_count_all_kinds_and_link_to_their_last_game(own_tiny):
    last = play(own_tiny, *[(20, 3000)] * 4, names=CROSSED, slug="partnership", day=7)
    page = own_tiny.get(RECORDS)
    assert "Games of all kinds count together" in page.text
    assert rows(page, "streak-people")[:2] == [("Carla", "4", last, 0), ("Ann", "2", 2, 0)]
    partnerships = rows(page, "streak-partnerships")
    assert partnerships == [("Ann & Carla", "2", 2, 0), ("Carla & Dora", "2", last, 0)]
    assert "4 games in a row" in record_of(page, "streak-people").text


def test_the_kind_played_most_is_shown_and_another_can_be_chosen(own_tiny):
    other = play(own_tiny, *[(3000, 20)] * 4, slug="partnership")
    page = own_tiny.get(RECORDS)
    chosen, rest = page.root.all("option")
    assert "selected" in chosen.attributes
    assert chosen.text == "Southern Ohio (4 games)"
    assert rest.text == "Partnership Hand & Foot (1 game)"
    assert "never compared" in page.text
    shown = own_tiny.get(RECORDS, kind=rest["value"])
    assert shown.said == ""
    assert {game for _, _, game, _ in rows(shown, RecordCode.ROUND)} == {other}


def test_an_unknown_kind_shows_the_usual_one(tiny):
    for kind in ("7", "0", "-1", "x", "٣", "1" * 5000, "\0", "1.0", "' OR 1=1"):
        page = tiny.get(RECORDS, kind=kind)
        assert page.status == 200
        assert page.said.startswith("No game of that kind has been played here"), kind
        assert rows(page, RecordCode.GAME)
    page = tiny.get(RECORDS, kind="")
    assert page.said == ""
    assert not page.root.all("select")
