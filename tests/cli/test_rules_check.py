"""`scorepad rules check`: whether a file is a rule set, and every fault if it is not."""

import pytest

from scorepad.rules import slugs
from scorepad.rules.presets import text
from tests.cli.saying import complaints, run


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_s_file_is_good(slug, tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text(text(slug), "utf-8")
    result = run("rules", "check", str(file))
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{file} is good: ")
    assert f"({slug})" in result.stdout


def test_a_file_may_come_on_standard_input_with_a_mark():
    result = run("rules", "check", "-", given=b"\xef\xbb\xbf" + text("roth").encode())
    assert result.stdout.startswith("- is good: ")


def test_every_fault_is_told_at_once_with_file_path_and_nearest_name():
    broken = (
        text("partnership").replace("hand_limit", "hand_limt").replace('"first_cutter"', '"cutter"')
    )
    said = complaints(run("rules", "check", "-", given=broken))
    assert said == [
        "-: play.hand_limt: this rule is not known. Did you mean “hand_limit”?",
        "-: play.starts: “cutter” is not a rule known here. Did you mean “first_cutter”?",
        "-: play.hand_limit: is missing; every value has to be stated.",
    ]


TEXTS = {
    "nothing": (b"", "schema: every rule document begins with “schema = 1”."),
    "prose": (b"Four players, two teams.", "is not TOML: "),
    "half a line": (b"schema =", "is not TOML: "),
    "latin-1": ("# Zoë".encode("latin-1"), "is not UTF-8 text: byte 4 does not fit."),
    "zeros": (b"\0", "is not TOML: "),
    "many digits": (b"schema = " + b"9" * 5000, "is not TOML: "),
    "many letters": (b"schema = 0x" + b"f" * 5000, "written by a newer Scorepad"),
    "a long name": (b"schema = 1\nname = 0x" + b"f" * 5000, "name: “…” is not text in quotes."),
    "lists in lists": (b"a = " + b"[" * 50_000, "is not TOML: "),
    "dots": (b"schema = 1\nname" + b".a" * 50_000 + b" = 1", "is nested too deeply"),
    "far too long": (b"#" * 300_000, "is too long for a rule set"),
    "escapes": (b'schema = 1\n"\\u001b[2J" = 1', "�[2J: this rule is not known."),
    "another schema": (
        b"schema = 2",
        "“2” was written by a newer Scorepad; this one reads up to 1.",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_no_rule_file_is_refused_with_sentences(name):
    given, fragment = TEXTS[name]
    said = complaints(run("rules", "check", "-", given=given))
    assert any(fragment in line for line in said), said
    assert max(map(len, said)) < 400


@pytest.mark.parametrize("file", ["nowhere.toml", ".", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read_is_told(file):
    (said,) = complaints(run("rules", "check", file))
    assert "cannot be read: " in said


def test_a_slug_is_no_file():
    (said,) = complaints(run("rules", "check", "partnership"))
    assert said == "partnership cannot be read: No such file or directory."
