"""Games of two to six teams with long names. Rules allow six single players; here, and on their server, also pairs.

`python -m tests.browser.many_teams` is `python -m scorepad` with rules for six teams.
"""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import IntEnum
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.rules import check, presets
from tests.browser.furnished import adjusted
from tests.browser.tables import visiting
from tests.support.server import ROOT, environment, serving
from tests.web.driving import Table, Visitor, level_round

NAMES = (
    *("Maximilianes", "Bartholomäus", "Wilhelminchn", "Gottfriedson", "Clementinchn", "Theodorianus"),
    *("Annamariechn", "Ferdinandson", "Rosamundchen", "Leopoldinchn", "Kunigundchen", "Sigismundson"),
)
"""Twelve names of twelve letters."""

TABLES = ("4x2", "6x3", "8x4", "5x5", "6x6", "12x6")
"""Players and teams."""


class State(IntEnum):
    """The games at each table."""

    COUNTING = 1
    FRESH = 2
    BETWEEN = 3
    OVER = 4
    """Ended before its last round."""


def game(table: str, state: State) -> int:
    """Return the id of a game."""
    return len(State) * TABLES.index(table) + state


def _more_tables(text: str) -> str:
    deal = "decks = 6\njokers = 2\nhand = 11\nfoot = 11\nknee = 0\n"
    sizes = [table.split("x") for table in TABLES[1:]]
    more = "".join(f"[[tables]]\nplayers = {players}\nteams = {teams}\n{deal}\n" for players, teams in sizes)
    return text.replace("[cards]", f"{more}[cards]", 1)


@contextmanager
def _six_teams() -> Iterator[None]:
    """Patch the rules: allow any number of teams, and give Partnership up to six."""
    text = presets.text
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check, "_CHECKS", tuple(one for one in check._CHECKS if one is not check._tables))
        patch.setattr(presets, "text", lambda slug: _more_tables(text(slug)) if slug == "partnership" else text(slug))
        presets.preset.cache_clear()
        yield
    presets.preset.cache_clear()


def serving_many_teams(home: Path) -> AbstractContextManager[str]:
    """Play the games in a new club in this folder, serve it, and yield its URL."""
    with _six_teams(), visiting(home) as owner:
        for table in TABLES:
            for state in State:
                assert _PLAYED[state](owner, table).game == game(table, state)
    command = (sys.executable, "-m", "tests.browser.many_teams")
    return serving(environment(SCOREPAD_INSTANCE=str(home), PYTHONPATH=str(ROOT)), command)


def _begun(owner: Visitor, table: str) -> Table:
    names = {f"seat{seat}": name for seat, name in enumerate(NAMES[: int(table.split("x")[0])], start=1)}
    return owner.begin(table=table, starter="seat2", **names)


def _counting(owner: Visitor, table: str) -> Table:
    """Play a round, then tally one: the first team may go out, the second needs a book, and the third has nothing."""
    played = _between(owner, table, rounds=1)
    books = {"team1.clean": "2", "team1.dirty": "1", "team2.clean": "9"}
    played.sheet(2).save(**books, **{"team1.opened": "1", "seat1.exact_cut": "1", "seat2.exact_cut": "1"})
    return played


def _between(owner: Visitor, table: str, rounds: int = 2) -> Table:
    played = _begun(owner, table)
    adjustments = {}
    for team in range(1, int(table.split("x")[1]) + 1):
        adjustments |= adjusted(f"team{team}", str(2310 * team - 3000))
    for number in range(1, rounds + 1):
        level_round(played, number)
        played.play(number, **adjustments)
    return played


def _over(owner: Visitor, table: str) -> Table:
    played = _between(owner, table)
    played.decide(decision="over")
    return played


_PLAYED = {State.COUNTING: _counting, State.FRESH: _begun, State.BETWEEN: _between, State.OVER: _over}

if __name__ == "__main__":
    with _six_teams():
        main(prog_name="scorepad")
