"""How long the table's page takes in the middle of a game, beside a hello on the same server, over a kept connection.

Unchanged: the browser asks whether the page it has still stands, and it does. After a change: a tally was recorded
on this phone, outside what is timed, and the page is asked for anew, compressed as browsers ask. The floor is plain
Flask saying hello, behind the same server. Goals: at most 2 times the floor unchanged, at most 6 after a change.
"""

import itertools
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import playing
from measure import Timing, compare
from serving import HELLO, OURS, Visitor, serving

UNCHANGED, CHANGED = 2.0, 6.0
PAGES = 40
RUNS = 7


def main() -> int:
    """Prints both figures; 0 if both goals are met."""
    with tempfile.TemporaryDirectory() as club, _visiting(OURS, club) as ours:
        table = playing.begin(ours)
        playing.play(ours, table)
        with _visiting(HELLO, club) as floor:
            hello = _asked(floor, "/", {})
            tag = ours.get(table).header("etag")
            same = _asked(ours, table, {"If-None-Match": tag})
            figures = [
                compare("table page, unchanged", UNCHANGED, same, hello, RUNS),
                compare("table page, after a change", CHANGED, _changed(ours, table), hello, RUNS),
            ]
    return 0 if all(figure.met for figure in figures) else 1


@contextmanager
def _visiting(command: tuple[str, ...], club: str) -> Iterator[Visitor]:
    with serving(command, Path(club)) as server, Visitor(server.port) as visitor:
        yield visitor


def _asked(visitor: Visitor, path: str, headers: dict[str, str]) -> Timing:
    request = visitor.request(path, headers)
    expected = 304 if headers else 200

    def run() -> float:
        start = time.perf_counter()
        for _ in range(PAGES):
            assert visitor.ask(request).status == expected
        return time.perf_counter() - start

    return run


def _changed(visitor: Visitor, table: str) -> Timing:
    page = visitor.get(table)
    # Up and down again, so that the page stays as long as it is.
    steps = itertools.cycle(("team1.clean+1", "team1.clean-1"))

    def run() -> float:
        nonlocal page
        seconds = 0.0
        for step in itertools.islice(steps, PAGES):
            playing.tap(visitor, table, page.text, step)
            request = visitor.request(table, {"If-None-Match": page.header("etag")})
            start = time.perf_counter()
            page = visitor.ask(request)
            seconds += time.perf_counter() - start
            assert page.status == 200
        return seconds

    return run


if __name__ == "__main__":
    raise SystemExit(main())
