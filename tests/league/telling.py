"""Games worked by hand as the league sees them: their facts, from cells as a table would write them."""

from typing import Any

from scorepad.league.facts import GameFacts, Portion, Told
from scorepad.league.game_facts import game_facts
from scorepad.rules import preset, to_document
from tests.league.cells_by_hand import game_cells, one_round

ANN, BOB, CARLA, DORA, EMIL, FRIDA = range(1, 7)
TABLE = (ANN, BOB, CARLA, DORA)
"""Ann and Carla play against Bob and Dora; Emil sits down for others."""

YES = {"yes": True}


def told(
    *rounds: dict[str, Any], seats: tuple[int, ...] = TABLE, over: bool = True, **more: Any
) -> Told:
    """A game of `partnership` that the table ended after these rounds, or after round `end`, if it is over."""
    end = {"end": len(rounds)} if over else {}
    cells = game_cells(seats, *rounds, **end | more)
    return Told(
        game=1,
        day="2026-11-21",
        cells={name: value for name, (value, _) in cells.items()},
        seqs={name: seq for name, (_, seq) in cells.items()},
    )


def facts(*rounds: dict[str, Any], **more: Any) -> GameFacts:
    """What such a game says; it must count."""
    found = game_facts(told(*rounds, **more), {})
    assert found is not None
    return found


def points(one: int, other: int, out: int | None = None, **typed: Any) -> dict[str, Any]:
    """A round in which the teams melded so much and, where nobody went out, nothing else was counted."""
    return one_round(out, team1_melded=one, team2_melded=other, **typed)


def three_teams(*totals: tuple[int, int, int]) -> GameFacts:
    """A game of `laguna-woods`, three pairs, Ann and Dora the first, who melded so much in each round."""
    empty = {"seat5_left": 0, "seat6_left": 0}
    rounds = [points(one, other, team3_melded=third, **empty) for one, other, third in totals]
    table = {
        "rules": to_document(preset("laguna-woods")),
        "shape": {"players": 6, "teams": 3},
        "decks": {"as": "count", "n": 8},
    }
    return facts(*rounds, seats=(*TABLE, EMIL, FRIDA), **table)


def of(game: GameFacts, who: int | str) -> Portion:
    """What a game says of somebody."""
    (found,) = [one for one in game.portions if one.who == str(who)]
    return found
