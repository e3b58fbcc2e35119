"""Merging two people into one: confirmed, described, undone; and new games seat the remaining person."""

import pytest

from tests.web.driving import Visitor, filled


@pytest.fixture
def anni(visitor):
    """The id of Anni, who played a game as Anni with Bob, Carla and Dora."""
    visitor.begin(seat1="Anni")
    return visitor.club.people.named("Anni")[0].id


@pytest.fixture
def anna(visitor, anni):
    """The id of Anna, who has not played yet."""
    return visitor.club.people.add("Anna").id


def merge(visitor, alias, into):
    return visitor.send(visitor.get(f"/people/{alias}/merge", into=into).form("/merge"))


def test_the_page_shows_what_a_merge_does(visitor, anni, anna):
    asks = visitor.get(f"/people/{anni}/edit").form("/merge")
    page = visitor.get(asks.action, into=str(anna))
    assert "Anni’s 1 game will count for Anna." in page.text
    assert visitor.club.people.merged_ids() == {}


def test_a_merged_person_leads_to_the_other(visitor, anni, anna):
    page = merge(visitor, anni, anna)
    assert page.said == "Anni is merged into Anna: 1 game now counts for Anna."
    for action in ("edit", "merge", "forget"):
        answer = visitor.client.get(f"/people/{anni}/{action}")
        assert (answer.status_code, answer.location) == (303, f"/people/{anna}/edit")
    assert "Anni" not in visitor.get("/people").links


def test_a_merge_can_be_taken_back_at_once_or_later(visitor, anni, anna):
    page = visitor.send(merge(visitor, anni, anna).form("/take-back"))
    assert page.said == "Taken back: Anni is merged into Anna: 1 game now counts for Anna."
    assert visitor.club.people.merged_ids() == {}
    merge(visitor, anni, anna)
    other = Visitor(visitor.app)
    form = other.get(f"/people/{anna}/edit").form("/unmerge")
    for _ in range(2):
        assert other.send(form).said == "Anni is a separate person again, with 1 game."
    assert visitor.get(f"/people/{anni}/edit").heading == "Anni"


def test_two_who_sat_at_one_table_are_not_merged(visitor, anni):
    bob = visitor.club.people.named("Bob")[0].id
    page = merge(visitor, anni, bob)
    assert page.status == 422
    assert "Anni and Bob sat at one table in game 1, round 1" in page.said
    assert page.links["Look at game 1"] == "/games/1"
    assert visitor.club.people.merged_ids() == {}


@pytest.mark.parametrize("into", ["", "x", "99", "-1", "1" * 400, "self"])
def test_only_another_known_person_can_be_chosen(visitor, anni, into):
    page = visitor.get(f"/people/{anni}/merge", into=str(anni) if into == "self" else into)
    assert (page.status, page.beside("into")) == (422, "Choose another person.")


def test_every_page_of_a_game_shows_the_new_name(visitor, anni, anna):
    table = visitor.begin(seat1="Anni", seat2="Eve")
    merge(visitor, anni, anna)
    assert table.record.agreement.players[0] == anna
    for address in ("/games/1", "/games/1/settings", "/"):
        page = visitor.get(address)
        assert "Anna" in page.source, address
        assert "Anni" not in page.source, address


@pytest.mark.parametrize("typed", ["Anni", "anna"])
def test_an_old_name_seats_the_person(visitor, anni, anna, typed):
    merge(visitor, anni, anna)
    table = visitor.begin(seat1=typed)
    assert table.record.agreement.players[0] == anna
    assert visitor.club.cells(table.game)[0, "seat1", "player"].value == {"id": anna}


def test_two_names_of_one_person_cannot_sit_in_two_seats(visitor, anni, anna):
    merge(visitor, anni, anna)
    page = visitor.send(visitor.get("/games/new/two-handed").form(), seat1="Anna", seat2="Anni")
    assert (page.status, page.beside("seat2")) == (422, "Seat 1 has the same person, as Anna.")
    form = visitor.get("/games/1/settings").form("/settings")
    page = visitor.post(form.action, filled(form, {"seat2": "Anna", "id.seat2": ""}))
    assert page.status == 422
    assert "Seat 1 has this name too" in page.beside("seat2")


def test_other_corrections_leave_the_old_entries_alone(visitor, anni, anna):
    merge(visitor, anni, anna)
    before = len(visitor.entries(1))
    form = visitor.get("/games/1/settings").form("/settings")
    visitor.post(form.action, filled(form, {"decks": "9"}) | {"action": "keep"})
    assert [entry.field for entry in visitor.entries(1)[before:]] == ["decks"]


def test_a_retired_player_is_not_offered_but_seated_by_name(visitor, anni):
    visitor.club.people.change(anni, retired=True)
    assert "Anni" not in visitor.get("/games/new/partnership").text
    assert visitor.begin(seat1="anni").record.agreement.players[0] == anni


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("/take-back", "Nothing was undone: someone else has changed Anna since."),
        ("/unmerge", "Someone else has just changed who Anni is. Nothing was changed."),
    ],
)
def test_a_merge_into_another_person_meanwhile_is_kept(visitor, anni, anna, form, sentence):
    back = merge(visitor, anni, anna).form(form)
    bella = visitor.club.people.add("Bella").id
    visitor.club.people.unmerge(anni)
    visitor.club.people.merge(anni, bella)
    assert visitor.send(back).said == sentence
    assert visitor.club.people.merged_ids() == {anni: bella}
