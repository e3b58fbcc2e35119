"""Four games of four people, small enough to work every figure out by hand.

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
from tests.web.pages import Element, Page

USUAL = ("Ann", "Bob", "Carla", "Dora")
GAMES = (
    (USUAL, ((6500, 20),)),
    (USUAL, ((3000, 3050), (3100, 3000))),
    (("Ann", "Carla", "Bob", "Dora"), ((0, 6000),)),
    (USUAL, ((6000, 6000),)),
)


def play_tiny_league(visitor: Visitor) -> dict[str, int]:
    """Plays the four games; gives everybody's id by name."""
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
    """Plays one game on a day of January 2026; gives its number."""
    noon = datetime(2026, 1, day, 12, tzinfo=UTC).isoformat(timespec="milliseconds")
    club, now = visitor.club, visitor.club._now
    club._now = lambda: noon
    try:
        return keep(visitor, slug, *rounds, names=names, cells=cells).game
    finally:
        club._now = now


def ids(visitor: Visitor) -> dict[str, int]:
    """Everybody's id by name."""
    return {one.name: one.id for one in visitor.club.people.everyone()}


def figure(page: Page | Element, name: str) -> str:
    """What stands in the first cell of a figure."""
    return figures(page, name)[0]


def figures(page: Page | Element, name: str) -> list[str]:
    """What stands in every cell of a figure."""
    root = page.root if isinstance(page, Page) else page
    return [one.text for one in root.elements if one["data-figure"] == name]


def table(page: Page, name: str) -> list[tuple[str, ...]]:
    """The rows of a table of people as the words of their cells, by its name."""
    (found,) = [one for one in page.root.all("table") if one["data-table"] == name]
    (body,) = found.all("tbody")
    return [tuple(cell.text for cell in row.all("th", "td")) for row in body.all("tr")]
