"""Measure the table's page in the middle of a game, over an open connection.

Unchanged: the browser revalidates its page and gets a 304. After a change: this phone records a tally, untimed, and
then requests the page again, compressed. The same change for the next phones: one of four phones that keep score taps
and requests its page, untimed, and then the three others request theirs. The floor is a hello page of plain Flask, on
the same server at the same time.
"""

import itertools
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import playing
from measure import Timing, compare, status
from scorepad import paths
from scorepad.store import Access, Role
from scorepad.web.app.permissions import COOKIE
from serving import HELLO, OURS, Answer, Visitor, serving

UNCHANGED, CHANGED, SAME_CHANGE = 1.5, 4.0, 1.5
PHONES = 4
PAGES = 40
RUNS = 7


def main() -> int:
    """Print the figures. Return 1 if one failed."""
    with tempfile.TemporaryDirectory() as club, serving(OURS, Path(club)) as server, ExitStack() as phones:
        ours = phones.enter_context(Visitor(server.port, door=server.door))
        table = playing.begin(ours)
        playing.play(ours, table)
        first, *others = [phones.enter_context(Visitor(server.port, cookie)) for cookie in _let_in(Path(club))]
        # Alternate up and down, so that the page keeps its length.
        steps = itertools.cycle(("team1.clean+1", "team1.clean-1"))
        with serving(HELLO, Path(club)) as floor_server, Visitor(floor_server.port) as floor:
            tag = ours.get(table).header("etag")
            hello, same = _asked(floor, "/", {}), _asked(ours, table, {"If-None-Match": tag})
            compare("table page, unchanged", UNCHANGED, same, hello, RUNS)
            hello, new = _after_taps(ours, table, steps, [floor], "/"), _after_taps(ours, table, steps, [ours], table)
            compare("table page, after a change", CHANGED, new, hello, RUNS)
            for phone in (first, *others):
                phone.get(table)
            new = _after_taps(first, table, steps, others, table)
            compare("the same change, for the next phones", SAME_CHANGE, new, hello, RUNS)
    return status()


def _let_in(club: Path) -> list[str]:
    """Let phones keep score at the first table. Return their cookies. They share a page that is not the owner's."""
    with closing(Access.open(club / paths.ACCESS)) as access:
        return [f"{COOKIE}={access.admit(None, Role.SCORER, 1)}" for _ in range(PHONES)]


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
