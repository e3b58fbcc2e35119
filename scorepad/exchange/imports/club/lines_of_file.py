"""Read the lines of a file of any size one by one, and check that the file is complete."""

import hashlib
import json
from collections.abc import Iterator
from typing import IO, Any

from scorepad.store.exports import FIRST, FORMAT, LAST

LONGEST_LINE = 4 * 1024 * 1024
"""The most bytes of a line, more than two documents of rules need."""


class BadLine(Exception):
    """A fault in the file. The text is a message for people; `line` is its line."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


class Lines:
    """The lines between the first and the last, as text. `number` is that of the line read last."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Read the first line. Raises BadLine."""
        self._stream = stream
        self._digest = hashlib.sha256()
        self.number = 0
        self.done = 0
        self.counts = self._header()

    def __iter__(self) -> Iterator[str]:
        """Yield each line without its line end. Raises BadLine for an unreadable line or an incomplete file."""
        while True:
            text = self._next()
            if text.startswith(f'{{"line":"{LAST}"'):
                return self._check_end(text)
            self._digest.update(self._data)
            yield text

    def _next(self) -> str:
        self.number += 1
        self._data = data = self._stream.readline(LONGEST_LINE + 1)
        self.done += len(data)
        if len(data) > LONGEST_LINE:
            raise BadLine(self.number, f"This line is longer than {LONGEST_LINE // 1024 // 1024} MiB.")
        if not data.endswith(b"\n"):
            raise BadLine(
                self.number, "The file ends here, before its last line: it is cut off. Export it, or copy it, again."
            )
        try:
            return data.decode().rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise BadLine(self.number, f"This is not UTF-8 text: byte {error.start + 1} does not fit.") from None

    def _header(self) -> dict[str, int]:
        try:
            header = parsed(self._next(), 1)
        except BadLine as error:
            raise BadLine(1, f"This is not a file of a club. {error}") from None
        self._digest.update(self._data)
        if header.get("line") != FIRST:
            raise BadLine(1, "This is not a file of a club: its first line does not say so.")
        version = header.get("format")
        if type(version) is not int or version < 1:
            raise BadLine(1, "This is not a file of a club: its first line has no number for the format.")
        if version > FORMAT:
            raise BadLine(1, f"A newer Scorepad wrote this file (format {version}): update Scorepad, and try again.")
        numbers = {name: header.get(name, 0) for name in ("people", "games", "entries")}
        return {name: number for name, number in numbers.items() if type(number) is int and number >= 0}

    def _check_end(self, text: str) -> None:
        end = parsed(text, self.number)
        if end.get("lines") != self.number - 1:
            lines = f"{self.number - 1:,} lines come before this one, and it says {end.get('lines')!r:.20}"
            raise BadLine(self.number, f"{lines}: some are missing.")
        if "sha256" in end and end["sha256"] != self._digest.hexdigest():
            raise BadLine(self.number, "The file was changed after it was written: its digest does not match.")
        if self._stream.read(1):
            raise BadLine(self.number + 1, "Something comes after the last line.")


def parsed(text: str, number: int) -> dict[str, Any]:
    """Parse the document of a line. Raises BadLine."""
    try:
        document = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise BadLine(number, "This is not JSON.") from None
    if not isinstance(document, dict):
        raise BadLine(number, "This is not a JSON object.")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("A key comes twice.")
    return values


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number.")
