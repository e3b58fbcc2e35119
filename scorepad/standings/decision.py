"""The table that decides a season."""

from dataclasses import dataclass
from datetime import date
from functools import partial

from scorepad.standings.league_table import PARTNERSHIPS, PlayedGames, Table, league_table
from scorepad.standings.people import ClubPeople
from scorepad.store import Season


@dataclass(frozen=True, slots=True)
class Decision:
    """The table that decides a season.

    `is_open`: no one reached the season's minimum of games, so a table with a lower minimum decides. `has_better`:
    someone with fewer games than the minimum has a better figure than the first.
    """

    table: Table
    is_open: bool = False
    has_better: bool = False

    @property
    def reason(self) -> str:
        """The figure of the first, and the minimum of games if someone below it has a better figure."""
        among = f", the best of those with {self.table.least} games or more" if self.has_better else ""
        return f"{self.table.reason}{among}"


def decide(
    season: Season, games: PlayedGames, people: ClubPeople, group: str, upto: int | None, *, today: date
) -> Decision:
    """Return the table that decides a season. Its games must be rankable by the season's figure."""
    rank = partial(league_table, games, people, group, figure=season.ranked_by, upto=upto)
    usual = rank(least=None if group == PARTNERSHIPS else 1)
    table = usual if usual.least >= season.least else rank(least=season.least)
    if not table.count and usual.count and season.is_over(today):
        return Decision(usual, is_open=True)
    if usual.least == 1:
        first = usual.first
    else:
        first = games.league.cached(("first", season.id, group), lambda: rank(least=1).first)
    return Decision(table, has_better=bool(table.first) and set(first).isdisjoint(table.first))
