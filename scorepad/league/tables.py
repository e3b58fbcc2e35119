"""League tables: a range of days, the games played in it, and rows ranked by one figure."""

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property, partial
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple, Self

from scorepad.language.words import plural
from scorepad.league.club_names import ClubPeople, club_luck
from scorepad.league.facts import CompetitorKey, Tally, members
from scorepad.league.figures import FIGURES, LUCK, PLAY, about, sentence, shared_sentence
from scorepad.league.periods import ALL_TIME, Part, cover
from scorepad.league.ratings import shown_of
from scorepad.league.standings import (
    PROVISIONAL,
    BestEvenings,
    Figure,
    Placed,
    RankedStanding,
    Standing,
    figure_of,
    has_figure,
    usual_least,
)
from scorepad.scoring.names import fold_name
from scorepad.scoring.text.explain import days_text
from scorepad.store import Season
from scorepad.store.league import League
from scorepad.store.results.reads import PLACED_BY, EveningsOf
from scorepad.store.results.rows import PlayedKind
from scorepad.store.results.tables import NO_FIGURE, size_of

# ---- A page of a table


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page of a table: its rows, the number of rows before it, and the number in the whole table."""

    rows: list[RankedStanding]
    start: int
    count: int

    @property
    def previous(self) -> CompetitorKey:
        """The first competitor, before which the previous page ends; "" if there is no previous page."""
        return self.rows[0].standing.competitor if self.rows and self.start else ""

    @property
    def following(self) -> CompetitorKey:
        """The last competitor, after which the next page starts; "" if there is no next page."""
        return self.rows[-1].standing.competitor if self.rows and self.start + len(self.rows) < self.count else ""


class RatedDays(NamedTuple):
    """The first and last day (ISO) of a table with ratings; None is open-ended."""

    first: str | None = None
    last: str | None = None


def with_ratings(league: League, standings: list[Standing], days: RatedDays) -> list[Standing]:
    """Return the standings with the ratings before and after the days, and whether they are provisional."""
    few = [standing.competitor for standing in standings if standing.tally.games < PROVISIONAL]
    games = league.recent.count_games(few, days.last, PROVISIONAL)
    return [
        replace(standing, is_provisional=games.get(standing.competitor, PROVISIONAL) < PROVISIONAL)
        for standing in league.rated(standings, *days)
    ]


# ---- The days of a table: all time, typed days, or a season

ALL = "all"
DAYS = "days"
SEASON = "season-"
"""The ranges in a URL: all games, typed days, or a season by its id."""


@dataclass(frozen=True, slots=True)
class DayRange:
    """Days from the first to the last, inclusive; None is open-ended."""

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
        """The days in words, capitalised to start a sentence."""
        return (text := days_text(self.first, self.last))[0].upper() + text[1:]

    @property
    def rated(self) -> RatedDays:
        """The days as ISO strings, for reading ratings before and after them."""
        return RatedDays(*(end.isoformat() if end else None for end in (self.first, self.last)))

    @property
    def address(self) -> dict[str, str]:
        """The query arguments of a URL with these days."""
        if self.key != DAYS:
            return {"over": self.key}
        ends = {"from": self.first, "to": self.last}
        return {"over": DAYS} | {name: end.isoformat() for name, end in ends.items() if end}

    def within(self, played: tuple[str, str] | None) -> tuple[date, date] | None:
        """Return the part of the range between a club's first and last game (ISO); None if it is empty."""
        if played is None:
            return None
        first, last = map(date.fromisoformat, played)
        first, last = max(self.first or first, first), min(self.last or last, last)
        return (first, last) if first <= last else None

    def parts(self, played: tuple[str, str] | None) -> tuple[Part, ...]:
        """Return the sums that add up to these days. `played` are the days of the club's first and last game."""
        days = self.within(played)
        if days is None:
            return ()
        is_everything = tuple(end.isoformat() for end in days) == played
        return ALL_TIME if is_everything else cover(*days)


EVERYTHING = DayRange(ALL, "All games")


# ---- Any table


def with_evenings(league: League, standings: list[Standing], season: Season) -> list[Standing]:
    last = season.last_day.isoformat() if season.last_day else None
    everyone: dict[str, BestEvenings] = {}
    for size in {size_of(standing.competitor) for standing in standings}:
        query = EveningsOf(size, season.first_day.isoformat(), last, season.figure)
        everyone |= league.evening_values.best(query, season.best or 0)
    none = BestEvenings((), 0, season.figure)
    return [replace(standing, best=everyone.get(standing.competitor, none)) for standing in standings]


