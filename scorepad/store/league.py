"""What a club can say of all its games: `Club.league` has these verbs. docs/league.md says what they mean."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo

from scorepad.league.facts import Tally
from scorepad.league.ratings import Rating
from scorepad.league.spans import ALL_TIME, Stretch
from scorepad.league.who import Who
from scorepad.store.connections import Connections
from scorepad.store.results import between, catching_up, honours, reading
from scorepad.store.results.catching_up import Report
from scorepad.store.results.rows import (
    Earned,
    Held,
    Met,
    Pair,
    PlayedBy,
    PlayedGame,
    PlayedKind,
    RatedGame,
    Streak,
)

SIZES = {"people": 1, "partnerships": 2}
"""Whose figures there are."""


class League:
    """The league of an open club. What it reads is right after `catch_up`, until something is recorded.

    `zone` says when a day begins; None is the machine's own time.
    """

    def __init__(self, connections: Connections, zone: tzinfo | None = None) -> None:
        """Use `Club.league`."""
        self._connections = connections
        self.zone = zone

    def is_fresh(self) -> bool:
        """Whether nothing happened since the last `catch_up`."""
        with self._connections.reading() as db:
            return catching_up.is_fresh(db)

    def is_settled(self) -> bool:
        """Whether the figures are those of one moment, if perhaps not yet of the last one."""
        with self._connections.reading() as db:
            return catching_up.is_settled(db)

    def mark(self) -> tuple[int, int, int]:
        """What tells whether a page still stands: how far the log was read, replays, and people."""
        with self._connections.reading() as db:
            return catching_up.mark(db)

    def catch_up(self, report: Report | None = None) -> None:
        """Bring all figures up to date; quick where little happened. Not inside a `reading`."""
        catching_up.catch_up(self._connections, self.zone, report)

    def rebuild(self, report: Report | None = None) -> None:
        """Throw all figures away and work them out anew from the entries."""
        catching_up.rebuild(self._connections, self.zone, report)

    def kinds(self) -> list[PlayedKind]:
        """The kinds of games that were played, the one played most first."""
        with self._connections.reading() as db:
            return reading.kinds(db)

    def days(self) -> tuple[str, str] | None:
        """The first and the last day (ISO) of a game that counts, None before the first."""
        with self._connections.reading() as db:
            return reading.days(db)

    def tallies(
        self, whose: str, stretches: Sequence[Stretch] = ALL_TIME, kind: int | None = None
    ) -> dict[Who, Tally]:
        """The figures of all "people" or "partnerships", of one kind of game or of all together."""
        with self._connections.reading() as db:
            return reading.tallies(db, SIZES[whose], stretches, kind)

    def club_tally(self, stretches: Sequence[Stretch] = ALL_TIME) -> dict[int, Tally]:
        """What the whole club did, by kind; every team of a round has a round of its own."""
        with self._connections.reading() as db:
            return reading.club_tallies(db, stretches)

    def figures(self, who: Who) -> dict[int, Tally]:
        """Somebody's figures of all time, by kind."""
        with self._connections.reading() as db:
            return reading.figures(db, who)

    def ratings(self, people: Iterable[int], until: str | None = None) -> dict[int, Rating]:
        """Ratings after the last game up to a day (ISO), or now; who was never rated is left out."""
        with self._connections.reading() as db:
            return reading.ratings(db, people, until)

    def rated_games(self, person: int, limit: int) -> list[RatedGame]:
        """A person's last ratings with their games, in the order of play."""
        with self._connections.reading() as db:
            return reading.rated_games(db, person, limit)

    def games_of(self, who: Who, limit: int, before: int | None = None) -> list[PlayedBy]:
        """Somebody's last games, the last first; further back are those `before` a game's order."""
        with self._connections.reading() as db:
            return reading.games_of(db, who, limit, before)

    def game(self, number: int) -> PlayedGame | None:
        """A game by its number, None where it does not count."""
        with self._connections.reading() as db:
            return reading.game(db, number)

    def partners(self, who: Who) -> list[Pair]:
        """Everybody who ever played in a person's team, in no order."""
        with self._connections.reading() as db:
            return between.pairs(db, who, together=True)

    def opponents(self, who: Who) -> list[Pair]:
        """Everybody a person, or a partnership, ever played against, in no order; `wins` are meetings won."""
        with self._connections.reading() as db:
            return between.pairs(db, who, together=False)

    def pair(self, who: Who, other: Who, *, together: bool = False) -> Pair:
        """How somebody did against, or with, somebody else."""
        with self._connections.reading() as db:
            return between.pair(db, who, other, together=together)

    def met(self, who: Who, other: Who, limit: int, *, together: bool = False) -> list[Met]:
        """The last games against, or with, somebody else, the last first."""
        with self._connections.reading() as db:
            return between.met(db, who, other, together=together, limit=limit)

    def longest_runs(self, who: Who, other: Who) -> tuple[int, int]:
        """How many meetings each of two won in a row at most."""
        with self._connections.reading() as db:
            return between.longest_runs(db, who, other)

    def records(
        self, kind: int, code: str, limit: int, days: tuple[str, str] | None = None
    ) -> list[Held]:
        """The best of a kind of game by a `FeatCode`, of all time or between two days (ISO)."""
        with self._connections.reading() as db:
            return honours.records(db, kind, code, limit, days)

    def streaks(self, whose: str, limit: int) -> list[Streak]:
        """The longest winning streaks of "people" or "partnerships"."""
        with self._connections.reading() as db:
            return honours.streaks(db, partnerships=whose == "partnerships", limit=limit)

    def best_run(self, who: Who) -> tuple[int, int]:
        """Somebody's longest winning streak, and the run that stands now (below zero: games not won)."""
        with self._connections.reading() as db:
            return honours.best_run(db, who)

    def badges(self, who: Who) -> list[Earned]:
        """The badges a person earned, every level with the game that earned it."""
        with self._connections.reading() as db:
            return honours.badges(db, who)
