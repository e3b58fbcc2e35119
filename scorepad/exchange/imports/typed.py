"""Parse dates and whole numbers as people write them in spreadsheets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from scorepad.scoring.quantity import MAX_DIGITS

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""Prefixes of texts that a spreadsheet program may evaluate as a formula, from OWASP, “CSV Injection”."""

FIRST_DAY = date(1900, 1, 1)
HOW_DATES_ARE = "Write dates as 2024-12-24 or 24.12.2024."
HOW_NUMBERS_ARE = "Write a whole number such as 1450 or -200."

_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}|\d{2})(?:[ ,].*)?")
_SLASHED = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?:[ ,].*)?")
_WORDED = ("%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y")
_WEEKDAY = re.compile(
    r"^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|mo|di|mi|do|fr|sa|so|[a-z]+tag|mittwoch|sonnabend)[ ,.]+", re.IGNORECASE
)
_GERMAN = {
    "januar": "january", "februar": "february", "märz": "march", "mai": "may", "juni": "june", "juli": "july",
    "oktober": "october", "dezember": "december", "okt": "oct", "dez": "dec", "mär": "mar",
}  # fmt: skip
_MONTHS = re.compile(rf"\b({'|'.join(_GERMAN)})\b", re.IGNORECASE)
_SPACES = re.compile(r"[\s\u00a0\u202f]+")
_NUMBER = re.compile(r"([-−–+]?)(\d{1,3}(?:[,.'’ ]\d{3})+|\d+)(?:[.,]0+)?", re.ASCII)
_BETWEEN_TOTALS = re.compile(r"\s*[:/|]\s*|(?<=\d)\s*[-–—]\s*(?=[-−\d])|\s+(?:to|vs\.?)\s+", re.IGNORECASE)


class NotUnderstood(ValueError):
    """A cell that cannot be parsed. The text is a message for people."""


@dataclass(frozen=True, slots=True)
class SlashedDate:
    """A date such as 03/04/2024, in which the day or the month may come first."""

    first: int
    second: int
    year: int
    typed: str

    def __str__(self) -> str:
        return self.typed

    @property
    def is_date(self) -> bool:
        """Whether this is a date in one order at least: 99/99/2024 is none."""
        return any((_date(self.year, self.second, self.first), _date(self.year, self.first, self.second)))

    @property
    def day_first(self) -> bool | None:
        """Whether only the day or only the month can come first, None if both or neither can."""
        fits = _date(self.year, self.second, self.first), _date(self.year, self.first, self.second)
        return None if (fits[0] is None) == (fits[1] is None) else fits[0] is not None

    def read(self, *, day_first: bool) -> date:
        """Return the date in this order. Raises NotUnderstood."""
        month, day = (self.second, self.first) if day_first else (self.first, self.second)
        return _checked(_date(self.year, month, day), self.typed)


def parse_date(value: object) -> date | SlashedDate:
    """Parse a date as typed, or as a spreadsheet program stores it. Raises NotUnderstood."""
    if isinstance(value, datetime):
        return _checked(value.date(), "")
    if isinstance(value, date):
        return _checked(value, "")
    typed = shown(value)
    text = _WEEKDAY.sub("", typed)
    if found := _ISO.fullmatch(text):
        return _checked(_date(*map(int, found.groups())), text)
    if found := _DOTTED.fullmatch(text):
        day, month, year = map(int, found.groups())
        # Two digits are a year of this century, or of the last one if that year is in the future.
        year += 0 if year > 99 else 2000 if 2000 + year <= datetime.now(UTC).year else 1900
        return _checked(_date(year, month, day), text)
    if found := _SLASHED.fullmatch(text):
        slashed = SlashedDate(int(found[1]), int(found[3]), int(found[4]), text)
        return slashed if slashed.is_date else _checked(None, text)
    return _checked(_worded(text), text)


def _worded(text: str) -> date | None:
    bare = _MONTHS.sub(lambda word: _GERMAN[word[1].lower()], text)
    bare = _SPACES.sub(" ", re.sub(r"[,.\-]", " ", bare)).strip()
    for form in _WORDED:
        try:
            return datetime.strptime(bare[:40], form).date()  # noqa: DTZ007  # a day has no zone
        except ValueError:
            continue
    return None


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _checked(day: date | None, text: str) -> date:
    if day is None:
        raise NotUnderstood(f"“{short(text)}” is not a date." if text else "The date is missing.")
    if not FIRST_DAY <= day <= datetime.now(UTC).date() + timedelta(days=1):
        raise NotUnderstood(f"{day.isoformat()} is not a day between {FIRST_DAY.year} and today.")
    return day


def parse_points(value: object) -> int:
    """Parse a whole number, with or without thousands separators. Raises NotUnderstood."""
    if isinstance(value, bool):
        raise NotUnderstood(f"“{value}” is not a number.")
    if isinstance(value, int | float):
        text = str(int(value)) if value == value and abs(value) < 1e12 and value == int(value) else str(value)
    else:
        text = shown(value)
    if not text:
        raise NotUnderstood("A number is missing.")
    # Accountants write negative numbers in brackets.
    text = re.sub(r"^\((.*)\)$", r"-\1", text)
    text = re.sub(r"^([-−–+])\s+", r"\1", text)
    match = _NUMBER.fullmatch(_SPACES.sub(" ", text)) if text.isascii() or len(text) < 40 else None
    digits = re.sub(r"[^0-9]", "", match[2]) if match else ""
    if not match or not digits:
        raise NotUnderstood(f"“{short(text)}” is not a whole number.")
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise NotUnderstood(f"“{short(text)}” has more than {MAX_DIGITS} digits.")
    return -int(digits) if match[1] in ("-", "−", "–") else int(digits)


def parse_totals(value: object) -> tuple[int, ...]:
    """Parse the totals in one cell: “5,200 : 4,100”. Raises NotUnderstood."""
    return tuple(parse_points(part) for part in _BETWEEN_TOTALS.split(shown(value)))


def shown(value: object) -> str:
    """Return the text of a cell, without surrounding spaces and without the apostrophe that disables a formula."""
    text = "" if value is None else str(value).strip()[:2_000]
    return text[1:] if text[:1] == "'" and text.startswith(FORMULAS, 1) else text


def short(text: str) -> str:
    """Return a text for a sentence, shortened and on one line."""
    line = " ".join("".join(c if c.isprintable() else "�" for c in text[:200]).split())
    return line if len(line) <= 40 else f"{line[:39]}…"


def quoted(texts: Sequence[str], most: int = 20) -> str:
    """Return some texts for a sentence, and how many more there are."""
    names = ", ".join(f"“{short(text)}”" for text in texts[:most])
    return f"{names} and {len(texts) - most} more" if len(texts) > most else names


def is_blank(row: Sequence[object]) -> bool:
    return not any(shown(value) for value in row)
