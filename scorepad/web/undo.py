"""Undo: the last thing that was done and not yet taken back, by its name, and taking it back.

Each phone takes back its own: what others did is not offered on it, nor what others have typed over since.
Nothing is rubbed out: an undo is a form of its own that records what stood in the cells before, and its keys say
what it took back. So a second undo goes one further back, and never past the form the game began with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.scoring.record import CHECKED
from scorepad.store import Answer, CellName, Entry, LoggedEntry, Phone
from scorepad.web.changes import Wording
from scorepad.web.clubs import LoadedGame, current_club
from scorepad.web.doors import this_phone
from scorepad.web.given import Change
from scorepad.web.history import Action, actions, undo_key
from scorepad.web.judging import FINISHED_CELL
from scorepad.web.scorer import device, is_own

MOST_OF_OTHERS = 50
"""Changes by others after which this phone's last one is no longer offered: nobody remembers what Undo would do, and
every page would look through the whole evening for it."""

_PEOPLE = {"player": "id", CHECKED: "by"}
"""The fields that hold a person's id, and under what name."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What would be taken back: its number, its name, and what each of its cells held before."""

    seq: int
    text: str
    before: dict[CellName, Any]


def next_undo(loaded: LoadedGame) -> Undo | None:
    """What Undo would take back on this phone in the game as it was loaded: the last that was done on it, or by whom
    keeps score on it, and over which nobody has recorded anything since. None where there is nothing of the kind.
    """
    undone: set[int] = set()
    covered: set[CellName] = set()
    ends = _ends(loaded)
    phone = this_phone()
    if phone is None:
        return None
    for action in _lately(loaded, phone):
        if action.begins:
            return None
        if action.undoes is not None:
            undone |= {action.undoes} if _took_effect(action) else set()
        elif action.seq not in undone and action.applied:
            found = _own_changes(action, phone, covered)
            if found and not _is_closed(action, ends):
                return Undo(action.seq, _name(loaded, found), {c.cell: c.before for c in found})
    return None


def _lately(loaded: LoadedGame, phone: Phone) -> Iterator[Action]:
    """What was done, newest first, as far back as it can still be offered."""
    others = 0
    for action in actions(loaded.id, loaded.seq + 1):
        others += not is_own(action.entries[0].device, phone)
        if others > MOST_OF_OTHERS:
            return
        yield action


def _own_changes(action: Action, phone: Phone, covered: set[CellName]) -> list[Change]:
    """What the action changed, if all of that is this phone's to take back; else its cells are covered from here on.

    What was said again by another phone is covered too: somebody else stands by it now.
    """
    cells = {(one.round, one.place, one.field) for one in action.applied}
    own = all(is_own(one.device, phone) for one in action.applied)
    changes = changes_of(action.applied) if own else []
    if not own or (changes and cells & covered):
        covered |= cells
        return []
    return changes


def _ends(loaded: LoadedGame) -> dict[int, int]:
    """The rounds that are final, each with the entry that finished it."""
    cells = loaded.cells.items()
    return {
        cell[0]: there.seq for cell, there in cells if cell[1:] == FINISHED_CELL and there.value
    }


def _is_closed(action: Action, ends: dict[int, int]) -> bool:
    """Whether a round was finished over what was done in it: nobody judges that round anew when one tap goes."""
    is_end = any(one.seq == ends.get(one.round) for one in action.applied)
    return not is_end and any(one.seq < ends.get(one.round, 0) for one in action.applied)


def changes_of(entries: Sequence[LoggedEntry]) -> list[Change]:
    """What applied entries changed, cell by cell; what said the same as before is left out."""
    replaced = current_club().replaced(entries)
    before: dict[CellName, Any] = {}
    after: dict[CellName, Any] = {}
    for one in entries:
        before.setdefault((one.round, one.place, one.field), replaced[one.seq])
        after[one.round, one.place, one.field] = one.value
    changes = (Change(cell, before[cell], after[cell]) for cell in before)
    return [change for change in changes if not change.is_none]


def _took_effect(action: Action) -> bool:
    return any(one.status in ("applied", "same") for one in action.entries)


def _name(loaded: LoadedGame, changes: Sequence[Change]) -> str:
    return Wording(loaded, names_in(loaded, changes)).name(changes)


def names_in(loaded: LoadedGame, changes: Sequence[Change]) -> dict[int, str]:
    """The names of those who sit in the game, or sat there before a seat was changed, and of who checked a team."""
    ids = {
        value[_PEOPLE[change.cell[2]]]
        for change in changes
        for value in (change.before, change.after)
        if change.cell[2] in _PEOPLE and value
    }
    missing = ids - loaded.names.keys()
    return loaded.names | current_club().player_names(missing) if missing else loaded.names


def take_back(
    loaded: LoadedGame, undo: Undo, form: str, seen: int | None = None
) -> tuple[Answer, ...]:
    """Records what stood there before. A conflict means that a cell was changed since the game was loaded, or that
    somebody was refused there of whom a page that had `seen` so much does not know.

    Raises KeyReused where `form` had taken back something else under this number.
    """
    start = undo_key(form, undo.seq)
    entries = [
        Entry(
            f"{start}{number}.{place}.{name}",
            loaded.id,
            number,
            place,
            name,
            value,
            base=loaded.cells[number, place, name].seq,
            device=device(),
        )
        for (number, place, name), value in undo.before.items()
    ]
    return current_club().record_all(entries, seen=seen)


def named(loaded: LoadedGame, seq: int) -> str:
    """The name of an action, taken back or not; "" where the game has none of this number."""
    for action in actions(loaded.id, seq + 1):
        changes = changes_of(action.applied) if action.seq == seq and not action.begins else []
        return _name(loaded, changes) if changes else ""
    return ""


def was_taken_back(loaded: LoadedGame, seq: int, form: str) -> bool:
    """Whether this very form has taken back this action before."""
    for action in actions(loaded.id):
        if action.seq <= seq:
            return False
        if action.form == undo_key(form, seq) and _took_effect(action):
            return True
    return False
