"""The league of a club: `Club.league` has these methods. docs/league.md says what each figure means.

The figures come from tables that are derived from the entries; the package `results` updates them.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, NamedTuple

from scorepad.league.bets import BET, person_of, valid_bets
from scorepad.league.facts import FIGURES, LAST_GAME, CompetitorKey, GameKind, Tally, members, order_of
from scorepad.league.periods import ALL_TIME, Part
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.standings import Figure, Placed, Standing
from scorepad.scoring.cells import TABLE, Bet, parse_value
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.store.connections import Connections, Reader
from scorepad.store.file.parsing import parse_json
from scorepad.store.people import merged_ids
from scorepad.store.results import catch_up, readings
from scorepad.store.results.catch_up import Report, Version
from scorepad.store.results.rating import rating_in, ratings_before
from scorepad.store.results.reads import (
    PLACED_BY,
    SUMS,
    Evenings,
    EveningValues,
    FigureCache,
    Meetings,
    Recent,
    Value,
    Years,
    after_day,
    rows_of,
)
from scorepad.store.results.records import ClubRecords, NewsReader
from scorepad.store.results.rows import GAME, CompetitorGame, PlayedGame, PlayedKind, RatedGame, played_game
from scorepad.store.results.tables import CLUB, CLUB_SIZE, NO_FIGURE, PARTNERSHIP_SIZE, PEOPLE_SIZE, size_of

SIZES = {"people": PEOPLE_SIZE, "partnerships": PARTNERSHIP_SIZE}
"""The two groups that have tables of their own."""

MAX_TABLES = 24
"""Tables whose places are remembered."""

_BETS = f"""
    SELECT {GAME}, cell.field, cell.value, cell.seq FROM league_game AS game
    CROSS JOIN cell ON cell.game = game.game AND cell.round = {WHOLE_GAME} AND cell.place = '{TABLE}'
      AND cell.field > '{BET}' AND cell.field < '{BET}:'
    ORDER BY game.ord"""
"""The bets of games that count. Digits are below the colon; CROSS makes SQLite look the cells of each game up."""

_PLAYED = ", ".join(f"played.{name}" for name in FIGURES)


class GameBets(NamedTuple):
    """The bets on a game, by person, and the rating of each team before it."""

    game: PlayedGame
    bets: Mapping[int, Bet]
    ratings: tuple[Rating, ...]


class League(Reader):
    """The league of an open club. Its figures are up to date after `catch_up`, until something is recorded.

    A read that takes long in a club of many games is remembered until a figure changes.
    """

    def __init__(self, connections: Connections) -> None:
        """Use `Club.league`."""
        super().__init__(connections)
        self.meetings = Meetings(connections)
        self.records = ClubRecords(connections)
        self.news = NewsReader(connections)
        self.evenings = Evenings(connections)
        self.evening_values = EveningValues(connections)
        self.recent = Recent(connections)
        self.years = Years(connections)
        self._kept = FigureCache[Hashable, Any]()
        self._tables = FigureCache[Hashable, Sequence[Placed]]()

    def is_fresh(self) -> bool:
        """Whether nothing has changed since the last `catch_up`."""
        with self.reading() as db:
            return catch_up.is_fresh(db)

    def is_settled(self) -> bool:
        """Whether all figures are of the same moment of the log, even if not of the latest one."""
        with self.reading() as db:
            return catch_up.is_settled(db)

    def cached(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        """A small value that is slow to compute, remembered until any figure, name or season changes."""
        with self.reading() as db:
            value: Value = self._kept.get(db, key, compute)
            return value

    def cached_table(self, key: Hashable, compute: Callable[[], Sequence[Placed]]) -> Sequence[Placed]:
        """The places of a table, like `cached`. A large club's partnerships take several MB, so few are remembered."""
        with self.reading() as db:
            return self._tables.get(db, key, compute, MAX_TABLES)

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
                "SELECT kind.*, tally.games, (SELECT min(ord) FROM league_game WHERE league_game.kind = kind.id)"
                " FROM league_kind AS kind JOIN league_tally AS tally ON tally.kind = kind.id"
                " WHERE tally.size = ? AND tally.year = '' AND tally.who = ?",
                (CLUB_SIZE, CLUB),
            ).fetchall()
        kinds = [PlayedKind(GameKind(*row[:6], *map(bool, row[6:7])), *row[7:]) for row in rows]
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
        self,
        group: str,
        parts: Sequence[Part] = ALL_TIME,
        kind: int | None = None,
        competitors: Iterable[CompetitorKey] | None = None,
    ) -> dict[CompetitorKey, Tally]:
        """The figures of all "people" or "partnerships", or of some, of one kind of game or of all."""
        rows = self._sums(f"who, {SUMS}", SIZES[group], parts, kind, competitors)
        return {who: Tally._make(figures) for who, *figures in rows}

    def club_tallies(self, parts: Sequence[Part] = ALL_TIME) -> dict[int, Tally]:
        """The figures of the whole club, by kind. In them, a round counts once for each team."""
        rows = self._sums(f"kind, {SUMS}", CLUB_SIZE, parts)
        return {kind: Tally._make(figures) for kind, *figures in rows}

    def tallies_by_kind(self, competitor: CompetitorKey) -> dict[int, Tally]:
        """A competitor's figures of all time, by kind."""
        rows = self._sums(f"kind, {SUMS}", size_of(competitor), ALL_TIME, None, [competitor])
        return {kind: Tally._make(figures) for kind, *figures in rows}

    def games_by_kind(
        self, group: str, parts: Sequence[Part], competitors: Iterable[CompetitorKey]
    ) -> dict[CompetitorKey, dict[int, int]]:
        """How many games of each kind these competitors played."""
        games: dict[CompetitorKey, dict[int, int]] = {}
        for who, kind, count in self._sums("who, kind, sum(sign * games)", SIZES[group], parts, None, competitors):
            games.setdefault(who, {})[kind] = count
        return games

    def placed(self, group: str, parts: Sequence[Part], kind: int | None, figure: Figure) -> list[Placed]:
        """All "people" or "partnerships" with a game by one of the `PLACED_BY`, the highest value first."""
        columns = f"who, sum(sign * games), {PLACED_BY[figure]}"
        rows = self._sums(columns, SIZES[group], parts, kind)
        placed = [Placed(NO_FIGURE if value is None else value, games, who) for who, games, value in rows if games]
        placed.sort(key=itemgetter(0), reverse=True)
        return placed

    def _sums(
        self,
        columns: str,
        size: int,
        parts: Sequence[Part],
        kind: int | None = None,
        competitors: Iterable[CompetitorKey] | None = None,
    ) -> list[tuple[Any, ...]]:
        """Add up the figures of these parts by the first of the columns, or by both `who` and `kind`."""
        if not parts:
            return []
        of = [] if competitors is None else [json.dumps([*competitors])]
        rows, values = rows_of(size, parts, of)
        by = "who, kind" if columns.startswith("who, kind,") else columns.partition(",")[0]
        with self.reading() as db:
            return db.conn.execute(
                f"SELECT {columns} FROM ({rows}) WHERE ? IS NULL OR kind = ? GROUP BY {by}"
                " HAVING sum(sign * games) > 0 OR sum(sign * rounds) > 0",
                (*values, kind, kind),
            ).fetchall()

    def ratings(self, people: Iterable[int], until: str | None = None) -> dict[int, Rating]:
        """The ratings after the last game up to a day (ISO), or now. People who were never rated are left out."""
        return self._ratings(people, after_day(until))

    def ratings_before(self, people: Iterable[int], day: str, game: int = 0) -> dict[int, Rating]:
        """The ratings before a game of a day (ISO), or before its first. People who were not rated yet are left out."""
        return self._ratings(people, order_of(day, game))

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

    def bets(self) -> list[GameBets]:
        """The bets on games that count, with the ratings before these, in the order of play."""
        with self.reading() as db:
            merged = merged_ids(db)
            entered: dict[PlayedGame, list[tuple[int, int, Bet]]] = {}
            for *columns, field, text, seq in db.conn.execute(_BETS):
                bet = parse_value(parse_json(text))
                person = person_of(field)
                if isinstance(bet, Bet) and person is not None:
                    entered.setdefault(played_game(columns), []).append((person, seq, bet))
            games = []
            for game, of_game in entered.items():
                bets = {who: bet for who, (_, bet) in valid_bets(of_game, len(game.sides), merged).items() if bet.team}
                ratings = self.ratings_before({p for side in game.sides for p in side.people}, game.day, game.game)
                games.append(GameBets(game, bets, tuple(rating_of(side.people or [0], ratings) for side in game.sides)))
            return [game for game in games if game.bets]

    def rounds_of(self, kind: int, limit: int) -> list[tuple[int, ...]]:
        """The points by team of the rounds of the last games of a kind; only of rounds played here or imported."""
        with self.reading() as db:
            rows = db.conn.execute(
                "SELECT game FROM league_game WHERE kind = ? ORDER BY ord DESC LIMIT ?", (kind, limit)
            ).fetchall()
            facts = readings.readable(db, [game for (game,) in rows])
            return [points for of_game in facts.values() for _, points in of_game.round_points]

    def games_between(self, first: str, last: str, limit: int) -> list[PlayedGame]:
        """The games of these days (ISO, both included), newest first."""
        with self.reading() as db:
            rows = db.conn.execute(
                f"SELECT {GAME} FROM league_game AS game WHERE ord BETWEEN ? AND ? ORDER BY ord DESC LIMIT ?",
                (order_of(first, 0), order_of(last, LAST_GAME), limit),
            )
            return [played_game(row) for row in rows]
