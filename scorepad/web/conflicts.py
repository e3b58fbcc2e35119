"""Conflicts that nobody has settled yet, as the pages of a game ask about them: what each phone said, and the ways out.

A conflict keeps nobody from playing on: it is asked about on every phone, also of an earlier round, until somebody taps
a value or types another one.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.explain import number as figures
from scorepad.scoring.game import Phase
from scorepad.store import Cell, CellName, LoggedEntry, OpenConflict
from scorepad.web.changes import Wording
from scorepad.web.clubs import LoadedGame, current_club
from scorepad.web.doors import this_phone
from scorepad.web.given import Change, counted, packet_points, packet_words, said
from scorepad.web.scorer import is_from, player_of
from scorepad.web.sheetform import OPENED, inputs_of, team_forms
from scorepad.web.typing_in import MOST_COUNT

OFF_THE_SHEET = ("starter", "leave")
"""Fields that no sheet asks for and that a value can be chosen for. Whoever finished a round or changed a seat has the
answer on their page, and whoever checked a team did so whatever others did."""

SAYS_IT_ALL = ("ended", "starter", OPENED)
"""Fields whose value is a sentence of its own."""

SUBJECTS = {"ended": "How the round ended", "starter": "Who starts"}


@dataclass(frozen=True, slots=True)
class Said:
    """What one phone said: `who` is "" where that is not known, and `here` is this phone."""

    who: str
    here: bool
    what: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to settle a conflict: what the form says, and what people read."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """A cell that phones said different things about. `standing` is the entry that stands in it, 0 where none does."""

    round: int
    cell: str
    subject: str
    standing: int
    said: tuple[Said, ...]
    choices: tuple[Choice, ...]
    is_tally: bool

    @property
    def asks(self) -> str:
        """The question itself."""
        if self.is_tally and len(self.choices) > 1:
            labels = [choice.label for choice in self.choices]
            return f"Is it {', '.join(labels[:-1])} or {labels[-1]}?"
        return "Which is right?"

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the inputs on the sheet of that round that stand for the cell."""
        if ".adjustment" in self.cell:
            return (f"{self.cell}.points", f"{self.cell}.reason")
        return (self.cell,)


class CellWords(Wording):
    """The words of single cells of a round."""

    def subject(self, cell: CellName) -> str:
        """What a cell is about: "Red books, Ann & Bob"; with its round where that is not the one being played."""
        number, place, name = cell
        if name == OPENED:
            text = f"Opened, {self.place(number, place)}"
        else:
            text = SUBJECTS.get(name) or self.of(Change(cell, None, None)).what
        return text if number == self.loaded.record.course.next_round else f"Round {number}, {text}"

    def value(self, cell: CellName, value: Any) -> str:
        """What a cell of a round would hold with this value."""
        told = self.of(Change(cell, None, value))
        if cell[2] in SAYS_IT_ALL:
            return told.what if value or cell[2] == OPENED else "nobody yet"
        if cell[2] == "leave" or told.value in ("yes", "no"):
            return told.value
        if not packet_words(value):
            return said(value)
        points = packet_points(self.loaded.agreement.rules, value, cell[2])
        return f"{said(value)} ({figures(points)} points)"


def questions(loaded: LoadedGame) -> tuple[Question, ...]:
    """What is to be asked at this table, cell by cell; mostly nothing, which costs one question to the store."""
    found = [
        one
        for one in current_club().open_conflicts(loaded.id)
        if is_asked(loaded, _cell(one.entry))
    ]
    if not found:
        return ()
    cells = list(dict.fromkeys(_cell(one.entry) for one in found))
    words = CellWords(loaded, _names(loaded, cells, found))
    asked = (
        _question(loaded, words, cell, [one for one in found if _cell(one.entry) == cell])
        for cell in cells
    )
    # A 3 that was typed and a 3 that was tapped leave nothing to choose.
    return tuple(one for one in asked if len(one.choices) > 1)


