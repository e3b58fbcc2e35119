"""A table of people or partnerships, with the rows, minimums and provisional marks of the league's page."""

from datetime import date
from typing import Annotated, Literal, TypedDict

from scorepad.exchange.documents.figures import Figures, figures
from scorepad.exchange.documents.values import Competitor, competitor, number
from scorepad.league.club_names import ClubPeople
from scorepad.league.standings import Figure, RankedStanding, figure_of
from scorepad.league.table_request import TableRequest
from scorepad.league.tables import RankedPage, with_comparisons
from scorepad.store import Club

MAX, USUAL = 100, 50
"""The most rows of a page, and the default."""

Group = Literal["people", "partnerships"]
FigureName = Literal["wins", "share", "rating", "gained", "best", "points", "books", "games"]


class SeasonName(TypedDict):
    """A season of the league."""

    id: int
    name: str


class StandingRow(TypedDict):
    """A row of a table. Equal figures share a rank."""

    rank: Annotated[int | None, "null if there was nothing to compare"]
    competitor: Competitor
    value: Annotated[float | None, "The figure that ranks it; null if there was nothing to compare"]
    figures: Figures


class Standings(TypedDict):
    """A page of a table."""

    group: Group
    by: Annotated[FigureName, "The figure that ranks the table; wins where another cannot be compared"]
    first_day: Annotated[str | None, "The first day (YYYY-MM-DD) whose games count; null from the first game on"]
    last_day: Annotated[str | None, "The last day (YYYY-MM-DD) whose games count; null up to now"]
    season: SeasonName | None
    kind: Annotated[int | None, "The kind of game; null for all kinds"]
    games: Annotated[int, "Finished games in these days"]
    least: Annotated[int, "How many games it takes to be listed"]
    rows: list[StandingRow]
    count: Annotated[int, "Rows of the whole table"]
    next: Annotated[str | None, "The cursor of the next page; null on the last one"]


def today_of(club: Club) -> date:
    """Return today by the club's clock."""
    return club.clock.today()


def standings_document(people: ClubPeople, asked: TableRequest, *, size: int = USUAL) -> Standings:
    """Return a page of a table, after the cursor `asked.query.after` if it is set."""
    query, games, table = asked.query, asked.games, asked.table
    page = with_comparisons(table.page(size, query.after, query.before), games, asked.played, query.group)
    days, season = query.days.rated, query.days.season
    return {
        "group": "people" if query.group == "people" else "partnerships",
        "by": table.figure.value,
        "first_day": days.first,
        "last_day": days.last,
        "season": {"id": season.id, "name": season.name} if season else None,
        "kind": query.kind,
        "games": games.count,
        "least": table.least,
        "rows": rows_of(page, table.figure, people),
        "count": page.count,
        "next": page.following or None,
    }


def rows_of(page: RankedPage, figure: Figure, people: ClubPeople) -> list[StandingRow]:
    return [_row(row, figure, people) for row in page.rows]


def _row(row: RankedStanding, figure: Figure, people: ClubPeople) -> StandingRow:
    standing = row.standing
    value = figure_of(figure, standing) if row.has_figure else None
    if figure is Figure.WINS:
        value = float(standing.wins)
    return {
        "rank": row.rank if row.has_figure else None,
        "competitor": competitor(standing.competitor, people),
        "value": number(value),
        "figures": figures(standing),
    }
