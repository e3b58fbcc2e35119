"""The table of prophets of a club: who was right before the first round, and how sure. docs/league.md, "Prophets"."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from scorepad.league.bets import LEAST, Prophet, error_of, error_of_coin
from scorepad.league.club_names import ClubPeople
from scorepad.league.facts import WHOLE
from scorepad.league.forecast import before_game
from scorepad.scoring.names import fold_name
from scorepad.store import Club

EVER = "", "9999-12-31"
"""All days."""


@dataclass(frozen=True, slots=True)
class RankedProphet:
    """A row of the table. `rank` is None with fewer than `LEAST` bets. `is_clear`: chance hardly explains it."""

    prophet: Prophet
    name: str
    rank: int | None
    is_clear: bool

    @property
    def missing(self) -> int:
        """How many settled bets are missing to a rank."""
        return max(0, LEAST - self.prophet.bets)


@dataclass(frozen=True, slots=True)
class ProphetTable:
    """Those with enough bets by their score, then the others by bets. `games` are those with a bet.

    `coin` is the mean score of a coin in these games, `forecast` that of the ratings in those `foreseen`, of two teams.
    """

    rows: tuple[RankedProphet, ...]
    games: int
    coin: Fraction | None
    foreseen: int
    forecast: float | None

    @classmethod
    def of(cls, club: Club, people: ClubPeople, days: tuple[str, str] = EVER) -> Self:
        """Build the table of the games of these days (ISO, both included), without guests and forgotten people."""
        first, last = days
        with club.reading():
            games = [game for game in club.league.cached("bets", club.league.bets) if first <= game.game.day <= last]
        prophets: dict[int, Prophet] = {}
        coins, errors = [], []
        for played, bets, ratings in games:
            shares = [Fraction(side.share, WHOLE) for side in played.sides]
            coins.append(error_of_coin(len(shares)))
            if len(shares) == 2 and all(side.people for side in played.sides):
                chance = Fraction(before_game(ratings, len(played.sides[0].people)))
                errors.append(float(error_of([chance, 1 - chance], shares)))
            for person, bet in bets.items():
                if people.is_ranked(str(person)):
                    prophets[person] = prophets.get(person, Prophet(person)).after(bet, shares)
        return cls(
            rows=tuple(_rows(list(prophets.values()), people)),
            games=len(games),
            coin=sum(coins, Fraction(0)) / len(coins) if coins else None,
            foreseen=len(errors),
            forecast=sum(errors) / len(errors) if errors else None,
        )

    def of_person(self, person: int) -> RankedProphet | None:
        return next((row for row in self.rows if row.prophet.person == person), None)

    @property
    def ranked(self) -> int:
        """How many are ranked."""
        return sum(row.rank is not None for row in self.rows)

    @property
    def clear(self) -> tuple[RankedProphet, ...]:
        """The first, if chance hardly explains it."""
        return tuple(row for row in self.rows if row.rank == 1 and row.is_clear)


def _rows(prophets: list[Prophet], people: ClubPeople) -> list[RankedProphet]:
    ranked = [prophet for prophet in prophets if prophet.is_ranked]
    rows = []
    for prophet in prophets:
        rank = 1 + sum(other.score < prophet.score for other in ranked) if prophet.is_ranked else None
        rows.append(RankedProphet(prophet, people.name([prophet.person]), rank, prophet.is_clear(len(ranked))))
    return sorted(rows, key=_order)


def _order(row: RankedProphet) -> tuple[int, int, str, int]:
    return row.missing, row.rank or 0, fold_name(row.name), row.prophet.person
