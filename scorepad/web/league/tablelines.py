"""The rows of a table as pages write them: rank, who, and a figure in every column."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.league.standings import Figure, Row
from scorepad.web.league.figures import LUCK, PLAY, WORDS, written
from scorepad.web.whos import Shown, Whos

_OF_POINTS = (Figure.POINTS, LUCK, PLAY)


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure in a row: its code, and what is written."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table."""

    rank: int
    who: Shown
    cells: list[Cell]


def columns(by: Figure, *, comparable: bool) -> list[str]:
    """The codes of the figures: that by which it is ranked first, then games; points where they can be compared."""
    left = [one for one in WORDS if one not in (by, Figure.GAMES)]
    if not comparable:
        left = [one for one in left if one not in _OF_POINTS]
    games = [] if by is Figure.GAMES else [Figure.GAMES.value]
    return [by.value, *games, *left]


def lines(rows: Iterable[Row], codes: Sequence[str], everybody: Whos) -> list[Line]:
    """The rows as they are written."""
    return [
        Line(
            row.rank,
            everybody.of_key(row.standing.who),
            [Cell(code, written(code, row.standing)) for code in codes],
        )
        for row in rows
    ]
