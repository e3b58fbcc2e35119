"""A new key is one field with its row: everything that reads, asks, says or explains rules then knows it."""

import json
import shutil
import subprocess
import sys

import pytest

from tests.support.server import ROOT
from tests.support.waiting import PATIENCE

ROW = """
    joker_melds: Annotated[int | None, Key(
        "Jokers in a meld", "At most.", least=1, most=9, absent=None, line="Jokers in a meld", card="at most {}",
        unsaid="any number"
    )]
"""
BEFORE = "    def threes(self, color: w.Color)"

ASKED = """
import json
from scorepad.commands.rules_reference import tables
from scorepad.exchange.documents.rule_sets import WholeRules
from scorepad.exchange.documents.schema import schema_of
from scorepad.rulebook.card import build_card
from scorepad.rulebook.compare import compare
from scorepad.rulebook.form import field_at, form
from scorepad.rulebook.house_rules import house_rules
from scorepad.rulebook.parse import parse
from scorepad.rules import RulesError, from_document, preset, to_document
from scorepad.rules.keys import Group

usual = preset("partnership")
whole = to_document(usual, every_key=True)
changed = parse(whole, Group.BOOKS, {"melds.joker_melds": ("2",)}).document
rules = from_document(changed)
try:
    from_document(changed | {"melds": changed["melds"] | {"joker_melds": 10}})
    faults = []
except RulesError as error:
    faults = [str(fault) for fault in error.faults]
named = {}
schema_of(WholeRules, named)
asked = [field for section in form(whole, whole, Group.BOOKS) for field in section.fields]
print(json.dumps({
    "read": rules.melds.joker_melds,
    "faults": faults,
    "asked": [[f.label, f.key.help, f.parent] for f in asked if f.path == "melds.joker_melds"],
    "card": [[line.label.text, line.phrases[0].text] for section in build_card(rules, rules.tables[0]).sections
             for line in section.lines if line.label.text.startswith("Jokers")],
    "compared": [c.sentence for part in compare(rules, usual) for c in part.contrasts],
    "house rules": [[rule.about, rule.here, rule.there] for rule in house_rules(changed, whole, usual)],
    "guide": [row for row in tables().splitlines() if "joker_melds" in row],
    "schema": named["Melds"]["properties"]["joker_melds"],
}))
"""


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """Return what a copy of Scorepad says with one more field in its model."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "scorepad", copy / "scorepad", ignore=shutil.ignore_patterns("__pycache__"))
    model = copy / "scorepad/rules/model.py"
    text = model.read_text("utf-8")
    assert text.count(BEFORE) == 1
    model.write_text(text.replace(BEFORE, f"{ROW}\n{BEFORE}"), "utf-8")
    answer = subprocess.run([sys.executable, "-c", ASKED], cwd=copy, capture_output=True, text=True, timeout=PATIENCE)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


@pytest.mark.parametrize(
    ("reader", "said"),
    [
        ("read", 2),
        ("faults", ["melds.joker_melds: must be from 1 to 9."]),
        ("asked", [["Jokers in a meld", "At most.", "no limit"]]),
        ("card", [["Jokers in a meld", "at most 2"]]),
        ("compared", ["Jokers in a meld: at most 2 here, any number there."]),
        ("house rules", [["Jokers in a meld", "2", "no limit"]]),
        ("guide", ['| `joker_melds` | Jokers in a meld. At most. | 1 to 9 or `"any"`; optional '
                   '| `joker_melds = "any"` |']),
        ("schema", {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"const": "any"}],
                    "description": "Jokers in a meld. At most."}),
    ],
)  # fmt: skip
def test_a_field_is_all_that_a_new_key_takes(known, reader, said):
    assert known[reader] == said
