"""One JSON document, or JSON Lines: told apart by reading, never by a flag."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Line:
    """One document of a file, or the sentence why it is none; `number` is None where the file holds only one."""

    number: int | None
    data: Any = None
    fault: str = ""

    @property
    def where(self) -> str:
        """What goes before a fault's path: "line 3: " in JSON Lines, nothing in a single document."""
        return f"line {self.number}: " if self.number is not None else ""


class _Twice(ValueError):
    """A key that stands twice in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Twice(f"the key “{twice[:60]}” stands twice in one object")
    return found


def _constant(word: str) -> Any:
    raise _Twice(f"{word} is no number that JSON knows")


def loads(text: str) -> Any:
    """The plain data of a JSON text. Raises ValueError for anything else, also for a key that stands twice."""
    return _DECODER.decode(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def documents(text: str) -> Iterator[Line]:
    """The documents of a text, in order, faults among them.

    A text that is one JSON value is one document. Otherwise it is JSON Lines if any of its lines is an object by
    itself; if none is, it is one broken document.
    """
    if not text.strip():
        yield Line(None, fault="This is empty; a JSON document is needed.")
        return
    whole = _line(None, text)
    if not whole.fault or not _is_lines(text):
        yield whole
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _line(number, line)


def _is_lines(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and any(isinstance(_line(None, line).data, dict) for line in lines)


def _line(number: int | None, text: str) -> Line:
    try:
        return Line(number, data=loads(text))
    except json.JSONDecodeError as error:
        place = (
            f"line {error.lineno}, column {error.colno}"
            if number is None
            else f"column {error.colno}"
        )
        return Line(number, fault=f"This is not JSON: {error.msg} ({place}).")
    except _Twice as error:
        return Line(number, fault=f"This cannot be read: {error}.")
    except RecursionError:
        return Line(number, fault="This cannot be read: it is nested too deeply.")
    except ValueError:
        return Line(number, fault="This cannot be read: a number in it has too many digits.")
