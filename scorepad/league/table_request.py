"""The table that a request asks for: a URL of the league's page or the API, or the command line."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Self

from scorepad.league.club_names import ClubPeople, club_kind_names
from scorepad.league.facts import CompetitorKey, parse_competitor
from scorepad.league.standings import Figure
from scorepad.league.tables import (
    ALL,
    DAYS,
    EVERYTHING,
    PARTNERSHIPS,
    PEOPLE,
    SEASON,
    DayRange,
    LeagueTable,
    PlayedGames,
    league_table,
)
from scorepad.numbers import whole_number
from scorepad.store import Club, Season
from scorepad.store.results.rows import PlayedKind
from scorepad.store.seasons import MAX_MIN_GAMES

# ---- The query: days, people or partnerships, kind of game, order, and rows

ARGUMENTS = ("over", "from", "to", "had", "whose", "kind", "by", "least", "after", "before")

LONGEST = 40
"""Characters of an argument that are read. The rest is cut off."""

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
NO_DAY = "Type a day as year, month and day, such as 2026-03-31."
WRONG_ORDER = "The last day is before the first."
MIN = f"Type a number of games from 1 to {MAX_MIN_GAMES}."


@dataclass
class StandingsQuery:
    """A parsed query: the texts of its arguments, their values, and faults by argument."""

    texts: dict[str, str]
    days: DayRange
    group: str = PEOPLE
    kind: int | None = None
    figure: Figure = Figure.WINS
    least: int | None = None
    after: CompetitorKey = ""
    before: CompetitorKey = ""
    faults: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, args: Mapping[str, str], seasons: Sequence[Season], kinds: Collection[int], today: date) -> Self:
        """Parse query arguments. Missing and invalid ones get their usual values."""
        texts = {name: args.get(name, "")[:LONGEST].strip() for name in ARGUMENTS}
        days, faults = _day_range(texts, seasons, today)
        query = cls(texts, days, figure=usual_figure(days), least=usual_least(days), faults=faults)
        query._parse_group()
        query._parse_kind(kinds)
        query._parse_order()
        query._parse_least()
        query.after, query.before = (parse_competitor(texts[name]) or "" for name in ("after", "before"))
        return query

    def _parse_group(self) -> None:
        if self.texts["whose"] in (PEOPLE, PARTNERSHIPS):
            self.group = self.texts["whose"]
        elif self.texts["whose"]:
            self.faults["whose"] = "Choose people or partnerships."

    def _parse_kind(self, kinds: Collection[int]) -> None:
        if not self.texts["kind"]:
            return
        self.kind = whole_number(self.texts["kind"])
        if self.kind not in kinds:
            self.kind = None
            self.faults["kind"] = "No game of this kind is finished yet. Choose another."

    def _parse_order(self) -> None:
        if self.texts["by"] in list(Figure):
            self.figure = Figure(self.texts["by"])
        elif self.texts["by"]:
            self.faults["by"] = "A table cannot be ranked by that. Choose another figure."

    def _parse_least(self) -> None:
        if not self.texts["least"]:
            return
        least = whole_number(self.texts["least"], 1, MAX_MIN_GAMES)
        if least is None:
            self.faults["least"] = MIN
        else:
            self.least = least

    def address(self, **changes: str) -> dict[str, str]:
        """Return the arguments for the first page of this table, or of one with these changes."""
        args = self.days.address | {"whose": self.group, "by": self.figure.value}
        if self.kind is not None:
            args["kind"] = str(self.kind)
        if self.least is not None and (self._has_least_of_pairs or self.least != usual_least(self.days)):
            args["least"] = str(self.least)
        return args | changes

    @property
    def is_reordered(self) -> bool:
        return self.figure is not usual_figure(self.days)

    @property
    def decides_season(self) -> bool:
        """Whether this is the table that decides a season."""
        season = self.days.season
        choices = (self.kind, self.figure, self.least)
        return season is not None and choices == (None, season.ranked_by, season.least) and not self._has_least_of_pairs

    @property
    def _has_least_of_pairs(self) -> bool:
        """Whether the query sets a minimum for partnerships; a season's usual one may be higher than `season.least`."""
        return self.group == PARTNERSHIPS and bool(self.texts["least"])


def usual_figure(days: DayRange) -> Figure:
    """Return the default order of a table over these days."""
    return days.season.ranked_by if days.season else Figure.WINS


def usual_least(days: DayRange) -> int | None:
    """Return a season's minimum of games; None for other days, whose minimum depends on the busiest competitor."""
    return days.season.least if days.season else None


def usual_days(seasons: Sequence[Season], today: date) -> DayRange:
    """Return the running season that began last, in a tie the shorter one; else the latest season, else all games."""
    begun = [season for season in seasons if season.has_begun(today)]
    running = [season for season in begun if season.is_running(today)]
    running.sort(key=lambda season: (-season.first_day.toordinal(), season.last_day or date.max))
    return DayRange.of_season((running or begun)[0]) if begun else EVERYTHING


