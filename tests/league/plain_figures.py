"""What is counted for a person or a partnership over some games, added up one by one.

`who` is a tuple of ids, ascending: (3,) is a person, (3, 17) a partnership.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.league.plain_games import Game, Round

Who = tuple[int, ...]


@dataclass
class Figures:
    """The sums. `points` and `luck` mean something only where all games are of one kind."""

    who: Who
    games: int = 0
    alone: int = 0
    ties: int = 0
    wins: Fraction = Fraction(0)
    rounds: int = 0
    points: int = 0
    luck: int = 0
    went_out: int = 0
    cuts: int = 0
    threes: int = 0
    severe: int = 0
    opened_first: int = 0
    marked: int = 0
    """Rounds in which a team was marked at all as having opened."""
    books: int = 0
    clean: int = 0
    kinds: set[str] = field(default_factory=set)
    """The kinds of the games that the rounds come from."""

    @property
    def share(self) -> Fraction:
        """The win share."""
        return self.wins / self.games if self.games else Fraction(0)

    @property
    def points_a_round(self) -> Fraction | None:
        """Points by rounds; None where there are none, or games of several kinds."""
        return self._by_round(self.points)

    @property
    def luck_a_round(self) -> Fraction | None:
        """Luck by rounds."""
        return self._by_round(self.luck)

    @property
    def play_a_round(self) -> Fraction | None:
        """The rest of the points, by rounds."""
        return self._by_round(self.points - self.luck)

    def _by_round(self, points: int) -> Fraction | None:
        return Fraction(points, self.rounds) if self.rounds and len(self.kinds) == 1 else None


def team_of(who: Who, game: Game) -> int | None:
    """The team for which a game belongs to a person or partnership; None where it does not."""
    for team, people in enumerate(game.people):
        if (len(who) == 1 and who[0] in people) or (len(who) > 1 and sorted(people) == [*who]):
            return team
    return None


def team_in(who: Who, round_: Round) -> int | None:
    """The team for which they sat in a round: a person, or a partnership and nobody else."""
    for team in range(len(round_.points)):
        sat = round_.sat(team)
        if (len(who) == 1 and who[0] in sat) or (len(who) > 1 and sorted(sat) == [*who]):
            return team
    return None


def everybody(games: Sequence[Game]) -> set[Who]:
    """Everybody who sat in a round."""
    return {(one,) for game in games for round_ in game.rounds for one in round_.seats if one}


def partnerships(games: Sequence[Game]) -> set[Who]:
    """Two or more people of one team to whom a game belongs."""
    return {tuple(sorted(team)) for game in games for team in game.people if len(team) > 1}


def figures(who: Who, games: Sequence[Game]) -> Figures:
    """All sums for a person or a partnership over these games."""
    found = Figures(who)
    for game in games:
        team = team_of(who, game)
        if team is not None:
            found.games += 1
            if team in game.winners:
                found.wins += Fraction(1, len(game.winners))
                found.alone += len(game.winners) == 1
                found.ties += len(game.winners) > 1
        if len(who) > 1 and team is None:
            continue
        for round_ in game.rounds:
            team = team_in(who, round_)
            if team is not None:
                found.kinds.add(game.kind)
                _add(found, round_, team)
    return found


def _add(found: Figures, round_: Round, team: int) -> None:
    found.rounds += 1
    found.points += round_.points[team]
    found.luck += round_.luck[team]
    found.books += round_.books[team]
    found.clean += round_.clean[team]
    found.opened_first += round_.opened == team
    found.marked += round_.opened is not None
    for at, one in enumerate(round_.seats):
        if one in found.who:
            found.cuts += round_.cuts[at]
            found.threes += round_.threes[at]
            if round_.out == at:
                found.went_out += 1
                found.severe += round_.severe


def results(who: Who, games: Sequence[Game]) -> list[tuple[Game, Fraction]]:
    """The games that belong to them, in the order of play, each with the part of a win that it was."""
    found = []
    for game in games:
        team = team_of(who, game)
        if team is not None:
            won = Fraction(1, len(game.winners)) if team in game.winners else Fraction(0)
            found.append((game, won))
    return found


def runs(outcomes: Sequence[int]) -> list[int]:
    """The run after each game: of wins counted up, of others down; 1 is a win, -1 none, 0 a tie."""
    found: list[int] = []
    now = 0
    for one in outcomes:
        now = 0 if one == 0 else now + one if now * one > 0 else one
        found.append(now)
    return found


def outcomes(who: Who, games: Sequence[Game]) -> list[int]:
    """Their games as 1 for won alone, 0 for a tie, -1 for not won."""
    return [1 if won == 1 else 0 if won else -1 for _, won in results(who, games)]
