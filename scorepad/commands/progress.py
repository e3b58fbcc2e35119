"""A bar that shows how far a command has got that takes long."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

import click


class Report(Protocol):
    """Called now and then with how much is done, and of how much; None if that is not known."""

    def __call__(self, done: int, total: int | None) -> None: ...


@contextmanager
def progress(label: str) -> Iterator[Report]:
    """Lend a report that moves a bar on a terminal, from the first call on, and prints nothing elsewhere."""
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
