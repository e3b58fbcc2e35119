"""Parse what people write in the cells of spreadsheets: dates, whole numbers, and the people of a team."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from scorepad.numbers import MAX_DIGITS
from scorepad.scoring.names import BadName, clean_name, fold_name

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""Prefixes of texts that a spreadsheet program may evaluate as a formula, from OWASP, “CSV Injection”."""

FIRST_DAY = date(1900, 1, 1)
HOW_DATES_ARE = "Write dates as 2024-12-24 or 24.12.2024."
HOW_NUMBERS_ARE = "Write a whole number such as 1450 or -200."

_ISO = re.compile(r"(\d{4})[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})\.?(?:[T ].*)?")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4}|\d{2})\.?(?:[ ,].*)?")
_SLASHED = re.compile(r"(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?:[ ,].*)?")
_FIRST_WORD = re.compile(r"([^\W\d_]+)[ ,.]+(?=\S)")
_TIME = re.compile(r"[ ,t]+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.? ?m\.?)?$")
_TOKEN = re.compile(r"[^\W\d_]+|\d+")

# English, German, Spanish, French, Italian, Portuguese and Dutch, without accents.
_MONTH_NAMES = (
    "january jan januar janner enero ene janvier janv gennaio gen janeiro januari",
    "february feb februar feber febrero fevrier fevr fev febbraio fevereiro februari",
    "march mar marz mrz marzo mars marco maart mrt",
    "april apr abril abr avril avr aprile",
    "may mai mayo maggio mag maio mei",
    "june jun juni junio juin giugno giu junho",
    "july jul juli julio juillet juil luglio lug julho",
    "august aug agosto ago aout augustus",
    "september sep sept septiembre setiembre set septembre settembre setembro",
    "october oct oktober okt octubre octobre ottobre ott outubro out",
    "november nov noviembre novembre novembro",
    "december dec dezember dez diciembre dic decembre dicembre dezembro",
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, start=1) for name in names.split()}
_WEEKDAY_NAMES = (
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed weds thu thur thurs fri sat sun",
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so",
    "lunes martes miercoles jueves viernes sabado domingo lun mar mie jue vie sab dom",
    "lundi mardi mercredi jeudi vendredi samedi dimanche mer jeu ven sam dim",
    "lunedi martedi mercoledi giovedi venerdi domenica gio",
    "segunda terca quarta quinta sexta feira seg ter qua qui sex",
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma wo vr za zo",
)
_WEEKDAYS = {name for names in _WEEKDAY_NAMES for name in names.split()}
_BETWEEN_WORDS = {"of", "the", "de", "del", "st", "nd", "rd", "th", "er", "o", "a", "e", "ste", "eme"}
"""What may stand in a date beside the day, the month and the year: 14 de marzo, 16th, 1er, 2ème, 1º, 24ste."""

_DAY_NUMBERS = range(1, 100_000)
DAY_ZERO = date(1899, 12, 30)
"""The day with number 0 in workbooks, for all days from March 1900."""

_RETURN = "_x000D_"
"""How workbooks store a carriage return; openpyxl and pandas pass it on as it is, to CSV too."""

_SPACES = re.compile(r"[\s\u00a0\u202f]+")
_DASHES = frozenset("-−–—")
_DASH_BEGINS = frozenset("-−–—$€£¥₩₹")
_CURRENCY = re.compile(r"\A([-−–+(]?)\s*[$€£¥₩₹]\s*|\s*[$€£¥₩₹](\)?)\Z")
_UNIT = re.compile(r"(?<=\d)\s*(?:points?|pts?|pkte?|punkte|puntos|punti|pontos|punten)\.?\Z", re.IGNORECASE)
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
    if isinstance(value, int | float) and _DAY_NUMBERS.start <= value < _DAY_NUMBERS.stop:
        # The fraction of a day number is the time of the day.
        return _checked(DAY_ZERO + timedelta(days=int(value)), "")
    typed = text = shown(value)
    word = _FIRST_WORD.match(typed)
    if word and fold_name(word[1]) in _WEEKDAYS:
        text = typed[word.end() :]
    if found := _ISO.fullmatch(text):
        return _checked(_date(*map(int, found.groups())), text)
    if found := _DOTTED.fullmatch(text):
        day, month, year = found.groups()
        return _checked(_date(_year(year), int(month), int(day)), text)
    if found := _SLASHED.fullmatch(text):
        slashed = SlashedDate(int(found[1]), int(found[3]), _year(found[4]), text)
        return slashed if slashed.is_date else _checked(None, text)
    return _checked(_worded(typed), typed)


