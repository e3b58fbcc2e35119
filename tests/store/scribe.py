"""Another process that writes: prints each entry's key and seq once they are safe.

It prints "ready" and waits for a line, so that several can write at once. Its arguments are PATH NAME HOW_MANY THREADS
SQLITE; if SQLITE is `own`, pysqlite3 is disabled, so that the process uses Python's own SQLite, whatever its version.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PATH, NAME, HOW_MANY, THREADS, SQLITE = sys.argv[1:]

if SQLITE == "own":
    sys.modules["pysqlite3"] = None  # type: ignore[assignment]  # makes its import fail

from scorepad.store import Club, Entry  # noqa: E402  # imported after SQLite is chosen


def write(club, game, thread):
    for number in range(int(HOW_MANY)):
        field = f"{NAME}-{thread}"
        # Read, then write: a deferred transaction would fail here.
        there = club.cells(game).get((1, "seat1", field))
        base = there.seq if there else None
        entry = Entry(f"{field}-{number}", game, 1, "seat1", field, number, base)
        (answer,) = club.record([entry])
        sys.stdout.write(f"{answer.key} {answer.seq} {answer.status}\n")
        sys.stdout.flush()


with Club.open(Path(PATH)) as club:
    game = club.new_game([], key="the-game")
    print("ready", flush=True)
    sys.stdin.readline()
    with ThreadPoolExecutor(int(THREADS)) as threads:
        list(threads.map(lambda thread: write(club, game, thread), range(int(THREADS))))
