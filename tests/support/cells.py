"""Cells of a game as the store returns them: a table with players 1, 2, 3… in their seats, and its rounds."""

from typing import Any

from scorepad.rules import lookup, preset, to_document

Cells = dict[tuple[int, str, str], Any]


def game_cells(slug: str = "partnership", players: int | None = None) -> Cells:
    rules = preset(slug)
    table = lookup.table_for(rules, players) or rules.tables[0]
    cells: Cells = {
        (0, "table", "rules"): to_document(rules),
        (0, "table", "shape"): {"players": table.players, "teams": table.teams},
        (0, "table", "decks"): {"as": "count", "n": table.decks},
    }
    return cells | {(0, f"seat{n}", "player"): {"id": n} for n in range(1, table.players + 1)}


def stock_round(number: int, melded: tuple[int, ...] = (0, 0), players: int = 4) -> Cells:
    """Return a finished round in which the stock ran out, with each team's melded points and nothing else."""
    cells: Cells = {(number, "table", "ended"): {"as": "stock"}, (number, "table", "finished"): {"yes": True}}
    for team, points in enumerate(melded, start=1):
        cells[number, f"team{team}", "melded"] = {"as": "points", "typed": str(points)}
    for seat in range(1, players + 1):
        cells[number, f"seat{seat}", "left"] = {"as": "points", "typed": "0"}
    return cells
