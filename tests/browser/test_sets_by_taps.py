"""A Samba, a Burraco and a house set are made through the pages, each in at most thirty touches."""

import pytest

from scorepad.play.rules.catalog import find_rules
from scorepad.rules import to_document
from scorepad.rules.document import value_at
from tests.browser.editor import Editor

MAX = 30

SAMBA = {
    "tables.1.decks": 3,
    "tables.1.hand": 15,
    "play.draw": 2,
    "melds.sequences": True,
    "books.samba.made_of": "sequence",
    "books.samba.points": 1500,
    "going_out.cases.1.needs.any": 2,
    "going_out.cases.2.needs.any": 2,
    "going_out.cases.2.points": 200,
    "end.targets.1.points": 10000,
}
"""Samba as published: three decks, fifteen cards, sequences of seven, two books to go out, 10,000 points."""

BURRACO = {"books.clean.points": 300, "going_out.cases.1.needs.any": 2, "end.targets.1.points": 1005}
"""A club's Burraco: dearer clean ones, two to close, and a shorter game."""

HOUSE = {
    "books.sevens.points": 1500,
    "books.wild.made_of": "wilds",
    "going_out.cases.1.points": 200,
    "going_out.cases.1.needs.clean": 2,
    "going_out.without_books": "forbidden",
    "going_out.last_card": "discard",
    "opening.steps.1.minimum": 60,
}


def samba(editor):
    editor.begin("Classic Canasta")
    editor.add("Sequences")
    editor.step("going_out.cases.1.needs.any", "+1", "2")
    editor.step("going_out.cases.2.needs.any", "+1", "2")
    editor.step("going_out.cases.2.points", "+1", "150")
    editor.step("going_out.cases.2.points", "+1", "200")
    editor.step("tables.1.decks", "+1", "3")
    editor.type_over("tables.1.hand", "15")
    editor.step("play.draw", "+1", "2")
    editor.type_over("end.targets.1.points", "10000")


def burraco(editor):
    editor.begin("Burraco")
    editor.step("books.clean.points", "+1", "300")
    editor.step("going_out.cases.1.needs.any", "+1", "2")
    editor.type_over("end.targets.1.points", "1005")


def house(editor):
    editor.begin("Partnership Hand & Foot")
    editor.add("Books of sevens")
    editor.add("Wild books")
    editor.step("opening.steps.1.minimum", "+1", "60")
    editor.type_over("going_out.cases.1.points", "200")
    editor.step("going_out.cases.1.needs.clean", "+1", "2")
    editor.answer("going_out.without_books", "forbidden")
    editor.answer("going_out.last_card", "discard")


@pytest.mark.parametrize(("make", "expected"), [(samba, SAMBA), (burraco, BURRACO), (house, HOUSE)])
def test_a_set_is_made_in_thirty_touches(page, tables, make, expected):
    page.goto(f"{tables.url}/rules")
    editor, name = Editor(page), make.__name__
    with editor.counting() as counts:
        make(editor)
        editor.keep(f"Our {name}")
    kept = to_document(find_rules(tables.owner.club, f"our-{name}"), every_key=True)
    assert {path: value_at(kept, path) for path in expected} == expected
    assert counts[0] <= MAX
