"""Each phone is asked who has it, once, and that name is shown beside everything the phone records."""

import re

import pytest

from scorepad.play.game import player_of, scorer_name
from scorepad.store import Entry, Role
from tests.web.driving import Visitor

QUESTION = "No name yet for this phone"


def _forms(table):
    """The two forms of the question: players to tap, and a name to type."""
    page = table.visitor.get(f"{table.address}/scorer")
    return [form for form in page.forms if form.action.endswith("/scorer")]


def _type(table, name):
    return table.visitor.send(_forms(table)[1], name=name)


def _record(table):
    """Record something, and return the device of the entry."""
    table.sheet().save(**{"team1.melded": "300"})
    table.visitor.send(table.page().form("/undo"))
    return table.entries[-1].device


def test_one_tap_says_who_has_the_phone(table):
    assert QUESTION in table.page().text
    assert table.page().links["Who are you?"] == f"{table.address}/scorer"
    page = table.keeps_score("Bob")
    assert page.heading == "Round 1"
    assert QUESTION not in page.text
    assert "Bob keeps score on this phone" in page.text
    assert page.links["Somebody else?"] == f"{table.address}/scorer"
    phone, _, player = _record(table).partition(".")
    assert re.fullmatch("[0-9a-f]{8}", phone)
    assert phone == table.visitor.phone.label
    assert table.visitor.club.people.names([int(player)]) == {int(player): "Bob"}


def test_a_phone_that_only_watches_sees_the_board_and_may_still_keep_score(table):
    page = table.keeps_score("Only watching")
    assert page.title.startswith("Ann & Carla – Bob & Dora, the board")
    assert page.links["Table"] == table.address
    assert table.page().links["Who are you?"] == f"{table.address}/scorer"


def test_only_a_phone_that_joins_a_table_for_the_first_time_is_asked(newcomer, link, table):
    page = newcomer.get(link(Role.SCORER, table.game))
    assert page.heading == "Who are you?"
    names = [button.text for button in page.root.all("button")]
    assert names == ["Ann", "Bob", "Carla", "Dora", "Only watching", "Save this name"]
    newcomer.post(page.forms[0].action, page.forms[0].fields | {"player": "0"})
    assert newcomer.get(link(Role.SCORER, table.game)).heading == "Round 1"


def test_a_phone_is_known_by_one_word_and_another_has_its_own(app, table):
    first = _record(table)
    assert _record(table) == first
    table.visitor = Visitor(app)
    assert _record(table) != first


def test_of_two_people_of_one_name_the_one_at_the_table_is_meant(first_visitor):
    club = first_visitor.club
    other = club.people.add("Ann").id
    table = first_visitor.begin()
    mine = club.people.add("ann").id
    old = club.cells(table.game)[0, "seat1", "player"]
    club.record([Entry("x", table.game, 0, "seat1", "player", {"id": mine}, base=old.seq)])
    _type(table, "Ann")
    (phone,) = first_visitor.access.phones()
    assert phone.player == mine != other


def test_a_new_name_is_one_new_person_who_need_not_sit_in_the_game(table):
    form = _forms(table)[1]
    for _ in range(2):
        table.visitor.send(form, name="Grandma")
    _record(table)
    assert [person.name for person in table.visitor.club.people.named("grandma")] == ["Grandma"]
    assert "Grandma keeps score on this phone" in table.page().text
    assert "by Grandma" in table.visitor.get(f"{table.address}/history").text


@pytest.mark.parametrize("name", ["", "   ", "\u202eabc", "x" * 41, "\u200b", "é" * 300])
def test_an_unreadable_name_and_one_without_our_token_come_back_as_typed(table, name):
    for typed, token in ((name, {}), ("Otto", {"csrf_token": "x"})):
        page = table.visitor.send(_forms(table)[1], name=typed, **token)
        assert page.status == 422
        assert page.forms[1].fields["name"] == typed
        assert page.beside("scorer-name")
    assert QUESTION in table.page().text
    assert not table.visitor.club.people.named("Otto")


@pytest.mark.parametrize("player", ["", "x", "-1", "٣", "9" * 400, "999999"])
def test_a_player_who_is_not_here_is_refused(table, player):
    form = _forms(table)[0]
    page = table.visitor.post(form.action, form.fields | {"player": player})
    assert page.status == 422
    assert "Choose one of the players, or type a name." in page.said


@pytest.mark.parametrize("words", [{"scorer": "x"}, {"phone": 7}, {"phone": "x.1"}])
def test_a_session_of_another_scorepad_breaks_nothing(table, words):
    table.page()
    with table.visitor.client.session_transaction() as session:
        session.update(words)
    assert table.page().status == 200
    assert re.fullmatch(r"[0-9a-f]{8}\.0", _record(table))


@pytest.mark.parametrize("device", [None, "", "ann", "0123abcd.", "0123abcd.x", "0123ABCD.1", ".1"])
def test_an_entry_of_an_older_scorepad_is_by_nobody(device):
    assert player_of(device) == 0
    assert scorer_name(device, {0: "", 1: "Ann"}) == ""
    assert scorer_name("0123abcd.1", {1: "Ann"}) == "Ann"
