"""Who won a season, or leads it while it runs, as the pages of seasons say it."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.store import Season
from scorepad.web.keeping_up import today
from scorepad.web.league.ranges import Range
from scorepad.web.league.table import PARTNERSHIPS, PEOPLE, LeagueTable, Played, can_decide
from scorepad.web.whos import Shown, Whos

UNDECIDED = (
    "Nobody: points a round are compared among games of one kind only, and here are several kinds."
)


@dataclass(frozen=True, slots=True)
class Champions:
    """Who is first in a season, people or partnerships, and what made them so; nobody where nothing was played."""

    title: str = ""
    who: Sequence[Shown] = ()
    said: str = ""


def champions(
    season: Season, played: Played, everybody: Whos, whose: str, table: LeagueTable | None = None
) -> Champions:
    """Who is first in a season's own table, which is worked out where it is not given."""
    if not can_decide(season, played):
        return Champions(said=UNDECIDED if played.games else "")
    table = table or LeagueTable.of(played, everybody, whose, season.figure, season.least, upto=1)
    if not table.first:
        return Champions()
    best = [everybody.of_key(who) for who in table.first]
    title = title_of(season, whose, several=len(best) > 1)
    return Champions(title, best, table.first_said)


def title_of(season: Season, whose: str, *, several: bool) -> str:
    """What whoever is first in a season is called."""
    partners = whose == PARTNERSHIPS
    if not season.is_over(today()):
        return "Partners in the lead" if partners else "In the lead"
    if partners:
        return "Champion partnerships" if several else "Champion partnership"
    return "Champions" if several else "Champion"


@dataclass(frozen=True, slots=True)
class ListedSeason:
    """A season in the list of them."""

    season: Season
    days: str
    state: str
    champions: Champions


def listed(seasons: Sequence[Season], everybody: Whos) -> list[ListedSeason]:
    """Seasons with who won each."""
    found = []
    for season in seasons:
        span = Range.of_season(season)
        first = champions(season, Played.over(span), everybody, PEOPLE)
        found.append(ListedSeason(season, span.said, state(season), first))
    return found


def state(season: Season) -> str:
    """Whether a season runs, in a word or two."""
    if not season.has_begun(today()):
        return "Still to come"
    return "Over" if season.is_over(today()) else "Running"
