"""Entering, finishing, correcting and explaining a round."""

import re
from typing import Any

from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for

from scorepad.scoring.game import Phase
from scorepad.scoring.sheet import Kind
from scorepad.web import checking, conflicts, settling
from scorepad.web.clubs import LoadedGame, load
from scorepad.web.forms import posted
from scorepad.web.fresh import unless_unchanged
from scorepad.web.ownseat import own_seat
from scorepad.web.rounding import Outcome, keep
from scorepad.web.roundpage import RoundPage
from scorepad.web.stepping import tap_of
from scorepad.web.tablepage import TablePage
from scorepad.web.wayback import way_back

pages = Blueprint("rounds", __name__, url_prefix="/games/<number:game>/rounds/<number:number>")


def begun(game: int, number: int) -> LoadedGame:
    """The game, if that round is one it has, or the one to play next; answers 404 where it is not."""
    loaded = load(game)
    course = loaded.record.course
    played = len(loaded.record.rounds)
    over = course.phase is Phase.OVER
    if number > max(played, 0 if over else course.next_round):
        abort(404)
    return loaded


@pages.get("")
@unless_unchanged
def show(game: int, number: int) -> Any:
    """A round's score, every line explained."""
    loaded = begun(game, number)
    if number > len(loaded.record.rounds):
        return redirect(url_for(".edit", game=game, number=number))
    record = loaded.record.rounds[number - 1]
    return render_template("rounds/score.html", game=loaded, round=record, number=number)


@pages.get("/edit")
@unless_unchanged
def edit(game: int, number: int) -> Any:
    """The sheet of a round, as far as it was counted."""
    loaded = begun(game, number)
    page = RoundPage.of(loaded, number, request.args.get("at", ""), own_seat(loaded, number))
    return render_template("rounds/edit.html", page=page)


@pages.post("/edit")
def save(game: int, number: int) -> Any:
    """Keeps what was typed; finishes the round where that was asked and nothing stands against it."""
    loaded = begun(game, number)
    form, pressed = posted(), checking.pressed(request.form)
    outcome = keep(loaded, number, form, checking.without_marks(request.form))
    at_table = request.form.get("from") == "table"
    if outcome is Outcome.FINISHED:
        flash(f"Round {number} is kept.")
        return redirect(url_for(".show", game=game, number=number), 303)
    if outcome is Outcome.SAVED:
        if pressed:
            checking.mark(loaded, number, form, *pressed)
        packet = _packet()
        if packet:
            place, field = packet
            where = url_for("packets.show", game=game, number=number, place=place, field=field)
            return redirect(where, 303)
        if "step" not in request.form and request.form.get("action") == "save":
            flash("Saved. The score is as far as you have counted.")
        return redirect(_where_it_was_tapped(game, number, at_table), 303)
    mine = own_seat(outcome.game, number)
    page = RoundPage.of(outcome.game, number, mine=mine).with_troubles(outcome)
    status = 200 if outcome.unfinished else 422
    if at_table and number == outcome.game.record.course.next_round:
        table = TablePage.of(outcome.game, page)
        return render_template("tables/table.html", page=table), status
    return render_template("rounds/edit.html", page=page), status


@pages.post("/settle")
def settle(game: int, number: int) -> Any:
    """Settles a conflict in this round by the value that somebody chose, and goes back to where it was asked."""
    outcome = settling.settle(begun(game, number), number, posted(), request.form)
    if isinstance(outcome, str):
        flash(outcome)
        return redirect(way_back(game), 303)
    page = RoundPage.of(outcome.game, number).with_troubles(outcome)
    return render_template("rounds/edit.html", page=page), 422


@pages.app_template_global()
def questions(game: LoadedGame) -> tuple[conflicts.Question, ...]:
    """What phones said differently at this table, to be settled; a page asks twice, at its top and in its last bar."""
    known: tuple[LoadedGame, tuple[conflicts.Question, ...]] | None = g.get("questions")
    if known is None or known[0] is not game:
        known = g.questions = (game, conflicts.questions(game))
    return known[1]


def _packet() -> tuple[str, str] | None:
    """The place and field of the packet that is to be counted in piles; None where none was asked for."""
    place, _, field = request.form.get("packet", "").partition(".")
    known = re.fullmatch(r"(?:team|seat)[1-9][0-9]?", place) and field in (Kind.MELDED, Kind.LEFT)
    return (place, field) if known else None


def _where_it_was_tapped(game: int, number: int, at_table: bool) -> str:
    """The page that the form came from, scrolled to what was tapped."""
    tap = tap_of(request.form.get("step", ""))
    tapped = tap.name if tap else ""
    if at_table:
        return url_for("tables.show", game=game, _anchor=tapped or None)
    # What was tapped stands in a fold that would be closed otherwise.
    return url_for(".edit", game=game, number=number, at=tapped or None, _anchor=tapped or None)
