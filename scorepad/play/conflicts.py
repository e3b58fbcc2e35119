"""Open conflicts of a game as questions on its pages: what each phone entered, and the choices that resolve it.

A conflict never blocks play. Every phone shows the question, even in a later round, until someone taps a value or types
another one.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorepad.language.words import format_number as figures
from scorepad.language.words import lower_first
from scorepad.numbers import MAX_COUNT, NotANumber, typed_count, whole_number
from scorepad.play.change_words import Change, ChangeWords
from scorepad.play.form_data import STALE, Submission, entry_key
from scorepad.play.game import Games, LoadedGame, is_from, load, player_of
from scorepad.play.parse_form import packet_points, texts
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.play.save_round import UNTIL_PUT_RIGHT, Outcome, finish_problems
from scorepad.play.sheet_form import ENDED, LONE_HAND, inputs_by_name, sheet_inputs
from scorepad.scoring.cells import (
    PLACE,
    Alone,
    CardCounts,
    CellName,
    CellValue,
    Count,
    Leave,
    Mark,
    Piles,
    StartingSeat,
    StockRanOut,
    WentOut,
    counted,
    parse_value,
    value_json,
)
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.scoring.game.record import OPENED, STARTER
from scorepad.scoring.text.explain import number_word, packet_text, value_text
from scorepad.store import Cell, LoggedEntry, OpenConflict, Phone

OFF_THE_SHEET = (STARTER, "leave")
"""Fields that are on no sheet, but whose conflicts are asked about.

Other such fields need no question: a phone that finished a round or changed a seat sees the outcome on its page, and a
check stands whatever others did.
"""

IS_A_SENTENCE = (ENDED.field, LONE_HAND.field, STARTER, OPENED)
"""Fields whose value is shown as a whole sentence."""

SUBJECTS = {ENDED.field: "How the round ended", LONE_HAND.field: "Who played alone", STARTER: "Who starts"}


@dataclass(frozen=True, slots=True)
class Claim:
    """What one phone entered: its scorer ("" if unknown), whether it was this phone, and the value in words."""

    by: str
    here: bool
    text: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """A way to resolve a conflict: the value that the form sends, and its label."""

    code: str
    label: str


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A cell that phones disagree about. `standing` is the seq of its current entry, 0 if it never had one.

    `added` is the question if two phones both added one, else "".
    """

    round: int
    cell: str
    subject: str
    standing: int
    claims: tuple[Claim, ...]
    choices: tuple[Resolution, ...]
    is_tally: bool
    added: str = ""

    @property
    def asks(self) -> str:
        """The text of the question."""
        if self.is_tally and len(self.choices) > 1 and not self.added:
            labels = [choice.label for choice in self.choices]
            return f"Is it {', '.join(labels[:-1])} or {labels[-1]}?"
        return self.added or "Which is right?"

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the cell's inputs on the sheet of its round."""
        if ".adjustment" in self.cell:
            return (f"{self.cell}.points", f"{self.cell}.reason")
        return (self.cell,)


class CellWords(ChangeWords):
    """Texts for single cells and their values."""

    def subject(self, cell: CellName) -> str:
        """Return the name of a cell, such as "Red books, Ann & Bob", with the round if it is not the current one."""
        round_number, place, field = cell
        if field == OPENED:
            text = f"Opened, {self.place(round_number, place)}"
        else:
            text = SUBJECTS.get(field) or self.text(Change(cell, None, None)).subject
        return text if round_number == self.loaded.record.course.next_round else f"Round {round_number}, {text}"

    def value(self, cell: CellName, value: CellValue | None) -> str:
        """Return a value of this cell in words."""
        text = self.text(Change(cell, None, value))
        if cell[2] in IS_A_SENTENCE:
            return text.subject if value or cell[2] == OPENED else "not said yet"
        if cell[2] == "leave" or text.value in ("yes", "no"):
            return text.value
        if value is None or not packet_text(value):
            return value_text(value)
        points = packet_points(self.loaded.sheet(cell[0]).rules, value, cell[2])
        return f"{value_text(value)} ({figures(points)} points)"


def questions(loaded: LoadedGame, phone: Phone | None) -> tuple[OpenQuestion, ...]:
    """Return the questions to ask at this table, one per cell. Usually there are none."""
    conflicts = [conflict for conflict in loaded.conflicts if is_asked(loaded, conflict.entry.cell)]
    if not conflicts:
        return ()
    cells = list(dict.fromkeys(conflict.entry.cell for conflict in conflicts))
    devices = [conflict.entry.device for conflict in conflicts]
    devices += [loaded.cells[cell].device for cell in cells if cell in loaded.cells]
    words = CellWords(loaded, loaded.names_with(map(player_of, devices)))
    asked = (_question(words, phone, cell, [c for c in conflicts if c.entry.cell == cell]) for cell in cells)
    # If one phone typed 3 and another tapped 3, there is nothing to choose.
    return tuple(question for question in asked if len(question.choices) > 1)


