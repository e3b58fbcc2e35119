"""Documented or red: what people can type, choose or be told stands in the docs."""

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
from scorepad.rules import model, words
from scorepad.rules.presets import slugs
from scorepad.rules.read import key_of
from scorepad.scoring.messages import MESSAGES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
RULES = (ROOT / "docs/rules.md").read_text("utf-8")
DOCUMENTS = (ROOT / "docs/documents.md").read_text("utf-8")


def commands() -> list[str]:
    """Every verb of the command line, those of groups with their group's name."""
    found = []
    context = click.Context(main)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        names = [f"{name} {sub}" for sub in getattr(command, "commands", {})]
        found += names or [name]
    return found


def schema_keys() -> set[str]:
    """Every key a rule document can have, but for the ranks of cards."""
    classes = [c for c in vars(model).values() if isinstance(c, type) and is_dataclass(c)]
    return {key_of(field) for cls in classes for field in fields(cls)}


def schema_words() -> set[str]:
    """Every word a rule document can have."""
    vocabularies = [
        v
        for v in vars(words).values()
        if isinstance(v, type) and issubclass(v, StrEnum) and v not in (StrEnum, words.Provenance)
    ]
    return {str(word) for vocabulary in vocabularies for word in vocabulary}


@pytest.mark.parametrize("command", commands())
def test_every_command_stands_in_the_readme(command: str) -> None:
    assert f"`scorepad {command}" in README


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_stands_in_the_rules(slug: str) -> None:
    assert f"| `{slug}` |" in RULES


@pytest.mark.parametrize("key", sorted(schema_keys()))
def test_every_key_of_the_schema_stands_in_the_rules(key: str) -> None:
    assert re.search(rf"\b{key}\b", RULES)


@pytest.mark.parametrize("word", sorted(schema_words()))
def test_every_word_of_the_schema_stands_in_the_rules(word: str) -> None:
    assert re.search(rf"[`\"]{word}[`\"]", RULES)


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_every_code_stands_in_the_documents(code: str) -> None:
    assert f"`{code}`" in DOCUMENTS


def test_no_code_is_documented_that_does_not_exist() -> None:
    tables = DOCUMENTS.split("## Codes")[1]
    assert set(re.findall(r"`([a-z]+_[a-z_]+)`", tables)) <= set(MESSAGES)


def test_every_setting_stands_in_the_readme() -> None:
    sources = (ROOT / "scorepad").rglob("*.py")
    used = {name for path in sources for name in re.findall(r"SCOREPAD_[A-Z]+", path.read_text())}
    assert used
    assert all(f"`{name}`" in README for name in used)


def test_the_example_in_the_readme_gives_the_answer_in_the_readme() -> None:
    asked = re.search(r"echo '(.+?)' \| scorepad score partnership", README, re.DOTALL)
    told = re.search(r"```json\n(.+?)\n```", README)
    assert asked
    assert told
    command = [sys.executable, "-m", "scorepad", "score", "partnership"]
    answer = subprocess.run(command, input=asked[1], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == told[1]
    assert json.loads(answer.stdout)["teams"][0]["total"] == 1810


def test_every_link_in_the_docs_leads_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
