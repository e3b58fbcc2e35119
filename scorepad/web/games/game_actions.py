"""Buttons for a whole game: Undo and Redo, move to the bin, and restore."""

from typing import Any

from flask import Blueprint, flash, redirect, request, url_for

from scorepad.play import history
from scorepad.play.form_data import USED, Submission
from scorepad.play.game import LoadedGame, Undo
from scorepad.play.history import REDO, UNDO, UndoKind, offer_of
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.scoring.cells import TABLE, CellValue, Document
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.scoring.quantity import plain_number
from scorepad.store import KeyReused
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.navigation import return_url_in_game
from scorepad.web.games.game_list import game_mark

pages = Blueprint("game_actions", __name__, url_prefix="/games/<number:game>")

MOVED_MEANWHILE = "Nothing was changed: someone else has just moved this game. Look at it, and press again."


@pages.post("/undo")
def take_back(game: int) -> Any:
    """Undo the action that the form names, if it is still the last one."""
    return _go_back(game, UNDO)


@pages.post("/redo")
def redo(game: int) -> Any:
    """Undo the undo that the form names, if nothing was done after it."""
    return _go_back(game, REDO)


def _go_back(game: int, way: UndoKind) -> Any:
    loaded, form = load(game), valid_submission()
    text = _taken_back(loaded, way, form, plain_number(request.form.get("undo", ""), 15) or 0)
    flash(text, "message" if text.startswith(way.done) else "refused")
    return redirect(return_url_in_game(game), 303)


def _taken_back(loaded: LoadedGame, way: UndoKind, form: Submission, seq: int) -> str:
    """Undo or redo action `seq`. Return what happened, as a sentence."""
    last = way.offered(loaded, form)
    if last is None or last.seq != seq:
        name = history.name_of_action(loaded, seq)
        return (
            f"{way.done}: {name}."
            if history.was_taken_back(loaded, way, seq, form.key)
            else _not_the_last(way, name, last)
        )
    if history.would_break_round(loaded, way, last):
        without = "with" if way is REDO else "without"
        return f"{way.nothing}: {without} “{last.text}” its round would be wrong. Correct the round instead."
    try:
        answers = history.take_back(loaded, way, last, form)
    except KeyReused:
        return USED
    if any(answer.status == "conflict" for answer in answers):
        return f"{way.nothing}: someone else has just changed “{last.text}”. Look at it, and press again."
    return f"{way.done}: {last.text}."


def _not_the_last(way: UndoKind, name: str, last: Undo | None) -> str:
    is_left = f"Nothing is left to {way.code}."
    reason = f"“{name}” is no longer the last change {'taken back' if way is REDO else 'made'} here"
    now = f"{way.last} “{last.text}”." if last else is_left
    return f"{way.nothing}: {reason if name else 'the game has changed'}. {now}"


@pages.post("/bin")
def move_to_bin(game: int) -> Any:
    """Move the game to the bin."""
    if refusal := _set_binned(game, Document(True)):
        flash(refusal, "refused")
        return redirect(url_for("table.show", game=game), 303)
    flash(f"{game_mark(game)} is in the bin. Nothing is lost.")
    return redirect(url_for("games.index"), 303)


@pages.post("/restore")
def restore(game: int) -> Any:
    """Take the game out of the bin."""
    if refusal := _set_binned(game, None):
        flash(refusal, "refused")
    else:
        flash(f"{game_mark(game)} is back from the bin.")
    return redirect(url_for("table.show", game=game), 303)


def _set_binned(game: int, value: CellValue | None) -> str:
    """Record whether the game is in the bin. Return the reason if that was refused, otherwise ""."""
    loaded, form = load(game), valid_submission()
    recorded = record_cell(loaded.club, game, form, (WHOLE_GAME, TABLE, BINNED), value)
    return {Recorded.KEY_REUSED: USED, Recorded.CONFLICT: MOVED_MEANWHILE}.get(recorded, "")


@pages.app_template_global()
def undo_of(game: LoadedGame) -> Undo | None:
    """Return what Undo would take back on this phone, or None."""
    return offer_of(game, g.phone).undo


@pages.app_template_global()
def redo_of(game: LoadedGame) -> Undo | None:
    """Return what Redo would bring back on this phone, or None."""
    return offer_of(game, g.phone).redo
