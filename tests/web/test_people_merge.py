"""Two who are one person: asked once more, done, named, taken back; and seated as whom they are."""

import pytest

from scorepad.web.clubs import load
from tests.web.driving import Visitor, filled


@pytest.fixture
def visitor(first_visitor) -> Visitor:
    """Somebody at a club of which every test knows everybody."""
    return first_visitor


@pytest.fixture
def anni(visitor):
    """The id of Anni, who played a game as Anni with Bob, Carla and Dora."""
    visitor.begin(seat1="Anni")
    return visitor.club.players_named("Anni")[0].id


@pytest.fixture
def anna(visitor, anni):
    """The id of Anna, who has not played yet."""
    return visitor.club.add_player("Anna").id


def merge(visitor, one, into):
    """The page after both questions were answered with yes."""
    page = visitor.get(f"/people/{one}/merge", into=str(into))
    return visitor.send(page.form("/merge"))


def test_the_page_says_what_merging_will_do(visitor, anni, anna):
    asks = visitor.get(f"/people/{anni}/edit").form("/merge")
    page = visitor.get(asks.action, into=str(anna))
    assert "Anni’s 1 game will count for Anna." in page.text
    assert visitor.club.people.canonical() == {}


def test_who_is_merged_is_named_and_their_page_leads_to_the_person(visitor, anni, anna):
    page = merge(visitor, anni, anna)
    assert page.said == "Anni is Anna: 1 game counts for Anna now."
    for way in ("edit", "merge", "forget"):
        answer = visitor.client.get(f"/people/{anni}/{way}")
        assert (answer.status_code, answer.location) == (303, f"/people/{anna}/edit")
    assert "Anni" not in visitor.get("/people").links


def test_a_merge_is_undone_by_the_phone_that_made_it(visitor, anni, anna):
    page = visitor.send(merge(visitor, anni, anna).form("/take-back"))
    assert page.said == "Taken back: Anni is Anna: 1 game counts for Anna now."
    assert visitor.club.people.canonical() == {}


def test_a_merge_can_be_taken_back_from_anywhere_and_any_time(visitor, anni, anna):
    merge(visitor, anni, anna)
    other = Visitor(visitor.app)
    form = other.get(f"/people/{anna}/edit").form("/unmerge")
    for _ in range(2):
        assert other.send(form).said == "Anni is somebody else again, with 1 game."
    assert visitor.get(f"/people/{anni}/edit").heading == "Anni"


def test_the_same_form_sent_twice_merges_once(visitor, anni, anna):
    form = visitor.get(f"/people/{anni}/merge", into=str(anna)).form("/merge")
    for _ in range(2):
        assert visitor.send(form).status == 200
    assert visitor.club.people.canonical() == {anni: anna}


def test_who_sat_at_one_table_is_not_merged_and_the_game_is_shown(visitor, anni):
    bob = visitor.club.players_named("Bob")[0].id
    page = merge(visitor, anni, bob)
    assert page.status == 422
    assert "Anni and Bob sat at one table in game 1, round 1" in page.said
    assert "/games/1" in page.links.values()
    assert visitor.club.people.canonical() == {}


@pytest.mark.parametrize("into", ["", "x", "99", "-1", "1" * 400, "self"])
def test_nobody_and_oneself_cannot_be_chosen(visitor, anni, into):
    said = str(anni) if into == "self" else into
    page = visitor.get(f"/people/{anni}/merge", into=said)
    assert (page.status, page.beside("into")) == (422, "Choose another person.")


def test_every_page_of_a_game_says_the_name_of_the_person(visitor, anni, anna):
    merge(visitor, anni, anna)
    for address in ("/games/1", "/games/1/settings", "/"):
        page = visitor.get(address)
        assert "Anna" in page.source, address
        assert "Anni" not in page.source, address


@pytest.mark.parametrize("typed", ["Anni", "anna"])
def test_who_sits_down_by_an_old_name_is_the_person(visitor, anni, anna, typed):
    merge(visitor, anni, anna)
    table = visitor.begin(seat1=typed)
    assert table.record.agreement.players[0] == anna
    assert visitor.club.cells(table.game)[0, "seat1", "player"].value == {"id": anna}


def test_nobody_sits_in_two_seats_by_two_names(visitor, anni, anna):
    merge(visitor, anni, anna)
    form = visitor.get("/games/new/two-handed").form()
    page = visitor.send(form, seat1="Anna", seat2="Anni")
    assert (page.status, page.beside("seat2")) == (422, "Seat 1 has the same person, as Anna.")


def test_nobody_is_seated_twice_in_a_game_that_was_begun_by_the_old_name(visitor, anni, anna):
    merge(visitor, anni, anna)
    form = visitor.get("/games/1/settings").form("/settings")
    page = visitor.post(form.action, filled(form, {"seat2": "Anna", "id.seat2": ""}))
    assert page.status == 422
    assert "Seat 1 has this name too" in page.beside("seat2")


def test_mending_something_else_leaves_the_old_entries_alone(visitor, anni, anna):
    merge(visitor, anni, anna)
    before = len(visitor.entries(1))
    form = visitor.get("/games/1/settings").form("/settings")
    visitor.post(form.action, filled(form, {"decks": "9"}) | {"action": "keep"})
    assert [one.field for one in visitor.entries(1)[before:]] == ["decks"]


def test_a_rematch_seats_the_person(visitor, anni, anna):
    table = visitor.begin(seat1="Anni", seat2="Eve")
    merge(visitor, anni, anna)
    with visitor.app.app_context():
        assert load(table.game).agreement.players[0] == anna


def test_who_retired_is_offered_no_more_and_found_by_name(visitor, anni):
    visitor.club.people.set_retired(anni, True)
    page = visitor.get("/games/new/partnership")
    assert "Anni" not in page.text
    assert visitor.begin(seat1="anni").record.agreement.players[0] == anni


def test_undo_takes_back_no_merge_that_somebody_else_made_since(visitor, anni, anna):
    undo = merge(visitor, anni, anna).form("/take-back")
    bella = visitor.club.add_player("Bella").id
    visitor.club.people.unmerge(anni)
    visitor.club.people.merge(anni, bella)
    page = visitor.send(undo)
    assert page.said == "Nothing was undone: somebody else has changed Anna since."
    assert visitor.club.people.canonical() == {anni: bella}


def test_who_was_merged_into_another_meanwhile_stays_so(visitor, anni, anna):
    form = merge(visitor, anni, anna).form("/unmerge")
    bella = visitor.club.add_player("Bella").id
    visitor.club.people.unmerge(anni)
    visitor.club.people.merge(anni, bella)
    page = visitor.send(form)
    assert page.said == "Somebody else has just said who Anni is. Nothing was changed."
    assert visitor.club.people.canonical() == {anni: bella}
