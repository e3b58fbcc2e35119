"""Missing entries are reported after a log was lost, and a file that does not belong to its log is refused."""

import json
import os
import shutil
from pathlib import Path

import pytest

from scorepad.scoring.text.explain import time_text
from scorepad.store import Club, Entry, StoreError
from scorepad.store.file.doctor import accept_missing, examine
from scorepad.store.file.log_end import count_checkpoint, log_of, note_of

NOON = "2025-11-21T12:00:00.000+00:00"


def record(club: Club, game: int, keys: range) -> None:
    for key in keys:
        club.record([Entry(f"key-{key}", game, key + 1, "team1", "melded", key)])


def recorded(club: Club) -> int:
    return len(club.log(1, limit=99))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "crashed"
    folder.mkdir()
    return folder


@pytest.fixture
def crashed(tmp_path: Path, folder: Path) -> Path:
    """A club after a crash: five entries in the file, ten more in the log."""
    path = tmp_path / "club.db"
    with Club.open(path, now=lambda: NOON) as club:
        game = club.new_game([], key="game")
        record(club, game, range(5))
        club._connections.checkpoint()
        record(club, game, range(5, 15))
        for file in (path, log_of(path), note_of(path)):
            shutil.copy(file, folder)
    return folder / path.name


def faults(club: Club) -> dict[str, str]:
    return {finding.code: finding.sentence for finding in examine(club) if not finding.ok}