def is_asked(loaded: LoadedGame, cell: CellName) -> bool:
    """Whether the game has that round now, its rules ask for that cell, and a value of it can be chosen."""
    number, place, name = cell
    course, begun = loaded.record.course, len(loaded.record.rounds)
    latest = begun if course.phase is Phase.OVER else max(begun, course.next_round)
    if number == WHOLE_GAME or number > latest:
        return False
    inputs = inputs_of(team_forms(loaded.sheet(number)))
    return name in OFF_THE_SHEET or (place, name) in {(one.place, one.field) for one in inputs}


def _cell(entry: LoggedEntry) -> CellName:
    return (entry.round, entry.place, entry.field)


def _names(
    loaded: LoadedGame, cells: Iterable[CellName], found: Iterable[OpenConflict]
) -> dict[int, str]:
    devices = [one.entry.device for one in found]
    devices += [loaded.cells[cell].device for cell in cells if cell in loaded.cells]
    missing = {player_of(device) for device in devices} - loaded.names.keys() - {0}
    return loaded.names | (current_club().player_names(missing) if missing else {})


def _question(
    loaded: LoadedGame, words: CellWords, cell: CellName, found: Sequence[OpenConflict]
) -> Question:
    standing = loaded.cells.get(cell)
    entries: list[Cell | LoggedEntry] = [standing] if standing else []
    entries = [*entries, *(one.entry for one in found)]
    return Question(
        round=cell[0],
        cell=f"{cell[1]}.{cell[2]}",
        subject=words.subject(cell),
        standing=standing.seq if standing else 0,
        said=tuple(_said(words, cell, one) for one in entries),
        choices=tuple(_choices(words, cell, standing, found)),
        is_tally=any(_is_tapped(one.entry.value) for one in found),
    )


def _said(words: CellWords, cell: CellName, one: Cell | LoggedEntry) -> Said:
    what = words.value(cell, one.value)
    return Said(
        who=words.names.get(player_of(one.device), ""),
        here=is_from(one.device, this_phone()),
        what=_doing(cell, one.value, what),
    )


def _doing(cell: CellName, value: Any, what: str) -> str:
    match value:
        case None if cell[2] not in SAYS_IT_ALL:
            return "emptied it"
        case {"as": "tally"}:
            return f"tapped {what}"
        case {"as": "piles" | "cards"}:
            return f"counted {what}"
        case None | {"as": "out" | "stock"} | {"yes": _} | {"says": _} | {"seat": _}:
            return f"said “{what}”"
    return f"typed {what}"


def _is_tapped(value: Any) -> bool:
    return isinstance(value, dict) and value.get("as") == "tally"


def _choices(
    words: CellWords, cell: CellName, standing: Cell | None, found: Sequence[OpenConflict]
) -> list[Choice]:
    """What stands, what else was said, and of what was tapped on two phones both together; nothing of it twice."""
    now = standing.value if standing else None
    entries = [(standing.seq if standing else 0, now)]
    entries += [(one.entry.seq, one.entry.value) for one in found]
    entries += [(0, value) for value in _together(now, found)]
    numbers: set[int] = set()
    others: dict[str, Choice] = {}
    for seq, value in entries:
        label, count = words.value(cell, value), counted(value)
        if count is None or label != figures(count):
            others.setdefault(json.dumps(value, sort_keys=True), Choice(str(seq), label))
        else:
            numbers.add(count)
    return [*others.values(), *(Choice(f"={n}", figures(n)) for n in sorted(numbers))]


def _together(now: Any, found: Iterable[OpenConflict]) -> Iterator[Any]:
    """What a tally comes to with what was tapped on another phone meanwhile, or on all of them."""
    here = counted(now) or 0
    taps = [
        (counted(one.entry.value) or 0) - (counted(one.seen) or 0)
        for one in found
        if _is_tapped(one.entry.value)
    ]
    for by in {*taps, sum(taps)} if taps else ():
        if 0 <= here + by <= MOST_COUNT:
            yield {"as": "count", "n": here + by}
