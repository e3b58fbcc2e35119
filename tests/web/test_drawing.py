"""What is kept of pages once drawn belongs to no one: every visitor's forms carry that visitor's own token alone."""

import pytest

from tests.web.driving import OUT_FIRST, Visitor

OWN = ("csrf_token", "key", "seen")
"""What every form has of its own."""


def tokens(page):
    """Whose tokens the forms of a page carry; what follows the first point is when it was drawn."""
    inputs = [box for box in page.root.all("input") if box["name"] == "csrf_token"]
    return {box["value"].partition(".")[0] for box in inputs}


def inputs(page):
    """The inputs and buttons of a page as they were drawn, with what stands in them."""
    drawn = page.root.all("input", "button")
    return [box.attributes for box in drawn if box["name"] not in OWN]


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/2/edit", "/out?seat=1", "/scorer", "/settings"])
def test_two_visitors_get_the_same_inputs_and_each_their_own_token(app, table, page):
    table.play(1, **OUT_FIRST)
    visitors = [Visitor(app), Visitor(app)]
    first, second, again = (v.get(table.address + page) for v in (*visitors, visitors[0]))
    assert inputs(first) == inputs(second) == inputs(again) != []
    assert [len(tokens(page)) for page in (first, second, again)] == [1, 1, 1]
    assert tokens(first) == tokens(again) != tokens(second)
