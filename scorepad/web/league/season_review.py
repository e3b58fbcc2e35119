"""A season in review: its figures, its months or what its leaders gained, its nights and records, and its picture."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from typing import Self

from scorepad.exchange.documents.league import Record, record_document
from scorepad.language.words import format_number, plural, signed
from scorepad.league.club_names import club_kind_names
from scorepad.league.facts import Tally, is_partnership
from scorepad.league.figures import (
    FIGURES,
    MIN_FOR_RECORDS,
    RECORDS,
    RecordText,
    evening_text,
    has_records,
    rounds_number,
)
from scorepad.league.periods import cover
from scorepad.league.standings import Figure, RankedStanding, Standing
from scorepad.league.table_request import Decision, decide
from scorepad.league.tables import (
    PARTNERSHIPS,
    PEOPLE,
    DayRange,
    LeagueTable,
    PlayedGames,
    columns,
    league_table,
    with_comparisons,
)
from scorepad.store import Season
from scorepad.store.results.reads import EveningRow
from scorepad.store.results.rows import PlayedKind
from scorepad.web.app.current import g
from scorepad.web.app.design_tokens import colours
from scorepad.web.app.freshness import today
from scorepad.web.league.champions import MAX_EQUALS, UNTOLD, Champions, champions, first_of, season_state
from scorepad.web.league.charts import Bars, bars
from scorepad.web.league.standing_rows import TableRow, table_rows
from scorepad.web.people.people_view import Competitor, PeopleView, people_view
from scorepad.web.result.picture import MAX_LINES, Summary

MAX_LEFT_OUT = 10
"""The most evenings listed that do not count."""


@dataclass(frozen=True, slots=True)
class ListedEvenings:
    """The evenings of a competitor that count and that do not, each as day (ISO) and text; `more` are not listed."""

    competitor: Competitor
    counted: list[tuple[str, str]]
    left_out: list[tuple[str, str]]
    more: int


def listed_evenings(rows: Iterable[RankedStanding], people: PeopleView) -> list[ListedEvenings]:
    listed = []
    for row in rows:
        if best := row.standing.best:
            counted, left_out = (
                [(evening.day, evening_text(best.figure, evening.value)) for evening in evenings]
                for evenings in (best.counted, best.left_out[:MAX_LEFT_OUT])
            )
            more = len(best.left_out) - len(left_out)
            competitor = people.competitor(row.standing.competitor)
            listed.append(ListedEvenings(competitor, counted, left_out, more))
    return listed


# A season’s months, or what its leaders gained

MAX_DAYS = 550
"""A longer season is shown by years instead of months."""


@dataclass(frozen=True, slots=True)
class SeasonMonth:
    """A month or a year: its days, its number of games, and what each leader gained, if that decides the season."""

    name: str
    first: date
    last: date
    games: int
    gained: tuple[int, ...] = ()

    @property
    def gained_texts(self) -> list[str]:
        return [signed(gained) for gained in self.gained]


@dataclass(frozen=True)
class SeasonMonths:
    """The months from the first to the last with a game; `first` are the leaders of a season by rating gained."""

    games: PlayedGames
    first: Sequence[Competitor]

    @property
    def word(self) -> str:
        """The unit of the rows: "month" or "year"."""
        days = self.games.range.within(self.games.club_days)
        return "month" if days is None or (days[1] - days[0]).days <= MAX_DAYS else "year"

    @cached_property
    def rows(self) -> list[SeasonMonth]:
        league, days = self.games.league, self.games.range.within(self.games.club_days)
        if days is None:
            return []
        months = [
            SeasonMonth(
                name, first, last, sum(tally.games for tally in league.club_tallies(cover(first, last)).values())
            )
            for name, first, last in (months_between if self.word == "month" else years_between)(*days)
        ]
        played = [at for at, month in enumerate(months) if month.games]
        months = months[played[0] : played[-1] + 1] if played else []
        return [replace(month, gained=self._gained(month)) for month in months] if self.first else months

    def _gained(self, month: SeasonMonth) -> tuple[int, ...]:
        standings = [Standing(who.key, Tally(), None) for who in self.first]
        rated = self.games.league.rated(standings, month.first.isoformat(), month.last.isoformat())
        return tuple(standing.gained or 0 for standing in rated)

    @property
    def title(self) -> str:
        if not self.first:
            return f"Games by {self.word}"
        return f"Rating gained by {self.word}"

    @property
    def pictures(self) -> list[tuple[str, Bars, str]]:
        """Each picture with its owner and its description: the games, or what each leader gained."""
        if not self.first:
            amounts = [(month.name, month.games) for month in self.rows]
            return [("", bars(amounts), "; ".join(f"{name}: {count}" for name, count in amounts))]
        return [self._picture_of(at, who.name) for at, who in enumerate(self.first)]

    def _picture_of(self, at: int, name: str) -> tuple[str, Bars, str]:
        texts = [month.gained_texts[at] for month in self.rows]
        words = "; ".join(f"{month.name}: {text}" for month, text in zip(self.rows, texts, strict=True))
        return name, bars([(month.name, month.gained[at]) for month in self.rows], texts), words


def months_between(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    """Yield the months between two days: name, first day and last day."""
    while first <= last:
        next_month = first.replace(day=28) + timedelta(days=4)
        end = min(next_month - timedelta(days=next_month.day), last)
        yield f"{first:%b} {first.year}", first, end
        first = end + timedelta(days=1)


def years_between(first: date, last: date) -> Iterator[tuple[str, date, date]]:
    """Yield the years between two days: name, first day and last day."""
    for year in range(first.year, last.year + 1):
        yield str(year), max(first, date(year, 1, 1)), min(last, date(year, 12, 31))


ROWS, SHEET_ROWS = 10, 100
"""Rows of the table, on a screen and on paper."""

# The review

MAX_PLAYED = 5
"""Rows of the table of the people who played most."""

MAX_KINDS = 3
"""How many kinds of game, most played first, have their records listed."""

NIGHTS = 30
"""The most evenings listed, the latest first."""


@dataclass(frozen=True)
class SeasonReview:
    season: Season
    games: PlayedGames
    people: PeopleView
    most_rows: int = ROWS

    @classmethod
    def of(cls, season: Season, most_rows: int = ROWS) -> Self:
        games = PlayedGames.over(g.club.store.league, DayRange.of_season(season))
        return cls(season, games, people_view(), most_rows)

    @property
    def days(self) -> str:
        return self.games.range.text

    @property
    def state(self) -> str:
        return season_state(self.season)

    @cached_property
    def others(self) -> list[Season]:
        season = self.season
        seasons = g.club.store.seasons.all()
        return [other for other in seasons if other.id != season.id and other.shares_days(season)]

    @property
    def is_running(self) -> bool:
        return self.season.is_running(today())

    @property
    def can_end_today(self) -> bool:
        return self.is_running and self.season.last_day != today()

    @property
    def rule(self) -> str:
        """What decides the season, in a sentence."""
        least = self.season.least
        games = f", for players with {least} games or more" if least > 1 else ""
        best = f" of everyone’s best {plural(self.season.best, 'evening', 'evenings')}" if self.season.best else ""
        return f"Decided by {FIGURES[self.season.figure].label.lower()}{best}{games}."

    @property
    def is_undecided(self) -> bool:
        """Whether its figure cannot be compared: its games are of several kinds, or none has the figure."""
        return bool(self.games.count) and not self.games.can_rank_by(self.season.figure)

    @property
    def untold(self) -> str:
        return UNTOLD

    @cached_property
    def _kinds(self) -> list[PlayedKind]:
        return g.club.store.league.kinds()

    @property
    def rounds(self) -> int:
        """How many rounds were played. A tally counts each round once for every team."""
        teams = {played.kind.id: played.kind.teams for played in self._kinds}
        return sum(tally.rounds // teams[kind] for kind, tally in self.games.tallies.items())

    @cached_property
    def _decision(self) -> Decision:
        """The table that decides the season; by wins if the season's figure cannot be compared."""
        if self.games.can_rank_by(self.season.figure):
            return decide(self.season, self.games, self.people, PEOPLE, today=today())
        return Decision(self._rank(Figure.WINS, self.season.least))

    @property
    def table(self) -> LeagueTable:
        return self._decision.table

    def _rank(self, figure: Figure, least: int) -> LeagueTable:
        return league_table(self.games, self.people, PEOPLE, figure=figure, least=least)

    @property
    def columns(self) -> list[str]:
        return columns(self.table.figure, self.games, self._kinds)

    @cached_property
    def _first_rows(self) -> list[RankedStanding]:
        return with_comparisons(self.table.page(self.most_rows), self.games, self._kinds, PEOPLE).rows

    @property
    def rows(self) -> list[TableRow]:
        return table_rows(self._first_rows, self.columns, self.people)

    @cached_property
    def evenings(self) -> list[ListedEvenings]:
        """Which evenings count for each row of the table, if only the best ones do."""
        return listed_evenings(self._first_rows, self.people)

    @cached_property
    def champions(self) -> list[Champions]:
        """The champion and the champion partnership, if there are any, or why there is none."""
        if not self.games.can_rank_by(self.season.figure):
            return []
        both = (
            first_of(self.season, self._decision, self.people, PEOPLE),
            champions(self.season, self.games, self.people, PARTNERSHIPS),
        )
        return [first for first in both if first.reason]

    @property
    def wooden_spoon(self) -> tuple[list[Competitor], str] | None:
        """Who is last in the table of a season that is over, and why; None if no one is or many are."""
        last = self.table.last
        if not self.season.is_over(today()) or not 0 < len(last) <= MAX_EQUALS:
            return None
        return [self.people.competitor(key) for key in last], self.table.last_reason

    @property
    def most_played(self) -> list[TableRow]:
        table = self._rank(Figure.GAMES, 1)
        return table_rows(table.page(MAX_PLAYED).rows, [Figure.GAMES], self.people)

    @cached_property
    def records(self) -> list[tuple[str, list[Record]]]:
        """The records of the season by kind of game, without records that no one holds."""
        names = club_kind_names(g.club.store, self._kinds)
        most = sorted(self.games.tallies.items(), key=lambda kind: -kind[1].games)[:MAX_KINDS]
        return [(names[kind], list(self._records_of(kind))) for kind, tally in most if has_records(tally.games)]

    @property
    def without_records(self) -> str:
        """Why no kind of game has records, "" if one has."""
        after = f"A kind of game has records from its game number {MIN_FOR_RECORDS} of the season on."
        return "" if self.records else after

    @property
    def record_rows(self) -> list[tuple[RecordText, list[Record | None]]]:
        """The records as a table: the texts of each, and its holder in each kind of game."""
        by_kind = [{record["code"]: record for record in records} for _, records in self.records]
        rows = [(text, [kind.get(code) for kind in by_kind]) for code, text in RECORDS.items()]
        return [row for row in rows if any(row[1])]

    def _records_of(self, kind: int) -> Iterator[Record]:
        first = self.season.first_day.isoformat()
        days = first, (self.season.last_day or date.max).isoformat()
        for code in RECORDS:
            record = record_document(g.club.store, self.people, kind, code, 1, days)
            if record["best"]:
                yield record

    @property
    def more_kinds(self) -> int:
        """How many kinds of game have no records listed."""
        return max(len(self.games.tallies) - MAX_KINDS, 0)

    @cached_property
    def months(self) -> SeasonMonths:
        """The games of each month, or in a season by rating gained, what its leaders gained in each."""
        winners = self.champions[0].winners if self.champions and self.season.ranked_by is Figure.GAINED else ()
        return SeasonMonths(self.games, [winner for winner in winners if not is_partnership(winner.key)])

    @cached_property
    def nights(self) -> list[EveningRow]:
        """The evenings with games, the latest first, up to one more than are shown."""
        last = self.season.last_day or date.max
        after = (last + timedelta(days=1)).isoformat() if last < date.max else "9999-12-31"
        rows = g.club.store.league.evenings.before(after, NIGHTS + 1)
        return [row for row in rows if row.day >= self.season.first_day.isoformat()]

    @property
    def shown_nights(self) -> list[EveningRow]:
        return self.nights[:NIGHTS]


# A season as a picture to share


def picture_name(page: SeasonReview) -> str:
    return f"scorepad-season-{page.season.id}.png"


def summary(page: SeasonReview) -> Summary:
    """Return the contents of the picture of a season that has games."""
    games, rounds = page.games.count, page.rounds
    counts = [("games", "Games", format_number(games)), ("rounds", "Rounds", rounds_number(rounds, games))]
    lines = [page.days, *_champions(page)]
    table = [_row(row.rank, row.competitor.name, [cell.text for cell in row.cells]) for row in page.rows]
    return Summary(page.season.name, colours()["felt"], counts, [*lines, *table][:MAX_LINES])


def _champions(page: SeasonReview) -> Iterator[str]:
    for first in page.champions:
        if first.winners:
            yield f"{first.title}: {' and '.join(winner.name for winner in first.winners)}, {first.reason}"


def _row(rank: str, name: str, figures: list[str]) -> str:
    return f"{rank}.  {name}: {figures[0]}" if figures else f"{rank}.  {name}"
