"""Whatever people are called, an export of results reads back as the same people with the same points."""

import csv
import io
import tempfile
from itertools import count
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scorepad.exchange.exports import EXPORTS, no_report
from scorepad.exchange.exports.bg_stats import export_of
from scorepad.exchange.exports.spreadsheets import rounds_table, safe
from scorepad.exchange.imports import pipeline
from scorepad.exchange.imports.cells import Evidence, TeamReader, parse_date, shown, written
from scorepad.exchange.imports.import_file import ImportFile
from scorepad.exchange.imports.plan import Context, Decisions, PastGame
from scorepad.play.rules.catalog import find_rules
from scorepad.scoring.names import BadName, clean_name, fold_name
from scorepad.store import Club
from scorepad.store.imports import NewImport

RULES, SINGLES = "partnership", "two-handed"
PHASES = [Phase.explicit, Phase.generate]
JOINED = ["&", "and", "AND", "und", "u.", "with", "+", "/", ",", ";", "\n", " ", ""]
WORDS = ["Ann", "Smith", "Lee Kim", "Ö", "李", "🎉", '"', '""', "'", "=", "+", "-", "@", "＝", "1", "1.", "7,200", "−5",
         "Tie", "tie:", "Total", "Team 2", "none", "–", 'Tom "Tiny" Bell', "_x0041_", "&amp;", "<b>"]  # fmt: skip
NAMES = (
    st.lists(st.sampled_from([*WORDS, *JOINED]) | st.text(max_size=5), min_size=1, max_size=5)
    .map("".join)
    .map(lambda text: _cleaned(text))
    .filter(bool)
)
PEOPLE = st.lists(NAMES, min_size=4, max_size=4, unique_by=fold_name)

HOSTILE = [
    ("Smith, John", "Lee, Kim", "Kim and Co", "Anna und Otto"),
    ("A & B", "C + D", "E / F", "G with H"),
    ('"', '"Slim"', 'Jim "Slim" Doe', '"a" & "b"'),
    ('"a', 'b"', '"c" d', 'e "f"'),
    ("=1+1", "@SUM(A1)", "'=2", "＝3"),
    ("1", "2", "1.", "5,200"),
    ("Tie", "Total", "Team 2", "none"),
    ("u. Ann", "Bob u.", "+ Cleo", "Dora +"),
    ("_x0041_", "_x005F_", "&amp;", "<b>"),
]


def _cleaned(text):
    try:
        return clean_name(text)
    except BadName:
        return None


@given(st.lists(NAMES, min_size=1, max_size=4))
@settings(max_examples=200, deadline=None, database=None, phases=PHASES)
def test_any_names_in_one_cell_read_back(names):
    cell = written(names)
    for apart in (True, False, None):
        reader = TeamReader(lambda name: False, apart, Evidence)
        assert reader.read(1, [[shown(cell)]]) == (tuple(names),)
        assert reader.question is None


def played(club):
    """Return every game that counts: the people of each team by name, and its points."""
    club.league.catch_up()
    names = {person.id: person.name for person in club.people.everyone()}
    games = club.league.games_between("2000-01-01", "2100-01-01", 1_000)
    return sorted([([names[person] for person in side.people], side.total) for side in game.sides] for game in games)


def record_games(club, people):
    """Record games of two teams of two, with and without rounds, and a tie; nothing is written to a file or parsed."""
    a, b, c, d = people
    day = parse_date("2024-05-03")
    games = [
        PastGame(1, day, ((a, b), (c, d)), (5200, 4100)),
        PastGame(2, day, ((a, c), (b, d)), (60, 100), rounds=((10, 20), (50, 80))),
        PastGame(3, day, ((d, a), (c, b)), (7, 7)),
        PastGame(4, day, ((a,), (b,)), (5200, 4100), rules=SINGLES),
        PastGame(5, day, ((d,), (c,)), (30, 70), rounds=((10, 20), (20, 50)), rules=SINGLES),
        PastGame(6, day, ((b,), (c,)), (8, 8), rules=SINGLES),
    ]
    ids = {}
    with club.imports.recording(NewImport("d", "f", "k")) as recording:
        context = Context("f", lambda name: ids[name], lambda slug: find_rules(club, slug or RULES), None)
        ids.update({name: recording.add_person(name) for name in people})
        for game in games:
            recording.add(game.new_game(context))


def rounds_of(club):
    """Return the rows of all rounds that count, without the numbers of the games, which differ between clubs."""
    return sorted(([row[0], *row[2:]] for row in rounds_table(club, no_report).rows), key=repr)


def by_person(club):
    """Return the rounds as CSV with a row for each person, as forms and databases have them."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["Date", "Game", "Round", "Rules", "Player", "Team", "Score"])
    for day, game, number, rules, *sides, _ in rounds_table(club, no_report).rows:
        teams, points = sides[: len(sides) // 2], sides[len(sides) // 2 :]
        for at, (team, of_team) in enumerate(zip(teams, points, strict=True), start=1):
            reader = TeamReader(lambda name: False, True, Evidence)
            for name in reader.read(1, [[team]])[0] if team else ():
                writer.writerow([day, game, number, rules, safe(written([name])), at, of_team])
    return text.getvalue().encode()


def read_back(folder, number, content, rules=RULES):
    """Import a file into a new club, and return what was played there."""
    path = folder / f"file-{number}"
    path.write_bytes(content)
    with Club.open(folder / f"again-{number}.sqlite3") as again:
        file = ImportFile(path, path.name)
        seen = pipeline.preview(again, file, Decisions(rules=rules))
        assert ([str(problem) for problem in seen.problems], seen.name_question) == ([], None)
        pipeline.record(again, file, Decisions(rules=rules))
        return played(again), rounds_of(again)


def check_all_exports(people):
    numbers = count()
    with tempfile.TemporaryDirectory() as folder, Club.open(Path(folder) / "club.sqlite3") as club:
        record_games(club, people)
        for export in ("games-csv", "rounds-csv", "xlsx", "jsonl"):
            games, rounds = read_back(Path(folder), next(numbers), content(EXPORTS[export], club))
            assert games == played(club), export
            assert rounds == rounds_of(club) or export in ("games-csv", "xlsx"), export
        assert read_back(Path(folder), next(numbers), by_person(club)) == (played(club), rounds_of(club))
        plays, rounds = [], []
        for game in range(1, 7):
            rules = RULES if game < 4 else SINGLES
            back = read_back(Path(folder), next(numbers), content(export_of(game), club), rules)
            plays += back[0]
            rounds += back[1]
        assert (sorted(plays), sorted(rounds, key=repr)) == (played(club), rounds_of(club))


def content(export, club):
    stream = io.BytesIO()
    export.write(club, stream, no_report)
    return stream.getvalue()


@pytest.mark.parametrize("people", HOSTILE, ids=" | ".join)
def test_each_export_of_results_reads_back_as_the_same_people_and_points(people):
    check_all_exports(people)


@given(PEOPLE)
@settings(max_examples=5, deadline=None, database=None, phases=PHASES)
def test_each_export_reads_back_whatever_people_are_called(people):
    check_all_exports(people)
