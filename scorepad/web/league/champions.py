"""Who is first in a season: the champion when it is over, the leader while it runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepad.language.words import plural
from scorepad.league.figures import FIGURES
from scorepad.league.table_request import Decision, decide
from scorepad.league.tables import PARTNERSHIPS, LeagueTable, PlayedGames
from scorepad.store import Season
from scorepad.web.app.freshness import today
from scorepad.web.people.people_view import Competitor, PeopleView

MAX_EQUALS = 3
"""If more than this many are tied for first, there is no champion."""

UNTOLD = "No champion: these games do not record what decides the season."
UNDECIDED = "Points a round can only be compared within one kind of game, and this season has several kinds."


@dataclass(frozen=True, slots=True)
class Champions:
    """Who is first in a season, people or partnerships, and why; no winners while nothing is decided.

    `note` is set if no one has the number of games that the season requires.
    """

    title: str = ""
    winners: Sequence[Competitor] = ()
    reason: str = ""
    note: str = ""


def champions(season: Season, games: PlayedGames, people: PeopleView, group: str) -> Champions:
    """Return the first people or partnerships of a season."""
    if not games.can_rank_by(season.figure):
        why = UNDECIDED if games.tells(season.figure) else UNTOLD
        return Champions(reason=why if games.count else "")
    return first_of(season, decide(season, games, people, group, today=today()), people, group)


def first_of(season: Season, decision: Decision, people: PeopleView, group: str) -> Champions:
    table = decision.table
    if not table.first:
        return Champions()
    if equals := too_many_equals(season, table, group):
        return Champions(champion_title(season, group, several=False), reason=equals)
    winners = [people.competitor(key) for key in table.first]
    title = champion_title(season, group, several=len(winners) > 1)
    first = Champions(title, winners, decision.reason)
    return replace(first, note=open_note(season, group, title, table.least)) if decision.is_open else first


def too_many_equals(season: Season, table: LeagueTable, group: str) -> str:
    """Return why no one is first, if more are tied than there may be champions, else ""."""
    if len(table.first) <= MAX_EQUALS:
        return ""
    no_one = "No champion" if season.is_over(today()) else "No one leads"
    return f"{no_one}: {len(table.first)} {'pairs' if group == PARTNERSHIPS else 'people'} are equal"


def open_note(season: Season, group: str, title: str, least: int) -> str:
    """Return why competitors with fewer games than the season requires are ranked."""
    no_one = "No partnership" if group == PARTNERSHIPS else "No one"
    are = "are" if title.endswith("s") else "is"
    among = f"of those with {least} or more" if least > 1 else "among all"
    return f"{no_one} played {plural(season.least, 'game', 'games')}; the {title.lower()} {are} first {among}."


def champion_title(season: Season, group: str, *, several: bool) -> str:
    """Return the title of the first of a season: "Champion", "In the lead"."""
    partners = group == PARTNERSHIPS
    if not season.is_over(today()):
        return "Partners in the lead" if partners else "In the lead"
    if partners:
        return "Champion partnerships" if several else "Champion partnership"
    return "Champions" if several else "Champion"


def decided_by(season: Season) -> str:
    """Return what decides a season: "By win share, of those with 6 games or more"."""
    best = f" of everyone’s best {plural(season.best, 'evening', 'evenings')}" if season.best else ""
    least = f", of those with {season.least} games or more" if season.least > 1 else ""
    return f"By {FIGURES[season.figure].label.lower()}{best}{least}"


def season_state(season: Season) -> str:
    """Return whether a season is running, in a word or two."""
    if not season.has_begun(today()):
        return "Not begun yet"
    return "Over" if season.is_over(today()) else "Running"
