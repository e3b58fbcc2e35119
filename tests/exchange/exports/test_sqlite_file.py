"""The SQLite export is a club's file, and its views agree with the league."""

import re

import pytest
from hypothesis import given, settings

from scorepad.exchange.exports import EXPORTS, no_report, write_file
from scorepad.league.facts import WHOLE
from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.record import game as record_of
from scorepad.store import Club
from scorepad.store.engine import sqlite3
from scorepad.store.exports import RATINGS, VIEWS
from scorepad.store.file.doctor import examine
from tests.league.happenings import NO_SHRINKING, after, evenings
from tests.support.server import ROOT

CHAPTER = (ROOT / "docs/documents.md").read_text("utf-8").split("## A whole club: SQLite")[1].split("\n## ")[0]
FIXED = [("game", "partnership", range(7), [(1, [300, 50, 0]), (None, [5, 100, 0])]), ("merge", 5, 6)]


def query(path, sql):
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    rows = [dict(row) for row in connection.execute(sql)]
    connection.close()
    return rows


def exported(club, path):
    return write_file(EXPORTS["sqlite"], club, path, no_report)


@pytest.fixture
def export(tmp_path):
    with after(tmp_path, FIXED) as evening:
        yield exported(evening.club, tmp_path / "export.sqlite3")


@settings(max_examples=12, phases=NO_SHRINKING)
@given(evenings)
def test_the_views_say_what_the_league_says(tmp_path_factory, happenings):
    home = tmp_path_factory.mktemp("club")
    with after(home, [*FIXED, *happenings]) as evening:
        club, copy = evening.club, exported(evening.club, home / "export.sqlite3")
        club.league.catch_up()
        listed = {str(p.id) for p in club.people.everyone() if not (p.guest or p.forgotten or p.merged_into)}
        tallies = {who: tally for who, tally in club.league.tallies("people").items() if who in listed and tally.games}
        ratings = club.league.ratings(map(int, tallies))
        counted = {game: club.league.game(game) for game in evening.slugs if club.league.game(game)}
        records = {game: record_of(parse_values(values(club, game)), {}) for game in counted}
    standings = query(copy, "SELECT * FROM standings")
    assert {str(row["player"]): row["games"] for row in standings} == {
        who: tally.games for who, tally in tallies.items()
    }
    for row in standings:
        tally = tallies[str(row["player"])]
        assert (row["wins"], row["points"], row["rounds"]) == (tally.share / WHOLE, tally.points, tally.rounds)
        assert row["rank"] == 1 + sum(other.share > tally.share for other in tallies.values())
        rating = ratings.get(row["player"])
        assert (row["rating"], row["give_or_take"]) == (rating and rating.shown, rating and rating.give_or_take)
    totals = {
        (row["game"], row["team"]): (row["total"], row["place"], row["win"])
        for row in query(copy, "SELECT * FROM totals")
    }
    assert totals == {
        (game, team): (side.total, side.ahead + 1, side.share / WHOLE)
        for game, played in counted.items()
        for team, side in enumerate(played.sides, 1)
    }
    rounds = {(row["game"], row["round"], row["team"]): row["points"] for row in query(copy, "SELECT * FROM rounds")}
    assert rounds == {
        (game, number, team): points
        for game, record in records.items()
        for number in range(1, record.course.counted + 1)
        if not record.rounds[number - 1].on_paper
        for team, points in enumerate(record.rounds[number - 1].totals, 1)
    }
    games = {row["game"]: (row["counts"], row["rounds"]) for row in query(copy, "SELECT * FROM games")}
    assert games == {
        game: (int(game in counted), counted[game].rounds if game in counted else None) for game in evening.slugs
    }


def values(club, game):
    return {name: cell.value for name, cell in club.cells(game).items()}


def test_the_docs_name_every_view_and_column(export):
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*)", CHAPTER, re.MULTILINE))
    assert rows.keys() == VIEWS.keys()
    for view, text in rows.items():
        columns = re.findall(r"`(\w+)`", text.split("|")[1])
        assert set(columns) == set(query(export, f"SELECT * FROM {view} LIMIT 1")[0]), view


def test_the_query_in_the_docs_finds_evenings(export):
    sql = re.search(r"```sql\n(.+?)```", CHAPTER, re.DOTALL)[1]
    winners = query(export, "SELECT people FROM totals WHERE win = 1")[0]["people"]
    rows = query(export, sql.replace("Ann & Carla", winners))
    assert [(row["games"], row["wins"]) for row in rows] == [(1, 1.0)]


def test_it_is_a_club_again_which_loses_the_views_when_it_is_brought_up_to_date(tmp_path, export):
    (tmp_path / "again").mkdir()
    path = export.rename(tmp_path / "again" / "club.sqlite3")
    with Club.open(path) as club:
        assert [finding for finding in examine(club) if not finding.ok] == []
        club.people.add("Zoe")
        assert {*VIEWS} == {row["name"] for row in query(path, "SELECT name FROM sqlite_master WHERE type = 'view'")}
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DELETE FROM _sqlite_migrations WHERE name = 'rating_gained'")
    connection.close()
    with Club.open(path):
        left = query(path, f"SELECT name FROM sqlite_master WHERE type = 'view' OR name = '{RATINGS}'")
    assert left == []
