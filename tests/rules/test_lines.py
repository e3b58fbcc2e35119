"""The line of a file that a fault is about."""

import tomllib

import pytest

from scorepad.rules.document import walk
from scorepad.rules.lines import line_of
from scorepad.rules.presets import text

WHOLE = text("friends-family")
OWN = """# ours
schema = 2
name = "Ours"
set = { "books.clean.points" = 700 }
remove = [
    "bonuses.exact_cut",
    "books.dirty",
]

[add]
"going_out.cases.0.needs" = { wild = 1 }

[[add.books]]
code = "wild"

[[add.books]]
code = "aces"
points = 3
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("schema", 2),
        ("set.books.clean.points", 4),
        ("set", 4),
        ("remove.1", 7),
        ("add.going_out.cases.0.needs.wild", 11),
        ("add.books.wild.cards", 13),
        ("add.books.aces.points", 18),
        ("nowhere.at.all", None),
    ],
)
def test_the_line_of_a_value_or_of_what_holds_it(path, line):
    assert line_of(OWN, path) == line


@pytest.mark.parametrize(
    ("path", "fragment"),
    [
        ("books.clean.points", "points = "),
        ("opening.steps.2.minimum", "{ from = 3"),
        ("threes.red.held.pays.0.points", "pays = "),
        ("going_out.cases.0.needs.clean", "clean"),
        ("choices.books.options.short.set", "set"),
        ("play.take.cards", "take = {"),
    ],
)
def test_the_lines_of_a_preset(path, fragment):
    line = line_of(WHOLE, path)
    assert line is not None
    assert fragment in WHOLE.splitlines()[line - 1]


def test_every_value_of_a_preset_has_a_line_that_names_its_key():
    lines = WHOLE.splitlines()
    for path, _ in walk(tomllib.loads(WHOLE)):
        line, key = line_of(WHOLE, path), path.rpartition(".")[2]
        assert line is not None
        assert key.isdecimal() or key in lines[line - 1], path


def test_what_is_no_toml_has_no_lines():
    assert line_of("name = ", "name") is None
