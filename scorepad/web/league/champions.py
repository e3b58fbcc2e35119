"""Who is first in a season: the champion when it is over, the leader while it runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepad.scoring.text.explain import plural
from scorepad.store import Season
from scorepad.web.league.figures import FIGURES
from scorepad.web.league.freshness import today
from scorepad.web.league.league_table import PARTNERSHIPS, PlayedGames, Table, league_table
from scorepad.web.people.people_view import Competitor, PeopleView

UNDECIDED = "Points a round can only be compared within one kind of game, and this season has several kinds."


@dataclass(frozen=True, slots=True)
class Champions:
    """The first of a season, people or partnerships, and why; without winners while nothing is decided.

    `note` says so if no one has the number of games that the season asks for.
    """

    title: str = ""
    winners: Sequence[Competitor] = ()
    reason: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """The table that decides a season.

    `is_open`: everyone is in it, because no one reached its number of games. `has_better`: someone with fewer games
    than it asks for has a better figure than the first.
    """

    table: Table
    is_open: bool = False
    has_better: bool = False

    @property
    def reason(self) -> str:
        """What puts the first there, and among whom if that matters."""
        among = f", the best of those with {self.table.least} games or more" if self.has_better else ""
        return f"{self.table.reason}{among}"


def decide(season: Season, games: PlayedGames, people: PeopleView, group: str, upto: int | None) -> Decision:
    """The table that decides a season, by a figure that its games can be ranked by."""
    table = league_table(games, people, group, figure=season.ranked_by, least=season.least, upto=upto)
    if table.least == 1 or not (table.count or season.is_over(today())):
        return Decision(table)
    everyone = league_table(games, people, group, figure=season.ranked_by, least=1, upto=upto)
    if table.count:
        return Decision(table, has_better=set(everyone.first).isdisjoint(table.first))
    return Decision(everyone, is_open=True) if everyone.count else Decision(table)


def champions(season: Season, games: PlayedGames, people: PeopleView, group: str) -> Champions:
    """The first people or partnerships of a season."""
    if not games.can_rank_by(season.figure):
        return Champions(reason=UNDECIDED if games.count else "")
    return first_of(season, decide(season, games, people, group, upto=1), people, group)


def first_of(season: Season, decision: Decision, people: PeopleView, group: str) -> Champions:
    """The first of the table that decides a season."""
    table = decision.table
    if not table.first:
        return Champions()
    winners = [people.competitor(key) for key in table.first]
    title = champion_title(season, group, several=len(winners) > 1)
    first = Champions(title, winners, decision.reason)
    return replace(first, note=open_note(season, group, title)) if decision.is_open else first


def open_note(season: Season, group: str, title: str) -> str:
    """Why the champions are first among all."""
    no_one = "No partnership" if group == PARTNERSHIPS else "No one"
    are = "are" if title.endswith("s") else "is"
    return f"{no_one} played {plural(season.least, 'game', 'games')}; the {title.lower()} {are} first among all."


def champion_title(season: Season, group: str, *, several: bool) -> str:
    """The title of the first of a season."""
    partners = group == PARTNERSHIPS
    if not season.is_over(today()):
        return "Partners in the lead" if partners else "In the lead"
    if partners:
        return "Champion partnerships" if several else "Champion partnership"
    return "Champions" if several else "Champion"


def decided_by(season: Season) -> str:
    """What decides a season, in a few words: "By win share, of those with 6 games or more"."""
    best = f" of each one’s best {plural(season.best, 'evening', 'evenings')}" if season.best else ""
    least = f", of those with {season.least} games or more" if season.least > 1 else ""
    return f"By {FIGURES[season.figure].label.lower()}{best}{least}"


def season_state(season: Season) -> str:
    """Whether a season runs, in a word or two."""
    if not season.has_begun(today()):
        return "Not begun yet"
    return "Over" if season.is_over(today()) else "Running"
