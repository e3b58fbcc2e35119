"""A progress bar for long commands."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

import click


class Report(Protocol):
    """Called from time to time with the amount done and the total, None if unknown."""

    def __call__(self, done: int, total: int | None) -> None: ...


@contextmanager
def progress(label: str) -> Iterator[Report]:
    """Yield a function that shows a bar on a terminal from its first call on, and prints nothing elsewhere."""
    with ExitStack() as stack:
        bars: list[Any] = []

        def report(done: int, total: int | None) -> None:
            if not sys.stderr or not sys.stderr.isatty():
                return
            if not bars:
                bars.append(stack.enter_context(click.progressbar(label=label, length=total, file=sys.stderr)))
            bars[0].length = total
            bars[0].update(done - bars[0].pos)

        yield report
