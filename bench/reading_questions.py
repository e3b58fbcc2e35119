"""Count the files in which a newcomer finds the answers to five questions.

Four questions are about something that runs: it runs once, and the files of the package that it enters are counted, as
for a tap. A new export goes where one that is there does: into the list of exports, the module of its writer, and what
names it in the pages and commands.
"""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measure import Goal
from reading_tap import PACKAGE, traced
from scorepad.exchange.exports import EXPORTS
from scorepad.exchange.imports.columns import find_columns
from scorepad.rules.presets import preset
from scorepad.scoring.advice.going_out import can_go_out
from scorepad.scoring.documents import read_out, read_round
from scorepad.scoring.score import score
from scorepad.scoring.text.explain import line_text
from scorepad.serving.invite_links import link_path
from scorepad.web import create_app

Files = tuple[str, ...]
RULES = "partnership"
OUT = {
    "round": 1,
    "players": 4,
    "books": {"clean": 1, "dirty": 2},
    "in_foot": True,
    "last_card": "discard",
    "card": "4",
}
ROUND = {
    "round": 1,
    "players": 4,
    "ended": "went_out",
    "teams": [
        {"name": "Us", "books": {"clean": 2, "dirty": 1}, "melded": 410, "went_out": True},
        {"name": "Them", "books": {"clean": 1}, "melded": 385, "left": 65},
    ],
}
EXPORT = "xlsx"


def may_go_out() -> Files:
    """May a team go out?"""
    question, problems = read_out(preset(RULES), OUT)
    assert question, problems
    return _entered(lambda: can_go_out(question))


def line_as_sentence() -> Files:
    """How does a line of a score become a sentence?"""
    scored, problems = read_round(preset(RULES), ROUND)
    assert scored, problems
    first, second, *_ = [line for team in score(scored) for line in team.lines]
    line_text(first)
    return _entered(lambda: line_text(second), runs_before=False)


def date_column() -> Files:
    """How is a column known as the one of the date?"""
    return _entered(lambda: find_columns(["Date", "Team 1", "Team 2", "Points 1", "Points 2"]))


def new_export() -> Files:
    """Where does a new export go?"""
    write = EXPORTS[EXPORT].write
    writer = write.func if isinstance(write, partial) else write
    modules = {"scorepad.exchange.exports", writer.__module__}
    files = {str(sys.modules[module].__file__).removeprefix(PACKAGE) for module in modules}
    for folder in ("web", "commands"):
        sources = Path(PACKAGE, folder).rglob("*.py")
        files |= {str(path).removeprefix(PACKAGE) for path in sources if f'"{EXPORT}"' in path.read_text("utf-8")}
    return tuple(sorted(files))


def owners_link() -> Files:
    """How does the owner's link become a session?"""
    with tempfile.TemporaryDirectory() as folder:
        app, path = create_app(Path(folder)), link_path(Path(folder))

        def arrive() -> None:
            client = app.test_client()
            for location in (path, client.get(path).location):
                if client.get(location).status_code != 303:
                    raise SystemExit(f"{location} let no phone in: nothing was measured.")

        return _entered(arrive)


QUESTIONS: dict[str, tuple[Callable[[], Files], Goal | int]] = {
    "may a team go out": (may_go_out, Goal(3, bound=5, reason="the rules that it asks are two more files")),
    "how a line becomes a sentence": (line_as_sentence, 1),
    "how a column is known as a date": (date_column, 2),
    "where a new export goes": (new_export, 2),
    "how the owner's link becomes a session": (
        owners_link,
        Goal(4, bound=8, reason="every request passes two files, and a row in the list of phones three"),
    ),
}
"""The questions, how their files are found, and the most files that may have the answer."""


def _entered(call: Callable[[], object], *, runs_before: bool = True) -> Files:
    """Return the files that a call enters. It usually runs once before, so that imports and caches are not counted."""
    if runs_before:
        call()
    return tuple(traced(call)[0].modules)
