"""A page that did not change is not sent again, and one that did always is."""

import pytest

from tests.web.driving import OUT_FIRST, Visitor


def _tag(visitor, address):
    return visitor.client.get(address).headers.get("ETag")


def _again(visitor, address, tag):
    return visitor.client.get(address, headers={"If-None-Match": tag})


def _refused_starter(visitor, table):
    """Sends what is answered with a message and recorded nowhere."""
    form = table.page().form("/starter")
    visitor.client.post(form.action, data={**form.fields, "seat": "9"})


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/1"])
def test_an_unchanged_page_is_not_sent_again(visitor, table, page):
    table.sheet(1).save(**{"team1.clean": "1"})
    address = f"{table.address}{page}"
    tag = _tag(visitor, address)
    assert _again(visitor, address, tag).status_code == 304


def test_any_entry_of_the_game_makes_it_new(visitor, table):
    tag = _tag(visitor, table.address)
    table.decide(seat="2")
    assert _again(visitor, table.address, tag).status_code == 200


def test_another_visitor_gets_a_page_of_their_own(app, visitor, table):
    tag = _tag(visitor, table.address)
    other = Visitor(app)
    other.get(table.address)
    assert _again(other, table.address, tag).status_code == 200


def test_a_message_is_shown_although_nothing_was_recorded_and_each_time_it_comes(visitor, table):
    table.play(1, **OUT_FIRST)
    tag = _tag(visitor, table.address)
    for _ in range(2):
        _refused_starter(visitor, table)
        answer = _again(visitor, table.address, tag)
        assert (answer.status_code, "choose who starts" in answer.text) == (200, True)
        tag = answer.headers.get("ETag", "")


def test_who_keeps_score_changes_the_page(visitor, table):
    tag = _tag(visitor, table.address)
    form = table.page().form("/scorer")
    visitor.client.post(form.action, data={**form.fields, "player": "1"})
    assert _again(visitor, table.address, tag).status_code == 200
