"""People are renamed, coloured, guests, retired; everything of it is seen at once and kept as a whole."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorepad.store import SOMEBODY, BadEntry, BadName, ChangedMeanwhile, NameTaken, NoSuchPerson


@pytest.fixture
def anna(club):
    return club.people.add("Anna")


def test_a_new_person_is_no_guest_and_has_the_colour_that_goes_with_the_number(club, anna):
    assert club.people.person(anna.id) == anna
    assert (anna.guest, anna.retired, anna.forgotten, anna.merged_into) == (False,) * 3 + (None,)
    people = [club.people.add(f"Player {number}") for number in range(20)]
    assert {one.colour for one in people} == set(range(1, 9))


def test_a_person_is_renamed_and_found_by_the_new_name_alone(club, anna):
    renamed = club.people.change(anna.id, name="  Élise ")
    assert renamed.name == "Élise"
    assert club.people.named("elise") == [renamed]
    assert club.people.named("Anna") == []
    assert club.people.names([anna.id]) == {anna.id: "Élise"}


@pytest.mark.parametrize("name", ["", "x" * 41, "a\u202eb"], ids=ascii)
def test_a_name_nobody_can_read_is_refused(club, anna, name):
    with pytest.raises(BadName):
        club.people.change(anna.id, name=name)
    assert club.people.person(anna.id) == anna


@pytest.mark.parametrize("name", ["Bea", "BEA", " béa "])
def test_the_name_of_somebody_else_is_refused_and_merging_suggested(club, anna, name):
    bea = club.people.add("Bea")
    with pytest.raises(NameTaken, match=r"Another Bea .* merge them instead\.$") as refused:
        club.people.change(anna.id, name=name)
    assert refused.value.player == bea.id


def test_the_name_of_who_retired_is_taken_too(club, anna):
    club.people.change(club.people.add("Bea").id, retired=True)
    with pytest.raises(NameTaken):
        club.people.change(anna.id, name="Bea")


def test_ones_own_name_may_be_written_otherwise(club, anna):
    assert club.people.change(anna.id, name="ÁNNA").name == "ÁNNA"


def test_who_shares_a_name_may_keep_it(club, anna):
    twin = club.people.add("Anna")
    assert club.people.change(twin.id, colour=3).name == "Anna"


def test_a_form_that_began_with_the_old_name_still_gives_the_same_person(club):
    anni = club.people.add("Anni", key="form-seat1")
    club.people.change(anni.id, name="Anna")
    assert club.people.add("Anni", key="form-seat1").id == anni.id


@pytest.mark.parametrize("colour", [0, 9, -1, 10**30])
def test_a_colour_that_is_none_is_refused(club, anna, colour):
    with pytest.raises(BadEntry):
        club.people.change(anna.id, colour=colour)


def test_a_colour_is_chosen_and_given_back(club, anna):
    assert club.people.change(anna.id, colour=7).colour == 7
    assert club.people.change(anna.id, colour=None) == anna


def test_a_guest_is_offered_and_who_retired_is_found_by_name_alone(club, anna):
    guest = club.people.change(anna.id, guest=True)
    assert club.people.active() == [guest]
    retired = club.people.change(anna.id, retired=True)
    assert (retired.guest, retired.retired) == (True, True)
    assert club.people.active() == []
    assert club.people.named("anna") == club.people.everyone() == [retired]


def test_who_still_plays_comes_before_who_retired(club, anna):
    other = club.people.add("Anna")
    club.people.change(anna.id, retired=True)
    assert [one.id for one in club.people.named("Anna")] == [other.id, anna.id]


@pytest.mark.parametrize("number", [0, -1, 99, 10**400])
def test_nobody_can_not_be_changed(club, anna, number):
    for change in (club.people.person, club.people.forget, club.people.unmerge):
        with pytest.raises(NoSuchPerson):
            change(number)
    with pytest.raises(NoSuchPerson):
        club.people.change(number, name="Bea")
    with pytest.raises(NoSuchPerson):
        club.people.merge(anna.id, number)


def test_a_change_of_several_things_is_made_as_a_whole(club, anna):
    with pytest.raises(BadName):
        club.people.change(anna.id, name="", guest=True)
    with pytest.raises(BadEntry):
        club.people.change(anna.id, name="Bea", colour=99)
    assert club.people.person(anna.id) == anna


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(club, anna):
    club.people.change(anna.id, name="Bea")
    with pytest.raises(ChangedMeanwhile, match="has just changed Bea"):
        club.people.change(anna.id, seen={"name": "Anna"}, name="Clara")
    assert club.people.change(anna.id, seen={"name": "Anna"}, name="Bea").name == "Bea"
    assert club.people.change(anna.id, seen={"guest": False}, guest=True).name == "Bea"


def test_every_change_raises_the_version_and_nothing_else_does(club):
    people = club.people
    seen = [people.version()]

    def after(change):
        change()
        seen.append(people.version())
        return seen[-1] > seen[-2]

    assert seen == [0]
    assert after(lambda: club.people.add("Anna", key="k"))
    assert not after(lambda: club.people.add("Anna", key="k"))
    assert after(lambda: people.change(1, name="Bea"))
    assert not after(lambda: people.change(1, name="Bea"))
    assert after(lambda: people.change(1, guest=True))
    assert after(lambda: people.change(1, retired=True))
    assert after(lambda: people.change(1, colour=2))
    assert after(lambda: club.people.add("Clara"))
    assert after(lambda: people.merge(1, 2))
    assert after(lambda: people.unmerge(1))
    assert not after(lambda: people.unmerge(1))
    assert after(lambda: people.forget(1))
    assert not after(lambda: people.forget(1))
    assert club.game_version(1) == (0, people.version())


def test_of_eight_threads_that_give_one_name_one_succeeds(club):
    ids = [club.people.add(f"Player {number}").id for number in range(8)]

    def rename(number):
        try:
            return club.people.change(number, name="Anna").name == "Anna"
        except NameTaken:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(rename, ids)) == [False] * 7 + [True]
    assert len(club.people.named("Anna")) == 1


def test_of_eight_threads_that_saw_one_name_one_changes_it(club, anna):
    def rename(number):
        try:
            club.people.change(anna.id, seen={"name": "Anna"}, name=f"Anna {number}")
        except ChangedMeanwhile:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sorted(threads.map(rename, range(8))) == [False] * 7 + [True]


def test_somebody_is_a_name_like_any_other_until_somebody_is_forgotten(club):
    namesake = club.people.add(SOMEBODY)
    forgotten = club.people.add("Anna")
    club.people.forget(forgotten.id)
    assert club.people.named(SOMEBODY) == [namesake]
