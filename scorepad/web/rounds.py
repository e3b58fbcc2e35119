"""Entering, finishing, correcting and explaining a round."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from scorepad.scoring.game import Phase
from scorepad.web.clubs import LoadedGame, load
from scorepad.web.forms import posted
from scorepad.web.rounding import Outcome, keep
from scorepad.web.roundpage import RoundPage

pages = Blueprint("rounds", __name__, url_prefix="/games/<number:game>/rounds/<number:number>")


def _begun(game: int, number: int) -> LoadedGame:
    """The game, if that round is one it has, or the one to play next."""
    loaded = load(game)
    course = loaded.record.course
    played = len(loaded.record.rounds)
    over = course.phase is Phase.OVER
    if number > max(played, 0 if over else course.next_round):
        abort(404)
    return loaded


@pages.get("")
def show(game: int, number: int) -> Any:
    """A round's score, every line explained."""
    loaded = _begun(game, number)
    if number > len(loaded.record.rounds):
        return redirect(url_for(".edit", game=game, number=number))
    record = loaded.record.rounds[number - 1]
    return render_template("rounds/score.html", game=loaded, round=record, number=number)


@pages.get("/edit")
def edit(game: int, number: int) -> Any:
    """The sheet of a round, as far as it was counted."""
    page = RoundPage.of(_begun(game, number), number)
    return render_template("rounds/edit.html", page=page)


@pages.post("/edit")
def save(game: int, number: int) -> Any:
    """Keeps what was typed; finishes the round where that was asked and nothing stands against it."""
    loaded = _begun(game, number)
    outcome = keep(loaded, number, posted(), request.form)
    if outcome is Outcome.FINISHED:
        flash(f"Round {number} is kept.")
        return redirect(url_for(".show", game=game, number=number), 303)
    if outcome is Outcome.SAVED:
        flash("Saved. The score below is as far as you have counted.")
        return redirect(url_for(".edit", game=game, number=number) + "#score", 303)
    page = RoundPage.of(outcome.game, number).with_troubles(outcome)
    return render_template("rounds/edit.html", page=page), 422
