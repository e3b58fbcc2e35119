"""The line of a file that a fault is about."""

import tomllib

import pytest

from scorepad.rules import toml_text
from scorepad.rules.document import walk
from scorepad.rules.presets import text
from scorepad.rules.toml_text import line_of

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
"going_out.cases.1.needs" = { wild = 1 }

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
        ("remove.2", 7),
        ("add.going_out.cases.1.needs.wild", 11),
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
        ("opening.steps.3.minimum", "{ from = 3"),
        ("threes.red.held.pays.1.points", "pays = "),
        ("going_out.cases.1.needs.clean", "clean"),
        ("choices.books.options.short.set", "set"),
        ("play.take.cards", "take = {"),
    ],
)
def test_the_lines_of_a_preset(path, fragment):
    line = line_of(WHOLE, path)
    assert line is not None
    assert fragment in WHOLE.splitlines()[line - 1]


def test_every_value_of_a_preset_has_a_line_that_names_its_key():
    toml_text = WHOLE.splitlines()
    for path, _ in walk(tomllib.loads(WHOLE)):
        line, key = line_of(WHOLE, path), path.rpartition(".")[2]
        assert line is not None
        assert key.isdecimal() or key in toml_text[line - 1], path


def test_what_is_no_toml_has_no_lines():
    assert line_of("name = ", "name") is None


@pytest.mark.parametrize(
    "above",
    [
        'summary = """\n[books]\npoints = [\n"""',
        "# it's ''' a note",
        'name = "\N{LINE SEPARATOR}\x85"',
        "a = [\n  ['x'],\n]\r",
    ],
)
def test_texts_and_signs_above_a_value_do_not_move_it(above):
    written = f"{above}\n[books]\n\n[books.clean]\npoints = 500\n"
    assert line_of(written, "books.clean.points") == written.count("\n")


def test_a_fault_of_no_place_reads_no_text_however_long_it_is(monkeypatch):
    monkeypatch.setattr(toml_text, "_read", None)
    assert line_of(f"a{'.a' * 100_000} = 1", "") is None
