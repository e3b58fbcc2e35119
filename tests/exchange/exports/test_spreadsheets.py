"""Spreadsheet exports, read by other libraries and by an import: numbers stay numbers, texts are never formulas."""

import csv
import io

import pytest
from python_calamine import CalamineWorkbook

from scorepad.exchange.exports import EXPORTS, no_report
from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Decisions
from scorepad.store import Club
from tests.support.leagues.club_file import write
from tests.support.leagues.generate import league

EVIL = ("=1+1", "@SUM(A1)", "+Bob", "-Ann", "＝2")
PAST = """\
Date,Round,Team 1,Team 2,Points 1,Points 2
2019-05-03,,{0} & {1},{2} & {3},-50,4100
2019-05-04,1,{0} & {1},{2} & {3},-50,900
2019-05-04,2,{0} & {1},{2} & {3},1200,0
"""


@pytest.fixture
def brought(tmp_path):
    """Import a file into a new club, and return the club."""
    opened = []

    def bring(name, content):
        (tmp_path / name).write_bytes(content)
        club = Club.open(tmp_path / f"{name}.sqlite3")
        opened.append(club)
        file = ImportFile(tmp_path / name, name)
        seen = pipeline.preview(club, file, Decisions(rules="partnership"))
        assert (seen.problems, bool(seen.games)) == ([], True)
        pipeline.record(club, file, Decisions(rules="partnership"))
        return club

    yield bring
    for club in opened:
        club.close()


def written(club, name):
    stream = io.BytesIO()
    EXPORTS[name].write(club, stream, no_report)
    return stream.getvalue()


def rows(club, name):
    return list(csv.reader(io.StringIO(written(club, name).decode("utf-8-sig"))))


def played(club):
    """Return every game that counts: day, people by name, totals, rounds."""
    club.league.catch_up()
    names = {person.id: person.name for person in club.people.everyone()}
    games = club.league.games_between("2000-01-01", "2100-01-01", 1_000)
    return sorted(
        (game.day, [([names[person] for person in side.people], side.total) for side in game.sides], game.rounds)
        for game in games
    )


def test_no_text_runs_and_every_number_is_one(brought):
    club = brought("evil.csv", PAST.format(*EVIL).encode())
    games, rounds = rows(club, "games-csv"), rows(club, "rounds-csv")
    assert games[1][4:] == ["'=1+1 & @SUM(A1)", "'+Bob & -Ann", "-50", "4100", "'+Bob & -Ann"]
    assert [row[2] for row in rounds[1:]] == ["", "1", "2"]
    assert {row[1] for row in rows(club, "standings-csv")[1:]} == {"'=1+1", "'@SUM(A1)", "'+Bob", "'-Ann"}
    book = CalamineWorkbook.from_filelike(io.BytesIO(written(club, "xlsx")))
    assert book.sheet_names == ["Games", "Rounds", "Standings"]
    first = book.get_sheet_by_name("Games").to_python()[1]
    assert [first[0].isoformat(), *first[4:8]] == ["2019-05-03", "=1+1 & @SUM(A1)", "+Bob & -Ann", -50.0, 4100.0]


def test_other_programs_read_the_same_names_in_a_workbook(brought):
    club = brought("odd.csv", PAST.format("_x0041_", "_x005F_x0041_", '"Smith, John"', "5_x2").encode())
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(written(club, "xlsx"))).get_sheet_by_name("Standings")
    assert {row[1] for row in sheet.to_python()[1:]} == {person.name for person in club.people.everyone()}


@pytest.mark.parametrize("name", ["games-csv", "rounds-csv", "xlsx"])
def test_what_was_written_is_imported_again_as_the_same_games(brought, name):
    club = brought("past.csv", PAST.format(*EVIL).encode())
    again = brought(f"again-{name}", written(club, name))
    keeps_rounds = name == "rounds-csv"
    assert [game[: 3 if keeps_rounds else 2] for game in played(again)] == [
        game[: 3 if keeps_rounds else 2] for game in played(club)
    ]


def test_every_game_and_round_that_counts_is_written(tmp_path):
    write(league(3, 60), tmp_path / "club.sqlite3")
    with Club.open(tmp_path / "club.sqlite3") as club:
        games, rounds = rows(club, "games-csv"), rows(club, "rounds-csv")
        kept = played(club)
        assert [row[0] for row in games[1:]] == [day for day, *_ in kept]
        assert {row[1] for row in rounds[1:]} == {row[1] for row in games[1:]}
        teams = games[0].index("Points 1") - games[0].index("Team 1")
        for game in games[1:]:
            of_game = [row for row in rounds if row[1] == game[1]]
            points = [sum(int(row[4 + teams + at] or 0) for row in of_game) for at in range(teams)]
            assert points == [int(total or 0) for total in game[4 + teams : 4 + 2 * teams]]
        ranks = [int(row[0]) for row in rows(club, "standings-csv")[1:]]
        assert ranks == sorted(ranks)
        assert len(ranks) > 5
