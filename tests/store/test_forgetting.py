"""The name of a forgotten person is nowhere in the file any more, while the games stay."""

import pytest

from scorepad.store import SOMEBODY, CannotMerge, Club, Entry, Forgotten

NAME = "Wilhelmina Quastenberg"


@pytest.fixture
def mina(club, people):
    """A player who sat in a game, had an alias with the next number, and was forgotten."""
    mina = people.add("Mina", key="form-seat1").id
    people.change(mina, name=NAME, colour=3, guest=True, retired=True)
    people.merge(people.add(f"{NAME} II").id, mina)
    club.new_game([Entry("e", 0, 0, "seat1", "player", {"id": mina})], key="g")
    people.forget(mina)
    return mina


def test_nothing_but_the_number_and_the_games_are_left(club, people, mina, faults):
    person = people.person(mina)
    assert (person.name, person.chosen_colour) == (SOMEBODY, None)
    assert (person.guest, person.retired, person.forgotten) == (False, False, True)
    assert people.names([mina, mina + 1]) == {mina: SOMEBODY, mina + 1: SOMEBODY}
    assert people.active() == []
    assert people.named(NAME) == people.named(f"{NAME} II") == []
    assert people.add("Mina", key="form-seat1").id != mina
    assert club.cells(1)[0, "seat1", "player"].value == {"id": mina}
    with club.reading() as db:
        assert db.execute("SELECT game FROM league_stale").fetchall() == []
    assert faults(club) <= {"permissions"}


def test_the_name_is_not_in_the_file_any_more(club, path, mina):
    club.backup(path.with_name("copy"))
    for file in path.parent.iterdir():
        assert NAME.encode() not in file.read_bytes(), file
        assert NAME.casefold().encode() not in file.read_bytes(), file


def test_a_page_that_is_being_read_does_not_hold_up_forgetting(people, path):
    person = people.add(NAME).id
    with Club.open(path) as other, other.reading() as db:
        db.execute("SELECT * FROM player").fetchall()
        people.forget(person)
    assert people.person(person).forgotten


def test_it_cannot_be_taken_back_nor_can_anything_be_changed(people, mina):
    other = people.add("Anna").id
    for change in (
        lambda: people.change(mina, name="Mina"),
        lambda: people.change(mina + 1, guest=True),
        lambda: people.unmerge(mina + 1),
        lambda: people.merge(mina, other),
        lambda: people.merge(other, mina),
    ):
        with pytest.raises((Forgotten, CannotMerge)):
            change()


def test_forgetting_an_alias_forgets_the_person(people):
    anna, anni = people.add("Anna").id, people.add("Anni").id
    people.merge(anni, anna)
    people.forget(anni)
    assert all(person.forgotten for person in people.everyone())