def _year(digits: str) -> int:
    """Return a year. Two digits are a year of this century, or of the last one if that year is in the future."""
    year = int(digits)
    return year + (0 if len(digits) > 2 else 2000 if 2000 + year <= datetime.now(UTC).year else 1900)


def _worded(text: str) -> date | None:
    """Return a date whose month is a word, with the day before or after it: 14-Mar-24, March 16th, 2024."""
    tokens = _TOKEN.findall(_TIME.sub("", fold_name(text[:80])))
    numbers = [token for token in tokens if token.isdecimal()]
    months = [_MONTHS[token] for token in tokens if token in _MONTHS]
    if len(months) > 1 and tokens[0] in _WEEKDAYS:
        # In Romance languages, mar is also a Tuesday.
        del months[0]
    if {*tokens} - {*numbers} - _MONTHS.keys() - _WEEKDAYS - _BETWEEN_WORDS or len(months) != 1 or len(numbers) != 2:
        return None
    day, year = numbers if len(numbers[0]) < 3 else reversed(numbers)
    return _date(_year(year), months[0], int(day)) if len(year) in (2, 4) and len(day) < 3 else None


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


def is_day(value: object) -> bool:
    """Whether a cell has a date that is written as one: a bare number may be anything else."""
    if isinstance(value, int | float):
        return False
    try:
        parse_date(value)
    except NotUnderstood:
        return False
    return True


def is_dash(value: object) -> bool:
    """Whether a cell says “none” with a dash, perhaps beside a currency sign as accountants' formats write a zero."""
    text = shown(value)
    return text[:1] in _DASH_BEGINS and _CURRENCY.sub(r"\1", text).strip() in _DASHES


ABSENT = {
    "x", "n/a", "n.a.", "na", "absent", "abs", "did not play", "dnp", "bye", "abwesend", "ausente", "assente",
    "afwezig",
}  # fmt: skip


def is_absent(value: object) -> bool:
    """Whether a cell says that someone did not play in a game."""
    return is_dash(value) or fold_name(shown(value)[:40]) in ABSENT


def parse_points(value: object) -> int:
    """Parse a whole number, with or without thousands separators and a currency sign. Raises NotUnderstood."""
    if isinstance(value, bool):
        raise NotUnderstood(f"“{value}” is not a number.")
    if isinstance(value, int | float):
        text = str(int(value)) if value == value and abs(value) < 1e12 and value == int(value) else str(value)
    else:
        text = shown(value)
    if not text:
        raise NotUnderstood("A number is missing.")
    # Accountants write negative numbers in brackets.
    bare = re.sub(r"^\((.*)\)$", r"-\1", _CURRENCY.sub(r"\1\2", _UNIT.sub("", text[:80])))
    bare = re.sub(r"^([-−–+])\s+", r"\1", bare)
    match = _NUMBER.fullmatch(_SPACES.sub(" ", bare)) if len(text) < 40 else None
    digits = re.sub(r"[^0-9]", "", match[2]) if match else ""
    if not match or not digits:
        raise NotUnderstood(f"“{short(text)}” is not a whole number.")
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise NotUnderstood(f"“{short(text)}” has more than {MAX_DIGITS} digits.")
    return -int(digits) if match[1] in ("-", "−", "–") else int(digits)


def parse_round(text: str) -> int:
    """Parse the number of a round: “3”, “3.0”, “Round 3”. Raises NotUnderstood."""
    try:
        number = parse_points(text.casefold().removeprefix("round").strip())
    except NotUnderstood:
        number = 0
    if number < 1:
        raise NotUnderstood(f"“{short(text)}” is not the number of a round.")
    return number


def parse_totals(value: object) -> tuple[int, ...]:
    """Parse the totals in one cell: “5,200 : 4,100”. Raises NotUnderstood."""
    return tuple(parse_points(part) for part in _BETWEEN_TOTALS.split(shown(value)))


def shown(value: object) -> str:
    """Return the text of a cell, without surrounding spaces and without the apostrophe that disables a formula."""
    text = "" if value is None else str(value).strip()[:2_000]
    if _RETURN in text:
        text = text.replace(_RETURN, "\r").strip()
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