PEOPLE, PARTNERSHIPS = "people", "partnerships"


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """A club's games over a range of days, of all kinds or one, with their tallies by kind."""

    league: League
    range: DayRange
    club_days: tuple[str, str] | None
    tallies: dict[int, Tally]
    kind: int | None = None

    @classmethod
    def over(cls, league: League, days: DayRange, kind: int | None = None) -> "PlayedGames":
        """Return the games over a range of days, of one kind or of all."""
        club_days = league.days()
        tallies = league.club_tallies(days.parts(club_days))
        if kind is not None:
            tallies = {kind: tallies[kind]} if kind in tallies else {}
        return cls(league, days, club_days, tallies, kind)

    @property
    def has_one_kind(self) -> bool:
        """Whether all games are of one kind, so that their points can be compared."""
        return len(self.tallies) == 1

    @property
    def count(self) -> int:
        return sum(tally.games for tally in self.tallies.values())

    def can_rank_by(self, figure: Figure) -> bool:
        """Whether these games can be ranked by a figure. Some need one kind of game, a first day, or best evenings."""
        if figure is Figure.GAINED:
            return self.range.first is not None
        if figure is Figure.BEST:
            return self.kind is None and self.range.season is not None and self.range.season.best is not None
        if figure is Figure.POINTS and not self.has_one_kind:
            return False
        return not self.tallies or self.tells(figure)

    def tells(self, figure: Figure) -> bool:
        """Whether the figure is known for any of these games. For some only the points or the totals are known."""
        if figure is Figure.BOOKS:
            return any(tally.itemised for tally in self.tallies.values())
        return figure is not Figure.POINTS or any(tally.rounds for tally in self.tallies.values())

    @property
    def parts(self) -> tuple[Part, ...]:
        """The sums that add up to these days."""
        return self.range.parts(self.club_days)

    def placed(self, people: ClubPeople, group: str, figure: Figure) -> Sequence[Placed]:
        """Return everyone whom tables list, by a figure that follows from sums, best first. Remembered."""
        league, parts = self.league, self.parts

        def read() -> Sequence[Placed]:
            return [of for of in league.placed(group, parts, self.kind, figure) if people.is_ranked(of.competitor)]

        return league.cached_table((group, figure, parts, self.kind), read)


FEWEST_FOR_LAST = 3
"""The fewest competitors in a table among whom one can be last."""

RATED = (Figure.RATING, Figure.GAINED)
"""The figures that need the rating of everyone in the table."""


