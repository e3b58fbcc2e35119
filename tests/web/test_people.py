"""The list of people and a person's form: what is typed is kept or refused, named when done, and can be undone."""

import pytest

from tests.web.driving import Visitor
from tests.web.test_names import REFUSED


@pytest.fixture
def visitor(first_visitor) -> Visitor:
    """Somebody at a club of which every test knows everybody."""
    return first_visitor


@pytest.fixture
def anna(visitor):
    """The id of Anna."""
    return visitor.club.add_player("Anna").id


def change(visitor, person, **typed):
    """The page after something was changed about a person."""
    form = visitor.get(f"/people/{person}/edit").form("/edit")
    return visitor.send(form, **typed)


def undo(visitor, page):
    """The page after its Undo was pressed."""
    return visitor.send(page.form("/take-back"))


def add(visitor, name):
    """The page after somebody was added, or not."""
    return visitor.send(visitor.get("/people").form("/people"), name=name)


def test_an_empty_club_says_so_and_a_person_can_be_added(visitor):
    assert "Nobody is known here yet" in visitor.get("/people").text
    page = add(visitor, " Zoë ")
    assert "Zoë is in the list now." in page.said
    assert "Zoë" in page.links


def test_the_start_page_leads_to_the_people(visitor):
    assert visitor.get("/").links["People"] == "/people"


def test_guests_and_who_retired_stand_apart(visitor):
    _, guest, retired = (visitor.club.add_player(name).id for name in ("Ann", "Bob", "Cas"))
    visitor.club.people.set_guest(guest, True)
    visitor.club.people.set_retired(retired, True)
    page = visitor.get("/people")
    sections = {one["aria-labelledby"]: one.text for one in page.root.all("section")}
    assert {name: text.split()[1] for name, text in sections.items()} == {
        "regulars": "Ann",
        "guests": "Bob",
        "retired": "Cas",
    }


@pytest.mark.parametrize("name", REFUSED.values(), ids=REFUSED)
def test_a_name_that_cannot_be_read_is_refused_and_kept_in_the_form(visitor, anna, name):
    for page in (add(visitor, name), change(visitor, anna, name=name)):
        assert page.status == 422
        assert page.beside("name").endswith(".")
        assert name in [form.fields.get("name") for form in page.forms]
    assert [one.name for one in visitor.club.players()] == ["Anna"]


def test_the_same_form_sent_twice_adds_one_person(visitor):
    form = visitor.get("/people").form("/people")
    for _ in range(2):
        assert visitor.send(form, name="Zoë").status == 200
    assert len(visitor.club.players()) == 1


def test_somebody_who_is_there_already_is_not_added_again(visitor, anna):
    page = add(visitor, "ANNA")
    assert (page.status, len(visitor.club.players())) == (422, 1)
    assert "Another Anna is in this club." in page.beside("name")


def test_a_person_is_renamed_and_undo_gives_the_name_back(visitor, anna):
    page = change(visitor, anna, name="Élise")
    assert page.said == "Anna is called Élise now."
    assert page.heading == "Élise"
    page = undo(visitor, page)
    assert page.said == "Taken back: Anna is called Élise now."
    assert page.heading == "Anna"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"colour": "8"}, "The colour of Anna is pink now."),
        ({"guest": "1"}, "Anna is a guest now."),
        ({"retired": "1"}, "Anna plays no more."),
    ],
)
def test_everything_else_is_changed_named_and_undone(visitor, anna, typed, said):
    before = visitor.club.people.person(anna)
    page = change(visitor, anna, **typed)
    assert page.said == said
    assert visitor.club.people.person(anna) != before
    undo(visitor, page)
    assert visitor.club.people.person(anna) == before


def test_a_tick_that_is_taken_away_is_a_change_too(visitor, anna):
    change(visitor, anna, guest="1", retired="1")
    page = change(visitor, anna, guest=None, retired=None)
    assert page.said == "Anna is no guest now. Anna plays again."


def test_a_form_that_changes_nothing_chooses_no_colour(visitor, anna):
    assert change(visitor, anna).said == "Nothing was changed."
    assert visitor.club.people.person(anna).chosen is None


