"""The table during a game: totals, minimums, who starts, and what the table decides about the end."""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.game import Phase
from scorepad.store import Entry, KeyReused
from scorepad.web.clubs import current_club, load
from scorepad.web.forms import STALE, base_of, posted
from scorepad.web.fresh import unless_unchanged
from scorepad.web.scorer import device
from scorepad.web.tablepage import TablePage

pages = Blueprint("tables", __name__, url_prefix="/games/<number:game>")


@pages.get("")
@unless_unchanged
def show(game: int) -> Any:
    """The table as it stands."""
    loaded = load(game)
    if loaded.record.course.phase is Phase.OVER:
        return redirect(url_for("ends.show", game=game))
    return render_template("tables/table.html", page=TablePage.of(loaded))


@pages.post("/starter")
def starter(game: int) -> Any:
    """Says who starts the next round. One entry, without deriving the game: a phone in a hurry waits for this."""
    known: dict[tuple[int, str], Any] = dict(
        current_club().table_values(game, ("shape", "finished", "paper"))
    )
    if not known:
        abort(404)
    players = known[WHOLE_GAME, "shape"]["players"]
    finished = [number for number, name in known if name == "finished"]
    finished.append(known.get((WHOLE_GAME, "paper"), {"n": 0})["n"])
    seats = {str(seat): seat for seat in range(1, players + 1)}
    seat = seats.get(request.form.get("seat", ""))
    if seat is None:
        flash("Nothing was changed: choose who starts.")
        return _back(game)
    return _decide(game, max(finished) + 1, "starter", {"seat": seat})


@pages.post("/end")
def end(game: int) -> Any:
    """Records what the table decided about the end: over after a round, or played on."""
    loaded = load(game)
    course = loaded.record.course
    match request.form.get("decision"):
        case "over" if course.phase is Phase.ASKS:
            value: Any = {"over_after": course.ends_after}
        case "over" if course.phase is Phase.PLAYING and course.next_round > 1:
            value = {"over_after": course.next_round - 1}
        case "on" if course.phase is not Phase.PLAYING:
            value = {"not_before": course.next_round - (course.phase is Phase.ASKS)}
        case _:
            flash("Nothing was changed: the game has moved on since that page was made.")
            return _back(game)
    return _decide(game, WHOLE_GAME, "end", value)


def _decide(game: int, number: int, name: str, value: Any) -> Any:
    """Records one decision of the table, and goes back to it."""
    form = posted()
    if not form.fresh:
        page = TablePage.of(load(game))
        return render_template("tables/table.html", page=page, notice=STALE), 422
    base = base_of(form.earlier(game), (number, "table", name))
    entry = Entry(form.key, game, number, "table", name, value, base=base, device=device())
    try:
        answers = current_club().record_all([entry], seen=form.seen)
    except KeyReused:
        flash("Nothing was changed: that page had been used before. Look, and choose again.")
        return _back(game)
    if answers[0].status == "conflict":
        flash(
            "Somebody else decided this meanwhile; nothing was overwritten. Look, and choose again."
        )
    return _back(game)


def _back(game: int) -> Any:
    return redirect(url_for(".show", game=game), 303)
