"""Undo and Redo: take back the action that a page offered, by recording new entries."""

from dataclasses import dataclass

from scorepad.play.change_words import Undo, changes_of, name_of
from scorepad.play.finish_checks import finish_problems
from scorepad.play.form_data import Submission, entry_key
from scorepad.play.game import LoadedGame
from scorepad.play.history import actions, back_key, offer_of, took_effect
from scorepad.scoring.game.record import FINISHED
from scorepad.scoring.model import Level
from scorepad.store import Answer


@dataclass(frozen=True, slots=True)
class UndoKind:
    """Undo, or Redo, which takes back an undo: its code in entry keys, and its texts."""

    code: str
    done: str
    nothing: str
    last: str

    def offered(self, loaded: LoadedGame, submission: Submission) -> Undo | None:
        """Return what this phone may take back, or None."""
        offer = offer_of(loaded, submission.phone)
        return offer.redo if self is REDO else offer.undo


UNDO = UndoKind("undo", "Taken back", "Nothing was undone", "The last change is now")
REDO = UndoKind("redo", "Redone", "Nothing was redone", "The last change taken back is now")


def take_back(loaded: LoadedGame, way: UndoKind, undo: Undo, submission: Submission) -> tuple[Answer, ...]:
    """Record the values that an action's cells had before it.

    A conflict means that a cell has changed since the game was loaded, or that another phone's entry was refused there
    and the page does not know it yet. Raises KeyReused if the same form has taken back something else.
    """
    form = back_key(submission.key, way.code, undo.seq)
    entries = [
        submission.entry(
            loaded.id, cell, value, key=entry_key(form, cell, names_round=True), base=loaded.cells[cell].seq
        )
        for cell, value in undo.before.items()
    ]
    return loaded.club.record_all(entries, seen=submission.seen)


def would_break_round(loaded: LoadedGame, way: UndoKind, undo: Undo) -> bool:
    """Return whether a finished round would get errors, since others may have corrected it meanwhile."""
    for number in {number for number, *_ in undo.before}:
        finished = (number, *FINISHED)
        if not undo.before.get(finished, loaded.values.get(finished)) or (finished in undo.before and way is UNDO):
            continue
        changes = {cell[1:]: value for cell, value in undo.before.items() if cell[0] == number}
        if any(problem.level is Level.ERROR for problem in finish_problems(loaded, number, changes, "")):
            return True
    return False


def name_of_action(loaded: LoadedGame, seq: int) -> str:
    """Return the name of an action, or of what an undo took back; "" if the game has no action with this number."""
    for action in actions(loaded.club, loaded.id, seq + 1):
        is_named = action.seq == seq and not action.starts_game
        changes = changes_of(loaded, action.applied) if is_named else []
        if action.undoes is not None:
            changes = [change.reversed for change in changes]
        return name_of(loaded, changes) if changes else ""
    return ""


def was_taken_back(loaded: LoadedGame, way: UndoKind, seq: int, form: str) -> bool:
    """Return whether the same form has already taken back this action."""
    for action in actions(loaded.club, loaded.id):
        if action.seq <= seq:
            return False
        if action.form == f"{back_key(form, way.code, seq)}:" and took_effect(action):
            return True
    return False
