"""The list of phones is deleted while it is open: it is written again, with every phone in it."""

import logging
from contextlib import closing

import pytest

from scorepad.store import Access, Club, Pass, Role, StoreError
from scorepad.store.file.doctor import examine_access

SCORES = Pass(Role.SCORER, 12)


@pytest.fixture
def folder(tmp_path):
    """A folder with a club."""
    (tmp_path / "club.sqlite3").touch()
    return tmp_path


def opened(folder):
    return Access.open(folder / "access.sqlite3")


def delete(folder, *names):
    for path in folder.glob("access.sqlite3*"):
        if not names or path.name in names:
            path.unlink()


@pytest.mark.parametrize("names", [(), ("access.sqlite3",), ("access.sqlite3", "access.sqlite3-wal")])
def test_every_phone_and_link_is_in_the_new_file(folder, caplog, names):
    with closing(opened(folder)) as access:
        stays, gone = access.admit(None, *SCORES), access.admit(None, *SCORES)
        access.dismiss(access.phone(gone).id)
        token = access.admit(None, Role.OWNER)
        generation = access.renew(Role.OWNER, keep=access.phone(token).id)
        delete(folder, *names)
        with caplog.at_level(logging.WARNING, "scorepad"):
            access.keep_file()
            access.keep_file()
        assert len(caplog.records) == 1
        assert "was deleted while Scorepad ran" in caplog.text
        assert access.phone(stays).passes == {SCORES}
        later = access.admit(None, Role.READER)
        # What another process finds now, for example after this one was killed.
        with closing(opened(folder)) as other:
            assert other.phone(stays).passes == {SCORES}
            assert other.phone(gone).dismissed
            assert other.phone(token).passes == {Pass(Role.OWNER)}
            assert other.phone(later).passes == {Pass(Role.READER)}
            assert other.generation(Role.OWNER) == generation
        assert (folder / "access.sqlite3").stat().st_mode & 0o777 == 0o600


def test_a_phone_that_joins_right_after_is_in_the_new_file(folder):
    with closing(opened(folder)) as access:
        first = access.admit(None, *SCORES)
        delete(folder)
        second = access.admit(None, *SCORES)
    with closing(opened(folder)) as access:
        assert access.phone(first).passes == access.phone(second).passes == {SCORES}


def test_it_is_written_again_when_the_server_stops(folder):
    with closing(opened(folder)) as access:
        token = access.admit(None, *SCORES)
        delete(folder)
    with closing(opened(folder)) as access:
        assert access.phone(token).passes == {SCORES}


def test_the_doctor_says_so(folder):
    with closing(opened(folder)) as access:
        access.admit(None, *SCORES)
        delete(folder)
    (finding,) = examine_access(folder / "access.sqlite3")
    assert finding.ok
    assert "It was deleted while Scorepad ran, and was written again on" in finding.sentence


def test_another_file_in_its_place_is_not_overwritten(folder):
    with closing(opened(folder)) as access:
        token = access.admit(None, *SCORES)
        (folder / "access.sqlite3").rename(folder / "moved")
        opened(folder).close()
        access.keep_file()
        with pytest.raises(StoreError, match="was moved or replaced"):
            access.admit(None, *SCORES)
    with closing(opened(folder)) as access:
        assert access.phone(token) is None


def test_a_club_that_is_deleted_stays_deleted(folder):
    with Club.open(folder / "club.sqlite3"), closing(opened(folder)) as access:
        access.admit(None, *SCORES)
        (folder / "club.sqlite3").unlink()
        delete(folder)
        access.keep_file()
    assert not list(folder.glob("access.sqlite3*"))


def test_a_folder_that_cannot_be_written_is_reported_once_and_tried_again(folder, caplog, monkeypatch):
    def full(*_):
        raise StoreError("There is no room.")

    with closing(opened(folder)) as access:
        token = access.admit(None, *SCORES)
        delete(folder)
        with monkeypatch.context() as patched:
            patched.setattr("scorepad.store.connections.copy_club", full)
            access.keep_file()
            access.keep_file()
            assert [record.getMessage() for record in caplog.records] == [
                f"{folder / 'access.sqlite3'} was deleted, and cannot be written again: There is no room."
            ]
        assert access.phone(token).passes == {SCORES}
        assert (folder / "access.sqlite3").exists()
