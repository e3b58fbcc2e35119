"""What a table adds in the editor: the page shows it."""

import pytest

from tests.web.driving import filled
from tests.web.rules.test_editor import Editor


@pytest.mark.parametrize(
    ("group", "name", "anchor"),
    [
        ("bonuses", "rounds-exact_cut", "bonuses.exact_cut.cases.1.points"),
        ("out", "rounds", "going_out.cases.1.points"),
        ("deal", "deal", "deals.1.rounds"),
        ("threes", "more-red-held", "threes.red.held.pays.2.points"),
    ],
)
def test_what_was_added_is_scrolled_to(visitor, group, name, anchor):
    form = Editor.begin(visitor).page(group).form()
    answer = visitor.client.post(form.action, data=filled(form, {}) | {"add": name})
    assert answer.location.partition("#")[2] == anchor
