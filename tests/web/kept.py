"""Store games with given rounds, without typing them into pages, and read the page of their result."""

from scorepad.store import NEW_GAME, Entry
from tests.support.cells import game_cells, stock_round
from tests.web.driving import NAMES, Table


def keep(visitor, slug, *rounds, paper=0, names=NAMES, cells=None):
    """Store a game with the points of each team in each round; `cells` are further settings."""
    players = 6 if rounds and len(rounds[0]) == 3 else 4
    values = game_cells(slug, players) | (cells or {})
    for number, points in enumerate(rounds, start=paper + 1):
        values |= stock_round(number, (0,) * len(points), players)
        for team, typed in enumerate(points, start=1):
            values[number, f"team{team}", "adjustment1"] = {"typed": str(typed), "reason": "a test"}
    if paper:
        values[0, "table", "paper"] = {"as": "count", "n": paper}
    club = visitor.club
    for seat, name in enumerate(names[:players], start=1):
        person = (club.people.named(name) or [club.people.add(name)])[0]
        values[0, f"seat{seat}", "player"] = {"id": person.id}
    key = f"kept-{club.latest_seq()}"
    cells = enumerate(values.items())
    entries = [Entry(f"{key}:{at}", NEW_GAME, *cell, value) for at, (cell, value) in cells]
    return Table(visitor, club.new_game(entries, key=key))


def ended(number):
    """Return the cell that ends a game early, after a round."""
    return {(0, "table", "end"): {"over_after": number}}


def brought(*totals):
    """Return the cells of totals that were brought forward, one for each team."""
    cells = {}
    for team, total in enumerate(totals, start=1):
        cells[0, f"team{team}", "brought"] = {"typed": str(total), "reason": ""}
    return cells


def result(table):
    page = table.visitor.get(f"{table.address}/result")
    assert page.status == 200
    return page


def texted(page):
    return page.root.by_id("result-text").text
