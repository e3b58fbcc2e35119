"""The navigation through the editor's pages, and the results of a step."""

import re

import pytest

from tests.web.rules.editor import Editor


def test_a_cut_follows_the_cards_dealt_also_when_they_are_taken_back(editor):
    editor.answer("often", "step=tables.1.hand+1")
    assert editor.document["bonuses"][0]["one"] == "Exact cut of 23"
    editor.act("restore=tables.1.hand")
    assert editor.document["bonuses"][0]["one"] == "Exact cut of 22"


def test_the_way_on_says_where_it_leads(editor):
    assert "Next: Card values" in editor.page("often").source


@pytest.mark.parametrize("group", ["often", ""])
def test_each_tap_has_a_key_of_its_own_before_forms_are_sent_in_the_background(editor, group):
    scripts = re.findall(r'<script type="module" src="[^"]*?(\w+)[-.\w]*\.js', editor.page(group).source)
    assert scripts == ["editor", "scorepad", "more"]


def test_rules_can_be_begun_however_many_were_saved_under_the_suggested_name(visitor):
    for points in range(510, 540, 10):
        editor = Editor.begin(visitor)
        editor.answer("books", **{"books.clean.points": str(points)})
        saved = editor.act("action=keep", name="Our rules")
        assert saved.status == 200, saved.said
