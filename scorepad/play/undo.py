"""Undo: taking back the action that a page offered. Nothing is erased."""

from scorepad.play.change_words import name_of
from scorepad.play.finish_checks import finish_problems
from scorepad.play.form_data import Submission
from scorepad.play.game import FINISHED, LoadedGame
from scorepad.play.history import Undo, actions, changes_of, took_effect, undo_key
from scorepad.scoring.cell_json import value_json
from scorepad.scoring.model import Level
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


def spoils_round(loaded: LoadedGame, undo: Undo) -> bool:
    """Return whether a finished round would hold what cannot be: others may have corrected it since."""
    rounds = {number for number, *_ in undo.before if (number, *FINISHED) not in undo.before}
    for number in filter(loaded.is_finished, rounds):
        changes = {cell[1:]: value for cell, value in undo.before.items() if cell[0] == number}
        if any(problem.level is Level.ERROR for problem in finish_problems(loaded, number, changes, "")):
            return True
    return False


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
