"""How long from starting the process to the first page, beside a hello on the same server with the same imports.

Ours is `scorepad serve` with an empty club and its list of games. The floor is the same server from the same class,
after the same imports, with a page that says hello. Goal: at most 1.3 times the floor.
"""

import os
import signal
import subprocess
import tempfile
import time
import urllib.request

from measure import compare
from serving import HELLO, OURS, free_port

GOAL = 1.3
RUNS = 9
SECONDS = 30


def main() -> int:
    """Prints the figure; 0 if the goal is met."""
    name = "cold start to first page"
    figure = compare(name, GOAL, lambda: _start(OURS), lambda: _start(HELLO), RUNS)
    return 0 if figure.met else 1


def _start(command: tuple[str, ...]) -> float:
    """Seconds from starting the process, on a fresh club, until its first page has arrived whole."""
    port = free_port()
    with tempfile.TemporaryDirectory() as club:
        begun = time.perf_counter()
        environ = {**os.environ, "SCOREPAD_INSTANCE": club}
        with subprocess.Popen(
            (*command, str(port)), env=environ, stdout=subprocess.DEVNULL
        ) as server:
            try:
                _first_page(port, begun + SECONDS)
                return time.perf_counter() - begun
            finally:
                server.send_signal(signal.SIGTERM)


def _first_page(port: int, deadline: float) -> None:
    while time.perf_counter() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=SECONDS) as page:
                page.read()
                return
        except OSError:
            time.sleep(0.002)
    raise SystemExit("The server did not answer, so nothing was measured.")


if __name__ == "__main__":
    raise SystemExit(main())
