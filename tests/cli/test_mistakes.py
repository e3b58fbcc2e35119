"""The answers of `scorepad rules check` to typical mistakes in people's own rules.

`mistakes.txt` has a title, a file and the answers for each.
"""

from pathlib import Path

import pytest

from tests.cli.invoke import run

MISTAKES = Path(__file__).with_name("mistakes.txt").read_text("utf-8").removeprefix("# ").split("\n\n# ")
PARTS = [mistake.rstrip("\n").split("\n\n") for mistake in MISTAKES]


@pytest.mark.parametrize(("file", "answers"), [part[1:] for part in PARTS], ids=[part[0] for part in PARTS])
def test_a_typical_mistake_gets_sentences_that_say_what_would_be_right(file, answers):
    done = run("rules", "check", "-", stdin=f"{file}\n")
    assert (done.stderr + done.stdout).splitlines() == answers.splitlines()
    assert "- is good" in answers or done.exit_code == 2


def test_forty_mistakes_and_more_are_there():
    assert len({file for _, file, _ in PARTS}) >= 40
