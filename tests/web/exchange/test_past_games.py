"""Pages of imported games with only their points known."""

import pytest

from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Decisions
from tests.web.driving import OUT_FIRST
from tests.web.league.reading import begin_season, figures

TOTALS = "Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Ann & Carla,Bob & Dora,5200,4100\n"


@pytest.fixture
def club(first_visitor, tmp_path):
    """A club with game 1 from a file, with only its totals known."""
    file = tmp_path / "results.csv"
    file.write_text(TOTALS)
    pipeline.record(first_visitor.club, ImportFile(file, file.name), Decisions(rules="partnership"))
    return first_visitor


def test_other_rules_leave_them_out(club):
    text = club.get("/games/1/what-if", rules="simpson").text
    assert "Only the points of this game are known." in text
    assert "so they are 0" not in text
    everything = {"over": "all", "rules": "simpson"}
    assert "Only the points of these games are known." in club.get("/league/what-if", **everything).text
    table = club.begin()
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    text = club.get("/league/what-if", **everything).text
    assert "The same winner in 1 game." in text
    assert "Left out: 1 game of which only the points are known." in text


def test_nothing_that_no_game_tells_is_ranked_or_0(club):
    for order in ("books", "points"):
        page = club.get("/league", over="all", least="1", by=order)
        assert "all kinds of game. By wins." in page.text
    assert set(figures(page, "books")) == {"–"}
    assert figures(club.get("/league/year/2019"), "rounds") == ["–"]
    begin_season(club, "2019-01-01", "2019-12-31", figure="books")
    season = club.get("/league/seasons/1")
    assert figures(season, "rounds") == ["–"]
    assert "May 2019: 1" in [desc.text for desc in club.get("/league/seasons/1/months").root.all("desc")]
    assert "No champion: these games do not record what decides the season." in season.text
    ann = club.get("/people/1/rules")
    assert "0 rounds" not in ann.text
    assert figures(ann, "went_out") == ["–"]


def test_nobody_plays_on_at_a_table_of_the_past(club):
    page = club.get("/games/1/result")
    for words in ("Tap a round", "Play one more round", "Rematch", "Now"):
        assert words not in page.text
    assert "Tap a round" not in club.get("/games/1/story").text


def test_a_past_game_goes_on_by_no_request(club, tmp_path):
    file = tmp_path / "rounds.csv"
    file.write_text(TOTALS.replace("Date,", "Round,Date,").replace("2019-05-03,", "1,2019-05-10,"))
    pipeline.record(club.club, ImportFile(file, file.name), Decisions(rules="partnership"))
    page = club.get("/games/2/result")
    assert "Leave it out of the league" in page.text
    assert "No, it went on" not in page.text
    fields = page.form("/games/2/end").fields
    assert "Nothing was changed" in club.post("/games/2/end", fields | {"decision": "on"}).text
    assert "came from a file" in club.post("/games/1/rematch", fields).text
    assert len(club.club.games(limit=9)) == 2


def test_who_has_nothing_to_compare_has_no_rank(club, tmp_path):
    file = tmp_path / "others.csv"
    file.write_text(TOTALS.replace("Ann & Carla", "Eve & Fay").replace("Bob & Dora", "Gus & Hal"))
    pipeline.record(club.club, ImportFile(file, file.name), Decisions(rules="partnership"))
    table = club.begin()
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    ranks = figures(club.get("/league", over="all", least="1", by="books"), "rank")
    assert (ranks[0], ranks[4:]) == ("1", ["–"] * 4)


def test_only_the_page_of_imports_takes_an_import_back(club):
    undone = club.post("/import/1/undo", club.get("/import/1").form("/undo").fields)
    club.post("/import/1/undo", undone.form("/undo").fields | {"back": "1"})
    assert club.club.imports.all()[0].undone_at is None
    assert "Undo:" not in club.get("/games/1/result").text


def test_the_sheet_has_the_totals_and_the_day(club):
    text = club.get("/games/1/sheet").text
    assert "5,200" in text
    assert "2019" in text
    for words in ("Round 1", "type this game in", "Went out"):
        assert words not in text


def test_a_name_that_ends_in_a_point_gets_no_second_one(club):
    person = club.club.people.add("John M.")
    text = club.get("/people/1/merge", into=str(getattr(person, "id", person))).text
    assert "every page says John M. Nothing" in text
