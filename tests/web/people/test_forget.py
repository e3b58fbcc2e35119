"""Forgetting a person: only after confirmation, permanent, and no page shows the name afterwards."""

import pytest

from scorepad.store import SOMEBODY
from tests.web.driving import OUT_FIRST, filled

NAME = "Wilhelmina"


@pytest.fixture
def table(visitor):
    table = visitor.begin(seat1=NAME)
    table.play(1, **OUT_FIRST)
    return table


@pytest.fixture
def mina(visitor, table):
    return visitor.club.people.named(NAME)[0].id


def forget(visitor, person, **typed):
    form = visitor.get(f"/people/{person}/forget").form("/forget")
    return visitor.post(form.action, form.fields | typed)


def test_the_page_shows_what_stays_and_without_the_tick_the_name_stays(visitor, mina):
    page = visitor.get(f"/people/{mina}/forget")
    for text in ("1 game with all points", "Reasons that players typed", "Backups"):
        assert text in page.text
    for typed in ({}, {"sure": ""}, {"sure": "0"}):
        page = forget(visitor, mina, **typed)
        assert page.status == 422
        assert "Tick “This cannot be taken back”" in page.said
    assert visitor.club.people.person(mina).name == NAME


def test_no_page_shows_a_forgotten_name(visitor, table, mina):
    visitor.send(visitor.get(f"/people/{mina}/edit").form("/edit"), guest="1")
    page = forget(visitor, mina, sure="1")
    assert page.said == "One person was forgotten. Their games and points stay, without a name."
    of_game = [f"{table.address}{page}" for page in ("", "/history", "/rounds/1", "/settings")]
    for address in ("/", "/people", "/games/new/partnership", *of_game):
        assert NAME not in visitor.get(address).source, address
    assert f"{SOMEBODY} & Carla" in visitor.get(table.address).text


def test_the_pages_of_a_forgotten_person_are_gone_and_say_why(visitor, mina):
    fields = visitor.get(f"/people/{mina}/edit").form("/edit").fields | {"sure": "1", "into": "2"}
    forget(visitor, mina, sure="1")
    before = visitor.club.people.version()
    for action in ("edit", "merge", "forget"):
        page = visitor.get(f"/people/{mina}/{action}")
        assert (page.status, page.heading) == (410, "This person was forgotten"), action
        assert "Their games and points stay" in page.text
    for action in ("edit", "merge", "unmerge", "take-back", "forget"):
        assert visitor.post(f"/people/{mina}/{action}", fields).status == 410, action
    assert visitor.club.people.version() == before


def test_merged_names_are_forgotten_too_and_the_placeholder_seats_a_new_person(visitor, mina):
    alias = visitor.club.people.add("Mina").id
    visitor.club.people.merge(alias, mina)
    forget(visitor, mina, sure="1")
    assert visitor.get(f"/people/{alias}/edit").status in (404, 410)
    assert visitor.club.people.named("Mina") == []
    assert visitor.begin(seat1=SOMEBODY).record.agreement.players[0] != mina


def test_a_game_of_forgotten_people_can_still_be_corrected(visitor, table, mina):
    forget(visitor, mina, sure="1")
    forget(visitor, visitor.club.people.named("Bob")[0].id, sure="1")
    before = table.record.agreement.players
    form = visitor.get(f"{table.address}/settings").form("/settings")
    page = visitor.post(form.action, filled(form, {"decks": "9"}) | {"action": "keep"})
    assert page.status == 200, page.said
    assert (table.record.agreement.decks, table.record.agreement.players) == (9, before)
