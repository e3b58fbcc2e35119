"""The list of people and a person's form: changes are saved or rejected, described, and can be undone. Colours."""

import pytest

from tests.web.driving import Visitor
from tests.web.games.test_names import REFUSED
from tests.web.league.reading import figure, figures
from tests.web.league.tiny_league import play


@pytest.fixture
def anna(visitor):
    return visitor.club.people.add("Anna").id


@pytest.fixture(scope="module")
def unchanged(app):
    """A club with Anna, for tests that change nothing, and her id."""
    visitor = Visitor(app)
    return visitor, visitor.club.people.add("Anna").id


def change(visitor, person, **typed):
    return visitor.send(visitor.get(f"/people/{person}/edit").form("/edit"), **typed)


def undo(visitor, page):
    return visitor.send(page.form("/take-back"))


def add(visitor, name):
    return visitor.send(visitor.get("/people").form("/people"), name=name)


def names(visitor):
    return [player.name for player in visitor.club.people.active()]


def test_a_person_is_added_once_and_is_in_the_list(visitor):
    page = visitor.get("/people")
    assert "No people yet" in page.text
    for _ in range(2):
        listed = visitor.send(page.form("/people"), name=" Zoë ")
        assert (listed.status, listed.said) == (200, "Zoë is in the list now.")
    assert names(visitor) == ["Zoë"]
    assert "Zoë" in listed.links


def test_guests_and_retired_players_have_sections_of_their_own(visitor):
    _, guest, retired = (visitor.club.people.add(name).id for name in ("Ann", "Bob", "Cas"))
    visitor.club.people.change(guest, guest=True)
    visitor.club.people.change(retired, retired=True)
    page = visitor.get("/people")
    sections = {part["aria-labelledby"]: part.text.split()[1] for part in page.root.all("section")}
    assert sections == {"regulars": "Ann", "guests": "Bob", "retired": "Cas"}


def test_the_list_shows_games_and_ratings_provisional_ones_as_such(first_visitor):
    first_visitor.club.people.add("Zoë")
    for _ in range(9):
        play(first_visitor, (6500, 20))
    before = column(first_visitor)
    assert before.keys() == {"Ann", "Bob", "Carla", "Dora"}
    assert before["Ann"].startswith("9 games, about ")
    play(first_visitor, (6500, 20))
    after = column(first_visitor)
    rating = figure(first_visitor.get("/people/2"), "rating")
    assert after["Ann"] == f"10 games, {rating}"


def column(visitor):
    """The text beside each name of the list."""
    rows = [item for item in visitor.get("/people").root.all("li") if figures(item, "listed")]
    return {item.all("bdi")[0].text: figure(item, "listed") for item in rows}


@pytest.mark.parametrize("name", REFUSED)
def test_an_unreadable_name_is_refused_and_kept_in_the_form(unchanged, name):
    for page in (add(unchanged[0], name), change(*unchanged, name=name)):
        assert page.status == 422
        assert page.beside("name").endswith(".")
        assert name in [form.fields.get("name") for form in page.forms]
    assert names(unchanged[0]) == ["Anna"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": "Élise"}, "Anna is called Élise now."),
        ({"colour": "8"}, "The colour of Anna is pink now."),
        ({"guest": "1"}, "Anna is a guest now."),
        ({"retired": "1"}, "Anna no longer plays."),
    ],
)
def test_a_change_is_described_and_undone_once(visitor, anna, typed, sentence):
    before = visitor.club.people.person(anna)
    changed = change(visitor, anna, **typed)
    assert changed.said == sentence
    assert changed.heading == typed.get("name", "Anna")
    assert visitor.club.people.person(anna) != before
    assert undo(visitor, changed).said == f"Taken back: {sentence}"
    assert visitor.club.people.person(anna) == before
    assert "nothing left to undo" in undo(visitor, changed).said
    assert visitor.club.people.person(anna) == before


def test_a_tick_can_be_taken_away_and_without_a_change_no_colour_is_chosen(visitor, anna):
    change(visitor, anna, guest="1", retired="1")
    page = change(visitor, anna, guest=None, retired=None)
    assert page.said == "Anna is no longer a guest now. Anna plays again."
    assert change(visitor, anna).said == "Nothing was changed."
    assert visitor.club.people.person(anna).chosen_colour is None


@pytest.mark.parametrize("colour", ["", "0", "9", "-1", "x", "٣", "1" * 400, None])
def test_an_unknown_colour_is_refused_and_everything_typed_is_kept(unchanged, colour):
    page = change(*unchanged, name="Élise", guest="1", colour=colour)
    assert page.status == 422
    assert page.beside("colour") == "Choose one of the colours."
    fields = page.form("/edit").fields
    assert (fields["name"], fields["guest"]) == ("Élise", "1")
    assert names(unchanged[0]) == ["Anna"]


def test_a_taken_name_is_refused_and_leads_to_merging(visitor, anna):
    page = add(visitor, "ANNA")
    assert (page.status, names(visitor)) == (422, ["Anna"])
    assert "Another Anna is in this club." in page.beside("name")
    bea = visitor.club.people.add("Bea").id
    page = change(visitor, anna, name="bea", guest="1")
    assert page.status == 422
    assert "merge them instead" in page.beside("name")
    assert page.form("/edit").fields["name"] == "bea"
    assert page.links["They are the same person"] == f"/people/{anna}/merge?into={bea}"


def test_changes_made_meanwhile_are_kept_and_a_form_sent_twice_changes_once(visitor, anna):
    late = visitor.get(f"/people/{anna}/edit").form("/edit")
    visitor.club.people.change(anna, name="Élise")
    assert visitor.send(late, guest="1").said == "Élise is a guest now."
    page = visitor.send(late, name="Annabel")
    assert (page.status, page.form("/edit").fields["name"]) == (422, "Annabel")
    assert page.form("/edit").fields["guest"] == "1"
    assert "Someone else has just changed Élise." in page.said
    again = page.form("/edit")
    for sentence in ("Élise is called Annabel now.", "Nothing was changed."):
        assert visitor.send(again).said == sentence


def test_undo_does_not_overwrite_a_later_change(visitor, anna):
    page = change(visitor, anna, name="Élise")
    visitor.club.people.change(anna, name="Lisa")
    assert "someone else has changed Lisa since" in undo(visitor, page).said
    assert "/take-back" not in visitor.get("/people").source


def test_a_table_shows_a_new_name_at_once(visitor):
    table = visitor.begin()
    tag = visitor.client.get(table.address).headers["ETag"]
    change(visitor, 1, name="Annabel")
    visitor.get("/")  # Shows the flashed message.
    answer = visitor.client.get(table.address, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert "Annabel" in answer.text
