"""The league's data types: competitors, what one game counts for, and for whom. docs/league.md defines every figure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scorepad.scoring.cells import Cells

# ---- Competitors: a person ("3") or a partnership ("3-17", two or more people who play together, ids ascending)

CompetitorKey = str

_COMPETITOR = re.compile(r"[1-9][0-9]{0,8}(?:-[1-9][0-9]{0,8}){0,3}")


def competitor_key(people: Iterable[int]) -> CompetitorKey:
    """Return the key of these people, who may be in any order and repeated."""
    return "-".join(str(person) for person in sorted(set(people)))


def members(competitor: CompetitorKey) -> tuple[int, ...]:
    """Return the ids of a competitor's people, ascending."""
    return tuple(int(part) for part in competitor.split("-"))


def parse_competitor(text: str) -> CompetitorKey | None:
    """Parse a competitor from a URL, with ids in any order; None if the text is not one."""
    if not _COMPETITOR.fullmatch(text):
        return None
    people = members(text)
    return competitor_key(people) if len(set(people)) == len(people) else None


def is_partnership(competitor: CompetitorKey) -> bool:
    return "-" in competitor


# ---- Games

WHOLE = 60
"""One won game in sixtieths, which two to six tied teams can share evenly."""


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
    """Rounds whose parts were counted. For other rounds only the points are known."""
    itemised_points: int = 0
    """The points of these rounds."""

    @property
    def lost(self) -> int:
        """Games that were neither won nor tied."""
        return self.games - self.wins - self.ties

    @staticmethod
    def sum(tallies: "Iterable[Tally]") -> "Tally":
        """Add up one or more tallies."""
        return Tally(*map(sum, zip(*tallies, strict=True)))


FIGURES = Tally._fields
"""The names of a tally's figures, in order."""


@dataclass(frozen=True, slots=True)
class GameKind:
    """Games whose points can be compared: identical rules, at tables of the same size.

    `id` is a digest of the rules and the table, so it never changes. `has_luck` is whether a score may have a line that
    luck decides.
    """

    id: int
    slug: str
    name: str
    players: int
    teams: int
    decks: int
    has_luck: bool = True


class Side(NamedTuple):
    """A team at the end of a game: the people who get the credit, by seat, its total, and its share of the win.

    `ahead` is the number of teams ahead of it.
    """

    people: tuple[int, ...]
    total: int
    share: int
    ahead: int


class Appearance(NamedTuple):
    """A competitor's figures in one game. `team` counts from 1; None for a person who only helped out."""

    competitor: CompetitorKey
    team: int | None
    tally: Tally


class RecordCandidate(NamedTuple):
    """A value that may become a record; larger is better. `round` is 0 for a whole game."""

    code: str
    value: int
    people: tuple[int, ...]
    round: int = 0


@dataclass(frozen=True, slots=True)
class GameFacts:
    """Everything that the league stores about a game that counts.

    `rounds` is the number of rounds played here or imported round by round, without those on paper. `club` is the sum
    over all teams, so its tally counts a round once per team.
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
        """The sort key of the order of play (see `order_of`)."""
        return order_of(self.day, self.game)


LAST_GAME = (1 << 32) - 1
"""The largest id of a game that `order_of` has room for."""


def order_of(day: str, game: int) -> int:
    """Return a game's sort key in the order of play, by day (ISO) and then id: a number below 2^63."""
    return _first_of_day(day) | game


def game_of(order: int) -> int:
    """Return the id of the game with this `order_of`."""
    return order & LAST_GAME


@lru_cache(maxsize=1_000)
def _first_of_day(day: str) -> int:
    return int(day.replace("-", "")) << 32


# ---- Streaks: a positive number of games won in a row, or a negative number of games not won


def next_streak(before: int, share: int) -> int:
    """Return the streak after a game with this share of the win, in sixtieths."""
    if share == WHOLE:
        return max(before, 0) + 1
    if share == 0:
        return min(before, 0) - 1
    return 0
