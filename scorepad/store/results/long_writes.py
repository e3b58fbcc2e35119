"""For work over many games: wait longer for the writer, give it more room, and pause the garbage collector."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from sqlite_utils import Database

from scorepad.store.connections import Connections
from scorepad.store.errors import Busy

_TRIES = 100
"""How often to wait for the writer, each time for as long as a tap does."""


@contextmanager
def writing(connections: Connections) -> Iterator[Database]:
    """Like `Connections.writing`, but wait some minutes: moving a long log into its file takes longer than a tap waits.

    Raises Busy after that.
    """
    with ExitStack() as stack:
        yield _enter(stack, connections)


def _enter(stack: ExitStack, connections: Connections) -> Database:
    for _ in range(_TRIES - 1):
        with suppress(Busy):
            return stack.enter_context(connections.writing(is_derived=True))
    return stack.enter_context(connections.writing(is_derived=True))


@contextmanager
def much_room(connections: Connections) -> Iterator[None]:
    """Give the writer a larger cache and log meanwhile.

    SQLite then writes a page that changes often to the file less often: a tenth of the time of 100,000 games.
    """
    _set(connections, "PRAGMA cache_size = -32768", "PRAGMA wal_autocheckpoint = 8000")
    try:
        yield
    finally:
        # SQLite's own defaults.
        _set(connections, "PRAGMA cache_size = -2000", "PRAGMA wal_autocheckpoint = 1000", "PRAGMA shrink_memory")


def _set(connections: Connections, *pragmas: str) -> None:
    with writing(connections) as db:
        for pragma in pragmas:
            db.conn.execute(pragma).fetchall()


@contextmanager
def without_garbage() -> Iterator[None]:
    """Pause the garbage collector: the values of games have no cycles, and looking for them takes 10% of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
