"""The docs name every command, preset, key, word, code and setting, and their paths and examples are valid."""

import json
import re
import subprocess
import sys
from enum import StrEnum

import pytest

from scorepad.cli import COMMANDS
from scorepad.commands import reference
from scorepad.environment import SETTINGS
from scorepad.rules import words
from scorepad.rules.model import KEYS
from scorepad.rules.presets import slugs
from scorepad.scoring.text.messages import MESSAGES
from tests.support.server import ROOT
from tests.support.waiting import PATIENCE

README = (ROOT / "README.md").read_text("utf-8")
RULES = (ROOT / "docs/rules.md").read_text("utf-8")
HOSTING = (ROOT / "docs/hosting.md").read_text("utf-8")
DOCUMENTS = (ROOT / "docs/documents.md").read_text("utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CODE_OF_CONDUCT.md", *(ROOT / "docs").rglob("*.md")]
PAGES += [ROOT / "SECURITY.md", ROOT / "bench/README.md", *(ROOT / "scorepad").rglob("README.md")]
WHY = ROOT / "docs/why"
REASONS = sorted(page for page in WHY.glob("*.md") if page.name != "README.md")


def schema_keys():
    """Return every key of a rule document, except ranks of cards."""
    return {key.name for key in KEYS.values()}


def schema_words():
    parts = [part for part in vars(words).values() if isinstance(part, type)]
    enums = [part for part in parts if issubclass(part, StrEnum)]
    return {str(word) for enum in enums if enum is not words.Provenance for word in enum}


def settings():
    sources = (ROOT / "scorepad").rglob("*.py")
    return {name for path in sources for name in re.findall(r"\bSCOREPAD_[A-Z_]+", path.read_text())}


def test_the_table_of_settings_is_the_list_of_the_program():
    table = HOSTING.partition("## Settings")[2].partition("**The log**")[0]
    assert [line for line in table.splitlines() if line.startswith("| `")] == [each.row() for each in SETTINGS]
    assert {each.name for each in SETTINGS} == settings()


@pytest.mark.parametrize(
    ("names", "page", "pattern"),
    [
        pytest.param(slugs(), RULES, r"\| `{}` \|", id="presets"),
        pytest.param(schema_keys(), RULES, r"\b{}\b", id="keys"),
        pytest.param(schema_words(), RULES, r"[`\"]{}[`\"]", id="words"),
        pytest.param(MESSAGES, DOCUMENTS, "`{}`", id="codes"),
    ],
)
def test_the_docs_name_all(names, page, pattern):
    assert names
    missing = [name for name in names if not re.search(pattern.format(re.escape(name)), page)]
    assert missing == []


def test_the_page_of_commands_is_made_from_their_help():
    page = (ROOT / "docs/commands.md").read_text("utf-8")
    assert page == reference.text(), "python -m scorepad.commands.reference > docs/commands.md"
    assert page.count("\n## `scorepad ") >= len(COMMANDS)
    shown = set(re.findall(r"`scorepad ([a-z-]+)", README))
    assert shown <= set(COMMANDS)


def test_every_documented_code_exists():
    tables = DOCUMENTS.split("## Codes")[1]
    assert set(re.findall(r"`([a-z]+_[a-z_]+)`", tables)) <= set(MESSAGES)


def answer(question, *arguments):
    command = [sys.executable, "-m", "scorepad", *arguments]
    run = subprocess.run(command, input=question, capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE)
    return run.stdout


def test_the_example_in_the_readme_gives_its_answer():
    question = re.search(r"echo '(.+?)' \| scorepad score partnership", README, re.DOTALL)[1]
    shown = answer(question, "score", "partnership")
    assert shown.strip() == re.search(r"```json\n(.+?)\n```", README)[1]
    assert json.loads(shown)["teams"][0]["total"] == 1810


@pytest.mark.parametrize("verb", ["score", "can-go-out", "can-open"])
def test_the_example_of_a_document_gives_the_answer_beside_it(verb):
    example = rf"```sh\nscorepad {verb} (\S+) .+?```\s+```json\n(.+?)```\s+[^`]+\s+```json\n(.+?)```"
    ((rules, question, expected),) = re.findall(example, DOCUMENTS, re.DOTALL)
    assert json.loads(answer(question, verb, rules)) == json.loads(expected)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_paths_lead_somewhere(page):
    text = page.read_text("utf-8")
    links = [page.parent / target for target in re.findall(r"\]\(([^)#:]+)\)", text)]
    folders = "scorepad|templates|static|tests|bench|docs"
    paths = [ROOT / path for path in re.findall(rf"`((?:{folders})/[^`\s]*)`", text)]
    assert [str(path) for path in (*links, *paths) if not path.exists()] == []


@pytest.mark.parametrize("page", REASONS, ids=lambda page: page.stem)
def test_a_page_of_reasons_is_short_and_has_three_parts(page):
    text = page.read_text("utf-8")
    title, *lines = text.splitlines()
    assert title.startswith("# ")
    headings = [line for line in lines if line.startswith("#")]
    assert headings == ["## Context", "## Decision", "## Consequence"]
    assert len(text.split()) <= 250


def test_the_index_of_reasons_has_every_page_with_its_title():
    index = (WHY / "README.md").read_text("utf-8")
    for page in REASONS:
        title = page.read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert f"* [{title}]({page.name})\n" in index
    assert index.count("* [") == len(REASONS) > 0


def test_every_package_has_a_readme_that_names_each_of_its_modules_and_folders():
    packages = [package.parent for package in (ROOT / "scorepad").rglob("__init__.py")]
    readmes = {package: (package / "README.md").read_text("utf-8") for package in packages}
    modules = [module for folder in readmes for module in folder.glob("*.py") if module.stem != "__init__"]
    missing = [str(m.relative_to(ROOT)) for m in modules if not re.search(rf"`{m.stem}(\.py)?`", readmes[m.parent])]
    inner = [folder for folder in readmes if folder.parent in readmes]
    missing += [str(folder.relative_to(ROOT)) for folder in inner if f"`{folder.name}/`" not in readmes[folder.parent]]
    assert missing == []


def test_each_proof_that_make_runs_has_its_row():
    proofs = re.search(r"for proof in (.+); do", (ROOT / "Makefile").read_text("utf-8"))[1].split()
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "bench/README.md").read_text("utf-8"), re.MULTILINE)
    assert {*proofs} <= {*rows}