def cut(log: Path) -> None:
    os.truncate(log, log.stat().st_size * 2 // 3)


def flip(log: Path) -> None:
    content = bytearray(log.read_bytes())
    content[len(content) * 2 // 3] ^= 1
    log.write_bytes(content)


def test_a_whole_log_is_taken_up(crashed: Path) -> None:
    with Club.open(crashed) as club:
        assert recorded(club) == 15
        assert faults(club) == {}


@pytest.mark.parametrize("damage", [cut, flip, Path.unlink, lambda log: os.truncate(log, 0)])
def test_entries_that_are_missing_are_counted_until_somebody_accepts_it(crashed, damage) -> None:
    damage(log_of(crashed))
    with Club.open(crashed) as club:
        left = recorded(club)
        assert 5 <= left < 15
    with Club.open(crashed) as club:
        sentence = faults(club)["log"]
        assert sentence.startswith(f"{15 - left} entries are missing (recorded after {time_text(NOON, None)})")
        # A phone may have seen the numbers of the entries that are gone.
        record(club, 1, range(100, 101))
        assert club.log(1, limit=1)[0].seq > 1_000_000
        accept_missing(club)
        assert faults(club) == {}


def test_a_form_that_was_partly_recorded_uses_no_number_of_an_entry_that_is_missing(crashed) -> None:
    cut(log_of(crashed))
    form = [Entry(f"key-{key}", 1, key + 1, "team1", "melded", key) for key in (0, 100, 101)]
    with Club.open(crashed) as club:
        known, first, second = club.record_all(form)
    assert (known.seq, second.seq) == (1, first.seq + 1)
    assert first.seq > 1_000_000


def test_missing_changes_to_people_are_named_until_somebody_accepts_it(crashed: Path, folder: Path) -> None:
    with Club.open(crashed) as club:
        club._connections.checkpoint()
        club.people.add("Ann")
        lost = folder / "lost.db"
        shutil.copy(crashed, lost)
        shutil.copy(note_of(crashed), note_of(lost))
        seen = club.people.version()
    with Club.open(lost) as club:
        assert faults(club)["log"].startswith("Changes to people or seasons are missing")
        # A phone may have seen the version that is gone.
        assert club.people.version() > seen
        accept_missing(club)
        assert faults(club) == {}


def test_a_log_may_be_lost_twice(crashed: Path, folder: Path) -> None:
    log_of(crashed).unlink()
    again = folder / "again.db"
    with Club.open(crashed) as club:
        accept_missing(club)
        club._connections.checkpoint()
        record(club, 1, range(100, 101))
        shutil.copy(crashed, again)
        shutil.copy(note_of(crashed), note_of(again))
    with Club.open(again) as club:
        assert "entries are missing" in faults(club)["log"]


def test_entries_that_another_program_took_from_the_file_are_counted(crashed: Path) -> None:
    with Club.open(crashed) as club:
        club._connections.checkpoint()
        with club.writing() as db:
            db.execute("UPDATE reach SET entries = entries + 2")
        assert "2 entries that were in the file are no longer there" in faults(club)["log"]


@pytest.mark.parametrize("replicated", [True, False])
def test_a_file_that_litestream_restored_uses_no_number_that_a_phone_may_have_seen(crashed, replicated) -> None:
    with Club.open(crashed) as club, club.writing() as db:
        if replicated:
            db.execute("CREATE TABLE _litestream_seq (id, seq)")
    note_of(crashed).unlink(missing_ok=True)
    steps = []
    for key in (100, 101):
        with Club.open(crashed) as club:
            before = club.latest_seq()
            record(club, 1, range(key, key + 1))
            steps.append(club.latest_seq() - before)
            assert faults(club) == {}
    # Only the first start finds no note.
    assert (steps[0] > 1_000_000, steps[1]) == (replicated, 1)


def refused(path: Path, reason: str) -> None:
    files = {file: file.read_bytes() for file in (path, log_of(path))}
    with pytest.raises(StoreError, match=reason):
        Club.open(path)
    assert {file: file.read_bytes() for file in files} == files


def test_an_empty_file_beside_a_log_is_refused(crashed: Path) -> None:
    os.truncate(crashed, 0)
    refused(crashed, "is empty, but club.db-wal beside it is not")


def test_an_older_file_beside_a_newer_log_is_refused(tmp_path: Path, crashed: Path) -> None:
    older = tmp_path / "older.db"
    with Club.open(crashed) as club:
        club._connections.checkpoint()
        shutil.copy(crashed, older)
        record(club, 1, range(20, 22))
        club._connections.checkpoint()
        record(club, 1, range(22, 24))
        files = [(file, file.read_bytes()) for file in (log_of(crashed), note_of(crashed))]
    for file, content in files:
        file.write_bytes(content)
    shutil.copy(older, crashed)
    refused(crashed, "is older than its log")


def test_another_clubs_file_beside_a_log_is_refused(tmp_path: Path, crashed: Path) -> None:
    with Club.open(tmp_path / "other.db"):
        pass
    shutil.copy(tmp_path / "other.db", crashed)
    refused(crashed, "is another club's file")


def test_a_file_that_a_power_cut_left_half_folded_is_made_whole_by_its_log(tmp_path: Path, crashed: Path) -> None:
    with Club.open(crashed) as club:
        record(club, 1, range(20, 22))
        with club.writing() as db:
            count_checkpoint(db)
        files = {file: file.read_bytes() for file in (crashed, log_of(crashed), note_of(crashed))}
    club_id = json.loads(files[note_of(crashed)])["club"].encode()
    files[crashed] = files[crashed].replace(club_id, b"Some other text.")
    for file, content in files.items():
        file.write_bytes(content)
    with Club.open(crashed) as club:
        assert recorded(club) == 17


def test_a_backup_beside_the_log_of_its_club_is_refused_until_that_is_moved(tmp_path: Path, crashed: Path) -> None:
    with Club.open(tmp_path / "club.db") as club:
        backup = club.backup(tmp_path / "backup.db")
    shutil.copy(backup, crashed)
    refused(crashed, "is a copy that was put there")
    log_of(crashed).unlink()
    with Club.open(crashed) as club:
        assert recorded(club) == 15
        assert faults(club) == {}


def test_an_unreadable_note_is_no_reason_to_refuse(crashed: Path) -> None:
    note_of(crashed).write_text("[")
    with Club.open(crashed) as club:
        assert recorded(club) == 15