# The people of a team in one cell: “Ann & Bob”. Exports write what reads back; imports read what people write.
#
# A name that would be read as something else is in quotation marks, with the marks inside it doubled, as in CSV:
# `"Smith, John" & Kim`. In files of other programs a comma may be a part of a name or stand between two; whatever no
# other row and no known person decides is asked.


Team = tuple[str, ...]
Teams = tuple[Team, ...]
IsKnown = Callable[[str], bool]
"""Returns whether a name is that of a person."""

MAX_IN_A_TEAM = 4
MAX_NAMES = 20_000
"""The most names of a file that are remembered as those of people."""

AVERAGES = frozenset({"average", "durchschnitt", "schnitt", "promedio", "moyenne"})
SUMS = AVERAGES | {
    "total", "totals", "subtotal", "sum", "sums", "summe", "zwischensumme", "gesamt", "gesamtsumme", "jahressumme",
    "ubertrag", "endstand", "suma", "somme", "somma", "totale", "soma", "totaal", "subtotaal", "totaux", "totales",
    "totali", "totais", "totalen",
}  # fmt: skip
TIE = ("tie", "tied", "draw", "unentschieden", "empate", "egalite", "pareggio", "gelijk", "gelijkspel")

_BETWEEN = re.compile(
    r"\s*(?:(?P<comma>,)|&|(?<=\s)\+(?=\s)|/|;|[\n\r\v\x85\u2028\u2029]|(?<=\s)u\.(?=\s)|\b(?:and|und|with)\b"
    # In Spanish, French, Italian, Portuguese and Dutch; a capital would be an initial.
    r"|(?<=\s)(?-i:y|et|e|en)(?=\s))\s*",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"((?:[^"]|"")+)"')
_ONLY_A_NUMBER = re.compile(r"[-−+]?[\d.,'’\s]+")


class _Part(NamedTuple):
    """Texts with commas between them: one name or several. A name in quotation marks is alone in its part."""

    whole: str
    names: Team
    is_quoted: bool


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[_Part, ...]:
    """Split the text of a cell wherever something other than a comma stands between names."""
    parts: list[_Part] = []
    at, comma = 0, ""
    while True:
        quoted = _QUOTED.match(text, at)
        if quoted and not (quoted.end() == len(text) or _BETWEEN.match(text, quoted.end())):
            quoted = None
        between = _BETWEEN.match(text, quoted.end()) if quoted else _BETWEEN.search(text, at)
        name = quoted[1].replace('""', '"') if quoted else text[at : between.start() if between else len(text)]
        if name and comma and parts and not (quoted or parts[-1].is_quoted):
            last = parts.pop()
            parts.append(_Part(last.whole + comma + name, (*last.names, name), False))
        elif name:
            parts.append(_Part(name, (name,), bool(quoted)))
        if between is None:
            return tuple(parts)
        at, comma = between.end(), between[0] if name and between["comma"] else ""


def _people(text: str, is_known: IsKnown, *, apart: bool) -> Team:
    """Return the people of a cell. `apart` says whether commas stand between names. Raises NotUnderstood."""
    parts = _parts(text)
    names = [name for part in parts for name in part.names]
    if len(parts) > 1 and is_known(text) and not (apart and all(map(is_known, names))):
        parts = (_Part(text, (text,), False),)
    chosen = [(name, part.is_quoted) for part in parts for name in _names_of(part, is_known, apart)]
    try:
        return tuple(_clean(name, is_quoted) for name, is_quoted in chosen)
    except BadName as error:
        raise NotUnderstood(f"“{short(text)}”: {error}") from None


def _names_of(part: _Part, is_known: IsKnown, apart: bool) -> Team:
    if len(part.names) == 1:
        return part.names
    is_whole, are_people = is_known(part.whole), all(map(is_known, part.names))
    is_split = are_people if is_whole != are_people else apart
    return part.names if is_split else (part.whole,)


def _clean(name: str, is_quoted: bool) -> str:
    if not is_quoted and _ONLY_A_NUMBER.fullmatch(fold_name(name)):
        raise NotUnderstood(
            f"“{short(name)}” is not a name. Put the names in the column Team 1, and the points in the column Points 1."
        )
    return clean_name(name)


def written(names: Iterable[str]) -> str:
    """Return the text of a cell with these people."""
    return " & ".join(map(_written, names))


@lru_cache(maxsize=4096)
def _written(name: str) -> str:
    doubled = name.replace('"', '""')
    return name if _reads_back(name) else f'"{doubled}"'