def with_new_conflicts(loaded: LoadedGame) -> LoadedGame:
    """Return the loaded game with its open conflicts refreshed."""
    return replace(loaded, conflicts=tuple(loaded.club.open_conflicts(loaded.id)))


def is_asked(loaded: LoadedGame, cell: CellName) -> bool:
    """Return whether a conflict in this cell is asked about: its round exists and its rules use the cell."""
    round_number, place, field = cell
    if round_number == WHOLE_GAME or not loaded.has_round(round_number):
        return False
    if field in OFF_THE_SHEET:
        return True
    inputs = sheet_inputs(loaded.sheet(round_number))
    return any((i.place, i.field) == (place, field) for i in inputs)


def _question(words: CellWords, phone: Phone | None, cell: CellName, conflicts: Sequence[OpenConflict]) -> OpenQuestion:
    standing = words.loaded.cells.get(cell)
    entries: list[Cell | LoggedEntry] = [standing] if standing else []
    entries += [conflict.entry for conflict in conflicts]
    return OpenQuestion(
        round=cell[0],
        cell=f"{cell[1]}.{cell[2]}",
        subject=words.subject(cell),
        standing=standing.seq if standing else 0,
        claims=tuple(_claim(words, phone, cell, entry) for entry in entries),
        choices=tuple(_choices(words, cell, standing, conflicts)),
        is_tally=any(_is_tapped(parse_value(conflict.entry.value)) for conflict in conflicts),
        added=_added(words, cell, standing, conflicts),
    )


def _added(words: CellWords, cell: CellName, standing: Cell | None, conflicts: Sequence[OpenConflict]) -> str:
    """Return the question if two phones both added one, "One red book or two?"; "" otherwise."""
    taps = [parse_value(entry.value) for entry in (standing, *(c.entry for c in conflicts)) if entry]
    least, seen = counted(taps[0]) or 0, counted(parse_value(conflicts[0].seen)) or 0
    if len(taps) != 2 or seen != least - 1 or not all(_is_tapped(tap) and tap == taps[0] for tap in taps):
        return ""
    book = next((b for b in words.loaded.sheet(cell[0]).rules.books if b.code == cell[2]), None)
    noun = f" {lower_first(book.singular if least == 1 else book.plural)}" if book else ""
    return f"{number_word(least).capitalize()}{noun} or {number_word(least + 1)}?"


def _claim(words: CellWords, phone: Phone | None, cell: CellName, entry: Cell | LoggedEntry) -> Claim:
    value = parse_value(entry.value)
    return Claim(
        by=words.names.get(player_of(entry.device), ""),
        here=is_from(entry.device, phone),
        text=_done(cell, value, words.value(cell, value)),
    )


def _done(cell: CellName, value: CellValue | None, text: str) -> str:
    """Return what a phone did, to follow its scorer's name: "tapped 3", "typed 120+85"."""
    match value:
        case None if cell[2] not in IS_A_SENTENCE:
            return "emptied it"
        case Count(tapped=True):
            return f"tapped {text}"
        case Piles() | CardCounts():
            return f"counted {text}"
        case None | WentOut() | StockRanOut() | Alone() | Mark() | Leave() | StartingSeat():
            return f"said “{text}”"
    return f"typed {text}"


def _is_tapped(value: CellValue | None) -> bool:
    return isinstance(value, Count) and value.tapped


def _choices(
    words: CellWords, cell: CellName, standing: Cell | None, conflicts: Sequence[OpenConflict]
) -> list[Resolution]:
    """Return the current value, what other phones entered, and sums of several phones' taps, without duplicates."""
    now = parse_value(standing.value) if standing else None
    entries = [(standing.seq if standing else 0, now)]
    entries += [(c.entry.seq, parse_value(c.entry.value)) for c in conflicts]
    entries += [(0, value) for value in _sums(now, conflicts)]
    numbers: set[int] = set()
    others: dict[str, Resolution] = {}
    for seq, value in entries:
        label, count = words.value(cell, value), counted(value)
        if count is None or label != figures(count):
            text = json.dumps(value_json(value), sort_keys=True)
            others.setdefault(text, Resolution(str(seq), label))
        else:
            numbers.add(count)
    return [*others.values(), *(Resolution(f"={n}", figures(n)) for n in sorted(numbers))]


