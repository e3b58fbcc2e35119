"""A club is copied once a day if something was recorded, and the newest seven copies are kept."""

from datetime import date, timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest

from scorepad.store import Club, StoreError
from scorepad.store.file.daily import copy_daily, daily_copies
from scorepad.store.file.doctor import examine

FIRST = date(2026, 1, 1)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_seven_copies_are_kept_and_each_is_whole(club, entry, folder):
    for day in range(10):
        club.record([entry(5, round=day + 1)])
        assert copy_daily(club, folder, "club", FIRST + timedelta(day))
    assert names(folder) == [f"club-2026-01-{day:02}.sqlite3" for day in range(4, 11)]
    for day, copy in enumerate(reversed(daily_copies(folder, "club")), start=4):
        with Club.open(copy.path) as opened:
            assert len(opened.history(1)) == day
            assert all(finding.ok for finding in examine(opened))


def test_nothing_new_makes_no_copy(club, entry, folder):
    club.record([entry(5)])
    assert copy_daily(club, folder, "club", FIRST)
    assert copy_daily(club, folder, "club", FIRST + timedelta(1)) is None
    club.people.add("Ann")
    assert copy_daily(club, folder, "club", FIRST + timedelta(2))
    assert len(names(folder)) == 2


def test_an_empty_club_is_not_copied(club, folder):
    assert copy_daily(club, folder, "club", FIRST) is None
    assert names(folder) == []


def test_a_second_copy_of_a_day_takes_the_place_of_the_first(club, entry, folder, monkeypatch):
    club.record([entry(5, round=1)])
    copy = copy_daily(club, folder, "club", FIRST)
    club.record([entry(5, round=2)])
    with monkeypatch.context() as killed:
        killed.setattr(Path, "replace", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            copy_daily(club, folder, "club", FIRST)
    assert copy_daily(club, folder, "club", FIRST) == copy
    assert names(folder) == ["club-2026-01-01.sqlite3"]
    with Club.open(copy) as opened:
        assert len(opened.history(1)) == 2


def test_a_wrong_clock_deletes_no_newer_copy(club, entry, folder):
    for number in range(7):
        club.record([entry(5, round=number + 1)])
        copy_daily(club, folder, "club", date(2080, 1, 1) + timedelta(number))
    club.record([entry(5, round=8)])
    newest = copy_daily(club, folder, "club", FIRST)
    assert daily_copies(folder, "club")[0].path == newest
    assert len(names(folder)) == 7


def test_other_files_and_other_clubs_copies_are_left_alone(club, entry, folder):
    others = ["club-2026-01-01.sqlite3", "notes.txt", "other-2026-01-01.sqlite3"]
    for name in others:
        (folder / name).write_text("precious")
    for day in range(1, 10):
        club.record([entry(5, round=day)])
        copy_daily(club, folder, "club", FIRST + timedelta(day))
    assert {"precious"} == {(folder / name).read_text() for name in others}


def test_a_folder_that_is_not_there_is_a_sentence(club, entry, folder):
    club.record([entry(5)])
    with pytest.raises(StoreError, match="There is no folder"):
        copy_daily(club, folder / "away", "club", FIRST)


def test_the_copy_just_made_is_kept_after_an_older_club_was_put_back(tmp_path, club, entry, folder):
    older = club.backup(tmp_path / "older.sqlite3")
    for day in range(8):
        club.record([entry(5, round=day + 1)])
        copy_daily(club, folder, "club", FIRST + timedelta(day))
    with Club.open(older) as put_back:
        put_back.record([entry(5)])
        copy = copy_daily(put_back, folder, "club", FIRST + timedelta(8))
    assert copy.exists()
    assert len(names(folder)) == 7


def test_a_name_with_a_day_that_there_is_not_is_no_copy(club, entry, folder):
    (folder / "club-2026-02-30.sqlite3").write_text("precious")
    club.record([entry(5)])
    assert copy_daily(club, folder, "club", FIRST).exists()
    assert "club-2026-02-30.sqlite3" in names(folder)
