"""Who leads each running season, for the home page."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.league.tables import PEOPLE, DayRange, PlayedGames
from scorepad.scoring.text.explain import plural
from scorepad.store import Season
from scorepad.web.app.current import g
from scorepad.web.league.champions import champions
from scorepad.web.league.freshness import today
from scorepad.web.people.people_view import Competitor, PeopleView

MAX_SEASONS = 2
"""The most seasons on the home page; those that began last are shown."""


@dataclass(frozen=True, slots=True)
class SeasonLeader:
    """Who leads a season, and why."""

    season: Season
    first: Sequence[Competitor]
    reason: str

    @property
    def named(self) -> Sequence[Competitor]:
        """The leaders named in the sentence: both of two, else only the first."""
        return self.first if len(self.first) < 3 else self.first[:1]

    @property
    def lead(self) -> str:
        """The words after the names: " leads ", " and 2 others lead "."""
        others = len(self.first) - len(self.named)
        if others:
            return f" and {plural(others, 'other', 'others')} lead "
        return " lead " if len(self.first) > 1 else " leads "


def season_leaders(people: PeopleView) -> list[SeasonLeader]:
    """Return the leaders of the running seasons, the latest to begin first, without seasons that have no leader."""
    running = [season for season in g.club.store.seasons.all() if season.is_running(today())]
    leaders = []
    for season in running[:MAX_SEASONS]:
        first = champions(season, PlayedGames.over(g.club.store.league, DayRange.of_season(season)), people, PEOPLE)
        if first.winners:
            leaders.append(SeasonLeader(season, first.winners, first.reason))
    return leaders
