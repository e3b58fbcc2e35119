"""A table of the league: a range of days, the games played in it, and the rows ranked by one figure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Self

from scorepad.league.competitors import CompetitorKey, members
from scorepad.league.facts import Tally
from scorepad.league.ratings import rating_of
from scorepad.league.spans import ALL_TIME, Stretch, cover
from scorepad.league.standings import Figure, Row, Standing, champions, ranked
from scorepad.store import Season
from scorepad.web.app.current import g
from scorepad.web.app.templates import day
from scorepad.web.league.figures import FIGURES, LUCK, PLAY, figure_text, sentence, shared_sentence
from scorepad.web.people.people_view import Competitor, PeopleView

PEOPLE, PARTNERSHIPS = "people", "partnerships"

ALL = "all"
DAYS = "days"
SEASON = "season-"
"""The ranges in an address: all games, typed days, or a season by its id."""

_OF_POINTS = (Figure.POINTS, LUCK, PLAY)


@dataclass(frozen=True, slots=True)
class DayRange:
    """Days from the first to the last, both included; None is open on that side."""

    key: str
    name: str
    first: date | None = None
    last: date | None = None
    season: Season | None = None

    @classmethod
    def of_season(cls, season: Season) -> Self:
        key = f"{SEASON}{season.id}"
        return cls(key, season.name, season.first_day, season.last_day, season)

    @property
    def text(self) -> str:
        """The days as the beginning of a sentence."""
        text = days_text(self.first, self.last)
        return f"{text[0].upper()}{text[1:]}"

    @property
    def until(self) -> str | None:
        """The last day (ISO); None if it is open."""
        return self.last.isoformat() if self.last else None

    @property
    def address(self) -> dict[str, str]:
        """The arguments of an address with these days."""
        if self.key != DAYS:
            return {"over": self.key}
        ends = {"from": self.first, "to": self.last}
        return {"over": DAYS} | {name: end.isoformat() for name, end in ends.items() if end}

    def within(self, played: tuple[str, str] | None) -> tuple[date, date] | None:
        """The days that lie between a club's first and last game (ISO); None if there are none."""
        if played is None:
            return None
        first, last = map(date.fromisoformat, played)
        first, last = max(self.first or first, first), min(self.last or last, last)
        return (first, last) if first <= last else None

    def stretches(self, played: tuple[str, str] | None) -> tuple[Stretch, ...]:
        """The stored sums that add up to these days, in a club with games from the first to the last of `played`."""
        days = self.within(played)
        if days is None:
            return ()
        is_everything = tuple(end.isoformat() for end in days) == played
        return ALL_TIME if is_everything else cover(*days)


EVERYTHING = DayRange(ALL, "All games")


def days_text(first: date | None, last: date | None) -> str:
    """Days in words: "1 Jan 2026 to 31 Mar 2026", "from 1 Jan 2026 on"."""
    if first and last:
        return f"{day(first.isoformat())} to {day(last.isoformat())}"
    if first:
        return f"from {day(first.isoformat())} on"
    return f"up to {day(last.isoformat())}" if last else "from the first game on"


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """The games of a club over a range of days: their tallies by kind, or those of one kind."""

    range: DayRange
    club_days: tuple[str, str] | None
    tallies: dict[int, Tally]
    kind: int | None = None

    @classmethod
    def over(cls, days: DayRange, kind: int | None = None) -> "PlayedGames":
        """The games over a range, of one kind or of all."""
        league = g.club.store.league
        club_days = league.days()
        tallies = league.club_tallies(days.stretches(club_days))
        if kind is not None:
            tallies = {kind: tallies[kind]} if kind in tallies else {}
        return cls(days, club_days, tallies, kind)

    @property
    def has_one_kind(self) -> bool:
        """Whether all games are of one kind, so that their points can be compared."""
        return len(self.tallies) == 1

    @property
    def count(self) -> int:
        return sum(tally.games for tally in self.tallies.values())

    def can_rank_by(self, figure: Figure) -> bool:
        """Whether these games can be ranked by a figure: points need games of one kind."""
        return figure is not Figure.POINTS or self.has_one_kind

    def standings(self, people: PeopleView, group: str) -> list[Standing]:
        """Everyone in the tables of people or partnerships, in no order, without ratings."""
        stretches = self.range.stretches(self.club_days)
        tallies = g.club.store.league.tallies(group, stretches, self.kind)
        return [Standing(key, tally, None) for key, tally in tallies.items() if people.is_ranked(key)]


@dataclass(frozen=True)
class LeagueTable:
    """The rows of a table, best first, and the figure that ranks them. Only `rated` rows surely have ratings."""

    rows: list[Row]
    figure: Figure
    until: str | None

    @classmethod
    def rank(
        cls,
        standings: Iterable[Standing],
        days: DayRange,
        people: PeopleView,
        *,
        figure: Figure,
        least: int,
        upto: int | None = None,
    ) -> "LeagueTable":
        """Rank everyone with at least `least` games; see `scorepad.league.standings.ranked` for `upto`."""
        enough = [standing for standing in standings if standing.tally.games >= least]
        if figure is Figure.RATING:
            enough = _with_ratings(enough, days.until)
        rows = ranked(enough, figure, people.name_of, least, upto=upto)
        return cls(rows, figure, days.until)

    @classmethod
    def of_season(cls, season: Season, games: PlayedGames, people: PeopleView, group: str, upto: int) -> "LeagueTable":
        standings = games.standings(people, group)
        return cls.rank(standings, games.range, people, figure=season.figure, least=season.least, upto=upto)

    def rated(self, start: int, count: int) -> list[Row]:
        """Some of the rows, with ratings."""
        rows = self.rows[start : start + count]
        standings = _with_ratings([row.standing for row in rows], self.until)
        return [replace(row, standing=new) for row, new in zip(rows, standings, strict=True)]

    @property
    def first(self) -> list[CompetitorKey]:
        """Everyone who shares the first rank."""
        return champions(self.rows)

    @property
    def reason(self) -> str:
        """The figure that put them first."""
        best = self.rated(0, 1)[0].standing
        make = shared_sentence if len(self.first) > 1 else sentence
        return make(self.figure, best)


def _with_ratings(standings: list[Standing], until: str | None) -> list[Standing]:
    """The same with ratings. Players without a game have the rating that everyone starts with."""
    people = {person for standing in standings for person in members(standing.competitor)}
    ratings = g.club.store.league.ratings(people, until)
    return [replace(standing, rating=rating_of(members(standing.competitor), ratings)) for standing in standings]


@dataclass(frozen=True, slots=True)
class FigureCell:
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class TableRow:
    rank: int
    competitor: Competitor
    cells: list[FigureCell]


def columns(figure: Figure, *, with_points: bool) -> list[str]:
    """The codes of the columns: the figure that ranks first, then games, then the others."""
    others = [code for code in FIGURES if code not in (figure, Figure.GAMES)]
    if not with_points:
        others = [code for code in others if code not in _OF_POINTS]
    games = [] if figure is Figure.GAMES else [Figure.GAMES.value]
    return [figure.value, *games, *others]


def table_rows(rows: Iterable[Row], codes: Sequence[str], people: PeopleView) -> list[TableRow]:
    return [
        TableRow(
            row.rank,
            people.competitor(row.standing.competitor),
            [FigureCell(code, figure_text(code, row.standing)) for code in codes],
        )
        for row in rows
    ]
