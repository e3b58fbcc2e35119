"""Builds games for tests worked by hand: their cells, as recorded at a table, and their facts."""

from typing import Any

from scorepad.league.facts import Appearance, GameFacts, StoredGame
from scorepad.league.game_facts import game_facts
from scorepad.scoring.cells import parse_values
from tests.support.cells import Cells, stock_round
from tests.support.cells import game_cells as begun_cells

ANN, BOB, CARLA, DORA, EMIL, FRIDA = range(1, 7)
TABLE = (ANN, BOB, CARLA, DORA)
"""Ann and Carla play against Bob and Dora; Emil helps out."""

YES = {"yes": True}
SHAPES = {"partnership": (4, 2), "two-handed": (2, 2), "laguna-woods": (6, 3)}
"""The numbers of players and teams of the rule sets used here."""


def table_cells(slug: str, seats: tuple[int, ...]) -> Cells:
    """Return the cells of a new game. Seats that the table does not have are left out."""
    players, _ = SHAPES[slug]
    people = enumerate(seats[:players], start=1)
    cells = begun_cells(slug, players) | {(0, "table", "choices"): {}}
    return cells | {(0, f"seat{seat}", "player"): {"id": person} for seat, person in people}


def round_cells(number: int, *, out: int | None = None, slug: str = "partnership", **typed: Any) -> Cells:
    """Return the cells of a finished round. `team1_clean=2` sets one of them; missing counts are 0."""
    players, teams = SHAPES[slug]
    cells = stock_round(number, (0,) * teams, players)
    if out is not None:
        cells[number, "table", "ended"] = {"as": "out", "seat": out}
    for name, value in typed.items():
        place, _, field = name.partition("_")
        if isinstance(value, int):
            is_points = field in ("melded", "left")
            value = {"as": "points", "typed": str(value)} if is_points else {"as": "count", "n": value}
        cells[number, place, field] = value
    return cells


def game_cells(
    *rounds: dict[str, Any],
    slug: str = "partnership",
    seats: tuple[int, ...] = TABLE,
    end: int | None = None,
    paper: int = 0,
    brought: tuple[int, ...] = (),
    **table: Any,
) -> Cells:
    """Return the cells of a game with rounds built by `points`; `end` is the round after which it was over."""
    cells = table_cells(slug, seats)
    for team, total in enumerate(brought, start=1):
        cells[0, f"team{team}", "brought"] = {"typed": str(total), "reason": ""}
    if paper:
        table["paper"] = {"as": "count", "n": paper}
    if end is not None:
        table["end"] = {"over_after": end}
    cells |= {(0, "table", name): value for name, value in table.items()}
    for number, typed in enumerate(rounds, start=paper + 1):
        cells |= round_cells(number, slug=slug, **typed)
    return cells


def points(*melded: int, **typed: Any) -> dict[str, Any]:
    """Return a round in which the teams melded these points; `out` is the seat that went out."""
    return {f"team{team}_melded": points for team, points in enumerate(melded, start=1)} | typed


def stored(*rounds: dict[str, Any], over: bool = True, **more: Any) -> StoredGame:
    """Return a stored game. If it is over, the table ended it after these rounds, or after round `end`."""
    cells = game_cells(*rounds, **({"end": len(rounds)} if over else {}) | more)
    seqs = {name: seq for seq, name in enumerate(cells, start=1)}
    return StoredGame(game=1, day="2026-11-21", cells=parse_values(cells), seqs=seqs)


def facts(*rounds: dict[str, Any], **more: Any) -> GameFacts:
    """Return the facts of such a game, which must count in the league."""
    game = game_facts(stored(*rounds, **more), {})
    assert game is not None
    return game


def three_teams(*rounds: tuple[int, int, int]) -> GameFacts:
    """Return a game of three pairs, Ann and Dora first, with the points that each melded in each round."""
    played = [points(*melded) for melded in rounds]
    return facts(*played, slug="laguna-woods", seats=(*TABLE, EMIL, FRIDA))


def appearance(game: GameFacts, who: int | str) -> Appearance:
    """Return the appearance of a person or partnership in a game."""
    (part,) = [part for part in game.appearances if part.competitor == str(who)]
    return part
