"""Add another number of players, or different packets in some rounds."""

import copy
from itertools import count

from scorepad.rulebook.settle import by_players
from scorepad.rules.document import Document

_SHAPES = ((4, 2), (2, 2), (3, 3), (6, 2), (6, 3), (4, 4), (8, 2), (5, 5), (6, 6), (8, 4))
"""Players and teams, the most common first."""


def add_table(document: Document) -> None:
    """Add the first usual number of players that has no table yet."""
    tables = document["tables"]
    taken = [(table["players"], table["teams"]) for table in tables]
    players, teams = next(shape for shape in _SHAPES if shape not in taken)
    tables.append(copy.deepcopy(tables[0]) | {"players": players, "teams": teams})
    if players not in [table[0] for table in taken]:
        _as_many_play(document, tables[0]["players"], players)


def _as_many_play(document: Document, like: int, players: int) -> None:
    """Make every case for `like` players apply to `players` too."""
    for case in by_players(document):
        if like in case["players"] and players not in case["players"]:
            case["players"].append(players)


def has_free_table(document: Document) -> bool:
    """Whether a usual number of players has no table yet."""
    taken = [(table["players"], table["teams"]) for table in document["tables"]]
    return any(shape not in taken for shape in _SHAPES)


def add_deal(document: Document) -> None:
    """Add a deal for the first round without one. Its hand has the usual size."""
    taken = {number for deal in document["deals"] for number in deal["rounds"]}
    usual_packets = {"hand": document["tables"][0]["hand"], "foot": "usual", "knee": "usual", "draw": "usual"}
    free = next(number for number in count(1) if number not in taken)
    document["deals"].append({"rounds": [free], "players": []} | usual_packets)
