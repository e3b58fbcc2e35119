"""Undo: the last action of this phone that still stands, by its name, and taking it back.

Nothing is erased. An undo is a form of its own that records what the cells held before, and its keys name the action.
So a second undo goes one further back, and never past the form the game began with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepad.play.change_words import ChangeWords
from scorepad.play.changes import Change
from scorepad.play.device import is_own
from scorepad.play.game import FINISHED, LoadedGame
from scorepad.play.history import Action, actions, undo_key
from scorepad.play.submission import Submission
from scorepad.scoring.cell_json import parse_value, value_json
from scorepad.scoring.cells import CellName, CellValue, CheckedBy, PlayerId
from scorepad.store import Answer, Club, Entry, LoggedEntry, Phone

MOST_OF_OTHERS = 50
"""Changes by others after which this phone's last one is no longer offered: by then people have forgotten it, and every
page would search the whole evening for it."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What Undo takes back: its number, its name, and what each of its cells held before."""

    seq: int
    text: str
    before: dict[CellName, CellValue | None]


def next_undo(loaded: LoadedGame, phone: Phone | None) -> Undo | None:
    """Return what Undo takes back on this phone, or None.

    It is the last action of the phone, or of its scorer on another phone, whose cells no one has recorded since.
    """
    if phone is None:
        return None
    undone: set[int] = set()
    covered: set[CellName] = set()
    finishes = _finishes(loaded)
    for action in _recent(loaded, phone):
        if action.starts_game:
            return None
        if action.undoes is not None:
            undone |= {action.undoes} if _took_effect(action) else set()
        elif action.seq not in undone and action.applied:
            changes = _own_changes(loaded.club, action, phone, covered)
            if changes and not _is_finished_over(action, finishes):
                before = {change.cell: change.before for change in changes}
                return Undo(action.seq, _name(loaded, changes), before)
    return None


def _recent(loaded: LoadedGame, phone: Phone) -> Iterator[Action]:
    """Yield actions, newest first, as far back as Undo looks."""
    others = 0
    for action in actions(loaded.club, loaded.id, loaded.seq + 1):
        others += not is_own(action.entries[0].device, phone)
        if others > MOST_OF_OTHERS:
            return
        yield action


def _own_changes(club: Club, action: Action, phone: Phone, covered: set[CellName]) -> list[Change]:
    """Return what an action changed if all of it is this phone's; else add its cells to `covered`.

    An action is covered too if another phone has recorded the same value again: someone else stands by it now.
    """
    cells = {(entry.round, entry.place, entry.field) for entry in action.applied}
    own = all(is_own(entry.device, phone) for entry in action.applied)
    changes = changes_of(club, action.applied) if own else []
    if not own or (changes and cells & covered):
        covered |= cells
        return []
    return changes


def _finishes(loaded: LoadedGame) -> dict[int, int]:
    """Return the finished rounds, each with the entry that finished it."""
    return {cell[0]: loaded.cells[cell].seq for cell in loaded.values if cell[1:] == FINISHED}


def _is_finished_over(action: Action, finishes: dict[int, int]) -> bool:
    """Return whether its round was finished after it: to undo one tap would not judge that round again."""
    is_finish = any(entry.seq == finishes.get(entry.round) for entry in action.applied)
    return not is_finish and any(e.seq < finishes.get(e.round, 0) for e in action.applied)


def changes_of(club: Club, entries: Sequence[LoggedEntry]) -> list[Change]:
    """Return what applied entries changed, cell by cell, without those that changed nothing."""
    replaced = club.values_before(entries)
    before: dict[CellName, CellValue | None] = {}
    after: dict[CellName, CellValue | None] = {}
    for entry in entries:
        cell = (entry.round, entry.place, entry.field)
        before.setdefault(cell, parse_value(replaced[entry.seq]))
        after[cell] = parse_value(entry.value)
    changes = (Change(cell, before[cell], after[cell]) for cell in before)
    return [change for change in changes if not change.is_none]


def _took_effect(action: Action) -> bool:
    return any(entry.status in ("applied", "same") for entry in action.entries)


def _name(loaded: LoadedGame, changes: Sequence[Change]) -> str:
    return ChangeWords(loaded, names_in(loaded, changes)).name(changes)


def names_in(loaded: LoadedGame, changes: Sequence[Change]) -> dict[int, str]:
    """Return the names of everyone in the game or in these changes, by id."""
    values = (value for change in changes for value in (change.before, change.after))
    ids = {_person(value) for value in values} - {None}
    missing = [player for player in ids if player is not None and player not in loaded.names]
    return {**loaded.names, **(loaded.club.people.names(missing) if missing else {})}


def _person(value: CellValue | None) -> int | None:
    match value:
        case PlayerId(player) | CheckedBy(player):
            return player
    return None


def take_back(loaded: LoadedGame, undo: Undo, submission: Submission) -> tuple[Answer, ...]:
    """Record what the undone cells held before.

    A conflict means that a cell has changed since the game was loaded, or that another phone was refused there and the
    page does not know it. Raises KeyReused if the same form took back something else.
    """
    start = undo_key(submission.key, undo.seq)
    entries = [
        Entry(
            f"{start}{number}.{place}.{name}",
            loaded.id,
            number,
            place,
            name,
            value_json(value),
            base=loaded.cells[number, place, name].seq,
            device=submission.device,
        )
        for (number, place, name), value in undo.before.items()
    ]
    return loaded.club.record_all(entries, seen=submission.seen)


def name_of_action(loaded: LoadedGame, seq: int) -> str:
    """Return the name of an action, taken back or not; "" if the game has none of this number."""
    for action in actions(loaded.club, loaded.id, seq + 1):
        is_named = action.seq == seq and not action.starts_game
        changes = changes_of(loaded.club, action.applied) if is_named else []
        return _name(loaded, changes) if changes else ""
    return ""


def was_taken_back(loaded: LoadedGame, seq: int, form: str) -> bool:
    """Return whether this very form has taken back this action before."""
    for action in actions(loaded.club, loaded.id):
        if action.seq <= seq:
            return False
        if action.form == undo_key(form, seq) and _took_effect(action):
            return True
    return False
