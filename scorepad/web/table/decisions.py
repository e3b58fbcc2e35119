"""Decisions that the table makes with one button: who starts the next round, and whether the game has ended."""

from typing import Any, NamedTuple

from flask import Blueprint, abort, flash, redirect, request, url_for

from scorepad.play.conflicts import USED
from scorepad.play.form_data import STALE
from scorepad.play.game import LoadedGame
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.rules.words import EndBy
from scorepad.scoring.cells import TABLE, CellName, CellValue, EndDecision, Shape, StartingSeat, counted, parse_value
from scorepad.scoring.game.agreement import PAPER, WHOLE_GAME, is_imported
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import END, FINISHED, STARTER
from scorepad.store import Club
from scorepad.web.app.current import g, load
from scorepad.web.table.table import show_again
from scorepad.web.table.table_page import TablePage

pages = Blueprint("decisions", __name__, url_prefix="/games/<number:game>")


@pages.post("/starter")
def starter(game: int) -> Any:
    """Record who starts the next round."""
    # Read as the writer, so that no other phone can finish the round in between.
    with g.club.store.writing(game):
        upcoming = upcoming_round(g.club.store, game)
        if upcoming is None:
            abort(404)
        seats = {str(seat): seat for seat in range(1, upcoming.players + 1)}
        seat = seats.get(request.form.get("seat", ""))
        if seat is None:
            flash("Nothing was changed: choose who starts.", "refused")
            return _back(game)
        return _decide(game, (upcoming.number, TABLE, STARTER), StartingSeat(seat))


@pages.post("/end")
def end(game: int) -> Any:
    """Record the table's decision about the end: the game is over, with or without the league, or goes on."""
    # Read as the writer, so that no other phone can finish a round in between.
    with g.club.store.writing(game):
        decision = _decision(load(game), request.form.get("decision", ""))
        if decision is None:
            # A form that is sent twice must not complain about its own decision.
            if not g.club.store.form_entries(game, [g.form.key]):
                flash("Nothing was changed: the game has changed since you opened that page.", "refused")
            return _back(game)
        return _decide(game, END, decision)


def _decision(loaded: LoadedGame, button: str) -> EndDecision | None:
    """Return the decision that a button stands for; None if the table does not have that button now."""
    course = loaded.record.course
    by_time = loaded.agreement.rules.end.by is EndBy.TIME
    match button:
        case "over" if course.phase is Phase.ASKS:
            return EndDecision(over_after=course.ends_after)
        case "over" | "uncounted" if course.phase is Phase.PLAYING and course.next_round > 1:
            counts = button == "over"
            return EndDecision(over_after=course.next_round - 1, in_league=counts) if counts or not by_time else None
        case "over" | "uncounted" if course.ended_early and course.in_league != (button == "over"):
            return EndDecision(over_after=course.ends_after, in_league=button == "over")
        case "on" if course.phase is not Phase.PLAYING and not is_imported(loaded.values):
            return EndDecision(not_before=course.next_round - (course.phase is Phase.ASKS))
    return None


def _decide(game: int, cell: CellName, value: CellValue) -> Any:
    """Record a decision, and redirect to the table."""
    form = g.form
    if not form.is_valid:
        return show_again(TablePage.of(load(game)), STALE), 422
    match record_cell(g.club.store, game, form, cell, value):
        case Recorded.KEY_REUSED:
            flash(USED, "refused")
        case Recorded.CONFLICT:
            flash("Someone else decided this first, so nothing was overwritten. Look, then choose again.", "refused")
    return _back(game)


def _back(game: int) -> Any:
    return redirect(url_for("table.show", game=game), 303)


class UpcomingRound(NamedTuple):
    """The round to play next: its number, and the number of players."""

    number: int
    players: int


def upcoming_round(club: Club, game: int) -> UpcomingRound | None:
    """Return the round to play next; None if there is no such game. Does not load the whole game, which is slow."""
    fields = club.table_values(game, ("shape", FINISHED[1], PAPER))
    values = {name: parse_value(value) for name, value in fields.items()}
    shape = values.get((WHOLE_GAME, "shape"))
    if not isinstance(shape, Shape):
        return None
    finished = [round_number for round_number, field in values if field == FINISHED[1]]
    paper = counted(values.get((WHOLE_GAME, PAPER))) or 0
    return UpcomingRound(max([paper, *finished]) + 1, shape.players)
