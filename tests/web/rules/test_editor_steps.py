"""The way through the editor's pages, and what follows a step."""

import pytest

from tests.web.rules.test_editor import Editor


@pytest.fixture
def editor(visitor):
    return Editor.begin(visitor)


def test_a_cut_follows_the_cards_dealt_also_when_they_are_taken_back(editor):
    editor.answer("often", "step=tables.1.hand+1")
    assert editor.document["bonuses"][0]["one"] == "Exact cut of 23"
    editor.act("restore=tables.1.hand")
    assert editor.document["bonuses"][0]["one"] == "Exact cut of 22"


def test_the_way_on_says_where_it_leads(editor):
    assert "Next: Card values" in editor.page("often").source
