"""Cells of tiny games, written as a table would write them, for figures that were worked out by hand."""

from typing import Any

from scorepad.rules import preset
from scorepad.rules.document import to_document
from tests.league.plain_games import Cells

RULES = to_document(preset("partnership"))


def game_cells(
    seats: tuple[int, ...],
    *rounds: dict[str, Any],
    end: int | None = None,
    paper: int = 0,
    brought: tuple[int, ...] = (),
    **table: Any,
) -> Cells:
    """The cells of a game of `partnership`; a round is given as `rounds` of `one_round`, `end` is after which."""
    there: dict[tuple[int, str, str], Any] = {
        (0, "table", "rules"): RULES,
        (0, "table", "choices"): {},
        (0, "table", "shape"): {"players": 4, "teams": 2},
        (0, "table", "decks"): {"as": "count", "n": 5},
    }
    there |= {(0, f"seat{at}", "player"): {"id": one} for at, one in enumerate(seats, start=1)}
    for team, points in enumerate(brought, start=1):
        there[0, f"team{team}", "brought"] = {"typed": str(points), "reason": ""}
    if paper:
        there[0, "table", "paper"] = {"as": "count", "n": paper}
    if end is not None:
        there[0, "table", "end"] = {"over_after": end}
    there |= {(0, "table", name): value for name, value in table.items()}
    for number, one in enumerate(rounds, start=paper + 1):
        for name, value in one.items():
            place, _, field = name.partition(".")
            there[number, place, field] = value
    return {name: (value, seq) for seq, (name, value) in enumerate(there.items(), start=1)}


def one_round(out: int | None, **typed: Any) -> dict[str, Any]:
    """A finished round: `team1_clean=2` is a cell, and what is not named was counted as nothing."""
    left = [f"seat{seat}.left" for seat in range(1, 5)]
    cells = {name: _value("melded", 0) for name in ("team1.melded", "team2.melded", *left)}
    cells["table.ended"] = {"as": "stock"} if out is None else {"as": "out", "seat": out}
    cells["table.finished"] = {"yes": True}
    for name, value in typed.items():
        place, _, field = name.partition("_")
        cells[f"{place}.{field}"] = _value(field, value)
    return cells


def _value(field: str, value: Any) -> Any:
    if not isinstance(value, int):
        return value
    if field in ("melded", "left"):
        return {"as": "points", "typed": str(value)}
    return {"as": "count", "n": value}
