"""What work over many games needs that no phone waits for: its turn to write, and memory without garbage."""

import gc
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from sqlite_utils import Database

from scorepad.store.connections import Connections
from scorepad.store.errors import Busy

_TRIES = 100
"""How often this waits for its turn, each time for as long as a tap does."""


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
            return stack.enter_context(connections.writing())
    return stack.enter_context(connections.writing())


@contextmanager
def without_garbage() -> Iterator[None]:
    """Turn the garbage collector off: the values of many games hold no cycles, and looking for some takes a tenth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
