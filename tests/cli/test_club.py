"""`scorepad club`, and `--club` of the commands that work on one club."""

import json
import re
import shutil

import pytest

from scorepad import paths
from scorepad.serving.invite_links import link_path
from scorepad.store import Club, Entry, Role
from tests.cli.invoke import errors, invoke, run


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    return paths.instance_dir()


@pytest.fixture
def thursday(home):
    assert run("club", "new", "thursday").exit_code == 0
    return home / "clubs" / "thursday"


def doctor(status):
    result = invoke("doctor", "--club", "thursday")
    assert result.exit_code == status
    contents, *lines = result.stdout.splitlines()
    assert contents.startswith("The club has ")
    lines = [line for line in lines if not line.startswith("well: ")]
    assert all(line.startswith("NOT WELL: ") for line in lines)
    return lines


def test_a_new_club_is_two_private_files_and_its_owners_link(home):
    output = run("club", "new", "thursday").stdout
    link = r"^http://127\.0\.0\.1:8484/c/thursday/in/o-[a-z2-7]{26}$"
    assert link_path(home, slug="thursday") in output
    assert re.search(link, output, re.MULTILINE)
    folder = home / "clubs" / "thursday"
    modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert modes == {"access.sqlite3": 0o600, "club.sqlite3": 0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert not (home / paths.CLUB).exists()


@pytest.mark.parametrize("slug", ["Thursday", "a b", "a.b", "../a", "", "x" * 41, "é", "c/d"])
def test_a_name_that_cannot_be_in_an_address_is_refused(home, slug):
    (line,) = errors(run("club", "new", slug))
    assert "thursday-club" in line
    assert not (home / "clubs").exists()


def test_a_club_is_made_only_once_and_only_where_a_folder_can_be(home, thursday):
    before = (thursday / paths.CLUB).read_bytes()
    (line,) = errors(run("club", "new", "thursday"))
    assert "already" in line
    assert (thursday / paths.CLUB).read_bytes() == before
    shutil.rmtree(home / "clubs")
    (home / "clubs").touch()
    (line,) = errors(run("club", "new", "thursday"))
    assert "could not be made" in line


def test_list_prints_every_club_with_its_address(home):
    assert run("club", "list").stdout.split() == ["club", "address", "size"]
    run("club", "new", "thursday")
    Club.open(home / paths.CLUB).close()
    (home / "clubs" / "empty").mkdir()
    (home / "clubs" / "no.slug").mkdir()
    lines = run("club", "list").stdout.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["club", "(at home)", "thursday"]
    assert "/c/thursday/" in lines[2]


@pytest.mark.parametrize("command", ["backup copy", "doctor", "league rebuild", "link"])
def test_no_command_makes_a_missing_club(home, thursday, command):
    for options, sentence in (
        (("--club", "friday"), "no club called friday"),
        (("--club", "No.Slug"), "thursday-club"),
        ((), "The one club here is thursday: add --club thursday."),
    ):
        assert any(sentence in line for line in errors(invoke(*command.split(), *options)))
    assert [folder.name for folder in (home / "clubs").iterdir()] == ["thursday"]
    assert not (home / paths.CLUB).exists()


def test_a_backup_is_one_file_with_everything_in_it_but_the_secrets(home, thursday, tmp_path):
    links = [link_path(home, role, slug="thursday") for role in (Role.OWNER, Role.READER)]
    with Club.open(thursday / paths.CLUB) as club:
        club.people.add("Thora")
    folder = tmp_path / "copies"
    folder.mkdir()
    output = run("backup", str(folder), "--club", "thursday").stdout
    (copy,) = folder.iterdir()
    assert copy.name.startswith("thursday-")
    assert str(copy) in output
    assert "access.sqlite3" in output
    key = (home / "secret-key").read_text().strip()
    for secret in (key, *(link.rpartition("-")[2] for link in links)):
        assert secret.encode() not in copy.read_bytes()
    with Club.open(copy) as copied:
        assert [player.name for player in copied.people.active()] == ["Thora"]


def test_the_doctor_examines_both_files_and_the_key(home, thursday):
    assert doctor(0) == []
    (thursday / paths.ACCESS).chmod(0o644)
    assert f"chmod 600 {thursday / paths.ACCESS}" in doctor(1)[0]
    (thursday / paths.ACCESS).write_bytes(b"no list" * 1000)
    assert "is not an SQLite database" in doctor(1)[0]
    # A club without a list of phones is valid, and gets one with its first link.
    (thursday / paths.ACCESS).unlink()
    key = home / "secret-key"
    key.chmod(0o644)
    assert f"chmod 600 {key}" in doctor(1)[0]
    key.chmod(0o600)
    key.write_text("")
    assert "is empty. Put back a copy" in doctor(1)[0]
    key.unlink()
    assert doctor(0) == []
    assert not key.exists()
    assert "/c/thursday/in/o-" in run("link", "--club", "thursday").stdout
    assert (thursday / paths.ACCESS).exists()


def test_the_doctor_counts_games_and_entries(thursday):
    with Club.open(thursday / paths.CLUB, now=lambda: "2026-01-02T20:00:00.000+00:00") as club:
        entries = [Entry(f"key-{n}", 0, 1, f"team{n}", "melded", 5) for n in (1, 2)]
        club.new_game(entries, key="game")
        club.clock.change("Australia/Sydney")
    first = run("doctor", "--club", "thursday").stdout.splitlines()[0]
    assert first == "The club has 1 game and 2 entries, the last one recorded on 3 Jan 2026, 07:00."


def test_the_doctor_tells_the_age_of_the_daily_copies(home, thursday):
    folder = home / "copies"
    assert f"no daily copy in {folder} yet" in run("doctor", "--club", "thursday").stdout
    folder.mkdir()
    with Club.open(thursday / paths.CLUB) as club:
        club.people.add("Zoe")
    assert "is copied to" in run("backup", "--daily", str(folder), "--club", "thursday").stdout
    assert "Nothing is new" in run("backup", "--daily", str(folder), "--club", "thursday").stdout
    assert "is from today" in run("doctor", "--club", "thursday").stdout
    (copy,) = folder.iterdir()
    copy.rename(folder / "thursday-2020-01-01.sqlite3")
    assert doctor(0) == []
    with Club.open(thursday / paths.CLUB) as club:
        club.people.add("Ann")
    (fault,) = doctor(1)
    assert re.search(r"is [\d,]{5,} days old, and something was recorded since", fault)
    # The clock was wrong for a while. The next copy is newer by its contents.
    (folder / "thursday-2020-01-01.sqlite3").rename(folder / "thursday-2999-01-01.sqlite3")
    assert doctor(0) == []
    assert "is of 2999-01-01, which is still to come" in run("doctor", "--club", "thursday").stdout


def test_the_doctor_names_missing_entries_until_they_are_accepted(thursday):
    path = thursday / paths.CLUB
    with Club.open(path) as club:
        club.new_game([], key="game")
        note = json.dumps({"club": _club_id(club), "folds": 0, "seq": 7})
    path.with_name(f"{path.name}-reach").write_text(note)
    assert "7 entries are missing (the first ones)" in doctor(1)[0]
    assert doctor(1) == doctor(1)
    run("doctor", "--accept", "--club", "thursday")
    assert doctor(0) == []


def _club_id(club):
    with club.reading() as db:
        return str(db.execute("SELECT club FROM reach").fetchone()[0])


def test_one_club_is_named_to_rebuild_its_league_or_to_make_a_new_link(home, thursday):
    assert "0 games" in run("league", "rebuild", "--club", "thursday").stdout
    run("club", "new", "friday")
    before, friday = (link_path(home, slug=slug) for slug in ("thursday", "friday"))
    run("link", "--club", "thursday", "--new", "--yes")
    assert link_path(home, slug="thursday") != before
    assert link_path(home, slug="friday") == friday


def test_what_a_command_did_is_one_json_document_too(home, tmp_path):
    def answer(*command):
        (line,) = run(*command, "--json").stdout.splitlines()
        return json.loads(line)

    made = answer("club", "new", "friday")
    assert (made["club"], "/c/friday/in/" in made["links"][0]) == ("friday", True)
    assert "/operator/" in answer("club", "numbers", "--link")["link"]
    assert answer("league", "rebuild", "--club", "friday") == {
        "club": "friday", "games": 0, "first_day": None, "last_day": None
    }  # fmt: skip
    rules = tmp_path / "ours.toml"
    rules.write_text('schema = 2\nname = "Ours"\nparent = "partnership"\nset = { "books.clean.points" = 700 }\n')
    assert answer("rules", "check", str(rules)) == {"slug": "ours", "name": "Ours", "warnings": []}
    kept = {"slug": "ours", "name": "Ours", "version": 1, "new": True}
    assert answer("rules", "add", str(rules), "--club", "friday") == kept
    assert answer("rules", "add", str(rules), "--club", "friday") == kept | {"new": False}
    assert answer("demo", "--delete") == {"deleted": False}
