"""The nouns of the league: what one game counts for, and for whom. docs/league.md defines every figure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorepad.league.competitors import CompetitorKey
from scorepad.scoring.cells import Cells

WHOLE = 60
"""A won game, in parts that two to six tied teams can share."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game from the store: its id, its day (ISO), the values of its cells, and the seqs of their entries."""

    game: int
    day: str
    cells: Cells
    seqs: Mapping[tuple[int, str, str], int]


class Tally(NamedTuple):
    """Figures that add up over games. `share` is in sixtieths of a win; points and luck are points of rounds."""

    games: int = 0
    wins: int = 0
    ties: int = 0
    share: int = 0
    rounds: int = 0
    points: int = 0
    luck: int = 0
    went_out: int = 0
    exact_cuts: int = 0
    red_threes: int = 0
    severe: int = 0
    opened_first: int = 0
    books: int = 0
    clean: int = 0
    itemised: int = 0
    """Rounds whose parts were counted. Of the other rounds only the points are known."""

    @property
    def lost(self) -> int:
        """Games that were neither won nor tied."""
        return self.games - self.wins - self.ties

    @staticmethod
    def sum(tallies: "Iterable[Tally]") -> "Tally":
        """The sum of one or more tallies."""
        return Tally(*map(sum, zip(*tallies, strict=True)))


FIGURES = Tally._fields
"""The names of a tally's figures, in order."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """Games whose points can be compared: the same rules in every number, at tables of the same size.

    `id` is a digest of the rules, so it is the same whenever it is worked out. `has_luck` is whether a score
    may have a line that luck decides.
    """

    id: int
    slug: str
    name: str
    players: int
    teams: int
    decks: int
    has_luck: bool = True


class Side(NamedTuple):
    """A team at the end of a game: the people who get the credit, by seat, its total, its share of the win.

    `ahead` is how many teams were ahead of it.
    """

    people: tuple[int, ...]
    total: int
    share: int
    ahead: int


class Appearance(NamedTuple):
    """A competitor's part in one game. `team` counts from 1; it is None for a person who only helped out."""

    competitor: CompetitorKey
    team: int | None
    tally: Tally


class RecordCandidate(NamedTuple):
    """What may become a record: the larger the value, the better. `round` is 0 for a whole game."""

    code: str
    value: int
    people: tuple[int, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class GameFacts:
    """All that the league stores of a game that counts.

    `rounds` were played here, not on paper, or came from a file round by round. In `club`, the sum over all teams,
    each team has rounds of its own.
    """

    game: int
    day: str
    kind: GameKind
    rounds: int
    club: Tally
    sides: tuple[Side, ...]
    appearances: tuple[Appearance, ...]
    record_candidates: tuple[RecordCandidate, ...]
    badges: tuple[tuple[CompetitorKey, str], ...]
    round_points: tuple[tuple[int, tuple[int, ...]], ...] = ()

    @property
    def order(self) -> int:
        """The place in the order of play."""
        return order_of(self.day, self.game)


def order_of(day: str, game: int) -> int:
    """The place of a game in the order of play, a number below 2^63: first by day, then by id."""
    return _first_of_day(day) | game


def game_of(order: int) -> int:
    """The id of the game at this place."""
    return order & ((1 << 32) - 1)


@lru_cache(maxsize=1_000)
def _first_of_day(day: str) -> int:
    return int(day.replace("-", "")) << 32
