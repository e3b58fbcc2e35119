"""Every command, preset, key, word, code and setting is in the docs."""

import json
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from enum import StrEnum
from pathlib import Path

import click
import pytest

from scorepad.cli import main
from scorepad.rules import model, points, words
from scorepad.rules.presets import slugs
from scorepad.rules.read import key_of
from scorepad.scoring.text.messages import MESSAGES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
RULES = (ROOT / "docs/rules.md").read_text("utf-8")
DOCUMENTS = (ROOT / "docs/documents.md").read_text("utf-8")


def commands() -> list[str]:
    """Every command, those of groups with their group's name."""
    names = []
    context = click.Context(main)
    for name in main.list_commands(context):
        group = getattr(main.get_command(context, name), "commands", {})
        names += [f"{name} {command}" for command in group] or [name]
    return names


def schema_keys() -> set[str]:
    """Every key of a rule document, except ranks of cards."""
    parts = {**vars(model), **vars(points)}.values()
    classes = [c for c in parts if isinstance(c, type) and is_dataclass(c)]
    return {key_of(field) for cls in classes for field in fields(cls)}


def schema_words() -> set[str]:
    """Every word of a rule document."""
    vocabularies = [
        v
        for v in vars(words).values()
        if isinstance(v, type) and issubclass(v, StrEnum) and v not in (StrEnum, words.Provenance)
    ]
    return {str(word) for vocabulary in vocabularies for word in vocabulary}


@pytest.mark.parametrize("command", commands())
def test_every_command_is_in_the_readme(command):
    assert f"`scorepad {command}" in README


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_is_in_the_rules(slug):
    assert f"| `{slug}` |" in RULES


@pytest.mark.parametrize("key", sorted(schema_keys()))
def test_every_key_is_in_the_rules(key):
    assert re.search(rf"\b{key}\b", RULES)


@pytest.mark.parametrize("word", sorted(schema_words()))
def test_every_word_is_in_the_rules(word):
    assert re.search(rf"[`\"]{word}[`\"]", RULES)


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_every_code_is_in_the_documents(code):
    assert f"`{code}`" in DOCUMENTS


def test_every_documented_code_exists():
    tables = DOCUMENTS.split("## Codes")[1]
    assert set(re.findall(r"`([a-z]+_[a-z_]+)`", tables)) <= set(MESSAGES)


def test_every_setting_is_in_the_readme():
    sources = (ROOT / "scorepad").rglob("*.py")
    used = {name for path in sources for name in re.findall(r"SCOREPAD_[A-Z]+", path.read_text())}
    assert used
    assert all(f"`{name}`" in README for name in used)


def test_the_example_in_the_readme_gives_its_answer():
    question = re.search(r"echo '(.+?)' \| scorepad score partnership", README, re.DOTALL)
    expected = re.search(r"```json\n(.+?)\n```", README)
    assert question
    assert expected
    command = [sys.executable, "-m", "scorepad", "score", "partnership"]
    answer = subprocess.run(command, input=question[1], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == expected[1]
    assert json.loads(answer.stdout)["teams"][0]["total"] == 1810


EXAMPLES = re.findall(
    r"```sh\nscorepad (\S+) (\S+) .+?```\s+```json\n(.+?)```\s+[^`]+\s+```json\n(.+?)```",
    DOCUMENTS,
    re.DOTALL,
)


@pytest.mark.parametrize("verb", ["score", "can-go-out", "can-open"])
def test_the_examples_of_the_documents_give_the_answers_beside_them(verb):
    ((rules, question, answer),) = [example[1:] for example in EXAMPLES if example[0] == verb]
    command = [sys.executable, "-m", "scorepad", verb, rules]
    run = subprocess.run(command, input=question, capture_output=True, encoding="utf-8", check=True)
    assert json.loads(run.stdout) == json.loads(answer)
