"""The league of docs/league.md by brute force: slow, simple, and made of nothing that `scorepad.league` is made of.

`PlainLeague` takes the cells of games and what is known of people, and gives every figure anew at every question.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, tzinfo
from fractions import Fraction

from scorepad.scoring.names import folded
from tests.league.plain_figures import (
    Figures,
    Who,
    everybody,
    figures,
    outcomes,
    partnerships,
    results,
    runs,
    team_of,
)
from tests.league.plain_games import Game, LogOfGames, People, games_that_count
from tests.league.plain_ratings import Ratings

FIGURES = ("games", "wins", "share", "points", "rating", "books")
LEAST_TOGETHER = LEAST_MEETINGS = 3
LAST = 10


@dataclass(frozen=True)
class Season:
    """A season: its days, the last one None while it goes on, and how it is decided."""

    first: date
    last: date | None
    figure: str = "share"
    least: int = 1


@dataclass(frozen=True)
class Row:
    """A line of the standings. `value` is what was compared, None for points a round where there are none."""

    rank: int
    who: Who
    value: Fraction | None
    figures: Figures


@dataclass(frozen=True)
class Meeting:
    """A game of two who met: the totals of the first one's team and of the other's."""

    game: int
    mine: int
    theirs: int

    @property
    def outcome(self) -> int:
        """1 where the first won, -1 where the other did, 0 for a tie."""
        return (self.mine > self.theirs) - (self.mine < self.theirs)


@dataclass(frozen=True)
class Versus:
    """Two who met. The runs are counted as for games, from the side of the first."""

    meetings: list[Meeting]
    won: int
    lost: int
    tied: int
    run: int
    longest: int
    longest_of_other: int


@dataclass(frozen=True)
class Other:
    """A partner with the games together and the win share, or an opponent with the meetings and the share won."""

    who: Who
    games: int
    share: Fraction


class PlainLeague:
    """A league to be asked. `games` are those that count, in the order of play."""

    def __init__(self, log: LogOfGames, people: People, zone: tzinfo) -> None:
        """Reads all games; days are those of `zone`."""
        self.people = people
        self.games = games_that_count(log, people, zone)
        self.ratings = Ratings(self.games)

    def name(self, who: Who) -> str:
        """What they are called; of a partnership, in the order of ids."""
        return " & ".join(self.people[one].name for one in who)

    def in_tables(self, who: Who) -> bool:
        """Whether they stand in tables: no guest, nobody forgotten among them."""
        return not any(self.people[one].guest or self.people[one].forgotten for one in who)

    def chosen(
        self, first: date | None = None, last: date | None = None, kind: str | None = None
    ) -> list[Game]:
        """The games of a range of days, both included, and of one kind or of all."""
        return [
            game
            for game in self.games
            if (first is None or game.day >= first)
            and (last is None or game.day <= last)
            and kind in (None, game.kind)
        ]

    def standings(
        self,
        figure: str,
        first: date | None = None,
        last: date | None = None,
        *,
        kind: str | None = None,
        least: int = 1,
        together: bool = False,
    ) -> list[Row]:
        """The standings of people, or of partnerships. Who has no points a round stands last."""
        games = self.chosen(first, last, kind)
        several = len({game.kind for game in games}) > 1
        rows = []
        for who in partnerships(games) if together else everybody(games):
            counted = figures(who, games)
            if counted.games >= max(least, 1) and self.in_tables(who):
                value = self._value(counted, figure, last)
                rows.append((None if several and figure == "points" else value, counted))
        values = [value for value, _ in rows]
        ranked = [
            Row(1 + sum(_more(other, value) for other in values), one.who, value, one)
            for value, one in rows
        ]
        return sorted(ranked, key=lambda row: (row.rank, self.by_name(row.who)))

    def _value(self, counted: Figures, figure: str, last: date | None) -> Fraction | None:
        match figure:
            case "games":
                return Fraction(counted.games)
            case "wins":
                return counted.wins
            case "share":
                return counted.share
            case "points":
                return counted.points_a_round
            case "rating":
                return Fraction(round(self.ratings.on(counted.who, last)[0]))
        assert figure == "books"
        return Fraction(counted.books)

    def by_name(self, who: Who) -> tuple[str, Who]:
        """The order of names."""
        return folded(self.name(who)), who

    def champions(self, season: Season) -> list[Who]:
        """Who is first in the standings of a season; nobody where nothing can be compared."""
        rows = self.standings(season.figure, season.first, season.last, least=season.least)
        return [row.who for row in rows if row.rank == 1 and row.value is not None]

    def run(self, who: Who) -> int:
        """The run they have now."""
        return (runs(outcomes(who, self.games)) or [0])[-1]

    def last_ten(self, who: Who) -> list[tuple[int, Fraction]]:
        """Their last ten games in the order of play, each with the part of a win that it was."""
        return [(game.number, won) for game, won in results(who, self.games)[-LAST:]]

    def versus(self, one: Who, other: Who, games: Sequence[Game] | None = None) -> Versus:
        """How two people or two partnerships fared against each other."""
        found = []
        for game in self.games if games is None else games:
            mine, theirs = team_of(one, game), team_of(other, game)
            if mine is not None and theirs is not None and mine != theirs:
                found.append(Meeting(game.number, game.totals[mine], game.totals[theirs]))
        each = [meeting.outcome for meeting in found]
        all_runs = [0, *runs(each)]
        return Versus(
            meetings=found,
            won=each.count(1),
            lost=each.count(-1),
            tied=each.count(0),
            run=all_runs[-1],
            longest=max(all_runs),
            longest_of_other=-min(all_runs),
        )

    def best_partners(self, person: int) -> list[Other]:
        """From three games together on: by win share, games, name. No guests, nobody forgotten."""
        found = []
        for other in everybody(self.games) - {(person,)}:
            together = [g for g in self.games if _same_team((person,), other, g)]
            if len(together) >= LEAST_TOGETHER and self.in_tables(other):
                found.append(Other(other, len(together), figures((person,), together).share))
        return sorted(found, key=lambda o: (-o.share, -o.games, self.by_name(o.who)))

    def hardest_opponents(self, who: Who) -> list[Other]:
        """From three meetings on: by the share won, lowest first, meetings, name."""
        found = []
        for other in everybody(self.games) if len(who) == 1 else partnerships(self.games):
            met = self.versus(who, other)
            count = len(met.meetings)
            if other != who and count >= LEAST_MEETINGS and self.in_tables(other):
                found.append(Other(other, count, (met.won + Fraction(met.tied, 2)) / count))
        return sorted(found, key=lambda o: (o.share, -o.games, self.by_name(o.who)))


def _more(one: Fraction | None, other: Fraction | None) -> bool:
    if one is None or other is None:
        return other is None and one is not None
    return one > other


def _same_team(one: Who, other: Who, game: Game) -> bool:
    team = team_of(one, game)
    return team is not None and team == team_of(other, game)
