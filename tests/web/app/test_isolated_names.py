"""Every name on every page is isolated by `<bdi>`, so that one in Arabic or Hebrew does not reorder the text around it.

And the few texts that pages share.
"""

import re

import pytest

from scorepad.web.app import bidi
from scorepad.web.app.templates import day, stopped
from tests.web.driving import NAMES
from tests.web.guests import NAMES as UNMISTAKABLE
from tests.web.pages import Element, Page

NAME = re.compile(rf"\b({'|'.join([*NAMES[:4], *UNMISTAKABLE, 'Stranger', 'Winter'])})\b")
APART = {"bdi", "title", "option", "textarea", "pre", "text", "desc"}
"""Elements in which a name is alone, or which may contain only text."""


def bare(element):
    """The texts in an element that contain a name that is not isolated."""
    texts = []
    for part in element.inside if element.tag not in APART else ():
        if isinstance(part, Element):
            texts += bare(part)
        elif NAME.search(part):
            texts.append(f"<{element.tag}> {part.strip()}")
    return texts


def test_every_name_on_every_page_is_set_apart(visitor, played, routes):
    names = 0
    for address in routes:
        answer = visitor.client.get(address, follow_redirects=True)
        if answer.mimetype == "text/html":
            root = Page(answer.status_code, answer.text).root
            names += sum(1 for name in root.all("bdi") if NAME.search(name.text))
            assert bare(root) == [], address
    assert names > 100


def test_so_is_a_name_in_a_message(visitor, table):
    table.sheet().save(**{"team1.melded": "300"})
    page = visitor.send(visitor.get("/people").form("/people"), name="Winter Stranger")
    assert "Winter Stranger is in the list now." in page.said
    assert bare(page.root) == []
    page = visitor.send(table.page().form("/undo"))
    assert NAMES[0] in page.said
    assert bare(page.root) == []


@pytest.mark.parametrize(
    ("names", "text", "shown"),
    [
        ([], "Ann won.", "Ann won."),
        (["Ann"], "Ann won.", "<bdi>Ann</bdi> won."),
        (["Ann"], "Anna and Joann won.", "Anna and Joann won."),
        (["Ann", "Ann & Bob"], "Ann & Bob: 3", "<bdi>Ann &amp; Bob</bdi>: 3"),
        (["<b>"], "<b> won <i>", "<bdi>&lt;b&gt;</bdi> won &lt;i&gt;"),
        (["a.c", ""], "abc, a.c", "abc, <bdi>a.c</bdi>"),
        (["محمد"], "محمد: 300", "<bdi>محمد</bdi>: 300"),
        (["O’Brien, jr."], "“O’Brien, jr.”", "“<bdi>O’Brien, jr.</bdi>”"),
    ],
)
def test_the_longest_name_that_is_no_part_of_a_word_is_set_apart(app, names, text, shown):
    with app.app_context():
        bidi.remember(names)
        assert bidi.isolated(text) == shown


def test_a_sentence_ends_with_one_full_stop_and_a_day_reads_as_people_write_it():
    assert stopped("Round 1: 300 points for Ann") == "Round 1: 300 points for Ann."
    assert stopped("Round 1: 300 points for Ann B.") == "Round 1: 300 points for Ann B."
    assert day("2026-11-02") == "2 Nov 2026"