@dataclass(frozen=True)
class LeagueTable:
    """A table by one figure: the places of everyone with at least `least` games. Only the rows of a page are read.

    `listed` are all with a game, including those with too few. Places with the same value are in no order; the rows of
    a page are in the order of their names.
    """

    games: PlayedGames
    people: ClubPeople
    group: str
    figure: Figure
    least: int
    places: Sequence[Placed]
    listed: Sequence[Placed]

    @property
    def count(self) -> int:
        return len(self.places)

    @cached_property
    def first(self) -> list[CompetitorKey]:
        """The competitors who share the first rank: none if nothing could be compared."""
        if not self.places or self.places[0].value == NO_FIGURE:
            return []
        return [place.competitor for place in self._by_name(0)]

    @cached_property
    def last(self) -> list[CompetitorKey]:
        """The competitors who share the last rank: none among fewer than three, or if all are equal."""
        compared = [place for place in self.places if place.value > NO_FIGURE]
        if len(compared) < FEWEST_FOR_LAST or compared[-1].value == compared[0].value:
            return []
        return [place.competitor for place in self._by_name(self.above(compared[-1].value))]

    @property
    def values(self) -> list[float]:
        """The values of all who have the figure, ascending."""
        return [place.value for place in reversed(self.places) if place.value > NO_FIGURE]

    @property
    def reason(self) -> str:
        """The figure of the first, as a phrase. Of several, one with a provisional rating is decisive."""
        rows = self.page(len(self.first)).rows
        best = max((row.standing for row in rows), key=lambda standing: standing.is_provisional)
        return (shared_sentence if len(self.first) > 1 else sentence)(self.figure, best)

    @property
    def last_reason(self) -> str:
        """The figure of the last, as a phrase; "" if no one is."""
        if not self.last:
            return ""
        worst = self.standings_of(self.last)[0]
        return (shared_sentence if len(self.last) > 1 else sentence)(self.figure, worst)

    def above(self, value: float) -> int:
        """Return how many have a higher value."""
        return bisect_left(self.places, -value, key=lambda place: -place.value)

    def standings_of(self, competitors: Iterable[CompetitorKey]) -> list[Standing]:
        """Return the standings of these competitors, without those who are not in the table."""
        keys = set(competitors)
        standings = self._standings([place for place in self.places if place.competitor in keys])
        return with_ratings(self.games.league, standings, self.games.range.rated) if self.figure in RATED else standings

    def standings_with(self, people: Container[int]) -> list[Standing]:
        """Return the standings that include any of these people."""
        return self.standings_of(
            place.competitor for place in self.places if any(who in people for who in members(place.competitor))
        )

    def fewest(self, below: int, limit: int) -> list[Standing]:
        """Return up to `limit` competitors with fewer than `below` games, most games first, listed or not."""
        few = [place for place in self.listed if place.games < below]
        return self._standings(nlargest(limit, few, key=lambda place: (place.games, place.competitor)))

    def page(self, size: int, after: CompetitorKey = "", before: CompetitorKey = "") -> RankedPage:
        """Return `size` rows after or before a competitor, with ratings; the first rows if it is not in the table."""
        at, edge = None, after or before
        if edge and (value := next((of.value for of in self.places if of.competitor == edge), None)) is not None:
            start = self.above(value)
            at = start + [place.competitor for place in self._by_name(start)].index(edge)
        start = 0 if at is None else at + 1 if after else max(at - size, 0)
        return self._page(start, at if before and at is not None else start + size)

    def _page(self, start: int, end: int) -> RankedPage:
        ranked: list[tuple[int, Placed]] = []
        at = self.above(self.places[start].value) if start < self.count else self.count
        while at < min(end, self.count):
            equals = self._by_name(at)
            ranked += [(at + 1, place) for number, place in enumerate(equals, at) if start <= number < end]
            at += len(equals)
        standings = self._standings([place for _, place in ranked])
        rated = with_ratings(self.games.league, standings, self.games.range.rated)
        rows = [
            RankedStanding(rank, standing, place.value > NO_FIGURE and has_figure(self.figure, standing))
            for (rank, place), standing in zip(ranked, rated, strict=True)
        ]
        return RankedPage(rows, start, self.count)

    def _by_name(self, start: int) -> list[Placed]:
        """Return all with the value of the place at `start`, which is the first with it, by name."""
        end = bisect_right(self.places, -self.places[start].value, key=lambda place: -place.value)
        return sorted(
            self.places[start:end],
            key=lambda place: (fold_name(self.people.name_of(place.competitor)), members(place.competitor)),
        )

    def _standings(self, places: Sequence[Placed]) -> list[Standing]:
        """Return the standings of these places, without ratings."""
        games, keys = self.games, [place.competitor for place in places]
        tallies = games.league.tallies(self.group, games.parts, games.kind, keys) if keys else {}
        standings = [Standing(key, tallies[key], None) for key in keys]
        season = games.range.season
        return with_evenings(games.league, standings, season) if self.figure is Figure.BEST and season else standings


def value_of(figure: Figure, standing: Standing) -> float:
    """Return a figure as a number, `NO_FIGURE` (lower than any other) if there is none."""
    value = figure_of(figure, standing)
    return NO_FIGURE if value is None else value


def league_table(
    games: PlayedGames, people: ClubPeople, group: str, *, figure: Figure, least: int | None
) -> LeagueTable:
    """Return the table of all with at least `least` games (None: the usual minimum)."""
    listed = games.placed(people, group, figure if figure in PLACED_BY else Figure.GAMES)
    if least is None:
        least = usual_least(max((place.games for place in listed), default=0))
    places = [place for place in listed if place.games >= least]
    if figure not in PLACED_BY:
        key = group, figure, games.range, games.parts, games.kind, least
        places = [*games.league.cached_table(key, partial(_placed_by, figure, games, places))]
    return LeagueTable(games, people, group, figure, least, places, listed)