def _sums(now: CellValue | None, conflicts: Iterable[OpenConflict]) -> Iterator[CellValue]:
    """Yield the tally with each other phone's taps added, and with all of them added."""
    here = counted(now) or 0
    taps = [
        (counted(parse_value(c.entry.value)) or 0) - (counted(parse_value(c.seen)) or 0)
        for c in conflicts
        if _is_tapped(parse_value(c.entry.value))
    ]
    for by in {*taps, sum(taps)} if taps else ():
        if 0 <= here + by <= MAX_COUNT:
            yield Count(here + by)


# Resolves a conflict: the chosen value becomes a new entry, and all earlier entries stay in the history.
#
# If two people choose at once, equal choices count as agreement; different choices ask both of them again.


MOVED_ON = "Nothing was changed: the game has changed since you opened that page."
USED = "Nothing was changed: that page was already sent once. Look at it, then choose again."
ASKED_AGAIN = "Someone else chose another value at the same moment. Look at both, and choose again."


class NoChoice(ValueError):
    """The form's choice does not exist, or no longer does."""


def resolve_conflict(games: Games, game: int, round_number: int, submission: Submission) -> str | Outcome:
    """Record the value that someone chose for a cell, and return a message about the outcome.

    Returns the form for its sheet instead if the choice would leave a problem in a finished round. Raises NoSuchGame.
    """
    with games.club.writing(game):
        loaded = games.load_round(game, round_number)
        return _resolve(loaded, round_number, submission) if submission.is_valid else STALE


def _resolve(loaded: LoadedGame, round_number: int, submission: Submission) -> str | Outcome:
    form = submission.data
    try:
        cell = _asked_cell(loaded, round_number, form.get("cell"))
        standing = _seq(form.get("standing"))
        value = _chosen(loaded, cell, form.get("choice"))
    except (NoChoice, NotANumber):
        return MOVED_ON
    if refused := _refused(loaded, cell, value, form.get("confirm")):
        return refused
    recorded = record_cell(
        loaded.club, loaded.id, submission, cell, value, key=entry_key(submission.key, cell), base=standing or None
    )
    if recorded is Recorded.SAVED:
        words = CellWords(load(loaded.club, loaded.id), loaded.names)
        return f"Settled: {words.subject(cell)}: {words.value(cell, value)}."
    return USED if recorded is Recorded.KEY_REUSED else ASKED_AGAIN


def _asked_cell(loaded: LoadedGame, round_number: int, text: str) -> CellName:
    place, _, field = text.partition(".")
    cell = (round_number, place, field)
    if not PLACE.fullmatch(place) or not is_asked(loaded, cell):
        raise NoChoice
    return cell


def _seq(text: str) -> int:
    seq = whole_number(text)
    if seq is None:
        raise NoChoice
    return seq


def _chosen(loaded: LoadedGame, cell: CellName, choice: str) -> CellValue | None:
    """Return the value of a choice: "=3" is a count, "481" the value of that entry, "0" a blank.

    A count is stored as typed, not tapped, so that two people who choose the same one agree.
    """
    if choice.startswith("="):
        asked = inputs_by_name(loaded.sheet(cell[0])).get(f"{cell[1]}.{cell[2]}")
        if asked is None or asked.control != "count":
            raise NoChoice
        return Count(typed_count(choice[1:]))
    seq = _seq(choice)
    if seq == 0:
        return None
    for entry in loaded.club.history(loaded.id, since=seq - 1, limit=1):
        if entry.seq == seq and entry.cell == cell:
            value = parse_value(entry.value)
            count = counted(value)
            return value if count is None else Count(count)
    raise NoChoice


def _refused(loaded: LoadedGame, cell: CellName, value: CellValue | None, confirmed: str) -> Outcome | None:
    """Return the form if the value would cause a problem in a finished round, or None."""
    round_number, place, field = cell
    change = Change(cell, loaded.values.get(cell), value)
    if change.is_none or not loaded.is_finished(round_number):
        return None
    problems = finish_problems(loaded, round_number, {(place, field): value}, confirmed)
    if not problems:
        return None
    own = tuple(i for i in sheet_inputs(loaded.sheet(round_number)) if (i.place, i.field) == (place, field))
    values = {} if value is None else {cell: value}
    typed = texts(loaded.sheet(round_number).rules, values, round_number, own)
    return Outcome(loaded, notice=UNTIL_PUT_RIGHT, texts=typed, problems=problems)
