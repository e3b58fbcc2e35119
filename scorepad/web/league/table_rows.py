"""The rows of a table as a template shows them: ranks, names, and figures as texts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorepad.league.figures import GIVE_OR_TAKE, figure_text, rank_text
from scorepad.league.standings import RankedStanding
from scorepad.web.people.people_view import Competitor, PeopleView


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A figure as text: `main`, followed by a `part` that a narrow page hides."""

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
    rank: str
    competitor: Competitor
    cells: list[FigureCell]


def table_rows(rows: Iterable[RankedStanding], codes: Sequence[str], people: PeopleView) -> list[TableRow]:
    return [
        TableRow(
            rank_text(row),
            people.competitor(row.standing.competitor),
            [FigureCell(code, figure_text(code, row.standing)) for code in codes],
        )
        for row in rows
    ]
