"""Undo: the last thing that was done and not yet taken back, by its name, and taking it back.

Nothing is rubbed out: an undo is a form of its own that records what stood in the cells before, and its keys say
what it took back. So a second undo goes one further back, and never past the form the game began with.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorepad.store import Answer, CellName, Entry, LoggedEntry
from scorepad.web.changes import Wording
from scorepad.web.clubs import LoadedGame, current_club
from scorepad.web.given import Change
from scorepad.web.history import Action, actions, undo_key
from scorepad.web.scorer import device


@dataclass(frozen=True, slots=True)
class Undo:
    """What would be taken back: its number, its name, and what each of its cells held before."""

    seq: int
    text: str
    before: dict[CellName, Any]


def next_undo(loaded: LoadedGame) -> Undo | None:
    """What Undo would take back in the game as it was loaded, None at its beginning."""
    undone: set[int] = set()
    for action in actions(loaded.id, loaded.seq + 1):
        if action.begins:
            return None
        if action.undoes is not None:
            undone |= {action.undoes} if _took_effect(action) else set()
        elif action.seq not in undone and (found := changes_of(action.applied)):
            return Undo(action.seq, _name(loaded, found), {c.cell: c.before for c in found})
    return None


def changes_of(entries: Sequence[LoggedEntry]) -> list[Change]:
    """What applied entries changed, cell by cell; what said the same as before is left out."""
    replaced = current_club().replaced(entries)
    before: dict[CellName, Any] = {}
    after: dict[CellName, Any] = {}
    for one in entries:
        before.setdefault((one.round, one.place, one.field), replaced[one.seq])
        after[one.round, one.place, one.field] = one.value
    return [
        Change(cell, before[cell], after[cell]) for cell in before if before[cell] != after[cell]
    ]


def _took_effect(action: Action) -> bool:
    return any(one.status in ("applied", "same") for one in action.entries)


def _name(loaded: LoadedGame, changes: Sequence[Change]) -> str:
    return Wording(loaded, names_in(loaded, changes)).name(changes)


def names_in(loaded: LoadedGame, changes: Sequence[Change]) -> dict[int, str]:
    """The names of those who sit in the game, and of whoever sat there before a seat was changed."""
    ids = {
        value["id"]
        for change in changes
        for value in (change.before, change.after)
        if change.cell[2] == "player" and value
    }
    missing = ids - loaded.names.keys()
    return loaded.names | current_club().player_names(missing) if missing else loaded.names


def take_back(loaded: LoadedGame, undo: Undo, form: str) -> tuple[Answer, ...]:
    """Records what stood there before. A conflict means that a cell was changed since the game was loaded.

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
    return current_club().record_all(entries)


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
