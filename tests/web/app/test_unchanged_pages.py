"""An unchanged page is not sent again, and a changed page always is.

The page cache contains nothing of a visitor: each visitor's forms carry only that visitor's token.
"""

import pytest

from scorepad.play.form_data import OWN_FIELDS
from tests.web.driving import OUT_FIRST, Visitor


def _tag(visitor, address):
    return visitor.client.get(address).headers.get("ETag")


def _again(visitor, address, tag):
    return visitor.client.get(address, headers={"If-None-Match": tag})


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/1", "/story", "/board"])
def test_a_page_is_sent_again_once_it_has_changed(visitor, table, page):
    table.sheet(1).save(**{"team1.clean": "1"})
    address = f"{table.address}{page}"
    tag = _tag(visitor, address)
    assert _again(visitor, address, tag).status_code == 304
    table.sheet(1).save(**{"team1.clean": "2"})
    assert _again(visitor, address, tag).status_code == 200


def test_a_change_of_who_keeps_score_on_the_phone_makes_it_new(visitor, table):
    tag = _tag(visitor, table.address)
    table.keeps_score("Ann")
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
        form = table.page().form("/starter")
        visitor.client.post(form.action, data={**form.fields, "seat": "9"})
        answer = _again(visitor, table.address, tag)
        assert (answer.status_code, "choose who starts" in answer.text) == (200, True)
        tag = answer.headers.get("ETag", "")


def _tokens(page):
    """The tokens of a page's forms, up to the first dot. After it comes the time of rendering."""
    inputs = [box for box in page.root.all("input") if box["name"] == "csrf_token"]
    return {box["value"].partition(".")[0] for box in inputs}


def _inputs(page):
    """The inputs and buttons of a page as rendered, with their values."""
    drawn = page.root.all("input", "button")
    return [box.attributes for box in drawn if box["name"] not in OWN_FIELDS[:3]]


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/2/edit", "/out?seat=1", "/scorer", "/settings"])
def test_two_visitors_get_the_same_inputs_and_each_their_own_token(app, table, page):
    table.play(1, **OUT_FIRST)
    visitors = [Visitor(app), Visitor(app)]
    first, second, again = (v.get(table.address + page) for v in (*visitors, visitors[0]))
    assert _inputs(first) == _inputs(second) == _inputs(again) != []
    assert [len(_tokens(page)) for page in (first, second, again)] == [1, 1, 1]
    assert _tokens(first) == _tokens(again) != _tokens(second)
