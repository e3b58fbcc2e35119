"""The data with which a phone scores a round is small, and the script contains no rule numbers.

`tests/browser/test_provisional.py` compares the phone's totals with the server's.
"""

import gzip
import json
import re
from pathlib import Path

import pytest

from scorepad.rules import preset, slugs
from scorepad.scoring.phone import sheet_data
from scorepad.scoring.sheet import build_sheet

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
MAX_BYTES = 1000
"""The most bytes of the compressed data beside a form."""


@pytest.mark.parametrize("slug", slugs())
def test_it_is_plain_data_and_short(slug):
    rules = preset(slug)
    for table in rules.tables:
        data = sheet_data(build_sheet(rules, table, 1, table.decks))
        written = json.dumps(data)
        assert json.loads(written) == data
        assert len(gzip.compress(written.encode())) < MAX_BYTES


def test_the_script_that_adds_up_holds_no_number_of_any_rule():
    lines = (SCRIPTS / "score.js").read_text("utf-8").splitlines()
    code = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
    assert set(re.findall(r"\d+", code)) == {"0", "1"}
