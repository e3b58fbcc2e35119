"""The round to play next, for phones in a hurry."""

from typing import NamedTuple

from scorepad.play.game import FINISHED
from scorepad.scoring.cell_json import parse_value
from scorepad.scoring.cells import Shape, counted
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.store import Club


class UpcomingRound(NamedTuple):
    """The round to play next: its number, and how many players sit at the table."""

    number: int
    players: int


def upcoming_round(club: Club, game: int) -> UpcomingRound | None:
    """Return the round to play next without deriving the game: a phone in a hurry waits for it. None if no game."""
    fields = club.table_values(game, ("shape", "finished", "paper"))
    values = {name: parse_value(value) for name, value in fields.items()}
    shape = values.get((WHOLE_GAME, "shape"))
    if not isinstance(shape, Shape):
        return None
    finished = [round_number for round_number, field in values if field == FINISHED[1]]
    paper = counted(values.get((WHOLE_GAME, "paper"))) or 0
    return UpcomingRound(max([paper, *finished]) + 1, shape.players)
