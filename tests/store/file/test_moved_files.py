"""The files of an open club are deleted, truncated or replaced: no acknowledged entry is lost."""

import os

import pytest

from scorepad.store import Club, StoreError, connections
from scorepad.store.engine import sqlite3
from scorepad.store.errors import DamagedFile
from scorepad.store.file.log_end import log_of


def values(club, game):
    return [cell.value for _, cell in sorted(club.cells(game).items())]


def test_a_deleted_log_loses_nothing_and_is_begun_again(path, club, game, entry):
    club.record([entry(5)])
    assert values(club, game) == [5]
    log_of(path).unlink()
    club.record([entry(6, round=2)])
    assert values(club, game) == [5, 6]
    club.record([entry(7, round=3)])
    assert log_of(path).stat().st_size > 0
    club.close()
    with Club.open(path) as again:
        assert values(again, game) == [5, 6, 7]


def test_a_new_log_that_cannot_be_made_is_tried_again(path, club, game, entry, monkeypatch):
    club.record([entry(5)])
    log_of(path).unlink()
    monkeypatch.setattr(
        connections, "connect", lambda *_, **__: sqlite3.connect("file:/nowhere/club.db?mode=rw", uri=True)
    )
    for _ in range(2):
        with pytest.raises(StoreError, match="cannot be opened"):
            club.record([entry(6, round=2)])
    monkeypatch.undo()
    club.record([entry(7, round=3)])
    assert values(club, game) == [5, 7]


def test_a_log_deleted_under_a_reader_is_saved_once_the_reader_is_done(path, club, game, entry):
    club.record([entry(5)])
    with Club.open(path) as other, other.reading() as db:
        db.execute("SELECT count(*) FROM entry").fetchone()
        log_of(path).unlink()
        with pytest.raises(StoreError, match=r"Not saved yet: .* was deleted"):
            club.record([entry(6, round=2)])
    club.record([entry(7, round=3)])
    club.close()
    with Club.open(path) as again:
        assert values(again, game) == [5, 7]


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_file_that_was_moved_takes_nothing_until_it_is_back(path, club, game, entry, is_replaced):
    elsewhere = path.with_name("elsewhere.db")
    path.rename(elsewhere)
    if is_replaced:
        path.write_bytes(b"")
    with pytest.raises(StoreError, match=r"moved or replaced .* nothing was saved"):
        club.record([entry(5)])
    elsewhere.rename(path)
    club.record([entry(6)])
    assert values(club, game) == [6]


def test_a_file_that_was_cut_takes_nothing(path, club, entry):
    os.truncate(path, 0)
    with pytest.raises(StoreError, match="was cut by another program"):
        club.record([entry(5)])


def test_an_emptied_log_takes_nothing_more(path, club, entry):
    club.record([entry(5)])
    os.truncate(log_of(path), 0)
    # The first write after it may seem to work: SQLite writes behind the gap.
    with pytest.raises(StoreError, match="cut or written over"):
        club.record([entry(6, round=2)])
    with pytest.raises(StoreError, match="cut or written over"):
        club.record([entry(7, round=3)])


def test_a_log_cut_to_half_takes_nothing_more(path, club, entry):
    for number in range(20):
        club.record([entry(number, round=number + 1)])
    log = log_of(path)
    os.truncate(log, log.stat().st_size // 2)
    for number in (21, 22):
        with pytest.raises(DamagedFile, match="cut or written over"):
            club.record([entry(number, round=number)])


def test_a_log_that_was_folded_is_not_taken_for_a_cut_one(path, club, game, entry):
    for number in range(20):
        club.record([entry(number, round=number + 1)])
    with Club.open(path) as other:
        other._connections.checkpoint()
        club.record([entry(21, round=21)])
        club._connections.checkpoint()
        other.record([entry(22, round=22)])
    club.record([entry(23, round=23)])
    assert len(values(club, game)) == 23


def test_once_the_file_is_known_to_be_damaged_nothing_more_is_acknowledged(path, club, game, entry):
    club.record([entry(5)])
    club._connections.checkpoint()
    with path.open("r+b") as file:
        size = path.stat().st_size
        file.seek(4096)
        file.write(bytes(size - 4096))
    with pytest.raises(DamagedFile, match="is damaged"), Club.open(path):
        pass
    with pytest.raises(DamagedFile, match="is damaged"):
        values(club, game)
    with pytest.raises(DamagedFile, match="is damaged"):
        club.record([entry(6, round=2)])
