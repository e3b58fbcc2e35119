"""What is kept of pages once drawn is nobody's: every visitor's forms carry that visitor's own token, and no other."""

import pytest

from tests.web.driving import OUT_FIRST, Visitor

OWN = ("csrf_token", "key", "seen")
"""What every form has of its own."""


def tokens(page):
    """Whose tokens the forms of a page carry, each once; what follows the first point is when it was drawn."""
    found = [one["value"] for one in page.root.all("input") if one["name"] == "csrf_token"]
    return {token.partition(".")[0] for token in found}


def inputs(page):
    """The inputs and buttons of a page as they were drawn, with what stands in them."""
    drawn = page.root.all("input", "button")
    return [one.attributes for one in drawn if one["name"] not in OWN]


@pytest.fixture(
    params=["", "/rounds/1/edit", "/rounds/2/edit", "/out?seat=1", "/scorer", "/settings"]
)
def address(request, table):
    """A page with a form, in a game that has come to its second round."""
    table.play(1, **OUT_FIRST)
    return table.address + request.param


def test_two_visitors_get_the_same_inputs_and_each_their_own_token(app, table, address):
    visitors = [Visitor(app), Visitor(app)]
    first, second = (visitor.get(address) for visitor in visitors)
    again = visitors[0].get(address)
    assert inputs(first) == inputs(second) == inputs(again) != []
    assert [len(tokens(page)) for page in (first, second, again)] == [1, 1, 1]
    assert tokens(first) == tokens(again) != tokens(second)


def test_a_form_is_taken_from_whom_it_was_drawn_for_and_nobody_else(app, table):
    theirs, mine = Visitor(app), Visitor(app)
    theirs.get(table.address)
    form = mine.get(table.address).form("/starter")
    assert theirs.send(form, seat="2").status == 422
    assert mine.send(form, seat="2").status == 200
