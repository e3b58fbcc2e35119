"""The help of every command fits a terminal of 80 columns."""

import click
import pytest

from tests.cli.invoke import run
from tests.cli.test_exits import LEAVES

WITHOUT_JSON = {"can-go-out", "can-open", "score", "completion", "serve"}
"""The first three always answer in JSON."""

GROUPS = ("", "club", "imports", "league", "rules", "token")


@pytest.mark.parametrize("name", [*LEAVES, *GROUPS])
def test_help_fits_a_narrow_terminal_and_cuts_no_sentence(name):
    lines = run(*name.split(), "--help").stdout.splitlines()
    assert max(len(line) for line in lines if "scorepad" not in line) <= 80
    assert not any(line.endswith("...") for line in lines[1:])
    assert lines[2].endswith(".")


@pytest.mark.parametrize("name", LEAVES)
def test_every_help_says_what_its_options_do_without_formulas(name):
    command = LEAVES[name]
    options = [each for each in command.params if isinstance(each, click.Option)]
    assert all(each.help and each.help.endswith((".", ")")) for each in options)
    assert "<=" not in run(*name.split(), "--help").stdout


def test_every_other_command_answers_in_json_too():
    with_json = {name for name, command in LEAVES.items() if any("--json" in each.opts for each in command.params)}
    assert with_json == LEAVES.keys() - WITHOUT_JSON
