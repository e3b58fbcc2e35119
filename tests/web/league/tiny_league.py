"""Four games of four people, small enough to work out every figure by hand.

| game | day        | seats 1 and 3 | seats 2 and 4 | rounds                      | totals      |
|------|------------|---------------|---------------|-----------------------------|-------------|
| 1    | 2026-01-05 | Ann, Carla    | Bob, Dora     | 6500:20                     | 6500 : 20   |
| 2    | 2026-01-06 | Ann, Carla    | Bob, Dora     | 3000:3050, 3100:3000        | 6100 : 6050 |
| 3    | 2026-01-07 | Ann, Bob      | Carla, Dora   | 0:6000                      | 0 : 6000    |
| 4    | 2026-01-08 | Ann, Carla    | Bob, Dora     | 6000:6000                   | 6000 : 6000 |
"""

from datetime import UTC, datetime
from typing import Any

from tests.web.driving import Visitor
from tests.web.kept import keep

USUAL = ("Ann", "Bob", "Carla", "Dora")
CROSSED = ("Ann", "Carla", "Bob", "Dora")
GAMES = (
    (USUAL, ((6500, 20),)),
    (USUAL, ((3000, 3050), (3100, 3000))),
    (CROSSED, ((0, 6000),)),
    (USUAL, ((6000, 6000),)),
)


def play_tiny_league(visitor: Visitor) -> dict[str, int]:
    """Play the four games, and return everyone's id by name."""
    for at, (names, rounds) in enumerate(GAMES):
        play(visitor, *rounds, names=names, day=5 + at)
    return ids(visitor)


def play(
    visitor: Visitor,
    *rounds: tuple[int, ...],
    names: tuple[str, ...] = USUAL,
    day: int = 20,
    slug: str = "southern-ohio",
    cells: Any = None,
) -> int:
    """Play a game on a day of January 2026, and return its number."""
    noon = datetime(2026, 1, day, 12, tzinfo=UTC).isoformat(timespec="milliseconds")
    club, now = visitor.club, visitor.club._now
    club._now = lambda: noon
    try:
        return keep(visitor, slug, *rounds, names=names, cells=cells).game
    finally:
        club._now = now


def ids(visitor: Visitor) -> dict[str, int]:
    """Everyone's id by name."""
    return {player.name: player.id for player in visitor.club.people.everyone()}


def key(people: dict[str, int], names: str) -> str:
    """The key of "Ann", or of "Ann & Carla"."""
    return "-".join(str(number) for number in sorted(people[name] for name in names.split(" & ")))
