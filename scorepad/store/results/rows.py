"""What the league's tables give: games, meetings, records, badges."""

from dataclasses import dataclass

from scorepad.league.facts import GameKind, Side, Tally
from scorepad.league.ratings import Rating
from scorepad.league.who import Who


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
class PlayedBy:
    """A game and what it says of one person or partnership; `run` is their run after it."""

    game: PlayedGame
    team: int
    tally: Tally
    run: int


@dataclass(frozen=True, slots=True)
class PlayedKind:
    """A kind of game with how many were played, and the first of them in the order of play."""

    kind: GameKind
    games: int
    first: int


@dataclass(frozen=True, slots=True)
class Pair:
    """How somebody did with, or against, somebody else. `share` is in twelfths of a win."""

    other: Who
    games: int
    wins: int
    ties: int
    share: int

    @property
    def lost(self) -> int:
        """Games that were neither won nor tied."""
        return self.games - self.wins - self.ties


@dataclass(frozen=True, slots=True)
class Met:
    """One meeting: its game, the first one's share in twelfths, and the first one's run after it."""

    game: PlayedGame
    share: int
    run: int


@dataclass(frozen=True, slots=True)
class Held:
    """A record, or what comes next to it: the value, whose it is, where. `round` is 0 for a whole game."""

    value: int
    people: tuple[int, ...]
    round: int
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class Streak:
    """A run of won games: how many, whose, and the last of them."""

    length: int
    who: Who
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class Earned:
    """A badge: its code, the level reached (in games, or games in a row), and the game that earned it."""

    code: str
    level: int
    game: PlayedGame


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A person's rating after a game."""

    game: PlayedGame
    rating: Rating
