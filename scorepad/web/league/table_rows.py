"""The rows of a table as a template shows them: ranks, names, and figures as texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.league.standings import Figure, Row
from scorepad.standings.figures import FIGURES, GIVE_OR_TAKE, LUCK, PLAY, figure_text
from scorepad.standings.league_table import PlayedGames
from scorepad.store.results.rows import PlayedKind
from scorepad.web.people.people_view import Competitor, PeopleView

_OF_POINTS = (Figure.POINTS, LUCK, PLAY)


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A figure as a text: `main`, and a `part` at its end that a narrow page leaves out."""

    code: str
    text: str

    @property
    def main(self) -> str:
        return self.text.partition(GIVE_OR_TAKE)[0]

    @property
    def part(self) -> str:
        return self.text.removeprefix(self.main)


@dataclass(frozen=True, slots=True)
class TableRow:
    rank: int
    competitor: Competitor
    cells: list[FigureCell]


def columns(figure: Figure, games: PlayedGames, kinds: Iterable[PlayedKind]) -> list[str]:
    """The codes of the columns of these games: the figure that ranks first, then games, then the others."""
    others = [code for code in FIGURES if code not in (figure, Figure.GAMES)]
    if not games.has_one_kind:
        others = [code for code in others if code not in _OF_POINTS]
    if not any(kind.kind.has_luck for kind in kinds if kind.kind.id in games.tallies):
        others = [code for code in others if code not in (LUCK, PLAY)]
    others = [code for code in others if code not in (Figure.GAINED, Figure.BEST) or games.can_rank_by(Figure(code))]
    second = [] if figure is Figure.GAMES else [Figure.GAMES.value]
    return [figure.value, *second, *others]


def table_rows(rows: Iterable[Row], codes: Sequence[str], people: PeopleView) -> list[TableRow]:
    return [
        TableRow(
            row.rank,
            people.competitor(row.standing.competitor),
            [FigureCell(code, figure_text(code, row.standing)) for code in codes],
        )
        for row in rows
    ]
