"""Run the command line on documents. Its answers are compared as JSON without sentences, and by the paths of faults."""

import json
import re
from pathlib import Path
from typing import Any

from click.testing import Result

from tests.golden.evening import command
from tests.golden.page import wordless
from tests.golden.storing import DATA

PATH = re.compile(r"((?:line \d+: )?[\w\[\].\ufffd-]+): ")
LINE = ("code", "part", "count", "each", "points")

Question = dict[str, Any]
"""`words` are the arguments (`@` is the folder of golden files). Standard input is the text `given`, or `lines` of
JSON.
"""


def answer(home: Path, question: Question) -> dict[str, Any]:
    """Return the answer of the command line, without sentences."""
    given = question.get("given")
    if "lines" in question:
        given = "".join(json.dumps(document) + "\n" for document in question["lines"])
    words = [re.sub("^@", f"{DATA}/", word) for word in question["words"]]
    return _without_words(command(home, *words, given=given))


def _without_words(result: Result) -> dict[str, Any]:
    assert "Traceback" not in result.stderr
    if result.stderr.startswith("Usage"):
        return {"exit": result.exit_code}
    paths = [match[1] if (match := PATH.match(line)) else "" for line in result.stderr.splitlines()]
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return {"exit": result.exit_code, "paths": sorted(paths), "answers": [_masked(line) for line in lines]}


def _masked(document: Any) -> Any:
    """Return a document without sentences and with shortened lines. Team names are kept: they were in the question."""
    masked = wordless(document)
    for short, whole in ((masked, document), (masked.get("projected"), document.get("projected"))):
        if short and "teams" in short:
            short["names"] = [team["name"] for team in whole["teams"]]
            for team in short["teams"]:
                team["lines"] = [_row(line) for line in team["lines"]]
    return masked


def _row(line: dict[str, Any]) -> Any:
    """Return a line's values in the order of `LINE`, or the line itself if it has other keys."""
    return [line[key] for key in LINE] if set(line) == {*LINE, "label", "text"} else line
