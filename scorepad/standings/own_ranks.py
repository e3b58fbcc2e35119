"""The ranks of one person or partnership in the tables of all games: docs/league.md, "A player's page"."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepad.league.competitors import is_partnership
from scorepad.league.standings import PROVISIONAL, Figure
from scorepad.standings.competitor_figures import CompetitorFigures
from scorepad.standings.day_range import EVERYTHING
from scorepad.standings.league_table import PARTNERSHIPS, PEOPLE, LeagueTable, PlayedGames, league_table
from scorepad.standings.people import ClubPeople
from scorepad.standings.stored_table import value_of

FEWEST = 2
"""The fewest rows of a table for its ranks to be shown."""


@dataclass(frozen=True, slots=True)
class OwnRank:
    """A rank by a figure among `count` rows. None if `missing` more games are needed for a rank."""

    figure: Figure
    rank: int | None
    count: int
    missing: int = 0


def own_ranks(own: CompetitorFigures, people: ClubPeople) -> list[OwnRank]:
    """Return the ranks by rating and by wins; none for a competitor whom tables do not list."""
    if not own.tally.games or not people.is_ranked(own.key):
        return []
    return [rank for rank in _ranks(own, people) if rank.missing or rank.count >= FEWEST]


def _ranks(own: CompetitorFigures, people: ClubPeople) -> Iterator[OwnRank]:
    group = PARTNERSHIPS if is_partnership(own.key) else PEOPLE
    games = PlayedGames.over(own.club.league, EVERYTHING)
    least, ratings = _ratings(games, people, group)
    above = len(ratings) - bisect_right(ratings, own.rating.shown)
    yield _rank(own, Figure.RATING, max(least, PROVISIONAL), above, len(ratings))
    table = league_table(games, people, group, figure=Figure.WINS, least=None)
    above = table.above(value_of(Figure.WINS, own.standing))
    yield _rank(own, Figure.WINS, table.least, above, table.count)


def _rank(own: CompetitorFigures, figure: Figure, least: int, above: int, count: int) -> OwnRank:
    missing = max(least - own.tally.games, 0)
    return OwnRank(figure, None if missing else above + 1, count, missing)


def _ratings(games: PlayedGames, people: ClubPeople, group: str) -> tuple[int, Sequence[float]]:
    """Return the minimum of games of the table by rating, and its ratings, ascending."""

    def ratings() -> tuple[int, Sequence[float]]:
        table = LeagueTable.rank(games, group, people, figure=Figure.RATING, least=None)
        return table.least, array("d", [value_of(Figure.RATING, row.standing) for row in reversed(table.rows)])

    return games.league.cached(("ratings", group), ratings)
