"""Games that are kept with the rounds a test wants, without typing them one by one, and the page of their result."""

from typing import Any

from scorepad.store import NEW_GAME, Club, Entry
from tests.support.cells import Cells, game_cells, stock_round
from tests.web.driving import NAMES, Table, Visitor
from tests.web.pages import Page


def keep(
    visitor: Visitor,
    slug: str,
    *rounds: tuple[int, ...],
    paper: int = 0,
    names: tuple[str, ...] = NAMES,
    cells: Cells | None = None,
) -> Table:
    """Keeps a game in which the teams got so many points a round; `cells` are what else is agreed."""
    players = 6 if rounds and len(rounds[0]) == 3 else 4
    values = game_cells(slug, players) | (cells or {})
    for number, points in enumerate(rounds, start=paper + 1):
        values |= stock_round(number, (0,) * len(points), players)
        for team, one in enumerate(points, start=1):
            values[number, f"team{team}", "adjustment1"] = {"typed": str(one), "reason": "a test"}
    if paper:
        values[0, "table", "paper"] = {"as": "count", "n": paper}
    for seat, name in enumerate(names[:players], start=1):
        values[0, f"seat{seat}", "player"] = {"id": _player(visitor.club, name)}
    return Table(visitor, _recorded(visitor.club, values))


def _player(club: Club, name: str) -> int:
    return (club.people.named(name) or [club.people.add(name)])[0].id


def _recorded(club: Club, values: dict[tuple[int, str, str], Any]) -> int:
    key = f"kept-{club.latest_seq()}"
    entries = [
        Entry(f"{key}:{at}", NEW_GAME, *cell, value)
        for at, (cell, value) in enumerate(values.items())
    ]
    return club.new_game(entries, key=key)


def ended(number: int) -> Cells:
    """The cell by which a table ends its game after a round."""
    return {(0, "table", "end"): {"over_after": number}}


def brought(*totals: int) -> Cells:
    """The cells of totals that were brought forward, one a team."""
    return {
        (0, f"team{team}", "brought"): {"typed": str(total), "reason": ""}
        for team, total in enumerate(totals, start=1)
    }


def result(table: Table) -> Page:
    """The page of a game that is over."""
    page = table.visitor.get(f"{table.address}/result")
    assert page.status == 200
    return page


def texted(page: Page) -> str:
    """The result as text."""
    found = page.root.by_id("result-text")
    assert found
    return found.text
