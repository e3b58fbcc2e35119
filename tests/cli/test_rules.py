"""`scorepad rules list`, `show`, `check` and `diff`."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.rules import diff, preset, slugs, to_document
from scorepad.rules.document import NOT_RULES, walk
from scorepad.rules.presets import text
from tests.cli.invoke import errors, run
from tests.support.waiting import PATIENCE

EVERY_RULE = Path(__file__).parents[1] / "rules" / "schema-1.toml"


def shown(*arguments):
    """The values by path that `rules show` prints."""
    rows = run("rules", "show", *arguments).stdout.splitlines()
    return {row.split()[0]: " ".join(row.split()[1:]) for row in rows if row.strip()}


def differences(a, b):
    """The rows of path and both values that `rules diff --paths` prints."""
    return [row.split() for row in run("rules", "diff", "--paths", a, b).stdout.splitlines()]


@pytest.fixture
def ours(tmp_path):
    """Write a copy of a preset with one change, and return its path."""

    def write(slug, old='name = "', new='name = "Our '):
        file = tmp_path / "ours.toml"
        file.write_text(text(slug).replace(old, new, 1), "utf-8")
        return str(file)

    return write


def test_list_prints_each_preset_with_name_and_summary():
    head, *rows = run("rules", "list").stdout.splitlines()
    assert head.split() == ["slug", "name", "what", "it", "is"]
    for slug, row in zip(slugs(), rows, strict=True):
        assert row.startswith(f"{slug} ")
        assert preset(slug).name in row
        assert row.endswith(preset(slug).summary)
    errors(run("rules", "list", "partnership"))
    assert any("lst" in line for line in errors(run("rules", "lst")))


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_is_shown_with_every_value_and_its_file_is_good(slug, tmp_path):
    document = to_document(preset(slug))
    kept = {k: v for k, v in document.items() if k not in (*NOT_RULES, "choices")}
    assert {path for path, _ in walk(kept)} <= shown(slug).keys()
    assert run("rules", "show", slug, "--toml").stdout == text(slug)
    file = tmp_path / "ours.toml"
    file.write_text(text(slug), "utf-8-sig")
    good = f"{file} is good: {preset(slug).name} ({slug}).\n"
    assert run("rules", "check", str(file)).stdout == good


def test_show_marks_values_that_are_not_from_the_source():
    rows = shown("catawba")
    paths = ("books.clean.points", "going_out.leave", "play.swipe", "bonuses.exact_cut.most")
    assert [rows[path] for path in paths] == ["500", "binding (assumed)", "no", "1"]
    assert shown("whitnack")["books.wild.points"] == "1500 (reported)"
    assert shown("partnership")["combinations"] == "none"


def test_show_prints_names_before_and_notes_after_the_values_of_a_preset_or_a_file(ours):
    output = run("rules", "show", "catawba").stdout
    rules = preset("catawba")
    assert output.startswith(f"{rules.name}\n{rules.summary}\nDocument: {rules.document}\n")
    assert all(note in output for note in rules.notes)
    file = ours("catawba")
    first, *rest = run("rules", "show", file).stdout.splitlines()
    assert first.startswith("Our ")
    assert rest == output.splitlines()[1:]
    assert "Our " in run("rules", "show", file, "--toml").stdout


@pytest.mark.parametrize("options", [[], ["--toml"], ["--json"]])
def test_rules_on_standard_input_are_shown_as_those_of_a_file(tmp_path, options):
    text = 'schema = 2\nname = "Ours"\nslug = "ours"\nparent = "partnership"\nset = { "books.clean.points" = 700 }\n'
    file = tmp_path / "ours.toml"
    file.write_text(text)
    typed = run("rules", "show", "-", *options, stdin=text).stdout
    assert "700" in typed
    assert typed == run("rules", "show", str(file), *options).stdout


def test_show_lists_choices_and_applies_them():
    output = run("rules", "show", "friends-family").stdout
    assert "\nChoice books: Books needed to go out\n  books=full: Full" in output
    rows = shown("friends-family", "--choose", "books=short", "--choose", "bolivias=on")
    assert rows["going_out.cases.1.needs.clean"] == "1"
    assert rows["books.bolivia.points"] == "1500 (assumed)"
    assert "Choice" not in rows


@pytest.mark.parametrize("options", [[], ["--toml"]])
def test_show_refuses_anything_but_a_rule_set(options, tmp_path):
    file = tmp_path / "broken.toml"
    file.write_text("schema = 1\n", "utf-8")
    (line,) = errors(run("rules", "show", str(file), *options))
    assert "“play” and “choices” are missing" in line
    (line,) = errors(run("rules", "show", "roht", *options))
    assert "Did you mean “roth”?" in line


@pytest.mark.parametrize("encoding", ["cp850", "latin-1", "ascii"])
def test_a_console_that_has_no_dash_gets_another_sign(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "scorepad", "rules", "show", "catawba"]
    done = subprocess.run(command, capture_output=True, env=environment, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"books.clean.points" in done.stdout


def test_check_prints_every_fault_with_path_and_nearest_name():
    misspelt = text("partnership").replace("hand_limit", "hand_limt")
    stdin = misspelt.replace('"first_cutter"', '"cutter"')
    assert errors(run("rules", "check", "-", stdin=stdin)) == [
        "-, line 163: play.hand_limit: is missing; a rule set states every value.",
        "-, line 164: play.starts: “cutter” is not one of the words for this rule. Did you mean “first_cutter”?",
        "-, line 168: play.hand_limt: this rule does not exist. Did you mean “hand_limit”?",
    ]


@pytest.mark.parametrize(
    ("stdin", "fragment"),
    [
        (b"", "schema: a rule document must begin with “schema = 3”."),
        (b"Four players, two teams.", "is not TOML: "),
        ("# Zoë".encode("latin-1"), "is not UTF-8 text: byte 4 does not fit."),
        (b"\0", "is not TOML: "),
        (b"schema = 1\nname = 0x" + b"f" * 5000, "name: “…” is not text in quotes."),
        (b"#" * 300_000, "is too long for a rule set"),
        (b'schema = 1\n"\\u001b[2J" = 1', "�[2J: this rule does not exist."),
    ],
)
def test_check_refuses_other_text_with_sentences(stdin, fragment):
    lines = errors(run("rules", "check", "-", stdin=stdin))
    assert any(fragment in line for line in lines), lines
    assert max(map(len, lines)) < 400


def test_diff_says_what_differs_in_sentences():
    head, _, title, first, *rows = run("rules", "diff", "partnership", "catawba").stdout.splitlines()
    assert head == "Here: Partnership Hand & Foot. There: Catawba Valley."
    assert (title, first) == ("Openings", "  Wild cards. Here: only one, with a natural pair. There: as in any meld.")
    assert "  Pays: 100 points here, 500 points there." in rows


def test_diff_prints_every_different_path_with_both_values():
    head, *rows = differences("partnership", "catawba")
    assert head == ["rule", "partnership", "catawba"]
    different = diff(preset("partnership"), preset("catawba"))
    assert [row[0] for row in rows] == [difference.path for difference in different]
    assert ["going_out.cases.1.points", "100", "500"] in rows
    assert ["books.aces.points", "–", "1000"] in rows
    assert ["play.hand_limit", "40", "any"] in rows


def test_diff_finds_a_changed_value_and_ignores_a_name(ours):
    name = preset("roth").name
    outputs = [run("rules", "diff", *paths, ours("roth"), "roth").stdout for paths in ([], ["--paths"])]
    assert outputs == 2 * [f"Our {name} and {name} play by the same rules.\n"]
    _, *rows = differences(ours("roth", "points = 10000", "points = 12000"), "roth")
    assert rows == [["end.targets.1.points", "12000", "10000"]]


def test_check_and_diff_refuse_a_file_that_cannot_be_read():
    for file in ("partnership", "nowhere.toml", ".", "a\0b", "x" * 5000):
        (line,) = errors(run("rules", "check", file))
        assert "cannot be read: " in line
    for sides in (["roth", "nowhere.toml"], ["nowhere.toml", "roth"]):
        (line,) = errors(run("rules", "diff", *sides))
        assert "nowhere.toml cannot be read" in line
    assert any("Missing argument" in line for line in errors(run("rules", "diff", "roth")))


def test_the_parent_of_own_rules_may_be_a_file_beside_theirs(tmp_path):
    own = 'schema = 2\nname = "{}"\nparent = "{}"\nset = {{ "{}" = 700 }}\n'
    (tmp_path / "Club.toml").write_text(own.format("Our club", "partnership", "books.dirty.points"), "utf-8")
    (tmp_path / "home.toml").write_text(own.format("At home", "Club", "books.clean.points"), "utf-8")
    values = shown(str(tmp_path / "home.toml"))
    assert values["books.clean.points"] == "700 (your table)"
    assert values["books.dirty.points"] == "700 (your table)"


@pytest.mark.parametrize(
    ("parents", "fragment"),
    [
        (["own1", "own0"], "has these rules as its own parent."),
        (["../rules/own0"], "Scorepad has no rule set “../rules/own0”."),
        ([f"own{n + 1}" for n in range(300)], "there are more than 20 parents, one above the other."),
        (["own0"], "“own0” has these rules as its own parent."),
        ([""], "Scorepad has no rule set “”."),
        (["x" * 500], "Scorepad has no rule set “xxx"),
    ],
)
def test_parents_without_an_end_are_a_fault(tmp_path, parents, fragment):
    folder = tmp_path / "rules"
    folder.mkdir()
    for n, parent in enumerate(parents):
        (folder / f"own{n}.toml").write_text(f'schema = 2\nname = "O"\nparent = "{parent}"\nset = {{}}\n', "utf-8")
    (fault,) = errors(run("rules", "check", str(folder / "own0.toml")))
    assert "own0.toml, line 3: parent: " in fault
    assert fragment in fault


def test_check_warns_of_a_reward_in_a_file_of_schema_1_which_could_not_say_that_it_is_meant():
    stdin = EVERY_RULE.read_text("utf-8").replace("unfinished = 0", "unfinished = 1000", 1)
    warning, good = run("rules", "check", "-", stdin=stdin).stdout.splitlines()
    assert warning.startswith("-, line ")
    assert "warning: 1000 is a reward for an unfinished book here. If it is a penalty, write −1000." in warning
    assert good.startswith("- is good")
