"""Ratings, replayed game by game with openskill as docs/league.md says."""

from collections.abc import Sequence
from datetime import date
from math import sqrt

from openskill.models import PlackettLuce

from tests.league.plain_games import Game

MEAN, DEVIATION, BETA, TAU = 1500.0, 500.0, 250.0, 5.0
Rating = tuple[float, float]
START: Rating = (MEAN, DEVIATION)


class Ratings:
    """What every game changed: the ratings, after it, of those who were rated in it."""

    def __init__(self, games: Sequence[Game]) -> None:
        """Replays all games that count; `games` are in the order of play."""
        self.games = games
        self.model = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=BETA, tau=TAU)
        self.changes: list[dict[int, Rating]] = []
        now: dict[int, Rating] = {}
        for game in games:
            change = self._rated(game, now)
            self.changes.append(change)
            now.update(change)

    def _rated(self, game: Game, now: dict[int, Rating]) -> dict[int, Rating]:
        playing = [team for team in range(game.teams) if game.people[team]]
        if len(playing) < 2:
            return {}
        before = [
            [
                self.model.rating(mu=mu, sigma=sigma)
                for mu, sigma in (now.get(one, START) for one in game.people[team])
            ]
            for team in playing
        ]
        ranks = [1 + sum(total > game.totals[team] for total in game.totals) for team in playing]
        after = self.model.rate(before, ranks=ranks)
        return {
            one: (rating.mu, rating.sigma)
            for team, rated in zip(playing, after, strict=True)
            for one, rating in zip(game.people[team], rated, strict=True)
        }

    def after_game(self, who: tuple[int, ...], number: int) -> Rating:
        """The rating of a person or partnership after a game."""
        at = next(at for at, game in enumerate(self.games) if game.number == number)
        return self._after(who, at + 1)

    def on(self, who: tuple[int, ...], day: date | None) -> Rating:
        """The rating after the last game up to a day, that day's included; None is for ever."""
        count = sum(1 for game in self.games if day is None or game.day <= day)
        return self._after(who, count)

    def _after(self, who: tuple[int, ...], count: int) -> Rating:
        found = [self._one(person, count) for person in who]
        if len(found) == 1:
            return found[0]
        mean = sum(mu for mu, _ in found) / len(found)
        return mean, sqrt(sum(sigma * sigma for _, sigma in found)) / len(found)

    def _one(self, person: int, count: int) -> Rating:
        for change in reversed(self.changes[:count]):
            if person in change:
                return change[person]
        return START


def shown(rating: Rating) -> str:
    """A rating as people read it."""
    return f"{round(rating[0])} ± {round(2 * rating[1])}"
