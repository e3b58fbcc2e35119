"""Past games are imported all or none, once, and undone together."""

import pytest

from scorepad.scoring.cells import PlayerId
from scorepad.store import Entry
from scorepad.store.imports import AlreadyImported, NewCell, NewGame, NewImport, NoSuchImport, cell_text

FILE = NewImport("digest", "results.csv", "a spreadsheet", "phone")


def add(recording, name, *, begun="2020-05-01T10:00:00+00:00"):
    person = recording.add_person(name)
    recording.add(NewGame(begun, [NewCell(0, "seat1", "player", cell_text(PlayerId(person)))]))
    return person


def listed(club, *, binned=False):
    return [row.id for row in club.games(limit=9, binned=binned)]


def people(club):
    return [person.name for person in club.people.everyone()]


def begin(club, person):
    club.new_game([Entry(f"key{person}", 0, 0, "seat1", "player", {"id": person})], key=f"game{person}")


def put(club, game, in_round, place, field, value):
    (answer,) = club.record([Entry(f"put{field}", game, in_round, place, field, value)])
    assert answer.status == "applied"


@pytest.fixture
def imported(club):
    """A club with a game of its own, and an import of two older games."""
    begin(club, club.people.add("Cleo").id)
    with club.imports.recording(FILE) as recording:
        add(recording, "Ann")
        add(recording, "Bea", begun="2019-05-01T10:00:00+00:00")
    return club


def test_the_same_file_comes_once_and_counts_its_games_and_people(imported):
    (past,) = imported.imports.all()
    assert (past.name, past.device, past.games, past.people, past.undone_at) == ("results.csv", "phone", 2, 2, None)
    with pytest.raises(AlreadyImported) as refused, imported.imports.recording(FILE):
        pass
    assert refused.value.past == past


def test_lists_have_games_of_the_past_by_their_days(imported):
    assert listed(imported) == [1, 2, 3]
    assert [row.id for row in imported.games(limit=1, before=2)] == [3]


def test_what_fails_half_way_leaves_nothing(imported):
    before = imported.latest_seq(), people(imported), listed(imported)

    def fail():
        with imported.imports.recording(NewImport("other", "b.csv", "")) as recording:
            for _ in range(1_200):
                add(recording, "Dora")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (imported.latest_seq(), people(imported), listed(imported)) == before
    assert imported.imports.of_file("other") is None


def test_an_undo_takes_games_and_the_people_only_they_had_and_brings_them_back(imported):
    put(imported, 2, 0, "table", "binned", True)
    for _ in range(2):
        imported.imports.undo(1)
        assert (listed(imported), listed(imported, binned=True), people(imported)) == ([1], [2, 3], ["Cleo"])
        imported.imports.bring_back(1)
        # The game that someone had deleted before stays in the bin, and Ann sits in no other.
        assert (listed(imported), listed(imported, binned=True)) == ([1, 3], [2])
        assert people(imported) == ["Ann", "Bea", "Cleo"]


def test_who_plays_again_stays_in_lists(imported):
    imported.imports.undo(1)
    begin(imported, imported.people.named("Ann")[0].id)
    assert people(imported) == ["Ann", "Cleo"]


def test_a_file_may_come_again_after_an_undo_and_then_the_first_stays_undone(imported):
    imported.imports.undo(1)
    with imported.imports.recording(FILE) as recording:
        add(recording, "Ann")
    with pytest.raises(AlreadyImported):
        imported.imports.bring_back(1)
    with pytest.raises(NoSuchImport):
        imported.imports.undo(9)


def test_the_cells_are_those_of_the_entries_and_a_tap_goes_on(imported, faults):
    imported.imports.undo(1)
    put(imported, 3, 1, "team1", "melded", 5)
    assert faults(imported) <= {"permissions"}
