"""A game as a play of BG Stats, field by field, and its re-import."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.exchange.exports.bg_stats import ABOUT, play_file, play_link
from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Decisions
from scorepad.play.game import load
from scorepad.rules import preset
from scorepad.store import Club

TABLE = "Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Zoë & Bob #1?,Cleo & Dora%20=+,-50,4100\n"
PAIRS = ("Zoë & Bob #1?", "Cleo & Dora%20=+")
TEAMS = {name: pair for pair in PAIRS for name in pair.split(" & ")}
BY_SEAT = ["Zoë", "Cleo", "Bob #1?", "Dora%20=+"]


def bring(club, path, content):
    path.write_bytes(content)
    file = ImportFile(path, path.name)
    decisions = Decisions(rules="partnership")
    return pipeline.preview(club, file, decisions), pipeline.record(club, file, decisions)


@pytest.fixture
def club(tmp_path):
    with Club.open(tmp_path / "club.sqlite3") as club:
        club.clock.change("Europe/Berlin")
        bring(club, tmp_path / "past.csv", TABLE.encode())
        yield club


def test_the_link_says_every_field_as_bg_stats_documents_it(club):
    link = play_link(load(club, 1))
    assert link.isascii()
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert [*parse_qs(parts.query)] == ["data"]
    data = json.loads(parse_qs(parts.query)["data"][0])
    people = {person.name: str(person.id) for person in club.people.everyone()}
    assert data == {
        "sourceName": "Scorepad",
        "sourcePlayId": "scorepad-1-2019-05-03T10:00:00.000+00:00",
        "playDate": "2019-05-03 10:00:00",
        "game": {
            "name": preset("partnership").name, "sourceGameId": "partnership", "highestWins": True, "noPoints": False,
        },
        "players": [
            {
                "name": name, "sourcePlayerId": people[name], "startPlayer": False, "rank": 2 - seat % 2,
                "score": (-50, 4100)[seat % 2], "winner": seat % 2 == 1, "team": TEAMS[name],
            }
            for seat, name in enumerate(BY_SEAT)
        ],
    }  # fmt: skip


def test_the_file_is_read_again_as_the_same_game(club, tmp_path):
    data = play_file(load(club, 1))
    document = json.loads(data)
    assert (document["about"], document["plays"][0]["playDateYmd"]) == (ABOUT, 20190503)
    assert document["plays"][0]["playDate"] == "2019-05-03 12:00:00"
    with Club.open(tmp_path / "other.sqlite3") as other:
        seen, _ = bring(other, tmp_path / "game.bgsplay", data)
        (game,) = seen.sample
        assert (game.day.isoformat(), game.totals, game.winners) == ("2019-05-03", (-50, 4100), (2,))
        assert {frozenset(team) for team in game.teams} == {frozenset(BY_SEAT[0::2]), frozenset(BY_SEAT[1::2])}


EXPORT = {
    "players": [{"id": n, "name": name} for n, name in enumerate(("Ann", "Bob", "Cleo", "Dora"), start=1)],
    "games": [{"id": 1, "name": "Hand & Foot"}, {"id": 2, "name": "Catan"}],
    "locations": [{"id": 1, "name": "Home"}],
}


def play(game=1, *, scores=("", "120+30", "200", ""), day="2019-05-04 22:30:00", **more):
    teams = ("A", "A", "B", "B")
    people = [
        {"playerRefId": at + 1, "team": teams[at], "score": scores[at], "winner": teams[at] == "B"} for at in range(4)
    ]
    return {"gameRefId": game, "playDate": day, "playerScores": people, **more}


def test_a_whole_export_brings_the_plays_of_this_game_in_the_order_of_their_days(club, tmp_path):
    plays = [play(), play(2), play(day="2019-05-03 22:30:00"), play(ignored=True), play(scores=("1", "2", "3", ""))]
    path = tmp_path / "BGStatsExport.json"
    path.write_text(json.dumps(EXPORT | {"plays": plays}))
    seen = pipeline.preview(club, ImportFile(path, path.name), Decisions(rules="partnership"))
    assert [(game.line, game.day.isoformat(), game.totals) for game in seen.sample] == [
        (3, "2019-05-03", (150, 200)),
        (1, "2019-05-04", (150, 200)),
    ]
    assert [str(problem) for problem in seen.problems] == ["Play 5: People of one team have different scores."]
    assert seen.notes == (
        "1 play is left out, of other games: “Catan”.",
        "1 play is left out, as BG Stats leaves them out of its figures.",
    )
