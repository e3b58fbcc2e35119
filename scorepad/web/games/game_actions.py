"""What a button does to a whole game: Undo, and into the bin and out again."""

from typing import Any

from flask import Blueprint, flash, redirect, request, url_for

from scorepad.play import undo
from scorepad.play.form_data import USED, Submission, plain_number
from scorepad.play.game import LoadedGame
from scorepad.play.history import Undo, next_undo
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.scoring.cells import CellValue, Document
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.scoring.place import TABLE
from scorepad.store import BINNED, KeyReused
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.navigation import way_back
from scorepad.web.games.game_list import game_mark

pages = Blueprint("game_actions", __name__, url_prefix="/games/<number:game>")

MOVED_MEANWHILE = "Nothing was changed: someone else has just moved this game. Look at it, and press again."


@pages.post("/undo")
def take_back(game: int) -> Any:
    """Take back the action that the form names, if it is still the last one."""
    loaded, form = load(game), valid_submission()
    flash(_take_back(loaded, form, plain_number(request.form.get("undo", ""), 15) or 0))
    return redirect(way_back(game), 303)


def _take_back(loaded: LoadedGame, form: Submission, seq: int) -> str:
    """Take back action `seq`. Return what happened."""
    last = next_undo(loaded, form.phone)
    if last is None or last.seq != seq:
        if undo.was_taken_back(loaded, seq, form.key):
            return f"Taken back: {undo.name_of_action(loaded, seq)}."
        return _not_the_last(undo.name_of_action(loaded, seq), last)
    if undo.spoils_round(loaded, last):
        return f"Nothing was undone: without “{last.text}” its round would be wrong. Correct the round instead."
    try:
        answers = undo.take_back(loaded, last, form)
    except KeyReused:
        return USED
    if any(answer.status == "conflict" for answer in answers):
        return f"Nothing was undone: someone else has just changed “{last.text}”. Look at it, and press again."
    return f"Taken back: {last.text}."


def _not_the_last(name: str, last: Undo | None) -> str:
    reason = f"“{name}” is no longer the last change made here" if name else "the game has moved on"
    now = f"The last change is now “{last.text}”." if last else "Nothing is left to undo."
    return f"Nothing was undone: {reason}. {now}"


@pages.post("/bin")
def move_to_bin(game: int) -> Any:
    """Put the game into the bin."""
    if refusal := _set_binned(game, Document(True)):
        flash(refusal)
        return redirect(url_for("table.show", game=game), 303)
    flash(f"Game {game_mark(game)} is in the bin. Nothing of it is lost.")
    return redirect(url_for("games.index"), 303)


@pages.post("/restore")
def restore(game: int) -> Any:
    """Take the game out of the bin."""
    flash(_set_binned(game, None) or f"Game {game_mark(game)} is back from the bin.")
    return redirect(url_for("table.show", game=game), 303)


def _set_binned(game: int, value: CellValue | None) -> str:
    """Record whether the game is in the bin. Return why that was refused, "" if it was not."""
    loaded, form = load(game), valid_submission()
    recorded = record_cell(loaded.club, game, form, (WHOLE_GAME, TABLE, BINNED), value)
    return {Recorded.KEY_REUSED: USED, Recorded.CONFLICT: MOVED_MEANWHILE}.get(recorded, "")


@pages.app_template_global()
def undo_of(game: LoadedGame) -> Undo | None:
    """Return what Undo takes back on this phone."""
    return next_undo(game, g.phone)
