"""`scorepad` with the journal mode POWER_JOURNAL, and without the promise that POWER_BREAK names, if any.

POWER_JOURNAL=truncate POWER_BREAK=database python -m bench.proofs.power_server serve
"""

import os
import sys
from pathlib import Path

from scorepad import cli, paths
from scorepad.store import engine
from scorepad.web.app import secret_key

BREAKS = ("database", "key", "folder")
"""Promises that can be broken: to flush each entry, the key, and the name of a new folder."""


def use_journal(journal: engine.JournalMode) -> None:
    engine.journal_mode = lambda version: journal


def break_promise(name: str) -> None:
    if name == "database":
        keep = engine._set_pragmas

        def hurry(connection: engine.sqlite3.Connection, reading: bool) -> None:
            keep(connection, reading)
            connection.execute("PRAGMA synchronous = OFF")

        engine._set_pragmas = hurry
    if name == "key":
        secret_key.flush = _forget
    if name == "folder":
        paths.flush_folder = _forget


def _forget(path: Path) -> None:
    """Flush nothing."""


if __name__ in ("__main__", "__mp_main__"):  # The second name is for a child process that imports this again.
    use_journal("truncate" if os.environ.get("POWER_JOURNAL") == "truncate" else "wal")
    break_promise(os.environ.get("POWER_BREAK", ""))
    # uvloop reads from sockets by the call for files, and a recording of all that is read would be huge. Without it,
    # uvicorn runs the same program on asyncio.
    sys.modules["uvloop"] = None  # type: ignore[assignment]
if __name__ == "__main__":
    cli.main(prog_name="scorepad")
