"""Measure the table's page in the middle of a game, over an open connection.

Unchanged: the browser asks whether its page is still right, and it is. After a change: a tally was recorded on this
phone, which is not timed, and the page is requested again, compressed. The floor is plain Flask saying hello, on the
same server and at the same time. Goals: 2 times the floor unchanged, and 6 after a change.
"""

import itertools
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import playing
from measure import Goal, Timing, compare, status
from serving import HELLO, OURS, Answer, Visitor, serving

UNCHANGED = Goal(
    2.0,
    bound=6.0,
    reason="Before it answers that nothing changed, the server finds the club, the phone and its permission, and asks "
    "for the game's latest entry. A tag that is compared before all this would change it.",
)
CHANGED = 6.0
PAGES = 40
RUNS = 7


def main() -> int:
    """Print both figures. Returns 1 if one failed."""
    with tempfile.TemporaryDirectory() as club, _visiting(OURS, club) as ours:
        table = playing.begin(ours)
        playing.play(ours, table)
        # Up and down again, so that the page keeps its length.
        steps = itertools.cycle(("team1.clean+1", "team1.clean-1"))
        with _visiting(HELLO, club) as floor:
            tag = ours.get(table).header("etag")
            hello, same = _asked(floor, "/", {}), _asked(ours, table, {"If-None-Match": tag})
            compare("table page, unchanged", UNCHANGED, same, hello, RUNS)
            hello, new = _after_taps(ours, table, steps, floor), _after_taps(ours, table, steps)
            compare("table page, after a change", CHANGED, new, hello, RUNS)
    return status()


@contextmanager
def _visiting(command: tuple[str, ...], club: str) -> Iterator[Visitor]:
    with serving(command, Path(club)) as server, Visitor(server.port, door=server.door) as visitor:
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


def _after_taps(visitor: Visitor, table: str, steps: Iterator[str], hello: Visitor | None = None) -> Timing:
    """Record a tap, then time one page: the table's, or a hello of that visitor.

    The hello follows a tap as well: a machine that has just waited for its disk is slower.
    """

    def run() -> float:
        seconds = 0.0
        page = visitor.get(table)
        for step in itertools.islice(steps, PAGES):
            playing.tap(visitor, table, page.text, step)
            changed = visitor.request(table, {"If-None-Match": page.header("etag")})
            if hello:
                seconds += _timed(hello, hello.request("/"))[0]
                page = visitor.ask(changed)
            else:
                taken, page = _timed(visitor, changed)
                seconds += taken
            assert page.status == 200
        return seconds

    return run


def _timed(visitor: Visitor, request: bytes) -> tuple[float, Answer]:
    start = time.perf_counter()
    answer = visitor.ask(request)
    return time.perf_counter() - start, answer


if __name__ == "__main__":
    raise SystemExit(main())
