"""Every club is copied once a day while the server runs."""

import subprocess

import pytest

from scorepad import paths
from scorepad.serving import daily_copies
from scorepad.serving.daily_copies import DailyCopies
from scorepad.store import Club
from tests.support.server import environment
from tests.support.waiting import until


@pytest.fixture
def home(tmp_path):
    """An instance folder with a home club and one in `clubs/`."""
    home = tmp_path / "instance"
    for slug in ("", "thursday"):
        folder = paths.club_dir(home, slug)
        folder.mkdir(parents=True)
        with Club.open(folder / paths.CLUB) as club:
            club.people.add("Ann")
    return home


def test_every_club_is_copied(home, monkeypatch):
    monkeypatch.setattr(daily_copies, "SECONDS_TO_FIRST_COPY", 0.0)
    folder = home / "copies"
    with DailyCopies(home, environment()):
        until(lambda: folder.is_dir() and len(list(folder.glob("*.sqlite3"))) == 2)
    names = sorted(copy.name.partition("-")[0] for copy in folder.iterdir())
    assert names == ["scorepad", "thursday"]


def test_a_stick_that_is_away_is_a_sentence_and_not_a_folder(home, tmp_path, capsys):
    stick = tmp_path / "stick"
    DailyCopies(home, environment(SCOREPAD_COPIES=str(stick))).copy_all()
    first, second = capsys.readouterr().err.splitlines()
    for line in (first, second):
        assert line.startswith("The daily copy was not made: There is no folder")
    assert not stick.exists()


def test_a_club_that_rests_takes_no_process_and_one_with_something_new_does(home, monkeypatch):
    copies, ran = DailyCopies(home, environment()), []
    copies.copy_all()
    # The first copy may have migrated a file.
    copies.copy_all()
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda command, **more: ran.append(command) or run(command, **more))
    copies.copy_all()
    assert ran == []
    with Club.open(paths.club_dir(home, "thursday") / paths.CLUB) as club:
        club.people.add("Bob")
    copies.copy_all()
    assert [command[-1] for command in ran] == ["thursday"]
