"""People have names that can be read, may be shared, and are found whatever their case."""

import unicodedata

import pytest

from scorepad.store import BadEntry, BadName, KeyReused


def test_a_person_is_kept(club):
    ann = club.people.add("Ann")
    assert club.people.active() == [ann]
    assert club.people.names([ann.id, 99, 10**400]) == {ann.id: "Ann"}


@pytest.mark.parametrize("asked", ["josé", "JOSE", " Jose ", unicodedata.normalize("NFD", "JosÉ")])
def test_a_name_is_found_whatever_its_case_and_accents(club, asked):
    jose = club.people.add("José")
    assert club.people.named(asked) == [jose]


@pytest.mark.parametrize(
    ("kept", "asked"), [("Groß", "GROSS"), ("Ἀθηνᾶ", "ΑΘΗΝΑ"), ("ﬁnn", "Finn")]
)
def test_a_name_is_found_in_other_scripts(club, kept, asked):
    player = club.people.add(kept)
    assert club.people.named(asked) == [player]


def test_marks_that_make_another_letter_are_kept_apart(club):
    club.people.add("がか")
    assert club.people.named("かか") == []


def test_two_people_may_share_a_name(club):
    one, two = club.people.add("Ann"), club.people.add("Ann")
    assert one.id != two.id
    assert club.people.named("ann") == [one, two]


def test_people_come_in_the_order_of_their_names(club):
    for name in ("bob", "Zoë", "Álex", "Ann"):
        club.people.add(name)
    assert [player.name for player in club.people.active()] == ["Álex", "Ann", "bob", "Zoë"]


def test_a_name_is_kept_in_one_spelling(club):
    assert club.people.add("  Jose\u0301 \u00a0 Luis ").name == "José Luis"


@pytest.mark.parametrize("name", ["👩‍🌾", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "李", "علي", "O'Neill-Smith 2", "X"])
def test_any_name_people_have_is_kept(club, name):
    assert club.people.add(name).name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 41,
        "x" * 10_000,
        "a\x00b",
        "a\u202eb",
        "\u200d",
        "a\u200bb",
        "a\ud800",
        "\u0301",
    ],
    ids=ascii,
)
def test_a_name_nobody_can_read_is_refused(club, name):
    with pytest.raises(BadName, match=r"^(A name|That name|Please type a name).*\.$"):
        club.people.add(name)
    assert club.people.active() == []
    assert club.people.named(name) == []


def test_the_form_sent_twice_makes_one_person(club):
    ann = club.people.add("Ann", key="form-seat1")
    assert club.people.add("Ann", key="form-seat1") == ann
    with pytest.raises(KeyReused):
        club.people.add("Bob", key="form-seat1")
    with pytest.raises(BadEntry):
        club.people.add("Bob", key="")
    assert club.people.active() == [ann]
