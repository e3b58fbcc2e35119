"""`games`, `game`, `standings`, `player` and `records`: the club's data as tables and as the documents of the API."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
from contextlib import closing, suppress

import pytest

from scorepad.exchange.documents.games import game_document, games_document
from scorepad.exchange.documents.league import player_document, records_document
from scorepad.league.club_names import ClubPeople
from scorepad.paths import CLUB
from scorepad.play.game import load
from scorepad.store import Club
from scorepad.store.engine import sqlite3
from tests.cli.forks import END, forking
from tests.cli.invoke import errors, invoke, run
from tests.golden import stored
from tests.support.server import FROM_CHECKOUT, ROOT, environment
from tests.support.waiting import PATIENCE, limited

COMMANDS = ("games", "game 3 --lines", "standings --all-games --least 1", "player Anna", "records", "rules list")
NARROW = 80


@pytest.fixture
def home(instance):
    """A club recorded by an earlier version: ten games of an evening, three of them over, one in the bin."""
    stored.restore(instance)
    return instance


def document(*arguments):
    return json.loads(run(*arguments, "--json").stdout)


def test_json_has_the_documents_of_the_api(home):
    with Club.open(home / CLUB) as club:
        club.league.catch_up()
        people = ClubPeople.of(club)
        (bob,) = club.people.named("bob")
        assert document("games")["games"] == games_document(club)["games"]
        assert document("game", "3") == game_document(club, load(club, 3))
        assert document("player", "BOB") == player_document(club, people, bob)
        assert document("player", str(bob.id)) == document("player", "Bob")
        assert document("records") == records_document(club, people)
    table = document("standings", "--all-games", "--least", "1")
    assert [row["competitor"]["name"] for row in table["rows"]][:2] == ["Anna", "Bob"]
    assert document("standings", "--pairs", "--least", "1")["group"] == "partnerships"
    assert document("standings", "--season", "now on")["season"]["name"] == "Now on"


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ((), [10, 8, 7, 6, 5, 4, 3, 2, 1]),
        (("--limit", "2"), [10, 8]),
        (("--unfinished",), [10, 8, 5, 4, 2, 1]),
        (("--bin",), [9]),
        (("--player", "eve"), [4, 3]),
        (("--player", "Zoe", "--unfinished"), [8]),
        (("--rules", "good-sam"), [6]),
        (("--season", "now on", "--player", "Eve"), [4, 3]),
    ],
)
def test_games_are_listed_newest_first_and_filtered(home, options, games):
    answer = document("games", *options)
    assert [game["id"] for game in answer["games"]] == games
    assert answer["next"] == ("8" if "--limit" in options else None)
    shown = run("games", *options).stdout.splitlines()
    numbers = [int(line.split()[0]) for line in shown[1:] if line.split()[0].isdigit()]
    assert numbers == games


def test_a_game_shows_its_totals_its_winner_and_on_demand_its_lines(home):
    shown = run("game", "3").stdout
    assert "Anna & Eve won, 4,090 to −360." in shown
    assert re.search(r"^ *total +4,090 +−360$", shown, re.MULTILINE)
    assert "Cards melded" not in shown
    assert shown.count("Round ") == 0
    assert run("game", "3", "--lines").stdout.count("\nRound ") == len(document("game", "3")["rounds"])
    assert run("game", "3", "--round", "2").stdout.count("\nRound 2") == 1
    assert errors(run("game", "3", "--round", "99")) == ["Game 3 has no round 99 yet."]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("game 99", "There is no game 99."),
        ("player Ana", "No player “Ana”. Did you mean Anna or Ann?"),
        ("player Quentin Smith", "No player “Quentin Smith”."),
        ("games --player Dor", "No player “Dor”. Did you mean Dora?"),
        ("standings --season Now", "No season “Now”. Did you mean Now on?"),
        ("standings --kind Vegas", "No kind of game “Vegas” is finished yet."),
        ("games --season Nothing", "No season “Nothing”."),
        ("games --rules simson", "This club has no rule set “simson”. Did you mean “simpson”?"),
        ("records --kind Frends", "No kind of game “Frends” is finished yet. Did you mean Friends & Family?"),
        ("standings --from yesterday", "Type a day as year, month and day, such as 2026-03-31."),
        ("standings --least none", "Type a number of games from 1 to 999."),
    ],
)
def test_what_is_not_there_is_a_sentence_with_what_is_near(home, command, sentence):
    assert errors(invoke(*command.split())) == [sentence]


@pytest.mark.parametrize("field", ["shape", "choices"])
@pytest.mark.parametrize("command", ["game 3", "export bgsplay --game 3"])
def test_a_damaged_game_is_a_sentence(home, field, command):
    with closing(sqlite3.connect(home / CLUB)) as outside, outside:
        outside.execute("UPDATE cell SET value = '[1]' WHERE game = 3 AND field = ?", (field,))
    assert "Game 3 is damaged: run “scorepad doctor”." in errors(invoke(*command.split()))[0]


def test_figures_that_cannot_be_read_are_a_sentence(home):
    with Club.open(home / CLUB) as club:
        club.league.catch_up()
        with club.writing() as db:
            db.execute("DROP TABLE league_kind")
    (line,) = errors(invoke("standings"))
    assert "scorepad" in line


def on_a_terminal(*jobs):
    """The output of each command on a terminal of 80 columns."""
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, NARROW, 0, 0))
    environ = environment(TERM="xterm", NO_COLOR=None)
    shown = b""
    with subprocess.Popen(forking(*jobs), env=environ, cwd=ROOT, stdout=other, stderr=subprocess.PIPE) as process:
        os.close(other)
        with limited(process.kill), suppress(OSError):  # Linux raises this when the other side is closed
            while part := os.read(terminal, 1 << 16):
                shown += part
        ended = json.loads(process.stderr.read())
    os.close(terminal)
    assert ended == [[0, ""]] * len(jobs), shown
    return [text.splitlines() for text in shown.decode().split(END)[:-1]]


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What each of `COMMANDS` prints on a terminal: as usual, and in three ways that ask for no colours."""
    home = tmp_path_factory.mktemp("printed") / "instance"
    stored.restore(home)
    there, jobs = {"SCOREPAD_INSTANCE": str(home)}, []
    for words in map(str.split, COMMANDS):
        jobs += [(words, there | environ, "") for environ in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"})]
        jobs.append(([*words, "--color", "never"], there, ""))
    shown = on_a_terminal(*jobs)
    return {command: shown[4 * at : 4 * at + 4] for at, command in enumerate(COMMANDS)}


@pytest.mark.parametrize("command", COMMANDS)
def test_tables_fit_a_terminal_and_are_plain_in_a_pipe(home, printed, command):
    lines, *others = printed[command]
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    assert max(map(len, plain)) <= NARROW
    assert any(set(line) <= {"-", " "} and "--" in line for line in plain)
    assert plain != lines
    assert others == [plain] * 3
    piped = invoke(*command.split(), COLUMNS="").stdout
    narrow = invoke(*command.split(), COLUMNS=str(NARROW)).stdout.splitlines()
    assert max(map(len, narrow)) <= NARROW
    assert "\x1b" not in piped
    assert not re.search(r"^-+ +-+", piped, re.MULTILINE)
    assert "…" not in piped


@pytest.mark.parametrize("width", [1, 20, 50, 60])
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "rules list"])
def test_a_narrow_table_cuts_names_and_no_numbers(home, command, width):
    wide = invoke(*command.split(), COLUMNS="").stdout
    narrow = invoke(*command.split(), COLUMNS=str(width)).stdout
    assert not re.search(r"[0-9]…", narrow)
    if command == "games":
        points = re.findall(r"[−0-9,]+ – [−0-9,]+", wide)
        assert points
        assert re.findall(r"[−0-9,]+ – [−0-9,]+", narrow) == points


def test_facts_are_read_while_another_process_writes(home):
    with Club.open(home / CLUB) as club, club.writing() as db:
        db.execute("UPDATE player SET name = 'Berta' WHERE name = 'Bob'")
        command = (*FROM_CHECKOUT, "games")
        environ = environment(SCOREPAD_INSTANCE=str(home))
        done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Berta" not in done.stdout
