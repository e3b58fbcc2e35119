"""Measure the table's page in the middle of a game, over an open connection.

Unchanged: the browser revalidates its page and gets a 304. After a change: this phone records a tally, untimed, and
then requests the page again, compressed. The floor is a hello page of plain Flask, on the same server at the same time.
`compare` has the goals of both, as ratios to an older checkout.
"""

import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import playing
from measure import Timing, compare, status
from serving import HELLO, OURS, Answer, Visitor, serving

PAGES = 40
RUNS = 7


def main() -> int:
    """Print the figures. Return 1 if one failed."""
    with (
        tempfile.TemporaryDirectory() as club,
        serving(OURS, Path(club)) as server,
        Visitor(server.port, door=server.door) as ours,
    ):
        table = playing.begin(ours)
        playing.play(ours, table)
        # Alternate up and down, so that the page keeps its length.
        steps = itertools.cycle(("team1.clean+1", "team1.clean-1"))
        with serving(HELLO, Path(club)) as floor_server, Visitor(floor_server.port) as floor:
            tag = ours.get(table).header("etag")
            hello, same = _asked(floor, "/", {}), _asked(ours, table, {"If-None-Match": tag})
            compare("table page, unchanged", None, same, hello, RUNS)
            hello, new = _after_taps(ours, table, steps, [floor], "/"), _after_taps(ours, table, steps, [ours], table)
            compare("table page, after a change", None, new, hello, RUNS)
    return status()


def _asked(visitor: Visitor, path: str, headers: dict[str, str]) -> Timing:
    request = visitor.request(path, headers)
    expected = 304 if headers else 200

    def run() -> float:
        start = time.perf_counter()
        for _ in range(PAGES):
            assert visitor.ask(request).status == expected
        return time.perf_counter() - start

    return run


def _after_taps(visitor: Visitor, table: str, steps: Iterator[str], timed: list[Visitor], path: str) -> Timing:
    """Record a tap, then time a request of each of these visitors: the seconds of one, for so many taps.

    A hello follows a tap as well: a machine that has just waited for its disk is slower.
    """

    def run() -> float:
        seconds = 0.0
        for step in itertools.islice(steps, PAGES):
            playing.tap(visitor, table, visitor.get(table).text, step)
            if visitor not in timed and path == table:
                assert visitor.get(table).status == 200
            for asked in timed:
                taken, answer = _timed(asked, asked.request(path))
                assert answer.status == 200
                seconds += taken / len(timed)
        return seconds

    return run


def _timed(visitor: Visitor, request: bytes) -> tuple[float, Answer]:
    start = time.perf_counter()
    answer = visitor.ask(request)
    return time.perf_counter() - start, answer


if __name__ == "__main__":
    raise SystemExit(main())
