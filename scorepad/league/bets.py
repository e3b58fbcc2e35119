"""Bets before a game, and the table of prophets: docs/league.md, "Prophets"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorepad.league.counterparts import BY_CHANCE, at_least
from scorepad.scoring.cells import TABLE, Bet, CellName
from scorepad.scoring.game.agreement import WHOLE_GAME

SURE = {"perhaps": Fraction(3, 2), "probably": Fraction(3), "surely": Fraction(9)}
"""How sure one may be, each with the odds that it gives the team against each of the others: 60, 75 and 90 % of two."""

USUAL = "perhaps"
"""How sure someone is taken to be who only tapped a team. More would cost those dearly who only guess."""

BET = "bet"
"""The start of the fields with bets; the rest is the number of the person, because each has one bet."""


def bet_cell(person: int) -> CellName:
    return WHOLE_GAME, TABLE, f"{BET}{person}"


def person_of(field: str) -> int | None:
    """Return whose bet a field of the whole game has, None if it has none."""
    number = field.removeprefix(BET)
    return int(number) if number != field and number.isascii() and number.isdigit() and len(number) <= 15 else None


def valid_bets(
    entered: Iterable[tuple[int, int, Bet]], teams: int, merged: Mapping[int, int]
) -> dict[int, tuple[int, Bet]]:
    """Return each person's bet and its entry, from persons, entries and bets; the later one of a merged person.

    Without those on a team that the table does not have; a bet on team 0 says that there is none.
    """
    latest: dict[int, tuple[int, Bet]] = {}
    for person, seq, bet in entered:
        now = merged.get(person, person)
        if now and 0 <= bet.team <= teams and seq > latest.get(now, (0,))[0]:
            latest[now] = seq, bet
    return latest


def chance_of(sure: str, teams: int) -> Fraction:
    """Return the chance that a bet gives its team, of so many teams. The others share the rest."""
    odds = SURE.get(sure, SURE[USUAL])
    return odds / (odds + teams - 1)


# The table of prophets

LEAST = 5
"""How many bets must be settled before someone is ranked."""

Shares = Sequence[Fraction]
"""The share of the win of each team in a game that is over."""


def error_of(chances: Sequence[Fraction], shares: Shares) -> Fraction:
    """Return the Brier score of what was said of one game, halved so that a bet of two teams is (chance − outcome)²."""
    return sum(((chance - share) ** 2 for chance, share in zip(chances, shares, strict=True)), Fraction(0)) / 2


def error_of_bet(bet: Bet, shares: Shares) -> Fraction:
    chance = chance_of(bet.sure, len(shares))
    others = (1 - chance) / (len(shares) - 1)
    return error_of([chance if team == bet.team else others for team in range(1, len(shares) + 1)], shares)


def error_of_coin(teams: int) -> Fraction:
    """Return the score of someone who gives each team the same chance: a quarter for two."""
    return Fraction(teams - 1, 2 * teams)


@dataclass(frozen=True, slots=True)
class Prophet:
    """What someone's settled bets came to. `errors` and `coins` are sums, of these and of a coin in the same games.

    `right` is how many of the teams won alone, `usual` how many would by chance.
    """

    person: int
    bets: int = 0
    right: int = 0
    usual: Fraction = Fraction(0)
    errors: Fraction = Fraction(0)
    coins: Fraction = Fraction(0)

    def after(self, bet: Bet, shares: Shares) -> "Prophet":
        teams = len(shares)
        return Prophet(
            person=self.person,
            bets=self.bets + 1,
            right=self.right + (shares[bet.team - 1] == 1),
            usual=self.usual + Fraction(1, teams),
            errors=self.errors + error_of_bet(bet, shares),
            coins=self.coins + error_of_coin(teams),
        )

    @property
    def score(self) -> Fraction:
        """The mean error, lower is better."""
        return self.errors / self.bets

    @property
    def is_ranked(self) -> bool:
        return self.bets >= LEAST

    def is_clear(self, ranked: int) -> bool:
        """Whether they are better than a coin, and right more often than chance explains, among so many ranked."""
        if self.errors >= self.coins or not self.is_ranked:
            return False
        return at_least(self.right, self.bets, self.usual / self.bets) <= BY_CHANCE / ranked
