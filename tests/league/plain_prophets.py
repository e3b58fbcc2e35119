"""The table of prophets, computed in a plain way from the cells of the games that count."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, erf, sqrt

from tests.league.plain import BETA, START, PlainLeague, Rating
from tests.league.plain_games import Game

ODDS = {"": Fraction(3, 2), "perhaps": Fraction(3, 2), "probably": Fraction(3), "surely": Fraction(9)}


@dataclass
class Bets:
    """The settled bets of a person: each error, each error of a coin, and the chance to be right by lot."""

    errors: list[Fraction] = field(default_factory=list)
    coins: list[Fraction] = field(default_factory=list)
    lots: list[Fraction] = field(default_factory=list)
    right: int = 0

    @property
    def mean(self) -> Fraction:
        return sum(self.errors, Fraction(0)) / len(self.errors)


def shares(game: Game) -> list[Fraction]:
    """Return each team's share of the win."""
    return [Fraction(int(team in game.winners), len(game.winners)) for team in range(len(game.totals))]


def brier(said: Sequence[Fraction], happened: Sequence[Fraction]) -> Fraction:
    return sum(((a - b) ** 2 for a, b in zip(said, happened, strict=True)), Fraction(0)) / 2


def last_bets(game: Game) -> dict[int, tuple[int, str]]:
    """Return everyone's last bet: the team, from 0, and how sure. A later word that there is none takes it back."""
    last: dict[int, tuple[int, str]] = {}
    for _, person, team, sure in sorted(game.bets):
        if person and 0 <= team <= len(game.totals):
            last[person] = team - 1, sure
    return {person: bet for person, bet in last.items() if bet[0] >= 0}


def prophets(games: Sequence[Game], listed: set[int]) -> dict[int, Bets]:
    """Return the bets of everyone who is in tables."""
    everyone: dict[int, Bets] = {}
    for game in games:
        teams = len(game.totals)
        for person, (team, sure) in last_bets(game).items():
            if person not in listed:
                continue
            odds = ODDS.get(sure, ODDS[""])
            chance = odds / (odds + teams - 1)
            said = [chance if at == team else (1 - chance) / (teams - 1) for at in range(teams)]
            own = everyone.setdefault(person, Bets())
            own.errors.append(brier(said, shares(game)))
            own.coins.append(coin(teams))
            own.lots.append(Fraction(1, teams))
            own.right += game.winners == [team]
    return everyone


def coin(teams: int) -> Fraction:
    """Return what a coin costs if one team wins alone."""
    return brier([Fraction(1, teams)] * teams, [Fraction(int(at == 0)) for at in range(teams)])


def ranks(everyone: dict[int, Bets], least: int) -> dict[int, int]:
    """Return the rank of those with enough bets."""
    enough = {person: bets.mean for person, bets in everyone.items() if len(bets.errors) >= least}
    return {person: 1 + sum(other < mean for other in enough.values()) for person, mean in enough.items()}


def is_clear(bets: Bets, ranked: int) -> bool:
    """Return whether someone who is ranked is better than a coin, and chance hardly explains it."""
    if sum(bets.errors) >= sum(bets.coins):
        return False
    lot, count = sum(bets.lots, Fraction(0)) / len(bets.lots), len(bets.lots)
    tail = sum(comb(count, many) * lot**many * (1 - lot) ** (count - many) for many in range(bets.right, count + 1))
    return float(tail) <= 0.05 / ranked


def forecast(plain: PlainLeague, games: Sequence[Game]) -> float | None:
    """Return the mean error of what the ratings said of games of two teams."""
    now: dict[int, Rating] = {}
    errors = []
    for game, change in zip(plain.games, plain.ratings, strict=True):
        if game in games and len(game.totals) == 2 and all(game.people):
            size = len(game.people[0])
            means, deviations = [], []
            for people in game.people:
                of_team = [now.get(person, START) for person in people]
                means.append(sum(mean for mean, _ in of_team) / len(of_team))
                deviations.append(sqrt(sum(deviation**2 for _, deviation in of_team)) / len(of_team))
            unsure = size**2 * (deviations[0] ** 2 + deviations[1] ** 2) / 2
            better = size * (means[0] - means[1]) / sqrt(2 * (BETA**2 + unsure))
            chance = (1 + erf(better / sqrt(2))) / 2
            errors.append((chance - float(shares(game)[0])) ** 2)
        now |= change
    return sum(errors) / len(errors) if errors else None
