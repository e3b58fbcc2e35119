"""The guide to rule sets: its files and examples are valid, and its worked round has the total that it shows."""

import json
import re
import tomllib

import pytest

from scorepad.commands.rules_reference import written
from scorepad.rules import diff, from_document, preset
from scorepad.scoring.answers import score_document
from tests.docs.test_documented import RULES

FILES = re.findall(r"```toml\n(schema = .+?)```", RULES, re.DOTALL)
CHANGES = re.findall(r"^\| [A-Z][^|]+\. \| (`(?:set|add|remove) = .+) \|$", RULES, re.MULTILINE)
ROWS = re.findall(r"^\| `.+?` \| .+ \| .+ \| (.*) \|$", RULES, re.MULTILINE)


def over_partnership(text):
    own = tomllib.loads(text)
    return from_document({"schema": 2, "name": "Ours", "parent": "partnership", **own}, preset)


@pytest.mark.parametrize("text", FILES)
def test_a_file_of_the_guide_can_be_played(text):
    assert diff(preset("partnership"), over_partnership(text))


@pytest.mark.parametrize("cell", CHANGES)
def test_what_tables_often_change_can_be_changed_so(cell):
    lines = "\n".join(re.findall("`(.+?)`", cell))
    assert diff(preset("partnership"), over_partnership(lines))


def test_there_are_files_and_changes():
    assert len(FILES) >= 1
    assert len(CHANGES) >= 12


def test_the_tables_of_keys_are_made_from_the_model():
    assert written(RULES) == RULES, "python -m scorepad.commands.rules_reference docs/rules.md"


def test_the_examples_of_the_tables_are_toml():
    examples = [example for cell in ROWS for example in re.findall("`(.+?)`", cell)]
    assert len(examples) > 60
    for example in examples:
        tomllib.loads(f"it = {example}" if example.startswith("{") else example)


def test_the_worked_round_comes_out_as_the_guide_says():
    team = {"books": {"clean": 1, "dirty": 1, "sevens": 1}, "melded": 340, "left": 45, "went_out": True}
    question = {"round": 1, "ended": "went_out", "teams": [team, {}]}
    answer = score_document(over_partnership(FILES[0]), question)
    assert f"= {answer['teams'][0]['total']:,}." in RULES, json.dumps(answer)
