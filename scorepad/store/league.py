"""The league of a club: `Club.league` has these methods. docs/league.md says what each figure means.

The figures come from tables that are derived from the entries; the package `results` updates them.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from scorepad.league.facts import FIGURES, CompetitorKey, GameKind, Tally, members, order_of
from scorepad.league.periods import ALL_TIME, Period, PeriodRange
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import Standing
from scorepad.store.connections import Connections, Reader
from scorepad.store.results import catch_up
from scorepad.store.results.catch_up import Report, Version
from scorepad.store.results.places import EveningValues, FigureCache, Places, Value
from scorepad.store.results.rating import rating_in, ratings_before
from scorepad.store.results.reads import Evenings, Meetings, NewsReader, Recent, Years, after_day
from scorepad.store.results.records import Records
from scorepad.store.results.rows import GAME, CompetitorGame, PlayedGame, PlayedKind, RatedGame, played_game
from scorepad.store.results.sums import SUMS, parts_of, size_of
from scorepad.store.results.tables import CLUB_SIZE, PARTNERSHIP_SIZE, PEOPLE_SIZE

SIZES = {"people": PEOPLE_SIZE, "partnerships": PARTNERSHIP_SIZE}
"""The two groups that have tables of their own."""

_FIGURES = ", ".join(FIGURES)
_PLAYED = ", ".join(f"played.{name}" for name in FIGURES)


class League(Reader):
    """The league of an open club. Its figures are up to date after `catch_up`, until something is recorded.

    The cost of a read depends on what it returns, not on the number of games.
    """

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league`."""
        super().__init__(connections)
        self.meetings = Meetings(connections)
        self.records = Records(connections)
        self.news = NewsReader(connections)
        self.evenings = Evenings(connections)
        self.places = Places(connections)
        self.evening_values = EveningValues(connections)
        self.recent = Recent(connections)
        self.years = Years(connections)
        self._kept = FigureCache[Hashable, Any]()

    def is_fresh(self) -> bool:
        """Whether nothing has changed since the last `catch_up`."""
        with self.reading() as db:
            return catch_up.is_fresh(db)

    def is_settled(self) -> bool:
        """Whether all figures are of the same moment of the log, even if not of the latest one."""
        with self.reading() as db:
            return catch_up.is_settled(db)

    def cached(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """A small value that is slow to compute, from a cache until any figure, name or season changes."""
        with self.reading() as db:
            kept = self._kept.at(db)
        if key not in kept:
            kept[key] = compute()
        value: Value = kept[key]
        return value

    def stale_games(self) -> int:
        """How many games still have to be read. Ratings and places are updated after them."""
        with self.reading() as db:
            return catch_up.count_stale(db)

    def version(self) -> Version:
        """A value that changes whenever any figure, name or season changes."""
        with self.reading() as db:
            return catch_up.version(db)

    def catch_up(self, report: Report | None = None) -> None:
        """Bring all figures up to date; fast if little has changed. Do not call it inside a `reading`."""
        catch_up.catch_up(self._connections, report)

    def rebuild(self, report: Report | None = None) -> None:
        """Drop all figures and compute them again from the entries."""
        catch_up.rebuild(self._connections, report)

    def kinds(self) -> list[PlayedKind]:
        """The kinds of games that were played, most played first; of equal ones, the one played first."""
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT kind.id, kind.slug, kind.name, kind.players, kind.teams, kind.decks, kind.luck, tally.games,"
                " (SELECT min(ord) FROM league_game WHERE league_game.kind = kind.id)"
                " FROM league_kind AS kind JOIN league_tally AS tally ON tally.kind = kind.id"
                " WHERE tally.size = ? AND tally.span = ? AND tally.start = '' AND tally.who = ''",
                (CLUB_SIZE, Period.ALL),
            ).fetchall()
        kinds = [PlayedKind(GameKind(*row[:6], *map(bool, row[6:7])), row[7], row[8]) for row in rows]
        return sorted(kinds, key=lambda kind: (-kind.games, kind.first))

    def days(self) -> tuple[str, str] | None:
        """The first and the last day (ISO) with a game that counts, None if there is no such game."""
        with self.reading() as db:
            first, last = db.conn.execute(
                "SELECT (SELECT day FROM league_game ORDER BY ord LIMIT 1),"
                " (SELECT day FROM league_game ORDER BY ord DESC LIMIT 1)"
            ).fetchone()
        return None if first is None else (first, last)

    def tallies(
        self, group: str, periods: Sequence[PeriodRange] = ALL_TIME, kind: int | None = None
    ) -> dict[CompetitorKey, Tally]:
        """The figures of all "people" or "partnerships", of one kind of game or of all."""
        size = SIZES[group]
        if len(periods) == 1 and periods[0].period in (Period.ALL, Period.SEASON):
            return self._tallies_of_one_sum(size, periods[0], kind)
        return {who: Tally._make(figures) for who, *figures in self._summed("who", size, periods, kind)}

    def _tallies_of_one_sum(self, size: int, period_range: PeriodRange, kind: int | None) -> dict[CompetitorKey, Tally]:
        """The figures of one stored sum. Most competitors have one row: to add in Python saves SQLite a sort."""
        tallies: dict[CompetitorKey, Tally] = {}
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT who, {_FIGURES} FROM league_tally"
                " WHERE size = ? AND span = ? AND start = ? AND (?4 IS NULL OR kind = ?4)",
                (size, period_range.period, period_range.first, kind),
            )
            for competitor, *figures in rows:
                tally = Tally._make(figures)
                before = tallies.get(competitor)
                tallies[competitor] = Tally.sum([before, tally]) if before else tally
        return tallies

    def club_tallies(self, periods: Sequence[PeriodRange] = ALL_TIME) -> dict[int, Tally]:
        """The figures of the whole club, by kind. In them, a round counts once for each team."""
        return {kind: Tally._make(figures) for kind, *figures in self._summed("kind", CLUB_SIZE, periods, None)}

    def _summed(
        self, by: str, size: int, periods: Sequence[PeriodRange], kind: int | None
    ) -> Iterator[tuple[Any, ...]]:
        if not periods:
            return
        parts, values = parts_of(size, periods)
        with self.reading() as db:
            yield from db.conn.execute(
                f"SELECT {by}, {SUMS} FROM ({parts}) WHERE ? IS NULL OR kind = ? GROUP BY {by}", (*values, kind, kind)
            )

    def games_by_kind(
        self, group: str, periods: Sequence[PeriodRange], competitors: Iterable[CompetitorKey]
    ) -> dict[CompetitorKey, dict[int, int]]:
        """How many games of each kind these competitors played in the periods."""
        if not periods:
            return {}
        parts, values = parts_of(SIZES[group], periods)
        games: dict[CompetitorKey, dict[int, int]] = {}
        with self.reading() as db:
            for who, kind, count in db.conn.execute(
                f"SELECT who, kind, sum(games) FROM ({parts}) WHERE who IN (SELECT value FROM json_each(?))"
                " GROUP BY who, kind",
                (*values, json.dumps(list(competitors))),
            ):
                games.setdefault(who, {})[kind] = count
        return games

    def tallies_by_kind(self, competitor: CompetitorKey) -> dict[int, Tally]:
        """A competitor's figures of all time, by kind."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT kind, {_FIGURES} FROM league_tally WHERE size = ? AND span = ? AND start = '' AND who = ?",
                (size_of(competitor), Period.ALL, competitor),
            )
            return {kind: Tally._make(figures) for kind, *figures in rows}

    def ratings(self, people: Iterable[int], until: str | None = None) -> dict[int, Rating]:
        """The ratings after the last game up to a day (ISO), or now. People who were never rated are left out."""
        return self._ratings(people, after_day(until))

    def ratings_before(self, people: Iterable[int], day: str) -> dict[int, Rating]:
        """The ratings before the first game from a day (ISO) on. People who were not rated yet are left out."""
        return self._ratings(people, order_of(day, 0))

    def rated(self, standings: Sequence[Standing], first: str | None, last: str | None) -> list[Standing]:
        """Return the standings with ratings after the last day, and before the first day if there is one (ISO days).

        Players without a game have the rating that everyone starts with.
        """
        people = {person for standing in standings for person in members(standing.competitor)}
        after, before = self.ratings(people, last), self.ratings_before(people, first) if first else None
        return [
            replace(
                standing,
                rating=rating_of(members(standing.competitor), after),
                before=None if before is None else rating_of(members(standing.competitor), before),
            )
            for standing in standings
        ]

    def _ratings(self, people: Iterable[int], before: int) -> dict[int, Rating]:
        with self.reading() as db:
            last = {person: ratings_before(db, person, before, 1) for person in people}
        return {person: ratings[0] for person, ratings in last.items() if ratings}

    def rated_games(self, person: int, limit: int) -> list[RatedGame]:
        """A person's last ratings with their games, in the order of play."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME}, rating.teams, rating.ratings"
                " FROM league_played AS played JOIN league_rating AS rating ON rating.ord = played.ord"
                " JOIN league_game AS game ON game.ord = played.ord"
                " WHERE played.who = ? AND played.games = 1 AND rating.ratings IS NOT NULL"
                " ORDER BY played.ord DESC LIMIT ?",
                (str(person), limit),
            ).fetchall()
        return [RatedGame(played_game(row[:6]), rating_in(person, *row[6:])) for row in reversed(rows)]

    def games_of(self, competitor: CompetitorKey, limit: int, before: int | None = None) -> list[CompetitorGame]:
        """A competitor's latest games, newest first. For the next page, pass the last one's order as `before`."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME}, played.team, played.run, {_PLAYED}"
                " FROM league_played AS played JOIN league_game AS game ON game.ord = played.ord"
                " WHERE played.who = ? AND played.ord < ? AND played.games = 1"
                " ORDER BY played.ord DESC LIMIT ?",
                (competitor, after_day(None) if before is None else before, limit),
            )
            return [CompetitorGame(played_game(row[:6]), row[6], Tally._make(row[8:]), row[7]) for row in rows]

    def game(self, game: int) -> PlayedGame | None:
        """A game by its id, None if it does not count."""
        with self.reading() as db:
            row = db.conn.execute(f"SELECT {GAME} FROM league_game AS game WHERE game = ?", (game,)).fetchone()
        return played_game(row) if row else None

    def played_games(self) -> Iterator[PlayedGame]:
        """Every game that counts, in the order of play, one at a time."""
        with self.reading() as db:
            for row in db.conn.execute(f"SELECT {GAME} FROM league_game AS game ORDER BY game.ord"):
                yield played_game(row)

    def games_between(self, first: str, last: str, limit: int) -> list[PlayedGame]:
        """The games of these days (ISO, both included), newest first."""
        bounds = int(first.replace("-", "")) << 32, (int(last.replace("-", "")) + 1) << 32
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME} FROM league_game AS game WHERE ord >= ? AND ord < ? ORDER BY ord DESC LIMIT ?",
                (*bounds, limit),
            )
            return [played_game(row) for row in rows]
