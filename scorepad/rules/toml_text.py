"""Parse TOML text, explain syntax errors in plain words, and find the line that a fault is about."""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from scorepad.rules.faults import Fault, RulesError, item_names, quote

LARGEST_TEXT = 200_000
"""The most characters of a rule file. The longest preset has a tenth of this."""

MAX_DOTS = 500
"""The most dots in one line, because a key may be written `a.b.c`. No preset has twenty."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+")
_APART = re.compile(r"=\s*-?(\d{1,3})[ ’'](\d{3})\b")
_LEADING_ZERO = re.compile(r"[=,\[]\s*-?0+([1-9]\d*)")
_COLON = re.compile(r"[\w\"]\s*:")
_BEGINNING = '“schema = 3”, “name = "…"” and “parent = "…"”, each on a line of its own'
_SIGNS = {
    "[“”„‘’]": 'has curly quotes. Use straight ones: ".',
    "[−–]": "has a long minus sign. Use the hyphen of the keyboard: -.",
    "^\\s*```": "is not part of the rules. Leave out the ```.",
    "^\\s*//": "is a comment. Begin it with #.",
    ";\\s*$": "ends with a semicolon. Leave it out.",
    "=>|:=|==": "has a wrong equals sign. Write one = between a rule and its value.",
    r"\d\s*%": "has a percent sign. Rules count in points: write a whole number.",
}
"""Patterns that do not belong in a line, and the message for each."""
_MANY_DIGITS = re.compile(r"\d[\d_]{999}")
_VALUE = re.compile(r"[^\s,}\]#]*")


def load_toml(text: str) -> dict[str, Any]:
    """Return the data of a TOML text. Raises RulesError with the line and how to fix it."""
    if len(text) > LARGEST_TEXT:
        raise RulesError((Fault("", f"is too long for a rule set ({LARGEST_TEXT:,} characters)."),))
    # The parser takes quadratic time for a dotted key: minutes for a text of this size.
    if any(line.count(".") > MAX_DOTS for line in text.split("\n")):
        raise RulesError((Fault("", "is nested too deeply for a rule set."),))
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except ValueError as error:
        raise RulesError((Fault("", f"is not TOML: {_why(text, str(error))}"),)) from None
    except RecursionError:
        raise RulesError((Fault("", "is nested too deeply for a rule set."),)) from None


def _why(text: str, reason: str) -> str:
    place = _PLACE.search(reason)
    lines = text.rstrip().split("\n")
    number = int(place[1]) if place and place[1] else len(lines)
    line = lines[number - 1] if number <= len(lines) else ""
    kind = "JSON" if text.lstrip().startswith("{") else "a web page" if text.lstrip().startswith("<") else ""
    if kind:
        return f"it looks like {kind}. Rules begin with {_BEGINNING}."
    if "integer string conversion" in reason:
        number = next((at for at, line in enumerate(lines, start=1) if _MANY_DIGITS.search(line)), number)
        return f"line {number} has a number that is too long."
    if place and (slip := _slip(reason, line, int(place[2] or 1) - 1)):
        return f"line {number} {slip}"
    if "Invalid statement" in reason and place:
        return f"line {number} is not part of the rules. Rules begin with {_BEGINNING}."
    return f"{reason[:200]}."


def _slip(reason: str, line: str, column: int) -> str:
    """Return what is wrong with a line and how to fix it; "" if unknown."""
    for sign, slip in _SIGNS.items():
        if re.search(sign, line):
            return slip
    if number := _THOUSANDS.search(line):
        return f"has a comma inside a number. Write {number[0].replace(',', '')}."
    if number := _APART.search(line):
        return f"has a number in two parts. Write {number[1]}{number[2]}."
    if "Invalid value" in reason and not line[column:].strip(" \t=,}]"):
        return "has no value after the =."
    if (number := _LEADING_ZERO.search(line)) and ("inline table" in reason or "after a statement" in reason):
        return f"has a number that begins with 0. Write {int(number[1])}."
    return _unfinished(reason, line) or _without_quotes(reason, line, column)


def _unfinished(reason: str, line: str) -> str:
    """Return what is missing in a line: a brace, a quote, a comma, an equals sign."""
    if line.count("{") > line.count("}"):
        return "has a { without its } on the same line. For several lines, write [set] above them, without braces."
    if "Illegal character" in reason and line.count('"') % 2:
        return "has a quote that does not end."
    if "inline table" in reason:
        return "has no comma between two rules."
    if "Expected '=' after a key" in reason:
        if _COLON.search(line):
            return "has a colon. Write = between a rule and its value."
        return "has no = between the rule and its value. Put quotes around a rule with dots or spaces."
    if "Cannot overwrite" in reason or "Cannot declare" in reason:
        return "repeats what an earlier line says. Combine the two."
    return ""


def _without_quotes(reason: str, line: str, column: int) -> str:
    value = _VALUE.match(line[column:].lstrip("= ")) if "Invalid value" in reason else None
    if not value or not value[0]:
        return ""
    if value[0].lower() in ("true", "false"):
        return f"has {quote(value[0])}. Write {value[0].lower()}, in small letters."
    if value[0].lower() in ("null", "none", "nil"):
        return f'has {quote(value[0])}. Where a rule may have no number, write its word in quotes: "any" or "none".'
    return f'has {quote(value[0])} without quotes. Put words in quotes: "{value[0][:40]}".'


_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_PART = re.compile(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)")
_QUOTES = ('"""', "'''")
_ITEM = re.compile(r"\s*[\[{\"'\d]")

_MUST_FIT = {"threes": ("melds", "books")}
"""Parts that must fit others: threes are counted as melds and books have them."""

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
    """Yield the places where own rules change something below a path, then anything under its first key.

    Then those under a key that the first one must fit.
    """
    head = path.partition(".")[0]
    for start in (f"{path}.", f"{head}.", *(f"{cause}." for cause in _MUST_FIT.get(head, ()))):
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
