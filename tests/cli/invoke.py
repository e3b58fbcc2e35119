"""Run a command as a shell would, and read its output."""

import json

from click.testing import CliRunner

from scorepad.cli import main

VERBS = ("score", "can-go-out", "can-open")
GOOD = {
    "score": {"round": 1, "ended": "stock_ran_out", "teams": [{}, {}]},
    "can-go-out": {"round": 1, "books": {}, "in_foot": True, "last_card": "meld"},
    "can-open": {"round": 1, "melds": []},
}
"""A valid document for each verb."""


def invoke(*arguments, stdin=None, **environ):
    """Run a command, and fail if it prints a traceback."""
    result = CliRunner().invoke(main, list(arguments), prog_name="scorepad", input=stdin, env=environ)
    assert isinstance(result.exception, SystemExit | None), result.exception
    assert "Traceback" not in result.stderr
    return result


def run(*arguments, stdin=None):
    """Run a command that exits with 0, or with 2 and an error."""
    result = invoke(*arguments, stdin=stdin)
    assert result.exit_code in (0, 2)
    assert (result.exit_code == 2) == bool(result.stderr), result.stderr
    return result


def ask(verb, rules, document, *options):
    return run(verb, rules, *options, stdin=json.dumps(document))


def answers(result):
    """The answers on standard output, one per line."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def errors(result):
    """The lines on standard error of a command that rejected its whole input."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(c.isprintable() for line in result.stderr.splitlines() for c in line)
    return result.stderr.splitlines()
