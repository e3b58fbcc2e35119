"""The five exact rule sets have the values in `side_by_side.txt`.

Every number of a preset must have a row there, so that none is added unnoticed.
"""

import re
from pathlib import Path

import pytest

from scorepad.rules import preset, provenance
from tests.rules.documents import numbers, values

LINES = Path(__file__).with_name("side_by_side.txt").read_text("utf-8").splitlines()
HEAD, *CELLS = [re.split(r" {2,}", line) for line in LINES if line and not line.startswith("#")]
SETS = HEAD[1:]
ROWS = {path: dict(zip(SETS, cells, strict=True)) for path, *cells in CELLS}


def _value(cell):
    """Return the value of a cell; None if a set has no such value."""
    text = cell.removesuffix("*")
    words = {"-": None, "true": True, "false": False}
    return int(text) if re.fullmatch(r"-?\d+", text) else words.get(text, text)


@pytest.mark.parametrize("path", ROWS)
def test_each_row_comes_out_for_all_five_and_only_what_is_assumed_is_marked(path):
    row = ROWS[path]
    assert {slug: values(slug).get(path) for slug in SETS} == {slug: _value(cell) for slug, cell in row.items()}
    there = {slug: "assumed" if cell.endswith("*") else "source" for slug, cell in row.items() if cell != "-"}
    assert {slug: str(provenance(preset(slug), path)) for slug in there} == there


@pytest.mark.parametrize("slug", SETS)
def test_no_number_of_a_preset_is_missing_in_the_table(slug):
    assert [path for path in numbers(slug) if ROWS.get(path, {}).get(slug, "-") == "-"] == []
