"""The values that reads of the league's tables return: games, meetings, records, badges."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.league.facts import CompetitorKey, GameKind, Side, Tally, game_of
from scorepad.league.ratings import Rating

GAME = "game.game, game.ord, game.day, game.kind, game.rounds, game.sides"
"""The columns of `played_game`."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that counts, as lists show it. `day` is an ISO date, `kind` the id of its kind."""

    game: int
    order: int
    day: str
    kind: int
    rounds: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class CompetitorGame:
    """A game of one competitor, with their figures in it. `team` counts from 1; `streak` is their streak after it."""

    game: PlayedGame
    team: int
    tally: Tally
    streak: int


@dataclass(frozen=True, slots=True)
class PlayedKind:
    """A kind of game, how many were played, and the order of the first."""

    kind: GameKind
    games: int
    first: int

    @property
    def first_game(self) -> int:
        return game_of(self.first)


@dataclass(frozen=True, slots=True)
class PairTotals:
    """How a competitor did with, or against, `other`. `share` is in sixtieths of a win."""

    other: CompetitorKey
    games: int
    wins: int
    ties: int
    share: int

    @property
    def lost(self) -> int:
        """Games that were neither won nor tied."""
        return self.games - self.wins - self.ties


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game between two competitors: the share of the first in sixtieths of a win, and their streak after it."""

    game: PlayedGame
    share: int
    streak: int


@dataclass(frozen=True, slots=True)
class RecordHolder:
    """A holder of a record: the value, the people and the game. `round` is 0 for a whole game."""

    value: int
    people: tuple[int, ...]
    round: int
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class Streak:
    """A winning streak: its length in games, its competitor and its last game."""

    length: int
    competitor: CompetitorKey
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class EarnedBadge:
    """A badge: its code, the level (in games, or in games in a row), and the game that earned it."""

    code: str
    level: int
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A person's rating after a game."""

    game: PlayedGame
    rating: Rating


def played_game(row: Sequence[Any]) -> PlayedGame:
    """Build a game from the columns of `GAME`."""
    game, order, day, kind, rounds, sides = row
    return PlayedGame(game, order, day, kind, rounds, parse_sides(sides))


def parse_sides(text: str) -> tuple[Side, ...]:
    """Parse the teams of a game from its column `sides`."""
    return tuple(Side(tuple(people), *others) for people, *others in json.loads(text))
