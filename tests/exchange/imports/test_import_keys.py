"""Games that clubs imported stay apart when the clubs come together, also with keys of Scorepad up to version 1.0."""

import re
from contextlib import ExitStack
from itertools import count

import pytest

from scorepad.exchange.exports import no_report
from scorepad.exchange.imports.club_file import scan
from scorepad.scoring.cells import Document, PlayerId
from scorepad.store import Club
from scorepad.store.imports import NewCell, NewGame, NewImport, cell_text
from tests.exchange.club_files import exported, read_in, restored

_RANDOM = re.compile(rb'("key":"import-[0-9]+(?:-undo-[0-9]+)?)-[0-9a-f]{16}')


def record(club, file, *notes):
    """Import one game per note, all by the same new person."""
    with club.imports.recording(NewImport(file, file, "a spreadsheet")) as recording:
        person = cell_text(PlayerId(recording.add_person(f"Ann {file}")))
        for note in notes:
            cells = [NewCell(0, "seat1", "player", person), NewCell(0, "table", "note", cell_text(Document(note)))]
            recording.add(NewGame("2024-01-01T10:00:00.000+00:00", cells))


def notes(club, *, binned=None):
    return sorted(game.cells[0, "table", "note"].value for game in club.games(limit=99, binned=binned))


def keys(club):
    return list(club.keys_of(range(1, 99)).values())


@pytest.fixture(params=["old keys", "new keys"])
def begin(request, tmp_path):
    """Begin a club with an import of each list of notes, some of them undone."""
    numbers = count(1)
    with ExitStack() as opened:

        def make(*imports, undone=(), people=0):
            number = next(numbers)
            with Club.open(tmp_path / f"{number}.sqlite3") as club:
                for person in range(people):
                    club.people.add(f"Bob {person}")
                for at, texts in enumerate(imports, start=1):
                    record(club, f"{number}.{at}", *texts)
                for at in undone:
                    club.imports.undo(at)
                data = exported(club)
            if request.param == "old keys":
                data = _RANDOM.sub(rb"\1", data).rpartition(b',"sha256"')[0] + b"}\n"
            return opened.enter_context(restored(tmp_path / str(number), data))

        yield make


@pytest.fixture
def file_of(tmp_path):
    """Export a club to a new file."""
    numbers = count(1)

    def save(club):
        path = tmp_path / f"file-{next(numbers)}.jsonl"
        path.write_bytes(exported(club))
        return path

    return save


@pytest.fixture
def pair(begin):
    """Two clubs whose first imports have different games, but the same people and notes in some."""
    return begin(["a", "b"], people=1), begin(["a", "c", "d"], ["e"], people=3)


def test_games_of_two_first_imports_all_come(pair, file_of):
    ours, theirs = pair
    path = file_of(theirs)
    assert scan(ours, path, no_report).known == 0
    assert read_in(ours, path).games == 4
    assert notes(ours) == ["a", "a", "b", "c", "d", "e"]
    assert len(set(keys(ours))) == 6


def test_added_games_are_known_when_they_come_again(pair, file_of):
    ours, theirs = pair
    read_in(ours, file_of(theirs))
    record(theirs, "later", "f")
    path = file_of(theirs)
    assert scan(ours, path, no_report).known == 4
    assert read_in(ours, path).games == 1
    # Their own games are known to them too, under the keys that they have in our club.
    assert scan(theirs, file_of(ours), no_report).known == 5


def test_a_copy_of_a_club_knows_its_games_even_after_changes(begin, tmp_path, file_of):
    theirs = begin(["a", "b"], ["c"])
    with restored(tmp_path / "copy", exported(theirs)) as copy:
        theirs.imports.undo(1)
        copy.people.merge(1, 2)
        assert scan(copy, file_of(theirs), no_report).known == 3
        assert keys(copy) == keys(theirs)


def test_an_import_follows_the_file_of_a_club(begin, file_of, tmp_path):
    with Club.open(tmp_path / "ours.sqlite3") as ours:
        ours.people.add("Cleo")
        read_in(ours, file_of(begin(["a"], ["b"])))
        record(ours, "own", "c")
        assert notes(ours) == ["a", "b", "c"]


def test_undone_imports_of_two_clubs_stay_apart(begin, file_of):
    ours, theirs = begin(["a"], ["z"], undone=[1]), begin(["b"], ["c"], ["c"], ["d"], undone=[1, 4])
    added = read_in(ours, file_of(theirs))
    assert (added.id, notes(ours, binned=True)) == (4, ["a", "b", "d"])
    ours.imports.undo(4)
    assert notes(ours, binned=False) == ["z"]
    ours.imports.bring_back(4)
    assert notes(ours, binned=True) == ["a", "b", "d"]
    ours.imports.bring_back(1)
    assert notes(ours, binned=True) == ["b", "d"]


def test_a_restored_club_can_undo_an_import_with_the_number_of_another(begin, file_of, tmp_path):
    with Club.open(tmp_path / "first.sqlite3") as first:
        past = read_in(first, file_of(begin(["a"], ["b"])))
        first.imports.undo(past.id)
        first.imports.bring_back(past.id)
        with restored(tmp_path / "second", exported(first)) as second:
            (latest, *_) = second.imports.all()
            assert latest.id == past.id
            second.imports.undo(latest.id)
            assert notes(second, binned=False) == []


def test_a_restored_club_brings_back_what_it_undid(begin):
    club = begin(["a"], ["b"], undone=[1])
    assert notes(club, binned=False) == ["b"]
    club.imports.bring_back(1)
    assert notes(club, binned=False) == ["a", "b"]
    club.imports.undo(1)
    assert notes(club, binned=False) == ["b"]
