"""Measure the league of one checkout, in a process of its own: `compare` runs this for each of the two.

    bench/league_views.py CHECKOUT GAMES

Prints a JSON object of CPU milliseconds: each page of the league when it is first viewed after the last game was
corrected, with the update of the figures; a correction of the first game until all figures are right; a rebuild. The
package, the club and the addresses of the pages are those of CHECKOUT.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

VIEWS = 3
"""Views of each page, each after a change."""


def main(checkout: Path, count: int) -> None:
    """Print all figures."""
    sys.path[:0] = [str(checkout / "bench"), str(checkout)]
    import league
    from made_clubs import made
    from scorepad.store import Entry

    pages = league.Pages(made(count))
    club = pages.club
    club.league.catch_up()
    games = club.league.games_between("2000-01-01", "2100-01-01", count)
    kind = club.league.kinds()[0].kind.id
    # Games of this kind end after a number of rounds, whatever their points.
    first = next(played.game for played in reversed(games) if played.kind == kind)
    keys = iter(range(1_000_000))
    begun = time.time_ns()

    def correct(game: int, points: tuple[int, int]) -> None:
        for team, typed in enumerate(points, start=1):
            cell, number = (1, f"team{team}", "melded"), next(keys)
            value = {"as": "points", "typed": str(typed)}
            club.record([Entry(f"views-{begun}-{number}", game, *cell, value, club.cells(game)[cell].seq)])

    def view(address: str) -> None:
        assert pages.client.get(address).status_code == 200, address

    figures = {}
    for name, address in league.ADDRESSES.items():
        view(address)
        times = []
        for at in range(VIEWS):
            correct(games[0].game, (1_000 + next(keys), 100 + at))
            times.append(_milliseconds(partial(view, address)))
        figures[name] = median(times)
    times = []
    for at in range(VIEWS + 1):
        correct(first, (900_000, 100) if at % 2 else (100, 900_000))
        times.append(_milliseconds(club.league.catch_up))
    figures["correcting the first game"] = median(times)
    figures["a rebuild"] = _milliseconds(club.league.rebuild)
    club.close()
    print(json.dumps(figures))


def _milliseconds(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1e3


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
