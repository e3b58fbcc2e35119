"""Print data: tables that fit the terminal, colour if wanted, JSON, and a progress bar."""

import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import click

from scorepad.commands.console import printable
from scorepad.numbers import whole_number

Command = TypeVar("Command", bound=Callable[..., Any])

NARROWEST = 8
"""The narrowest width to which a column is cut."""

BETWEEN = 2
"""Spaces between columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. A narrow terminal drops the columns with the highest `spare` first; 0 always stays.

    Then it cuts long texts, but no cell of a column that is `whole` or `right`: half a number is a wrong one.
    """

    title: str
    cells: Sequence[str]
    spare: int = 0
    right: bool = False
    whole: bool = False

    @property
    def least(self) -> int:
        """The width to which it may be cut."""
        return max(map(_width, self.cells), default=0) if self.right or self.whole else NARROWEST

    @property
    def width(self) -> int:
        return max(map(_width, (self.title, *self.cells)))

    def lines(self, strong: Collection[int], *, is_terminal: bool) -> list[str]:
        """Return the title and the cells, padded to one width; on a terminal in bold and with a line between."""
        width = self.width
        bold = [is_terminal, *(bool(cell) and at in strong for at, cell in enumerate(self.cells))]
        texts = [
            self._padded(text, width, bold=is_bold)
            for text, is_bold in zip((self.title, *self.cells), bold, strict=True)
        ]
        return [texts[0], "-" * width, *texts[1:]] if is_terminal else texts

    def _padded(self, text: str, width: int, *, bold: bool) -> str:
        blanks, text = " " * (width - _width(text)), click.style(text, bold=True) if bold else text
        return blanks + text if self.right else text + blanks

    def cut(self, width: int) -> "Column":
        return replace(self, title=_cut(self.title, width), cells=[_cut(cell, width) for cell in self.cells])


def _set_colour(ctx: click.Context, _: click.Parameter, when: str) -> None:
    unwanted = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    ctx.color = {"always": True, "never": False}.get(when, False if unwanted else None)


JSON_OPTION = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead.")
COLOR_OPTION = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    callback=_set_colour,
    expose_value=False,
    help="Colour the table. Default: auto, on a terminal, and never if NO_COLOR is set.",
)


def facts(command: Command) -> Command:
    """Add the options --json and --color to a command that prints data."""
    return JSON_OPTION(COLOR_OPTION(command))


def print_json(document: Mapping[str, Any]) -> None:
    """Print a document on one line, as UTF-8 on every console."""
    click.echo(json.dumps(document, ensure_ascii=False).encode())


def print_title(text: str) -> None:
    click.echo(click.style(printable(text), bold=True))


def print_line(text: str = "") -> None:
    """Print a sentence, wrapped to the width of a terminal."""
    width = terminal_width()
    text = printable(text)
    click.echo(click.wrap_text(text, width, subsequent_indent="  ") if width and _width(text) > width else text)


def print_table(columns: Sequence[Column], strong: Collection[int] = ()) -> None:
    """Print a table, fitted to a terminal, with the rows `strong` in bold. Elsewhere it is plain."""
    width = terminal_width()
    columns = [
        replace(column, title=printable(column.title), cells=[printable(cell) for cell in column.cells])
        for column in columns
    ]
    columns = fit(columns, width) if width else columns
    lines = zip(*(column.lines(strong, is_terminal=_is_terminal()) for column in columns), strict=True)
    click.echo("\n".join((" " * BETWEEN).join(line).rstrip() for line in lines))


def terminal_width() -> int:
    """Return the width of the terminal; elsewhere the value of `COLUMNS`, or 0 for no limit."""
    if _is_terminal():
        return shutil.get_terminal_size().columns
    return whole_number(os.environ.get("COLUMNS", ""), most=9_999) or 0


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def fit(columns: Sequence[Column], width: int) -> list[Column]:
    """Drop columns, then cut the widest ones, until the table fits the width."""
    columns = list(columns)
    while _total(columns) > width and any(column.spare for column in columns):
        columns.remove(max(columns, key=lambda column: column.spare))
    while (excess := _total(columns) - width) > 0:
        able = [at for at, column in enumerate(columns) if column.width > column.least]
        if not able:
            break
        at = max(able, key=lambda at: columns[at].width)
        widest = columns[at].width
        second = max([column.width for column in columns if column.width < widest], default=NARROWEST)
        columns[at] = columns[at].cut(max(widest - excess, min(second, widest - 1), columns[at].least))
    return columns


def _total(columns: Sequence[Column]) -> int:
    return sum(column.width for column in columns) + BETWEEN * (len(columns) - 1)


_JOINED = re.compile("\u200d.|[\U0001f3fb-\U0001f3ff]")
"""Parts of one picture: what follows a joiner, and the colour of a skin."""


def _width(text: str) -> int:
    """The width on a terminal, where letters of East Asia and pictures take two columns, and accents none."""
    if text.isascii():
        return len(text)
    letters = _JOINED.sub("", text)
    return sum(map(_columns, letters)) + letters.count("\ufe0f")


def _columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _cut(text: str, width: int) -> str:
    """Return the text, or its beginning and "…"."""
    if _width(text) <= width:
        return text
    kept = ""
    for letter in text:
        if _width(kept + letter) > width - 1:
            break
        kept += letter
    return f"{kept.rstrip()}…"


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
