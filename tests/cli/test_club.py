"""`scorepad club`, and `--club` of the verbs that are about one club."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorepad import places
from scorepad.cli import main
from scorepad.lan import door
from scorepad.store import Club, Role
from tests.cli.saying import complaints, run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance folder in which nothing is kept yet."""
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "instance"))
    return places.instance_dir()


@pytest.fixture
def thursday(home: Path) -> Path:
    """The folder of a club that was made."""
    assert run("club", "new", "thursday").exit_code == 0
    return home / "clubs" / "thursday"


def ended(status: int, *words: str) -> Result:
    """What a verb says that ends with this status, and without a traceback."""
    result = CliRunner().invoke(main, list(words))
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert result.exit_code == status, result.output
    return result


def not_well(folder: Path) -> str:
    """The one sentence of the doctor about a club with a fault."""
    said = ended(1, "doctor", "--club", folder.name).stdout.splitlines()
    (line,) = [line for line in said if not line.startswith("well: ")]
    assert line.startswith("NOT WELL: ")
    return line


def well(result: Result) -> bool:
    """Whether the doctor found all well."""
    return result.exit_code == 0 and all(
        line.startswith("well: ") for line in result.stdout.splitlines()
    )


def test_a_new_club_is_two_private_files_and_its_owners_link(home: Path) -> None:
    said = run("club", "new", "thursday").stdout
    assert door.path(home, slug="thursday") in said
    assert re.search(r"^http://127\.0\.0\.1:8484/c/thursday/in/o-[a-z2-7]{26}$", said, re.MULTILINE)
    folder = home / "clubs" / "thursday"
    assert sorted(one.name for one in folder.iterdir()) == ["access.sqlite3", "club.sqlite3"]
    assert folder.stat().st_mode & 0o777 == 0o700
    assert all(one.stat().st_mode & 0o777 == 0o600 for one in folder.iterdir())
    assert not (home / places.CLUB).exists()


@pytest.mark.parametrize("slug", ["Thursday", "a b", "a.b", "../a", "", "x" * 41, "é", "c/d"])
def test_a_name_that_no_address_takes_is_refused(home: Path, slug: str) -> None:
    (line,) = complaints(run("club", "new", slug))
    assert "thursday-club" in line
    assert not (home / "clubs").exists()


def test_a_club_is_made_once(thursday: Path) -> None:
    before = (thursday / places.CLUB).read_bytes()
    (line,) = complaints(run("club", "new", "thursday"))
    assert "already" in line
    assert (thursday / places.CLUB).read_bytes() == before


def test_a_club_that_came_as_a_file_gets_its_list_of_phones(thursday: Path) -> None:
    (thursday / places.ACCESS).unlink()
    assert "/c/thursday/in/o-" in run("link", "--club", "thursday").stdout
    assert (thursday / places.ACCESS).exists()


def test_a_folder_that_cannot_be_made_is_a_sentence(home: Path) -> None:
    (home / "clubs").write_text("")
    (line,) = complaints(run("club", "new", "thursday"))
    assert "could not be made" in line


def test_the_list_names_every_club_and_where_it_is(home: Path, thursday: Path) -> None:
    Club.open(home / places.CLUB).close()
    (home / "clubs" / "empty").mkdir()
    (home / "clubs" / "no.slug").mkdir()
    lines = run("club", "list").stdout.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["club", "(at home)", "thursday"]
    assert "/c/thursday/" in lines[2]


def test_a_list_of_none_is_no_fault(home: Path) -> None:
    assert run("club", "list").stdout.split() == ["club", "address", "size"]


@pytest.mark.parametrize(
    ("words", "status"),
    [(("backup", "copy"), 2), (("doctor",), 2), (("league", "rebuild"), 2), (("link",), 1)],
)
def test_a_club_that_is_not_there_is_not_made(
    home: Path, thursday: Path, words: tuple[str, ...], status: int
) -> None:
    assert "no club called friday" in ended(status, *words, "--club", "friday").stderr
    assert "thursday-club" in ended(status, *words, "--club", "No.Slug").stderr
    assert "say which with --club" in ended(status, *words).stderr
    assert sorted(one.name for one in (home / "clubs").iterdir()) == ["thursday"]
    assert not (home / places.CLUB).exists()


def test_a_backup_is_one_file_of_that_club_named_after_it(thursday: Path, tmp_path: Path) -> None:
    with Club.open(thursday / places.CLUB) as club:
        club.add_player("Thora")
    folder = tmp_path / "copies"
    folder.mkdir()
    said = run("backup", str(folder), "--club", "thursday").stdout
    (copy,) = folder.iterdir()
    assert copy.name.startswith("thursday-")
    assert str(copy) in said
    assert "access.sqlite3" in said
    with Club.open(copy) as copied:
        assert [player.name for player in copied.players()] == ["Thora"]


def test_a_backup_holds_nothing_by_which_anybody_comes_in(
    home: Path, thursday: Path, tmp_path: Path
) -> None:
    run("backup", str(tmp_path / "copy"), "--club", "thursday")
    held = (tmp_path / "copy").read_bytes()
    assert (home / "secret-key").read_bytes().strip() not in held
    for role in (Role.OWNER, Role.READER):
        assert door.path(home, role, slug="thursday").rpartition("-")[2].encode() not in held


def test_the_doctor_looks_at_both_files(thursday: Path) -> None:
    assert well(run("doctor", "--club", "thursday"))
    (thursday / places.ACCESS).chmod(0o644)
    assert f"chmod 600 {thursday / places.ACCESS}" in not_well(thursday)


def test_the_doctor_says_what_to_do_about_a_broken_list_of_phones(thursday: Path) -> None:
    (thursday / places.ACCESS).write_bytes(b"no list" * 1000)
    assert "is not an SQLite database" in not_well(thursday)
    shutil.copyfile(thursday / places.CLUB, thursday / places.ACCESS)
    assert "no Scorepad list of phones" in not_well(thursday)


def test_a_club_to_which_nobody_came_yet_is_well(thursday: Path) -> None:
    (thursday / places.ACCESS).unlink()
    assert well(run("doctor", "--club", "thursday"))


def test_the_league_of_a_club_is_rebuilt(thursday: Path) -> None:
    assert "0 games" in run("league", "rebuild", "--club", "thursday").stdout


def test_a_links_new_generation_is_that_clubs_alone(home: Path, thursday: Path) -> None:
    run("club", "new", "friday")
    before = {slug: door.path(home, slug=slug) for slug in ("thursday", "friday")}
    run("link", "--club", "thursday", "--new", "--yes")
    assert door.path(home, slug="thursday") != before["thursday"]
    assert door.path(home, slug="friday") == before["friday"]
