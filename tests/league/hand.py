"""Games worked by hand: their cells, as a table would write them, and their facts."""

from typing import Any

from scorepad.league.facts import Appearance, GameFacts, StoredGame
from scorepad.league.game_facts import game_facts
from scorepad.rules import preset, to_document
from scorepad.scoring.cell_json import parse_values

ANN, BOB, CARLA, DORA, EMIL, FRIDA = range(1, 7)
TABLE = (ANN, BOB, CARLA, DORA)
"""Ann and Carla play against Bob and Dora; Emil helps out."""

YES = {"yes": True}
SHAPES = {"partnership": (4, 2), "two-handed": (2, 2), "laguna-woods": (6, 3)}
"""The rule sets of games here: how many players, how many teams."""

DECKS = 6
CellValues = dict[tuple[int, str, str], Any]
"""(round, place, field) → value."""


def table_cells(slug: str, seats: tuple[int, ...]) -> CellValues:
    """The cells of a new game."""
    players, teams = SHAPES[slug]
    cells: CellValues = {
        (0, "table", "rules"): to_document(preset(slug)),
        (0, "table", "choices"): {},
        (0, "table", "shape"): {"players": players, "teams": teams},
        (0, "table", "decks"): {"as": "count", "n": DECKS},
    }
    people = enumerate(seats[:players], start=1)
    return cells | {(0, f"seat{seat}", "player"): {"id": person} for seat, person in people}


def round_cells(
    number: int, out: int | None, *, slug: str = "partnership", **typed: Any
) -> CellValues:
    """The cells of a finished round: `team1_clean=2` is one of them, what is missing was counted as 0."""
    players, teams = SHAPES[slug]
    places = [f"team{team}_melded" for team in range(1, teams + 1)]
    places += [f"seat{seat}_left" for seat in range(1, players + 1)]
    cells: CellValues = {
        (number, "table", "ended"): {"as": "stock"} if out is None else {"as": "out", "seat": out},
        (number, "table", "finished"): YES,
    }
    for name, value in (dict.fromkeys(places, 0) | typed).items():
        place, _, field = name.partition("_")
        cells[number, place, field] = _value(field, value)
    return cells


def _value(field: str, value: Any) -> Any:
    if not isinstance(value, int):
        return value
    if field in ("melded", "left"):
        return {"as": "points", "typed": str(value)}
    return {"as": "count", "n": value}


def game_cells(
    *rounds: dict[str, Any],
    slug: str = "partnership",
    seats: tuple[int, ...] = TABLE,
    end: int | None = None,
    paper: int = 0,
    brought: tuple[int, ...] = (),
    **table: Any,
) -> CellValues:
    """The cells of a game. A round is given as `points`; `end` is the round after which it was over."""
    cells = table_cells(slug, seats)
    for team, typed in enumerate(brought, start=1):
        cells[0, f"team{team}", "brought"] = {"typed": str(typed), "reason": ""}
    if paper:
        cells[0, "table", "paper"] = {"as": "count", "n": paper}
    if end is not None:
        cells[0, "table", "end"] = {"over_after": end}
    cells |= {(0, "table", name): value for name, value in table.items()}
    for number, typed in enumerate(rounds, start=paper + 1):
        cells |= round_cells(number, typed.get("out"), slug=slug, **_without_out(typed))
    return cells


def _without_out(typed: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in typed.items() if name != "out"}


def points(*melded: int, **typed: Any) -> dict[str, Any]:
    """A round in which the teams melded so many points; `out` is the seat that went out."""
    teams = {f"team{team}_melded": points for team, points in enumerate(melded, start=1)}
    return teams | typed


def stored(*rounds: dict[str, Any], over: bool = True, **more: Any) -> StoredGame:
    """A game that the table ended after these rounds, or after round `end`, if it is over."""
    cells = game_cells(*rounds, **({"end": len(rounds)} if over else {}) | more)
    seqs = {name: seq for seq, name in enumerate(cells, start=1)}
    return StoredGame(game=1, day="2026-11-21", cells=parse_values(cells), seqs=seqs)


def facts(*rounds: dict[str, Any], **more: Any) -> GameFacts:
    """The facts of such a game, which must count."""
    game = game_facts(stored(*rounds, **more), {})
    assert game is not None
    return game


def three_teams(*rounds: tuple[int, int, int]) -> GameFacts:
    """A game of three pairs, Ann and Dora the first, who melded so many points in each round."""
    played = [points(*melded) for melded in rounds]
    return facts(*played, slug="laguna-woods", seats=(*TABLE, EMIL, FRIDA))


def appearance(game: GameFacts, who: int | str) -> Appearance:
    """The part of a person or partnership in a game."""
    (found,) = [one for one in game.appearances if one.competitor == str(who)]
    return found
