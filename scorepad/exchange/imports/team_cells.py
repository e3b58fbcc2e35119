"""The people of a team in one cell: “Ann & Bob”. Exports write what reads back; imports read what people write.

A name that would be read as something else is in quotation marks, with the marks inside it doubled, as in CSV:
`"Smith, John" & Kim`. In files of other programs a comma may be a part of a name or stand between two; whatever no
other row and no known person decides is asked.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from scorepad.exchange.imports.typed import NotUnderstood, short, shown
from scorepad.scoring.names import BadName, clean_name, fold_name

Team = tuple[str, ...]
Teams = tuple[Team, ...]
IsKnown = Callable[[str], bool]
"""Returns whether a name is that of a person."""

MAX_IN_A_TEAM = 4
MAX_NAMES = 20_000
"""The most names of a file that are remembered as those of people."""

SUMS = frozenset({
    "total", "totals", "subtotal", "sum", "sums", "summe", "zwischensumme", "gesamt", "gesamtsumme", "jahressumme",
    "ubertrag", "endstand", "average", "durchschnitt", "schnitt",
})  # fmt: skip
TIE = ("tie", "tied", "draw", "unentschieden")

_BETWEEN = re.compile(
    r"\s*(?:(?P<comma>,)|&|(?<=\s)\+(?=\s)|/|;|\n|(?<=\s)u\.(?=\s)|\b(?:and|und|with)\b)\s*", re.IGNORECASE
)
_QUOTED = re.compile(r'"((?:[^"]|"")+)"')
_NUMBER = re.compile(r"[-−+]?[\d.,'’\s]+")


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
    if not is_quoted and _NUMBER.fullmatch(fold_name(name)):
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
    if name.startswith('"') or fold_name(name).strip(" :=") in (*SUMS, *TIE):
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


def _read(cells: Sequence[Sequence[str]], is_known: IsKnown, *, apart: bool) -> Teams:
    """Read a row in one way. Raises NotUnderstood."""
    return tuple(tuple(_of_team(of_team, is_known, apart)) for of_team in cells)


def _of_team(cells: Sequence[str], is_known: IsKnown, apart: bool) -> Iterator[str]:
    for text in cells:
        # Where people have a cell each, commas are in their names.
        yield from _people(text, is_known, apart=apart and len(cells) == 1)
