"""Past results on the command line: the same preview and the same record as on the page."""

import json

import pytest

from scorepad.store import Club
from tests.cli.invoke import errors, invoke

GOOD = "Date,Team 1,Team 2,Points 1,Points 2\n2019-05-03,Ann & Bobby,Cleo & Dora,5200,4100\n"


@pytest.fixture
def club(tmp_path):
    with Club.open(tmp_path / "club.sqlite3") as club:
        club.people.add("Bob")
    return tmp_path


@pytest.fixture
def bring(club, tmp_path):
    def run(text, *options):
        file = tmp_path / "results.csv"
        file.write_text(text)
        return invoke("import", str(file), *options, SCOREPAD_INSTANCE=str(club))

    return run


def kept(club):
    with Club.open(club / "club.sqlite3") as opened:
        return len(opened.games(limit=9)), [person.name for person in opened.people.everyone()]


def test_a_dry_run_shows_all_and_records_nothing(bring, club):
    shown = bring(GOOD, "--dry-run")
    assert shown.exit_code == 0
    assert "Ann & Bobby : Cleo & Dora  5,200 : 4,100" in shown.stdout
    assert kept(club) == (0, ["Bob"])


def test_a_dry_run_says_what_must_be_decided(bring):
    text = GOOD.replace("2019-05-03", "03/04/2019")
    assert "Line 2 says 03/04/2019: add --day-first or --month-first." in bring(text, "--dry-run").stdout
    assert "Line 2 says" not in bring(text, "--dry-run", "--day-first").stdout


FORM = "Timestamp,Player,Score,Mood\n" + "".join(
    f"12/24/2018 20:30:{at}1,{name},{score}\n" for at, (name, score) in enumerate([("Ann", "$5,200"), ("Bo", "-$50")])
).replace("$5,200", '"$5,200"')


def test_a_dry_run_shows_the_games_of_a_form_and_what_was_left_out(bring):
    shown = bring(FORM, "--dry-run", "--rules", "two-handed")
    assert "2018-12-24  Ann : Bo  5,200 : -50" in shown.stdout
    assert "These columns were not understood, and are left out: “Mood”." in shown.stdout
    assert shown.stderr == ""


def test_a_dry_run_in_which_every_line_is_wrong_ends_with_status_2(bring):
    assert bring(GOOD.replace("2019-05-03", "x"), "--dry-run").exit_code == 2


def test_it_is_recorded_once_with_people_as_somebody_says(bring, club):
    assert "add --yes" in bring(GOOD).stderr
    done = bring(GOOD, "--yes", "--json", "--people", "Bobby=Bob", "--rules", "partnership")
    assert (done.exit_code, json.loads(done.stdout)["import"]) == (0, 1)
    assert kept(club) == (1, ["Ann", "Bob", "Cleo", "Dora"])
    again = bring(GOOD, "--yes")
    assert (again.exit_code, kept(club)[0]) == (2, 1)
    assert "This file was imported on" in again.stderr


def test_an_import_is_listed_undone_and_brought_back(bring, club):
    bring(GOOD, "--yes", "--people", "Bobby=Bob", "--rules", "partnership")

    def ask(*command):
        return invoke("imports", *command, SCOREPAD_INSTANCE=str(club))

    assert "results.csv" in ask("list").stdout
    undone = json.loads(ask("undo", "1", "--json").stdout)["import"]
    assert (undone["games"], undone["undone_at"] is None) == (1, False)
    assert kept(club) == (0, ["Bob"])
    assert ask("restore", "1").stdout == "1 game is back.\n"
    assert kept(club)[0] == 1
    assert json.loads(ask("list", "--json").stdout)["imports"][0]["undone_at"] is None
    assert (ask("undo", "2").exit_code, "no import with this number" in ask("undo", "2").stderr) == (2, True)


def test_a_game_of_which_only_the_totals_are_known_is_one_line(bring, club):
    bring(GOOD, "--yes", "--people", "Bobby=Bob", "--rules", "partnership")
    lines = invoke("game", "1", SCOREPAD_INSTANCE=str(club)).stdout.splitlines()
    assert [line.split() for line in lines[-2:]] == [
        ["On", "paper:", "1", "to", "4", "5,200", "4,100"],
        ["total", "5,200", "4,100"],
    ]
    refused = invoke("rules", "what-if", "1", "simpson", SCOREPAD_INSTANCE=str(club))
    assert "Only the points of game 1 are known." in refused.stderr


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        (GOOD + "x,A,B,1,2\n", ("--people", "Bobby=new"), "Line 3: "),
        (GOOD.replace("2019-05-03", "03/04/2019"), (), "add --day-first or --month-first"),
        (GOOD.replace("Ann & Bobby", '"A, B"').replace("Cleo & Dora", '"C, D"'), (), "says A, B: add --one-person or"),
        (GOOD, ("--people", "Bobby=Nobody"), "write it as NAME=PERSON"),
        (GOOD, ("--rules", "chess"), "chess"),
        (GOOD.replace("Bobby", "Bobb"), (), "only close to others: Bobb."),
        ("", (), "The file is empty."),
    ],
)
def test_what_cannot_be_recorded_is_a_sentence_and_status_2(bring, club, text, options, sentence):
    refused = bring(text, "--yes", *options)
    assert (refused.exit_code, kept(club)) == (2, (0, ["Bob"]))
    assert sentence in refused.stderr


def test_what_is_wrong_is_said_to_programs_too(bring):
    refused = bring(GOOD + "x,A,B,1,2\n", "--yes", "--json", "--people", "Bobby=new")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "Line 3: " in refused.stderr
    assert "1 line is wrong." in refused.stderr


def test_standard_input_that_does_not_end_is_refused(club, monkeypatch):
    monkeypatch.setattr("scorepad.commands.importing.LARGEST_FILE", 1_000)
    endless = invoke("import", "-", "--yes", stdin=GOOD * 2_000, SCOREPAD_INSTANCE=str(club))
    assert (endless.exit_code, "Import it as a file." in endless.stderr) == (2, True)


def test_a_file_comes_by_standard_input_too(club):
    assert invoke("import", "-", "--yes", stdin=GOOD, SCOREPAD_INSTANCE=str(club)).exit_code == 0


def test_a_file_that_is_not_there_and_a_folder_are_refused(club):
    for file, sentence in (("nowhere.csv", "There is no file"), (str(club), "")):
        assert any(sentence in line for line in errors(invoke("import", file, SCOREPAD_INSTANCE=str(club))))


def test_the_file_of_the_club_itself_is_refused_unread(club):
    refused = invoke("import", str(club / "club.sqlite3"), SCOREPAD_INSTANCE=str(club))
    assert (refused.exit_code, "is the club itself" in refused.stderr) == (2, True)


def test_a_name_of_the_file_can_be_another_name_of_it(bring, club):
    text = GOOD.replace("Bobby", "Bob") + "2019-05-10,Annie & Bob,Cleo & Dora,1,2\n"
    assert "another name of the file" in bring(text, "--yes", "--people", "Annie=Zoe").stderr
    done = bring(text, "--yes", "--people", "Annie=Ann")
    assert (done.exit_code, "as Ann" in done.stdout) == (0, True)
    assert kept(club) == (2, ["Ann", "Bob", "Cleo", "Dora"])
