"""The nouns of the league: what one counted game says, and of whom. docs/league.md defines every figure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.league.who import Who
from scorepad.scoring.agreement import Cells

WHOLE = 12
"""A won game in parts that two, three or four tied teams can share."""


@dataclass(frozen=True, slots=True)
class Told:
    """A game as the store keeps it: its number, its day (ISO), the values of its cells, and their entries' seqs."""

    game: int
    day: str
    cells: Cells
    seqs: Mapping[tuple[int, str, str], int]


class Tally(NamedTuple):
    """What can be added up over games. `share` is in twelfths of a win; points and luck are points of rounds."""

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

    @property
    def lost(self) -> int:
        """Games that were neither won nor tied."""
        return self.games - self.wins - self.ties

    @staticmethod
    def sum(tallies: "Iterable[Tally]") -> "Tally":
        """All of them together, of which there is one at least."""
        return Tally(*map(sum, zip(*tallies, strict=True)))


FIGURES = Tally._fields
"""The names of what a tally holds, in order."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """Games whose points may be compared: the same rules in every number, at tables of one size.

    `id` is drawn from the rules themselves, so that it is the same whenever it is worked out anew.
    """

    id: int
    slug: str
    name: str
    players: int
    teams: int
    decks: int


@dataclass(frozen=True, slots=True)
class Side:
    """A team at the end of a game: to whom the game belongs, in the order of seats, its total, its part of the win."""

    people: tuple[int, ...]
    total: int
    share: int


@dataclass(frozen=True, slots=True)
class Portion:
    """What a game says of one person or partnership. `team` is from 0, None for somebody who only helped out."""

    who: Who
    team: int | None
    tally: Tally


@dataclass(frozen=True, slots=True)
class Feat:
    """What of a game may be a record: more is better. `round` is 0 where it is about the whole game."""

    code: str
    value: int
    people: tuple[int, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game that counts: all the league keeps of it. `day` is an ISO date, `rounds` how many were
    played here, `club` what all its teams did together, in which every team has rounds of its own."""

    game: int
    day: str
    kind: GameKind
    rounds: int
    club: Tally
    sides: tuple[Side, ...]
    portions: tuple[Portion, ...]
    feats: tuple[Feat, ...]
    badges: tuple[tuple[Who, str], ...]

    @property
    def order(self) -> int:
        """The place in the order of play: the day, then the game's number, as one number."""
        return order_of(self.day, self.game)


def order_of(day: str, game: int) -> int:
    """The place of a game in the order of play, as one number below 2^63: the day counts more than the number."""
    return (int(day.replace("-", "")) << 32) | game