def _reads_back(name: str) -> bool:
    """Whether a name without quotation marks is read as itself, alone and between others."""
    if name.startswith('"') or is_dash(name) or fold_name(name).strip(" :=") in (*SUMS, *TIE):
        return False
    try:
        alone, between = (_people(shown(text), _nobody, apart=True) for text in (name, f"A & {name} & B"))
    except NotUnderstood:
        return False
    return (alone, between) == ((name,), ("A", name, "B"))


def _nobody(name: str) -> bool:
    return False


def is_team(text: str, names: Sequence[str]) -> bool:
    """Whether a text names all people of a team, in any order."""
    team = sorted(map(fold_name, names))
    for apart in (True, False):
        try:
            people = _people(text, _nobody, apart=apart)
        except NotUnderstood:
            continue
        if sorted(map(fold_name, people)) == team:
            return True
    return [fold_name(text)] == team


@dataclass
class Evidence:
    """What the clear rows of a file say about the others: names of people, by folded name, and uses of commas."""

    names: set[str] = field(default_factory=set)
    uses: set[bool] = field(default_factory=set)

    @property
    def apart(self) -> bool | None:
        """Whether commas stand between names, None if the rows do not say or differ."""
        return next(iter(self.uses)) if len(self.uses) == 1 else None

    def add(self, cells: Sequence[Sequence[str]], is_known: IsKnown) -> None:
        """Take a row into account, given as the cells of each team."""
        fitting = _fitting(cells, is_known)
        if len(fitting) != 1:
            return
        (teams,) = fitting
        whole = [_or_none(cells, is_known, apart=apart) for apart in (True, False)]
        if whole[0] != whole[1]:
            self.uses.add(teams == whole[0])
        if len(self.names) < MAX_NAMES:
            self.names.update(map(fold_name, chain.from_iterable(teams)))


class TeamReader:
    """Reads the teams of rows. `question` is the first line that is not clear, with its cell."""

    def __init__(self, is_known: IsKnown, chosen: bool | None, evidence: Callable[[], Evidence]) -> None:
        """`chosen` is a person's answer, whether such cells are several people. `evidence` reads the whole file."""
        self._is_known, self._chosen, self._evidence = is_known, chosen, evidence
        self.question: tuple[int, str] | None = None

    def read(self, line: int, cells: Sequence[Sequence[str]]) -> Teams:
        """Return the people of each team, given as its cells. Raises NotUnderstood."""
        fitting = _fitting(cells, self._is_known)
        if len(fitting) == 1:
            return fitting[0]
        evidence = self._evidence()
        fitting = _fitting(cells, lambda name: self._is_known(name) or fold_name(name) in evidence.names)
        if len(fitting) > 1:
            apart = evidence.apart
            if apart is None:
                differ = (of_team[0] for of_team, *teams in zip(cells, *fitting, strict=True) if len(set(teams)) > 1)
                self.question = self.question or (line, next(differ))
                apart = self._chosen is not False
            return fitting[0 if apart else 1]
        return fitting[0] if fitting else _read(cells, _nobody, apart=True)


def _fitting(cells: Sequence[Sequence[str]], is_known: IsKnown) -> list[Teams]:
    """The different readings of a row that give teams of one size: with commas between names, with commas in them."""
    readings = (_or_none(cells, is_known, apart=apart) for apart in (True, False))
    return list(dict.fromkeys(teams for teams in readings if teams and _is_even(teams)))


def _is_even(teams: Teams) -> bool:
    return len({len(team) for team in teams}) == 1 and 1 <= len(teams[0]) <= MAX_IN_A_TEAM


def _or_none(cells: Sequence[Sequence[str]], is_known: IsKnown, *, apart: bool) -> Teams | None:
    try:
        return _read(cells, is_known, apart=apart)
    except NotUnderstood:
        return None


def is_one_name(text: str) -> bool:
    """Whether nothing but perhaps a comma stands between names in a cell of one person."""
    return len(_parts(text)) == 1


def _read(cells: Sequence[Sequence[str]], is_known: IsKnown, *, apart: bool) -> Teams:
    """Read a row in one way. Raises NotUnderstood."""
    return tuple(tuple(_of_team(of_team, is_known, apart)) for of_team in cells)


def _of_team(cells: Sequence[str], is_known: IsKnown, apart: bool) -> Iterator[str]:
    for text in cells:
        # Where people have a cell each, commas are in their names.
        yield from _people(text, is_known, apart=apart and len(cells) == 1)
