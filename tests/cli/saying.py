"""Runs a verb as a shell would, and looks at what it said."""

import json
from typing import Any

from click.testing import CliRunner, Result

from scorepad.cli import main

VERBS = ("score", "can-go-out", "can-open")
GOOD = {
    "score": {"round": 1, "ended": "stock_ran_out", "teams": [{}, {}]},
    "can-go-out": {"round": 1, "books": {}, "in_foot": True, "last_card": "meld"},
    "can-open": {"round": 1, "melds": []},
}
"""A document that each verb answers."""


def run(*words: str, given: str | bytes | None = None) -> Result:
    """The verb's answer. Whatever it is asked, it never shows a traceback and ends with 0 or 2."""
    result = CliRunner().invoke(main, list(words), input=given)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert "Traceback" not in result.stderr
    assert result.exit_code in (0, 2)
    assert (result.exit_code == 2) == bool(result.stderr), result.stderr
    return result


def answers(result: Result) -> list[dict[str, Any]]:
    """The answers on standard output, one a line."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def complaints(result: Result) -> list[str]:
    """The lines on standard error of a command that refused everything it was given."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(c.isprintable() for line in result.stderr.splitlines() for c in line)
    return result.stderr.splitlines()