@pytest.mark.parametrize("colour", ["", "0", "9", "-1", "x", "٣", "1" * 400, None])
def test_a_colour_that_is_none_is_refused_and_everything_typed_is_kept(visitor, anna, colour):
    page = change(visitor, anna, name="Élise", guest="1", colour=colour)
    assert page.status == 422
    assert page.beside("colour") == "Choose one of the colours."
    fields = page.form("/edit").fields
    assert (fields["name"], fields["guest"]) == ("Élise", "1")
    assert visitor.club.people.person(anna).name == "Anna"


def test_a_taken_name_is_refused_and_leads_to_merging(visitor, anna):
    bea = visitor.club.add_player("Bea").id
    page = change(visitor, anna, name="bea", guest="1")
    assert page.status == 422
    assert "merge them instead" in page.beside("name")
    assert page.form("/edit").fields["name"] == "bea"
    assert page.links["They are one person"] == f"/people/{anna}/merge?into={bea}"


def test_a_form_sent_twice_changes_once_and_says_so(visitor, anna):
    form = visitor.get(f"/people/{anna}/edit").form("/edit")
    for said in ("Anna is called Élise now.", "Nothing was changed."):
        assert visitor.send(form, name="Élise").said == said


def test_undo_pressed_twice_undoes_once(visitor, anna):
    page = change(visitor, anna, name="Élise")
    undo(visitor, page)
    assert "nothing is left to undo" in undo(visitor, page).said
    assert visitor.club.people.person(anna).name == "Anna"


def test_what_somebody_else_changed_meanwhile_is_kept(visitor, anna):
    late = visitor.get(f"/people/{anna}/edit").form("/edit")
    visitor.club.people.rename(anna, "Élise")
    assert visitor.send(late, guest="1").said == "Élise is a guest now."
    page = visitor.send(late, name="Annabel")
    assert (page.status, page.form("/edit").fields["name"]) == (422, "Annabel")
    assert "Somebody else has just changed Élise." in page.said
    assert visitor.send(page.form("/edit")).said == "Élise is called Annabel now."


def test_undo_does_not_overwrite_what_somebody_else_changed(visitor, anna):
    page = change(visitor, anna, name="Élise")
    visitor.club.people.rename(anna, "Lisa")
    assert "somebody else has changed Lisa since" in undo(visitor, page).said
    assert not [f for f in visitor.get("/people").forms if f.action.endswith("/take-back")]


@pytest.mark.parametrize("way", ["edit", "merge", "forget"])
@pytest.mark.parametrize("number", ["99", "0", "x", "1" * 12])
def test_nobody_has_no_page(visitor, anna, way, number):
    page = visitor.get(f"/people/{number}/{way}")
    assert page.status == 404
    assert page.links["To the games"] == "/"


@pytest.mark.parametrize("way", ["edit", "merge", "unmerge", "take-back", "forget"])
def test_without_our_token_nothing_is_changed(visitor, anna, way):
    before = visitor.club.people.version()
    fields = visitor.get(f"/people/{anna}/edit").form("/edit").fields
    typed = {"csrf_token": "x", "name": "Élise", "into": "1", "sure": "1"}
    page = visitor.post(f"/people/{anna}/{way}", fields | typed)
    assert "press again" in page.said + page.beside("into")
    assert visitor.club.people.version() == before


def test_a_name_cannot_change_the_page(visitor):
    name = '"><b>{{ 7 * 7 }}</b>'
    page = add(visitor, name)
    assert name in page.links
    person = visitor.club.players()[0].id
    assert visitor.get(f"/people/{person}/edit").heading == name
    assert not page.root.all("b")


def test_a_name_of_forty_letters_has_its_page(visitor):
    assert "W" * 40 in add(visitor, "W" * 40).links
    person = visitor.club.players()[0].id
    assert visitor.get(f"/people/{person}/edit").heading == "W" * 40


def test_a_table_says_the_new_name_at_once(visitor):
    table = visitor.begin()
    tag = visitor.client.get(table.address).headers["ETag"]
    change(visitor, 1, name="Annabel")
    visitor.get("/")  # Says what is to be said once.
    answer = visitor.client.get(table.address, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "Annabel" in answer.text
