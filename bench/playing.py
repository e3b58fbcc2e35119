"""Play a game through the pages of a running server: some rounds finished, one half tallied."""

import re

from serving import Visitor

SLUG = "partnership"
NAMES = ("Ann", "Bob", "Carla", "Dora")
FINISHED = 3
"""Rounds finished before the current one."""

ROUND = {
    "table.ended": "seat1",
    "team1.clean": "2",
    "team1.dirty": "1",
    "team1.melded": "410",
    "team2.clean": "1",
    "team2.melded": "200+185",
    "seat2.left": "65",
    "seat3.left": "0",
    "seat4.left": "30",
}
TALLIED = ("team1.opened", "seat2.exact_cut", "team1.clean", "team2.opened", "team2.dirty")


def begin(visitor: Visitor) -> str:
    """Begin a game of four, and return the address of its table."""
    path = f"/games/new/{SLUG}"
    seats = {f"seat{seat}": name for seat, name in enumerate(NAMES, start=1)}
    fields = {**seats, "decks": "5", "starter": "seat4"}
    answer = visitor.send(visitor.get(path).text, f"{path}?table=4x2", fields)
    return answer.header("location")


def play(visitor: Visitor, table: str) -> None:
    """Finish some rounds and tally half of the next; the first player keeps score."""
    scorer = f"{table}/scorer"
    page = visitor.get(scorer).text
    first = re.search(r'name="player" value="([1-9][0-9]*)"', page)
    assert first, scorer
    visitor.send(page, scorer, {"player": first[1]})
    for number in range(1, FINISHED + 1):
        path = f"{table}/rounds/{number}/edit"
        visitor.send(visitor.get(path).text, path, ROUND | {"action": "finish"})
    for name in TALLIED:
        tap(visitor, table, visitor.get(table).text, f"{name}+1")


def tap(visitor: Visitor, table: str, page: str, step: str) -> None:
    """Tap a button of the table's page, such as `team1.clean+1`: one entry."""
    fields = {"from": "table", "step": step, **_typed(page)}
    visitor.send(page, f"{table}/rounds/{FINISHED + 1}/edit", fields)


def _typed(page: str) -> dict[str, str]:
    """Return the sheet's values, which every tap submits."""
    return dict(re.findall(r'name="((?:team|seat)[0-9]\.[a-z_]+)" value="([^"]*)"', page))
