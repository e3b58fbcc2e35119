"""Bad input to `score`, `can-go-out` and `can-open`: a sentence, exit status 2, nothing on standard output."""

import json
import subprocess
import sys

import pytest

from tests.cli.invoke import GOOD, VERBS, errors, run
from tests.support.waiting import PATIENCE

MANY = "9" * 5000
DEEP = "[" * 100_000
TEXTS = {
    "nothing": ("", "This is empty; a JSON document is needed."),
    "blank": (" \n\t\r\n ", "This is empty; a JSON document is needed."),
    "half": ('{"round": 1', "This is not JSON: "),
    "two broken lines": ('{"round": 1\n{"round": 2', "This is not JSON: "),
    "two on one line": ("{} {}", "This is not JSON: Extra data"),
    "a word": ("round", "This is not JSON: "),
    "NaN": ('{"round": NaN}', "NaN is not a number in JSON"),
    "minus infinity": ('{"round": -Infinity}', "-Infinity is not a number in JSON"),
    "too large a float": ('{"round": 1e999}', "round: “inf” is not a whole number."),
    "a key twice": ('{"round": 1, "round": 2}', "the key “round” is given twice in one object"),
    "a key twice inside": ('{"teams": [{"a": 1, "a": 1}]}', "the key “a” is given twice"),
    "5,000 digits": (f'{{"round": {MANY}}}', "a number in it has too many digits"),
    "lists in lists": (DEEP, "it is nested too deeply"),
    "objects in objects": ('{"a":' * 100_000, "it is nested too deeply"),
    "a list": ("[1, 2]", "“[1, 2]” is not an object."),
    "a number": ("5", "“5” is not an object."),
    "null": ("null", "“None” is not an object."),
    "a second mark": ("\ufeff\ufeff{}", "This is not JSON: "),
    "a raw control character": ('{"round": "\x01"}', "This is not JSON: Invalid control character"),
    "escaped escapes": (r'{"\u001b[2J\u001b[31m": 1}', "�[2J�[31m: "),
    "a lone surrogate as key": (r'{"\ud800": 1}', "a key in it has half a character (a lone surrogate)."),
    "a very long key": (json.dumps({"x" * 9000: 1}), "There is no “" + "x" * 40 + "…” here."),
}


BYTES = {
    "latin-1": ('{"name": "Zoë"}'.encode("latin-1"), "- is not UTF-8 text: byte 12 does not fit."),
    "utf-16": ("{}".encode("utf-16"), "- is not UTF-8 text: byte 0 does not fit."),
    "a surrogate in utf-8": (b'{"a": "\xed\xa0\x80"}', "- is not UTF-8 text: byte 7 does not fit."),
    "nothing but zeros": (b"\0\0\0\0", "This is not JSON: "),
}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("name", TEXTS | BYTES)
def test_anything_but_a_document_is_refused_with_a_sentence(verb, name):
    stdin, fragment = (TEXTS | BYTES)[name]
    lines = errors(run(verb, "partnership", stdin=stdin))
    assert any(fragment in line for line in lines), lines
    assert max(map(len, lines)) < 400


def test_a_name_with_a_lone_surrogate_or_an_override_is_refused_at_its_path():
    for name in (r"\ud800", r"\u202eeva", r"\u0000", r"\u001b[31m", ""):
        stdin = f'{{"round": 1, "ended": "stock_ran_out", "teams": [{{}}, {{"name": "{name}"}}]}}'
        (line,) = errors(run("score", "partnership", stdin=stdin))
        assert line.startswith("teams[1].name: ")


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["partnershp"], "“partnershp” is neither a rule set that comes with Scorepad nor a TOML file. Did"),
        (["nowhere.toml"], "nowhere.toml cannot be read: No such file or directory."),
        (["."], "“.” is neither a rule set"),
        (["x" * 5000], "is neither a rule set"),
        (["a\0b"], "“a�b” is neither a rule set"),
        ([""], "“” is neither a rule set"),
        (["\x1b[31m"], "“�[31m” is neither a rule set"),
        (["partnership", "nowhere.json"], "nowhere.json cannot be read: No such file"),
        (["partnership", "."], ". cannot be read: Is a directory."),
        (["partnership", "x" * 5000], "cannot be read: File name too long."),
        (["partnership", "a\0b"], "cannot be read: embedded null byte."),
        (["partnership", "--choose", "books"], "“books”: write it as KEY=VALUE, for example books=short."),
        (["partnership", "--choose", "books=short"], "has no choice “books”. It has no choices."),
        (["friends-family", "--choose", "boks=short"], "Did you mean “books”?"),
        (["friends-family", "--choose", "books=shrt"], "Did you mean “short”?"),
        (["friends-family", "--choose", "books=short", "--choose", "books=full"], "“books” is given twice"),
        (["friends-family", "--choose", "\x1b[31m=1"], "has no choice “�[31m”"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("verb", VERBS)
def test_unknown_rules_files_and_choices_are_refused_with_a_sentence(verb, arguments, fragment):
    (line,) = errors(run(verb, *arguments, stdin=json.dumps(GOOD[verb])))
    assert fragment in line


@pytest.mark.parametrize("verb", VERBS)
def test_missing_rules_are_refused_with_the_usage(verb):
    assert any("RULES" in line for line in errors(run(verb)))


@pytest.mark.parametrize(
    ("redirection", "fragment"),
    [("<&-", "This is empty; a JSON document is needed."), ("</dev/null >&-", "nowhere to write")],
)
def test_a_closed_stream_is_refused_with_a_sentence(redirection, fragment):
    command = f"'{sys.executable}' -m scorepad score partnership {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert fragment in done.stderr
    assert "Traceback" not in done.stderr
