"""Measure the time from starting the process to the first page, and compare it with a hello page on the same server.

The page is requested as soon as the server prints its address. Ours is `scorepad serve` with an empty club and its list
of games. The floor is the same server with the same imports and a page that says hello. Goal: 1.15 times the floor.
"""

import tempfile
import time
import urllib.request
from pathlib import Path

from measure import compare, status
from serving import HELLO, OURS, SECONDS, started

GOAL = 1.15
RUNS = 9


def main() -> int:
    """Print the figure. Return 1 if it failed."""
    compare("cold start to first page", GOAL, lambda: _start(OURS), lambda: _start(HELLO), RUNS)
    return status()


def _start(command: tuple[str, ...]) -> float:
    """Return the seconds from starting the process, on a new club, until its first page has arrived."""
    with tempfile.TemporaryDirectory() as club:
        begun = time.perf_counter()
        with started(command, Path(club)) as server:
            with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=SECONDS) as page:
                page.read()
            return time.perf_counter() - begun


if __name__ == "__main__":
    raise SystemExit(main())
