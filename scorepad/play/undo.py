"""Undo: taking back the action that a page offered. Nothing is erased."""

from scorepad.play.form_data import Submission
from scorepad.play.game import LoadedGame
from scorepad.play.history import Undo, actions, changes_of, name_of, took_effect, undo_key
from scorepad.scoring.cell_json import value_json
from scorepad.store import Answer, Entry


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
        changes = changes_of(loaded, action.applied) if is_named else []
        return name_of(loaded, changes) if changes else ""
    return ""


def was_taken_back(loaded: LoadedGame, seq: int, form: str) -> bool:
    """Return whether this very form has taken back this action before."""
    for action in actions(loaded.club, loaded.id):
        if action.seq <= seq:
            return False
        if action.form == undo_key(form, seq) and took_effect(action):
            return True
    return False
