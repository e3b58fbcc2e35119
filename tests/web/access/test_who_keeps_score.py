"""Who keeps score is asked once a phone, and its name stands beside everything the phone records."""

import re

import pytest

from scorepad.play.device import player_of, scorer_name
from scorepad.store import Entry
from tests.web.driving import Visitor

QUESTION = "Who keeps score on this phone?"


def _forms(page):
    return [form for form in page.forms if form.action.endswith("/scorer")]


def _tap(table, name):
    """Taps on a player, or on "Not now"."""
    page = table.visitor.get(f"{table.address}/scorer")
    (player,) = [
        one["value"]
        for one in page.root.all("button")
        if one["name"] == "player"
        if one.text == name
    ]
    form = _forms(page)[0]
    return table.visitor.post(form.action, form.fields | {"player": player})


def _type(table, name):
    page = table.visitor.get(f"{table.address}/scorer")
    return table.visitor.send(_forms(page)[1], name=name)


def test_the_table_asks_until_it_is_told(table):
    assert QUESTION in table.page().text
    assert QUESTION in table.page().text
    _tap(table, "Bob")
    page = table.page()
    assert QUESTION not in page.text
    assert "Bob keeps score on this phone" in page.text


def test_not_now_is_an_answer_too_and_can_be_changed(table):
    _tap(table, "Not now")
    page = table.page()
    assert QUESTION not in page.text
    assert page.links["Say who keeps score"] == f"{table.address}/scorer"


def test_what_a_phone_records_says_by_whom(table):
    _tap(table, "Bob")
    _undo_something(table)
    phone, _, player = table.entries[-1].device.partition(".")
    assert re.fullmatch("[0-9a-f]{8}", phone)
    assert table.visitor.club.people.names([int(player)]) == {int(player): "Bob"}


def _undo_something(table):
    table.sheet().save(**{"team1.melded": "300"})
    return table.visitor.send(table.page().form("/undo"))


def test_one_phone_keeps_its_word_and_another_has_its_own(app, table):
    _undo_something(table)
    first = table.entries[-1].device
    _undo_something(table)
    assert table.entries[-1].device == first
    table.visitor = Visitor(app)
    _undo_something(table)
    assert table.entries[-1].device != first


def test_looking_at_pages_gives_a_phone_no_word(app, table):
    stranger = Visitor(app)
    stranger.get(table.address)
    with stranger.client.session_transaction() as session:
        assert "phone" not in session


def test_a_name_that_is_known_is_that_person_whatever_its_case_and_accents(table):
    before = len(table.visitor.club.people.active())
    _type(table, "  bÓB ")
    assert "Bob keeps score on this phone" in table.page().text
    assert len(table.visitor.club.people.active()) == before


def test_of_two_people_of_one_name_the_one_at_the_table_is_meant(first_visitor):
    other = first_visitor.club.people.add("Ann").id
    table = first_visitor.begin()
    club = first_visitor.club
    mine = club.people.add("ann").id
    old = club.cells(table.game)[0, "seat1", "player"]
    club.record([Entry("x", table.game, 0, "seat1", "player", {"id": mine}, base=old.seq)])
    _type(table, "Ann")
    (phone,) = first_visitor.access.phones()
    assert phone.player == mine != other


def test_a_new_name_is_a_new_person_who_need_not_sit_in_the_game(table):
    _type(table, "Grandma")
    _undo_something(table)
    assert [p.name for p in table.visitor.club.people.named("grandma")] == ["Grandma"]
    assert "Grandma keeps score on this phone" in table.page().text
    assert "by Grandma" in table.visitor.get(f"{table.address}/history").text


def test_a_new_name_sent_twice_is_one_person(table):
    form = _forms(table.visitor.get(f"{table.address}/scorer"))[1]
    for _ in range(2):
        table.visitor.send(form, name="Otto")
    assert len(table.visitor.club.people.named("Otto")) == 1


@pytest.mark.parametrize("name", ["", "   ", "\u202eabc", "x" * 41, "\u200b", "é" * 300])
def test_a_name_that_is_none_comes_back_as_it_was_typed(table, name):
    page = _type(table, name)
    assert page.status == 422
    assert _forms(page)[1].fields["name"] == name
    assert page.beside("scorer-name")
    assert QUESTION in table.page().text


@pytest.mark.parametrize("player", ["", "x", "-1", "٣", "9" * 400, "999999"])
def test_a_player_who_is_not_here_is_refused(table, player):
    form = _forms(table.visitor.get(f"{table.address}/scorer"))[0]
    page = table.visitor.post(form.action, form.fields | {"player": player})
    assert page.status == 422
    assert "Choose one of the players, or type a name." in page.said


def test_without_our_token_nobody_keeps_score_and_the_name_stays(table):
    form = _forms(table.visitor.get(f"{table.address}/scorer"))[1]
    page = table.visitor.send(form, name="Nobody", csrf_token="x")
    assert page.status == 422
    assert _forms(page)[1].fields["name"] == "Nobody"
    assert not table.visitor.club.people.named("Nobody")


def test_the_question_leads_back_to_the_page_it_stood_on(table):
    form = _forms(table.page())[0]
    answer = table.visitor.client.post(form.action, data=form.fields | {"player": "0"})
    assert answer.location == table.address


def test_an_unknown_game_has_no_scorer(visitor, own):
    assert visitor.get("/games/999/scorer").status == 404
    assert visitor.post("/games/999/scorer", own | {"player": "0"}).status == 404


@pytest.mark.parametrize("session_says", [{"scorer": "x"}, {"phone": 7}, {"phone": "x.1"}])
def test_a_session_from_another_scorepad_breaks_nothing(table, session_says):
    table.page()
    with table.visitor.client.session_transaction() as session:
        session.update(session_says)
    assert table.page().status == 200
    _undo_something(table)
    assert re.fullmatch(r"[0-9a-f]{8}\.0", table.entries[-1].device)


@pytest.mark.parametrize("device", [None, "", "ann", "0123abcd.", "0123abcd.x", "0123ABCD.1", ".1"])
def test_an_entry_of_an_older_scorepad_is_by_nobody(device):
    assert player_of(device) == 0
    assert scorer_name(device, {0: "", 1: "Ann"}) == ""
    assert scorer_name("0123abcd.1", {1: "Ann"}) == "Ann"
