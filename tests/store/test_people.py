"""People: names that may be shared, colours, guests, retiring. A change is saved as a whole and visible at once."""

import unicodedata

import pytest

from scorepad.store import SOMEBODY, BadEntry, BadName, ChangedMeanwhile, KeyReused, NameTaken, NoSuchPerson


@pytest.fixture
def anna(people):
    return people.add("Anna")


def test_a_person_is_kept_with_the_colour_of_the_number_and_is_no_guest(people, anna):
    assert people.active() == [anna]
    assert people.person(anna.id) == anna
    assert people.names([anna.id, 99, 10**400]) == {anna.id: "Anna"}
    assert (anna.guest, anna.retired, anna.forgotten, anna.merged_into) == (False,) * 3 + (None,)
    players = [people.add(f"Player {number}") for number in range(20)]
    assert {player.colour for player in players} == set(range(1, 9))


NFD = unicodedata.normalize("NFD", "JosÉ")


@pytest.mark.parametrize(
    ("kept", "asked"),
    [
        *[("José", asked) for asked in ("josé", "JOSE", " Jose ", NFD)],
        *[("Groß", "GROSS"), ("Ἀθηνᾶ", "ΑΘΗΝΑ"), ("ﬁnn", "Finn")],
    ],
)
def test_a_name_is_looked_up_whatever_its_case_and_accents(people, kept, asked):
    # A diacritic that makes a different letter keeps names apart.
    player, _ = people.add(kept), people.add("がか")
    assert people.named(asked) == [player]
    assert people.named("かか") == []


def test_two_people_may_share_a_name_and_keep_it(people, anna):
    twin = people.add("Anna")
    assert anna.id != twin.id
    assert people.named("anna") == [anna, twin]
    assert people.change(twin.id, colour=3).name == "Anna"
    people.change(anna.id, retired=True)
    assert [player.id for player in people.named("Anna")] == [twin.id, anna.id]


def test_people_come_in_the_order_of_their_names(people):
    for name in ("bob", "Zoë", "Álex", "Ann"):
        people.add(name)
    assert [player.name for player in people.active()] == ["Álex", "Ann", "bob", "Zoë"]


LONG = ["x" * 41, "x" * 10_000]
UNREADABLE = ["", "   ", *LONG, "a\0b", "a\u202eb", "\u200d", "a\u200bb", "a\ud800", "\u0301"]


@pytest.mark.parametrize("name", UNREADABLE, ids=ascii)
def test_an_unreadable_name_is_refused(people, anna, name):
    sentence = r"^(A name|That name|Please type a name).*\.$"
    with pytest.raises(BadName, match=sentence):
        people.add(name)
    with pytest.raises(BadName, match=sentence):
        people.change(anna.id, name=name)
    assert people.active() == [anna]
    assert people.named(name) == []


def test_a_form_sent_again_gives_the_same_person_whatever_the_name_is_now(people):
    anni = people.add("Anni", key="form-seat1")
    assert people.add("Anni", key="form-seat1") == anni
    with pytest.raises(KeyReused):
        people.add("Bob", key="form-seat1")
    with pytest.raises(BadEntry):
        people.add("Bob", key="")
    assert people.active() == [anni]
    people.change(anni.id, name="Anna")
    assert people.add("Anni", key="form-seat1").id == anni.id


def test_a_person_is_renamed_and_goes_by_the_new_name_alone(people, anna):
    renamed = people.change(anna.id, name="  Élise ")
    assert renamed.name == "Élise"
    assert people.named("elise") == [renamed]
    assert people.named("Anna") == []
    assert people.names([anna.id]) == {anna.id: "Élise"}
    assert people.change(anna.id, name="ÉLISE").name == "ÉLISE"


@pytest.mark.parametrize("name", ["Bea", "BEA", " béa "])
@pytest.mark.parametrize("retired", [False, True])
def test_another_person_s_name_is_refused_and_merging_suggested(people, anna, name, retired):
    bea = people.change(people.add("Bea").id, retired=retired)
    with pytest.raises(NameTaken, match=r"Another Bea .* merge them instead\.$") as refused:
        people.change(anna.id, name=name)
    assert refused.value.player == bea.id


def test_a_colour_is_chosen_and_given_back(people, anna):
    assert people.change(anna.id, colour=7).colour == 7
    assert people.change(anna.id, colour=None) == anna
    for colour in (0, 9, -1, 10**30):
        with pytest.raises(BadEntry):
            people.change(anna.id, colour=colour)


def test_a_guest_is_offered_and_a_retired_player_only_by_name(people, anna):
    guest = people.change(anna.id, guest=True)
    assert people.active() == [guest]
    retired = people.change(anna.id, retired=True)
    assert (retired.guest, retired.retired) == (True, True)
    assert people.active() == []
    assert people.named("anna") == people.everyone() == [retired]


@pytest.mark.parametrize("number", [0, -1, 99, 10**400])
def test_an_unknown_person_can_not_be_changed(people, anna, number):
    for change in (
        people.person,
        people.forget,
        people.unmerge,
        lambda number: people.change(number, name="Bea"),
        lambda number: people.merge(anna.id, number),
    ):
        with pytest.raises(NoSuchPerson):
            change(number)


def test_a_change_of_several_things_is_made_as_a_whole(people, anna):
    with pytest.raises(BadName):
        people.change(anna.id, name="", guest=True)
    with pytest.raises(BadEntry):
        people.change(anna.id, name="Bea", colour=99)
    assert people.person(anna.id) == anna


def test_what_somebody_else_changed_meanwhile_is_not_overwritten(people, anna):
    people.change(anna.id, name="Bea")
    with pytest.raises(ChangedMeanwhile, match="has just changed Bea"):
        people.change(anna.id, seen={"name": "Anna"}, name="Clara")
    assert people.change(anna.id, seen={"name": "Anna"}, name="Bea").name == "Bea"
    assert people.change(anna.id, seen={"guest": False}, guest=True).name == "Bea"


def test_every_change_raises_the_version_and_nothing_else_does(club, people):
    assert people.version() == 0
    for changes, verb in (
        (True, lambda: people.add("Anna", key="k")),
        (False, lambda: people.add("Anna", key="k")),
        (True, lambda: people.change(1, name="Bea")),
        (False, lambda: people.change(1, name="Bea")),
        (True, lambda: people.change(1, guest=True)),
        (True, lambda: people.change(1, retired=True)),
        (True, lambda: people.change(1, colour=2)),
        (True, lambda: people.add("Clara")),
        (True, lambda: people.merge(1, 2)),
        (True, lambda: people.unmerge(1)),
        (False, lambda: people.unmerge(1)),
        (True, lambda: people.forget(1)),
        (False, lambda: people.forget(1)),
    ):
        before = people.version()
        verb()
        assert (people.version() > before) is changes
    assert club.game_version(1) == (0, people.version())


def test_of_eight_threads_that_want_one_name_one_gets_it(people, in_threads):
    ids = [people.add(f"Player {number}").id for number in range(8)]

    def rename(number):
        try:
            return people.change(number, name="Anna").name == "Anna"
        except NameTaken:
            return False

    assert sorted(in_threads(rename, ids)) == [False] * 7 + [True]
    assert len(people.named("Anna")) == 1


def test_somebody_is_a_name_like_any_other_until_a_person_is_forgotten(people, anna):
    namesake = people.add(SOMEBODY)
    people.forget(anna.id)
    assert people.named(SOMEBODY) == [namesake]
