"""Who is forgotten has no name any more, anywhere in the file, while their games stay."""

import pytest

from scorepad.store import SOMEBODY, CannotMerge, Club, Entry, Forgotten
from scorepad.store.file.doctor import examine

NAME = "Wilhelmina Quastenberg"


@pytest.fixture
def mina(club):
    """Somebody who sat in a game, and was somebody's alias."""
    mina = club.people.add("Mina", key="form-seat1").id
    club.people.change(mina, name=NAME, colour=3, guest=True, retired=True)
    alias = club.people.add(f"{NAME} II").id
    club.people.merge(alias, mina)
    club.new_game([Entry("e", 0, 0, "seat1", "player", {"id": mina})], key="g")
    club.people.forget(mina)
    return mina


def test_nothing_but_the_number_is_left(club, mina):
    one = club.people.person(mina)
    assert (one.name, one.chosen_colour, one.guest, one.retired) == (SOMEBODY, None, False, False)
    assert one.forgotten
    assert club.people.names([mina, mina + 1]) == {mina: SOMEBODY, mina + 1: SOMEBODY}
    assert club.people.active() == []
    assert club.people.named(NAME) == club.people.named(f"{NAME} II") == []


def test_the_games_stay_as_they_were(club, mina):
    assert club.cells(1)[0, "seat1", "player"].value == {"id": mina}
    with club.reading() as db:
        assert db.execute("SELECT game FROM league_stale").fetchall() == []


def test_the_name_is_not_in_the_file_any_more(club, path, mina):
    club.backup(path.with_name("copy"))
    for file in path.parent.iterdir():
        assert NAME.encode() not in file.read_bytes(), file
        assert NAME.casefold().encode() not in file.read_bytes(), file


def test_a_page_that_is_being_read_does_not_hold_up_forgetting(club, path):
    person = club.people.add(NAME).id
    with Club.open(path) as other, other.reading() as db:
        db.execute("SELECT * FROM player").fetchall()
        club.people.forget(person)
    assert club.people.person(person).forgotten


def test_it_cannot_be_taken_back_nor_can_anything_be_changed(club, mina):
    other = club.people.add("Anna").id
    for change in (
        lambda: club.people.change(mina, name="Mina"),
        lambda: club.people.change(mina + 1, guest=True),
        lambda: club.people.unmerge(mina + 1),
        lambda: club.people.merge(mina, other),
        lambda: club.people.merge(other, mina),
    ):
        with pytest.raises((Forgotten, CannotMerge)):
            change()


def test_the_form_they_came_with_makes_somebody_new(club, mina):
    assert club.people.add("Mina", key="form-seat1").id != mina


def test_forgetting_an_alias_forgets_the_person(club):
    one, other = club.people.add("Anna").id, club.people.add("Anni").id
    club.people.merge(other, one)
    club.people.forget(other)
    assert all(person.forgotten for person in club.people.everyone())


def test_the_file_is_well_afterwards(club, mina):
    assert {finding.code for finding in examine(club) if not finding.ok} <= {"permissions"}
