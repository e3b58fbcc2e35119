"""Forgetting somebody: only with a tick, for ever, and no page says the name any more."""

import pytest

from scorepad.store import SOMEBODY
from tests.web.driving import OUT_FIRST, Visitor, filled

NAME = "Wilhelmina"


@pytest.fixture
def visitor(first_visitor) -> Visitor:
    """Somebody at a club of which every test knows everybody."""
    return first_visitor


@pytest.fixture
def table(visitor):
    """A table at which Wilhelmina sat, as the first."""
    table = visitor.begin(seat1=NAME)
    table.play(1, **OUT_FIRST)
    return table


@pytest.fixture
def mina(visitor, table):
    """The id of Wilhelmina."""
    return visitor.club.players_named(NAME)[0].id


def forget(visitor, person, **typed):
    """The page after the question was answered."""
    form = visitor.get(f"/people/{person}/forget").form("/forget")
    return visitor.post(form.action, form.fields | typed)


def test_the_page_says_what_stays(visitor, mina):
    page = visitor.get(f"/people/{mina}/forget")
    for said in ("1 game with all points", "typed freely into a ruling", "Backups"):
        assert said in page.text


@pytest.mark.parametrize("typed", [{}, {"sure": ""}, {"sure": "0"}])
def test_without_the_tick_nobody_is_forgotten(visitor, mina, typed):
    page = forget(visitor, mina, **typed)
    assert page.status == 422
    assert "Tick that this cannot be taken back" in page.said
    assert visitor.club.people.person(mina).name == NAME


def test_who_is_forgotten_is_named_nowhere_any_more(visitor, table, mina):
    visitor.send(visitor.get(f"/people/{mina}/edit").form("/edit"), guest="1")
    page = forget(visitor, mina, sure="1")
    assert page.said == "One person was forgotten. Their games and points stay, without a name."
    addresses = (
        "/",
        "/people",
        table.address,
        f"{table.address}/history",
        f"{table.address}/rounds/1",
    )
    for address in (*addresses, f"{table.address}/settings", "/games/new/partnership"):
        assert NAME not in visitor.get(address).source, address
    assert f"{SOMEBODY} & Carla" in visitor.get(table.address).text


@pytest.mark.parametrize("way", ["edit", "merge", "forget"])
def test_their_page_is_gone_and_says_why(visitor, mina, way):
    forget(visitor, mina, sure="1")
    page = visitor.get(f"/people/{mina}/{way}")
    assert (page.status, page.heading) == (410, "Somebody was forgotten")
    assert "Their games and points stay" in page.text


@pytest.mark.parametrize("way", ["edit", "merge", "unmerge", "take-back", "forget"])
def test_nothing_can_be_done_to_them_any_more(visitor, mina, way):
    fields = visitor.get(f"/people/{mina}/edit").form("/edit").fields
    forget(visitor, mina, sure="1")
    before = visitor.club.people.version()
    assert visitor.post(f"/people/{mina}/{way}", fields | {"sure": "1", "into": "2"}).status == 410
    assert visitor.club.people.version() == before


def test_who_is_merged_is_forgotten_with_the_person(visitor, mina):
    alias = visitor.club.add_player("Mina").id
    visitor.club.people.merge(alias, mina)
    forget(visitor, mina, sure="1")
    assert visitor.get(f"/people/{alias}/edit").status in (404, 410)
    assert visitor.club.players_named("Mina") == []


def test_a_game_of_two_who_were_forgotten_can_still_be_mended(visitor, table, mina):
    forget(visitor, mina, sure="1")
    forget(visitor, visitor.club.players_named("Bob")[0].id, sure="1")
    before = table.record.agreement.players
    form = visitor.get(f"{table.address}/settings").form("/settings")
    page = visitor.post(form.action, filled(form, {"decks": "9"}) | {"action": "keep"})
    assert page.status == 200, page.said
    assert (table.record.agreement.decks, table.record.agreement.players) == (9, before)


def test_the_name_that_stands_for_the_forgotten_seats_somebody_new(visitor, mina):
    forget(visitor, mina, sure="1")
    assert visitor.begin(seat1=SOMEBODY).record.agreement.players[0] != mina
