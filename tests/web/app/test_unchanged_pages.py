"""A page that did not change is not sent again, and one that did always is."""

import gzip

import pytest

from tests.web.driving import OUT_FIRST, Visitor


def _tag(visitor, address):
    return visitor.client.get(address).headers.get("ETag")


def _again(visitor, address, tag):
    return visitor.client.get(address, headers={"If-None-Match": tag}).status_code


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/1"])
def test_a_page_nobody_touched_stands(visitor, table, page):
    table.sheet(1).save(**{"team1.clean": "1"})
    address = f"{table.address}{page}"
    tag = _tag(visitor, address)
    assert _again(visitor, address, tag) == 304


def test_any_entry_of_the_game_makes_it_new(visitor, table):
    tag = _tag(visitor, table.address)
    table.decide(seat="2")
    assert _again(visitor, table.address, tag) == 200


def test_another_visitor_gets_a_page_of_their_own(visitor, table):
    tag = _tag(visitor, table.address)
    stranger = Visitor(visitor.app).client
    stranger.get(table.address)
    answer = stranger.get(table.address, headers={"If-None-Match": tag})
    assert answer.status_code == 200


def test_what_is_said_once_is_said_although_nothing_was_recorded(visitor, table):
    table.play(1, **OUT_FIRST)
    tag = _tag(visitor, table.address)
    form = table.page().form("/starter")
    visitor.client.post(form.action, data={**form.fields, "seat": "9"})
    answer = visitor.client.get(table.address, headers={"If-None-Match": tag})
    assert (answer.status_code, "choose who starts" in answer.text) == (200, True)


def test_the_same_message_is_shown_again_when_it_comes_again(visitor, table):
    form, tag = table.page().form("/starter"), ""
    for _ in range(2):
        visitor.client.post(form.action, data={**form.fields, "seat": "9"})
        answer = visitor.client.get(table.address, headers={"If-None-Match": tag})
        assert (answer.status_code, "choose who starts" in answer.text) == (200, True)
        tag = answer.headers.get("ETag", "")


def test_who_keeps_score_changes_the_page(visitor, table):
    tag = _tag(visitor, table.address)
    form = table.page().form("/scorer")
    visitor.client.post(form.action, data={**form.fields, "player": "1"})
    assert _again(visitor, table.address, tag) == 200


def test_an_asset_is_kept_for_ever_and_small(visitor):
    page = visitor.get("/")
    sheet = next(one["href"] for one in page.root.all("link") if one["rel"] == "stylesheet")
    answer = visitor.client.get(sheet, headers={"Accept-Encoding": "gzip"})
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Encoding"] == "gzip"
    assert b"/*" not in gzip.decompress(answer.data)
