"""Find the lines of a TOML file that faults are about. `tomllib` does not report where a value is.

This module knows only what people write in rule documents: table headers, keys, and lists with one item per line. For
anything else it returns the line of the enclosing table or list.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from scorepad.rules.item_names import item_names

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_QUOTES = ('"""', "'''")
_ITEM = re.compile(r"\s*[\[{\"'\d]")

Steps = tuple[str | int, ...]
"""Keys of tables and positions in lists, from the top of the document down."""


def line_of(text: str, path: str) -> int | None:
    """Return the line, from 1, of the value at a path such as `books.clean.points`, or of the nearest place around it.

    Return None if not even its first part exists, or the text is not TOML.
    """
    # A fault without a path may be about the size of the text, which could take minutes to parse.
    document, lines = _read(text) if path else ({}, {})
    wanted = _steps(document, path)
    # Own rules have their differences under “set” or “add”.
    for key in ("set", "add"):
        own = _steps(document, f"{key}.{path}")
        if _depth(document, own) > max(_depth(document, wanted), 0):
            wanted = own
    above = (wanted[:end] for end in range(len(wanted), 0, -1))
    return next((lines[steps] for steps in (*above, *_beside(document, path)) if steps in lines), None)


def _beside(document: Any, path: str) -> Iterator[Steps]:
    """Yield the places where own rules change something below a path, then anything under its first key."""
    for start in (f"{path}.", f"{path.partition('.')[0]}."):
        for key in ("set", "add", "remove"):
            listed = document.get(key, ())
            for at, changed in enumerate(listed if isinstance(listed, dict | list) else ()):
                if isinstance(changed, str) and changed.startswith(start):
                    yield (key, changed if isinstance(listed, dict) else at)
                    yield (key,)


def _depth(document: Any, steps: Steps) -> int:
    """Return how many steps of a path exist, not counting the first; −1 if none does."""
    depth = -1
    for step in steps:
        there = step in document if isinstance(document, dict) else isinstance(step, int)
        if not there:
            break
        document, depth = document[step], depth + 1
    return depth


@lru_cache(maxsize=1)
def _read(text: str) -> tuple[dict[str, Any], dict[Steps, int]]:
    """Return the document of a text, and the lines where its values begin."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}, {}
    lines: dict[Steps, int] = {}
    for steps, number in _written(text):
        lines.setdefault(steps, number)
    return document, lines


def _steps(document: Any, path: str) -> Steps:
    """Return a path as keys and list positions. Unknown keys are kept; the path ends before an unknown list item."""
    steps: list[str | int] = []
    value, rest = document, path
    while rest:
        if isinstance(value, list):
            names = item_names(value)
            at = next((n for n, name in enumerate(names) if rest == name or rest.startswith(f"{name}.")), None)
            if at is None:
                break
            steps.append(at)
            value, rest = value[at], rest[len(names[at]) + 1 :]
            continue
        keys = [key for key in value if rest == key or rest.startswith(f"{key}.")] if isinstance(value, dict) else []
        key = max(keys, key=len, default=rest.partition(".")[0])
        steps.append(key)
        value, rest = value[key] if keys else None, rest[len(key) + 1 :]
    return tuple(steps)


def _written(text: str) -> Iterator[tuple[Steps, int]]:
    """Yield the path of each value that begins on a line, and the line's number."""
    table: Steps = ()
    counts: dict[Steps, int] = {}
    inside: Steps | None = None
    items = 0
    for number, line in _outside_texts(text):
        if inside is not None:
            if line.strip().startswith("]"):
                inside = None
            elif _ITEM.match(line):
                yield (*inside, items), number
                items += 1
        elif header := _HEADER.match(line):
            table = _table(header, counts)
            yield table, number
        elif key := _KEY.match(line):
            steps = (*table, *_parts(key[1]))
            # The tables in a dotted key begin here too.
            for end in range(len(table) + 1, len(steps) + 1):
                yield steps[:end], number
            if line[key.end() :].partition("#")[0].strip() == "[":
                inside, items = steps, 0


def _outside_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, except lines inside multi-line strings."""
    quotes = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if quotes:
            quotes = "" if quotes in line else quotes
            continue
        yield number, line
        if not line.lstrip().startswith("#"):
            quotes = next((mark for mark in _QUOTES if line.count(mark) % 2), "")


def _table(header: re.Match[str], counts: dict[Steps, int]) -> Steps:
    """Return the path of a table header. Each `[[books]]` is the next item of its list."""
    steps: Steps = ()
    for part in _parts(header[2]):
        steps = (*steps, part)
        if steps in counts:
            steps = (*steps, counts[steps])
    if header[1] == "[[":
        name = steps[:-1] if steps and isinstance(steps[-1], int) else steps
        counts[name] = counts.get(name, -1) + 1
        steps = (*name, counts[name])
    return steps


def _parts(key: str) -> list[str]:
    return ["".join(part) for part in _PART.findall(key)]
