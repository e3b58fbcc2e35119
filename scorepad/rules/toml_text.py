"""Parse TOML text, and explain syntax errors in plain words."""

import re
import tomllib
from typing import Any

from scorepad.rules.faults import Fault, RulesError, quote

LARGEST_TEXT = 200_000
"""The most characters of a rule file. The longest preset has a tenth of this."""

MAX_DOTS = 500
"""The most dots in one line, because a key may be written `a.b.c`. No preset has twenty."""

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+")
_APART = re.compile(r"=\s*-?(\d{1,3})[ ’'](\d{3})\b")
_LEADING_ZERO = re.compile(r"[=,\[]\s*-?0+([1-9]\d*)")
_COLON = re.compile(r"[\w\"]\s*:")
_BEGINNING = '“schema = 2”, “name = "…"” and “parent = "…"”, each on a line of its own'
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