def _day_range(texts: Mapping[str, str], seasons: Sequence[Season], today: date) -> tuple[DayRange, dict[str, str]]:
    """Return the days of a query and its faults; the usual days if there are any faults.

    Typed days win over a season that was chosen in the same form.
    """
    over = DAYS if _has_new_days(texts) else texts["over"]
    usual = usual_days(seasons, today)
    if not over:
        return usual, {}
    if over == ALL:
        return EVERYTHING, {}
    if over == DAYS:
        return _typed_days(texts, usual)
    number = whole_number(over.removeprefix(SEASON)) if over.startswith(SEASON) else None
    for season in seasons:
        if season.id == number:
            return DayRange.of_season(season), {}
    return usual, {"over": "There is no such season. Choose another."}


def _has_new_days(texts: Mapping[str, str]) -> bool:
    """Whether the days differ from those in the form as rendered, which it sends as `had`."""
    return f"{texts['from']}/{texts['to']}" not in ("/", texts["had"])


def _typed_days(texts: Mapping[str, str], usual: DayRange) -> tuple[DayRange, dict[str, str]]:
    days: dict[str, date | None] = {}
    faults = {}
    for name in ("from", "to"):
        try:
            days[name] = read_day(texts[name])
        except ValueError as error:
            faults[name] = str(error)
    first, last = days.get("from"), days.get("to")
    if first and last and last < first:
        faults["to"] = WRONG_ORDER
    if not faults and not (first or last):
        faults["from"] = "Choose the first day, the last day, or both."
    if faults:
        return usual, faults
    typed = DayRange(DAYS, "", first, last)
    return replace(typed, name=typed.text), {}


def read_day(text: str) -> date | None:
    """Parse a typed day; None if nothing was typed. Raises ValueError with a sentence for the user."""
    if not text.strip():
        return None
    try:
        if _DAY.fullmatch(text.strip()):
            return date.fromisoformat(text.strip())
    except ValueError:
        pass
    raise ValueError(NO_DAY)


def is_day(text: str) -> bool:
    """Whether a text is a day in the format of browsers' date inputs."""
    try:
        return read_day(text) is not None
    except ValueError:
        return False


# ---- The table that decides a season


@dataclass(frozen=True, slots=True)
class Decision:
    """The table that decides a season.

    `is_open`: no one reached the season's minimum of games, so a table with a lower minimum decides. `has_better`:
    someone with fewer games than the minimum has a better figure than the first.
    """

    table: LeagueTable
    is_open: bool = False
    has_better: bool = False

    @property
    def reason(self) -> str:
        """The figure of the first, and the minimum of games if someone below it has a better figure."""
        among = f", the best of those with {self.table.least} games or more" if self.has_better else ""
        return f"{self.table.reason}{among}"


def decide(season: Season, games: PlayedGames, people: ClubPeople, group: str, *, today: date) -> Decision:
    """Return the table that decides a season. Its games must be rankable by the season's figure."""
    rank = partial(league_table, games, people, group, figure=season.ranked_by)
    usual = rank(least=None if group == PARTNERSHIPS else 1)
    table = usual if usual.least >= season.least else rank(least=season.least)
    if not table.count and usual.count and season.is_over(today):
        return Decision(usual, is_open=True)
    first = usual.first if usual.least == 1 else rank(least=1).first
    return Decision(table, has_better=bool(table.first) and set(first).isdisjoint(table.first))


# ---- The table


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table with the query that requested it, whose errors are in `query.faults`, and its games."""

    query: StandingsQuery
    seasons: Sequence[Season]
    played: Sequence[PlayedKind]
    kinds: Mapping[int, str]
    games: PlayedGames
    table: LeagueTable
    decision: Decision | None = None
    """The season's decision, if this is the table that decides a season."""

    @classmethod
    def of(cls, club: Club, people: ClubPeople, args: Mapping[str, str], *, today: date) -> Self:
        """Return the table for these query arguments."""
        seasons, played = club.seasons.all(), club.league.kinds()
        kinds = club_kind_names(club, played)
        query = StandingsQuery.parse(args, seasons, kinds, today)
        games = PlayedGames.over(club.league, query.days, query.kind)
        season = query.days.season
        if season and query.decides_season and games.can_rank_by(season.figure):
            decision = decide(season, games, people, query.group, today=today)
            return cls(query, seasons, played, kinds, games, decision.table, decision)
        figure = query.figure if games.can_rank_by(query.figure) else Figure.WINS
        table = league_table(games, people, query.group, figure=figure, least=query.least)
        return cls(query, seasons, played, kinds, games, table)
