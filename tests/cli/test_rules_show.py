"""`scorepad rules show`: every value of a rule set with where it comes from."""

import os
import subprocess
import sys

import pytest

from scorepad.rules import preset, slugs, to_document
from scorepad.rules.document import NOT_RULES, walk
from scorepad.rules.presets import text
from tests.cli.saying import complaints, run


def shown(*words):
    """Path to what stands behind it."""
    rows = run("rules", "show", *words).stdout.splitlines()
    return {row.split()[0]: " ".join(row.split()[1:]) for row in rows if row.strip()}


@pytest.mark.parametrize("slug", slugs())
def test_every_value_of_every_preset_is_shown(slug):
    document = to_document(preset(slug))
    kept = {k: v for k, v in document.items() if k not in (*NOT_RULES, "choices")}
    assert {path for path, _ in walk(kept)} <= shown(slug).keys()


def test_values_are_words_and_marks_say_what_is_not_the_document_s_own():
    rows = shown("catawba")
    told = ("books.clean.points", "going_out.leave", "play.swipe", "bonuses.exact_cut.most")
    assert [rows[path] for path in told] == ["500", "binding (assumed)", "no", "1"]
    assert shown("whitnack")["books.wild.points"] == "1500 (reported)"
    assert shown("partnership")["combinations"] == "none"


def test_the_names_and_notes_stand_around_the_values():
    said = run("rules", "show", "catawba").stdout
    rules = preset("catawba")
    assert said.startswith(f"{rules.name}\n{rules.summary}\nDocument: {rules.document}\n")
    assert all(note in said for note in rules.notes)


def test_choices_are_listed_and_when_made_are_part_of_the_values():
    said = run("rules", "show", "friends-family").stdout
    assert "\nChoice books: Books needed to go out\n  books=full: Full" in said
    rows = shown("friends-family", "--choose", "books=short", "--choose", "bolivias=on")
    assert rows["going_out.cases.0.needs.clean"] == "1"
    assert rows["books.bolivia.points"] == "1500 (assumed)"
    assert "Choice" not in rows


@pytest.mark.parametrize("slug", slugs())
def test_a_preset_s_file_can_be_had_as_it_stands(slug):
    assert run("rules", "show", slug, "--toml").stdout == text(slug)


def test_a_file_of_one_s_own_is_shown_like_a_preset(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(text("roth").replace('name = "', 'name = "Our ', 1), "utf-8")
    said = run("rules", "show", str(file)).stdout
    assert said.splitlines()[1:] == run("rules", "show", "roth").stdout.splitlines()[1:]
    assert said.startswith("Our ")
    assert run("rules", "show", str(file), "--toml").stdout == file.read_text("utf-8")


@pytest.mark.parametrize("more", [[], ["--toml"]])
def test_what_is_no_rule_set_is_refused(more, tmp_path):
    file = tmp_path / "broken.toml"
    file.write_text("schema = 1\n", "utf-8")
    assert len(complaints(run("rules", "show", str(file), *more))) > 15
    (said,) = complaints(run("rules", "show", "roht", *more))
    assert "Did you mean “roth”?" in said


def test_a_console_that_knows_no_dash_gets_another_sign_and_no_traceback():
    for encoding in ("cp850", "latin-1", "ascii"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        command = [sys.executable, "-m", "scorepad", "rules", "show", "catawba"]
        done = subprocess.run(command, capture_output=True, env=environment, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"books.clean.points" in done.stdout