def _placed_by(figure: Figure, games: PlayedGames, places: Sequence[Placed]) -> list[Placed]:
    """Return these places by ratings, or by the best evenings of a season, best first."""
    league, (first, last), season = games.league, games.range.rated, games.range.season
    if figure is Figure.BEST and season:
        best = with_evenings(league, [Standing(of.competitor, Tally(), None) for of in places], season)
        placed = [Placed(value_of(figure, of), games, who) for of, (_, games, who) in zip(best, places, strict=True)]
        return sorted(placed, key=itemgetter(0), reverse=True)
    if figure is Figure.RATING:
        few = league.recent.count_games([of.competitor for of in places if of.games < PROVISIONAL], last, PROVISIONAL)
        places = [of for of in places if few.get(of.competitor, PROVISIONAL) >= PROVISIONAL]
    teams = [members(of.competitor) for of in places]
    people = {person for team in teams for person in team}
    after = league.ratings(people, last)
    values = [shown_of(team, after) for team in teams]
    if figure is Figure.GAINED and first:
        before = league.ratings_before(people, first)
        values = [value - shown_of(team, before) for value, team in zip(values, teams, strict=True)]
    placed = [Placed(value, of.games, of.competitor) for value, of in zip(values, places, strict=True)]
    return sorted(placed, key=itemgetter(0), reverse=True)


# ---- Figures for comparison: expected wins, from the sizes of tables, and the club’s luck


def with_comparisons(page: RankedPage, games: PlayedGames, kinds: Sequence[PlayedKind], group: str) -> RankedPage:
    """Return the rows with their expected wins, and with the club's luck if all games are of one kind."""
    teams = {kind.kind.id: kind.kind.teams for kind in kinds}
    luck = next(iter(club_luck(kinds, games.tallies).values()), None) if games.has_one_kind else None
    sizes = {teams[kind] for kind in games.tallies if kind in teams}
    if not sizes:
        return page
    counts = _counts(page, games, group) if len(sizes) > 1 else {}
    rows = []
    for row in page.rows:
        who, tally = row.standing.competitor, row.standing.tally
        if len(sizes) == 1:
            expected = Fraction(tally.games, min(sizes))
        else:
            expected = sum((Fraction(count, teams[kind]) for kind, count in counts.get(who, {}).items()), Fraction())
        rows.append(replace(row, standing=replace(row.standing, expected=expected, club_luck=luck)))
    return replace(page, rows=rows)


def _counts(page: RankedPage, games: PlayedGames, group: str) -> dict[str, dict[int, int]]:
    return games.league.games_by_kind(group, games.parts, [row.standing.competitor for row in page.rows])


# ---- Columns

_OF_POINTS = (Figure.POINTS, LUCK, PLAY)


def columns(figure: Figure, games: PlayedGames, kinds: Iterable[PlayedKind]) -> list[str]:
    """Return the codes of a table's columns: the figure that ranks it, then games, then the others that apply."""
    others = [code for code in FIGURES if code not in (figure, Figure.GAMES)]
    if not games.has_one_kind:
        others = [code for code in others if code not in _OF_POINTS]
    if not any(kind.kind.has_luck for kind in kinds if kind.kind.id in games.tallies):
        others = [code for code in others if code not in (LUCK, PLAY)]
    others = [code for code in others if code not in (Figure.GAINED, Figure.BEST) or games.can_rank_by(Figure(code))]
    second = [] if figure is Figure.GAMES else [Figure.GAMES.value]
    return [figure.value, *second, *others]


# ---- Who is listed below a table because their rating is provisional or they have too few games

LISTED = 10
"""The most competitors that are listed below a table."""

READ = 60
"""The most candidates that are read. Some drop out because they have more games on other days or of other kinds."""

TITLE = f"Still provisional (fewer than {PROVISIONAL} games)"


@dataclass(frozen=True, slots=True)
class Provisional:
    """A competitor with few games: "3 games, about 1,540", or "3 games in all, …" if the table has only some games."""

    key: CompetitorKey
    text: str


def provisional(table: LeagueTable, games: PlayedGames, people: ClubPeople) -> tuple[list[Provisional], bool]:
    """Return whom to list below a table, most games first, and whether there are more.

    All listed ratings are provisional. In tables by a figure other than the rating, only those with too few games for
    the table are listed.
    """
    few = table.fewest(PROVISIONAL if table.figure is Figure.RATING else min(PROVISIONAL, table.least), READ)
    rated = [of for of in with_ratings(games.league, few, games.range.rated) if of.is_provisional]
    rated.sort(key=lambda of: (-of.tally.games, fold_name(people.name_of(of.competitor))))
    rows = [Provisional(of.competitor, _text(of, games)) for of in rated[:LISTED]]
    return rows, len(rated) > LISTED or len(few) == READ


def _text(standing: Standing, games: PlayedGames) -> str:
    last = games.range.rated.last
    counts = games.league.recent.count_games([standing.competitor], last, PROVISIONAL)
    rating = about(standing.rating) if standing.rating else ""
    in_all = "" if games.range.key == ALL and games.kind is None else " in all"
    return f"{plural(counts[standing.competitor], 'game', 'games')}{in_all}, {rating}"
