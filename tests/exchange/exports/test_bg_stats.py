"""A game as a play of BG Stats, field by field, and its re-import."""

import json
import zipfile
from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.exchange.exports.bg_stats import ABOUT, play_file, play_link
from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Decisions, Refused
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


def sheet(*rows, blocks=1, **more):
    """A score sheet as BG Stats 5.7.1 exports it, seen in public notes on its format; a row not filled in is last."""
    lines = [{"templateId": "row1", "label": "{row}.", "repetition": at, "scores": row} | more
             for at, row in enumerate([*rows, {}], start=1)]  # fmt: skip
    parts = [lines] if blocks == 1 else [lines[at::blocks] for at in range(blocks)]
    return {"version": 0, "rounds": [{"templateId": "1", "isExtra": False, "rows": part} for part in parts]}


def with_ids(played, text=False):
    for at, score in enumerate(played["playerScores"]):
        about = {"scoreUuid": f"id-{at}"}
        score["metaData"] = json.dumps(about) if text else about
    return played


ROWS = {"id-0": "100", "id-2": "300"}, {"id-0": "50", "id-1": "50", "id-2": "-100"}
ROUNDS = ((100, 300), (50, -100))


def seen_of(club, tmp_path, *plays, name="BGStatsExport.json"):
    path = tmp_path / name
    path.write_text(json.dumps(EXPORT | {"plays": plays}))
    return pipeline.preview(club, ImportFile(path, path.name), Decisions(rules="partnership"))


@pytest.mark.parametrize("as_text", [True, False])
def test_the_rounds_of_a_play_are_read(club, tmp_path, as_text):
    seen = seen_of(club, tmp_path, with_ids(play(scoresheet=sheet(*ROWS)), as_text))
    assert [(game.totals, game.rounds) for game in seen.sample] == [((150, 200), ROUNDS)]


def test_blocks_of_rows_are_a_round_each(club, tmp_path):
    first, second = ROWS
    rows = sheet({"id-0": "60", "id-2": "310"}, second, {"id-0": "40", "id-2": "-10"}, blocks=2)
    seen = seen_of(club, tmp_path, with_ids(play(scoresheet=rows)))
    assert seen.sample[0].rounds == ROUNDS
    penalty = {"rows": [{"templateId": "row2", "negative": 1, "scores": {"id-2": "100", "id-0": "-50"}}]}
    rows = sheet(first)
    rows["rounds"].append(penalty)
    assert seen_of(club, tmp_path, with_ids(play(scoresheet=rows))).sample[0].rounds == ROUNDS


@pytest.mark.parametrize(
    "rows",
    [
        sheet(*ROWS, {"id-0": "1"}),
        sheet({"id-0": "1", "id-1": "2"}),
        sheet({"id-0": "x"}),
        {"rounds": [{"rows": [{"templateId": name, "scores": row} for name, row in zip("ab", ROWS, strict=True)]}]},
        {"rounds": 7},
        [],
    ],
    ids=["another sum", "partners differ", "no number", "kinds of points", "no list", "no object"],
)
def test_rounds_that_do_not_add_up_leave_the_result(club, tmp_path, rows):
    seen = seen_of(club, tmp_path, with_ids(play(scoresheet=rows)))
    assert [(game.totals, game.rounds) for game in seen.sample] == [((150, 200), ())]
    said = ("1 play has rounds that do not add up to the result: only the result is read.",)
    assert seen.notes == (said if rows == sheet(*ROWS, {"id-0": "1"}) else ())


def test_equal_points_show_who_were_partners_if_teams_were_switched_off(club, tmp_path):
    alone = play(scores=("150", "200", "150", "200"), usesTeams=False)
    for score in alone["playerScores"]:
        score["team"] = None
        score["winner"] = int(score["score"] == "200")
    (game,) = seen_of(club, tmp_path, alone).sample
    assert (game.teams, game.totals, game.winners) == ((("Ann", "Cleo"), ("Bob", "Dora")), (150, 200), (2,))


def test_an_ignored_play_may_say_so_with_a_number(club, tmp_path):
    assert seen_of(club, tmp_path, play(), play(ignored=1)).games == 1


def test_a_zipped_export_is_read(club, tmp_path):
    path = tmp_path / "BGStatsExport.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("BGStatsExport.json", json.dumps(EXPORT | {"plays": [play()]}))
    seen = pipeline.preview(club, ImportFile(path, path.name), Decisions(rules="partnership"))
    assert [game.totals for game in seen.sample] == [(150, 200)]
    with zipfile.ZipFile(path, "a") as parts:
        parts.writestr("again.bgsplay", "{}")
    with pytest.raises(Refused, match="several files of plays"):
        pipeline.preview(club, ImportFile(path, path.name), Decisions())


# BoardGameGeek's XML API 2 and Board Game Arena's list of tables, as several public programs read them.
OTHERS = {
    "BoardGameGeek’s list of plays. It does not say who played together": (
        '<?xml version="1.0" encoding="utf-8"?><plays username="ann" userid="1" total="1" page="1"><play id="1" '
        'date="2024-12-24" quantity="1" length="0"><item name="Hand and Foot" objectid="4137"/><players>'
        '<player name="Ann" score="5200" win="1" color="A"/></players></play></plays>'
    ),
    "Board Game Arena’s list of tables. It does not say who played together": json.dumps(
        {"status": 1, "data": {"tables": [{"table_id": "1", "player_names": "ann,bo", "scores": "5200,4100"}]}}
    ),
    "a web page or XML, and no table": "<!DOCTYPE html><table><tr><td>Date</td></tr></table>",
}


@pytest.mark.parametrize(("sentence", "text"), OTHERS.items(), ids=OTHERS)
def test_files_of_others_are_refused_with_what_they_lack(club, tmp_path, sentence, text):
    path = tmp_path / "plays"
    path.write_text(text)
    with pytest.raises(Refused, match=sentence):
        pipeline.preview(club, ImportFile(path, path.name), Decisions())


def test_the_rounds_of_a_game_come_back(club, tmp_path):
    rows = "Date,Round,Team 1,Team 2,Points 1,Points 2\n2019-05-04,1,A & B,C & D,300,-20\n,2,,,0,120\n"
    bring(club, tmp_path / "rounds.csv", rows.encode())
    data = play_file(load(club, 2))
    assert len(json.loads(data)["plays"][0]["scoresheet"]["rounds"][0]["rows"]) == 2
    assert "scoresheet" not in json.loads(play_file(load(club, 1)))["plays"][0]
    with Club.open(tmp_path / "other.sqlite3") as other:
        seen, _ = bring(other, tmp_path / "game.bgsplay", data)
        assert (seen.sample[0].rounds, seen.notes) == (((300, -20), (0, 120)), ())


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
        "1 play is left out, of another game: “Catan”.",
        "1 play is left out, as BG Stats leaves it out of its figures.",
    )
