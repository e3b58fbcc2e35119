"""Two questions during a game: can we open, may we go out.

Asking changes nothing, so both are GET requests. Only the partner's answer is recorded.
"""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.play.form_data import STALE, Submission, entry_key
from scorepad.play.game import LoadedGame
from scorepad.play.record_cell import Recorded, record_cell
from scorepad.scoring.advice.waiting import consideration_text
from scorepad.scoring.cells import CellName, CellValue, Leave, Place
from scorepad.scoring.text.explain import meld_text, melds_text
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import KEEP
from scorepad.web.ask.going_out_page import LEAVE, OutPage
from scorepad.web.ask.on_phone import open_on_phone, out_on_phone
from scorepad.web.ask.opening_page import OpenPage
from scorepad.web.ask.question_form import Args
from scorepad.web.table.own_seat import seat_of_phone

pages = Blueprint("ask", __name__, url_prefix="/games/<number:game>")

pages.add_app_template_filter(consideration_text, "weighed")
pages.add_app_template_filter(meld_text, "meld")
pages.add_app_template_filter(melds_text, "melds")

_OWN = ("csrf_token", "key", "seen", "base", "says")
_SAYS = {"yes": Leave("yes"), "no": Leave("no"), "": None}
_LONGEST = 20
"""Characters of the longest text that the redirect puts into the URL. No input needs more."""


@pages.get("/open")
def open_(game: int) -> Any:
    loaded = load(game)
    page = OpenPage.of(loaded, request.args, _own_seat(loaded))
    answers = open_on_phone(page) if KEEP in request.headers else ""
    return render_template("ask/open.html", page=page, answers=answers), 422 if page.faults else 200


@pages.get("/out")
def out(game: int) -> Any:
    loaded = load(game)
    own = _own_seat(loaded)
    is_kept = KEEP in request.headers
    # A cached page has the whole form, for any phone.
    page = OutPage.of(loaded, request.args, own or (1 if is_kept else None))
    answers = out_on_phone(page, own) if is_kept else ""
    return render_template("ask/out.html", page=page, answers=answers), 422 if page.faults else 200


@pages.post("/out/leave")
def leave(game: int) -> Any:
    """Record the partner's answer to “May I go out?”."""
    form, args = g.form, _question_args(request.form)
    page = OutPage.of(load(game), args)
    if not form.is_valid:
        return render_template("ask/out.html", page=page, notice=STALE), 422
    says = request.form.getlist("says")
    if page.seat is None or "seat" in page.faults or not page.records or says[1:]:
        flash("Nothing was saved. Choose who would go out, then ask again.", "refused")
    elif says and says[0] in _SAYS:
        cell = (page.round, Place.seat(page.seat), LEAVE)
        _keep(game, form, cell, _SAYS[says[0]])
    else:
        flash("Nothing was saved. Choose yes or no.", "refused")
    return redirect(url_for(".out", game=game, **_address_args(page, args)), 303)


def _own_seat(loaded: LoadedGame) -> int | None:
    return seat_of_phone(loaded, loaded.record.course.next_round)


def _address_args(page: OutPage, args: Args) -> dict[str, Any]:
    """Return the question as query arguments, without the partner's answer, which is now recorded."""
    names = (name for name in page.texts if name in args and name != "partner_says")
    return {name: page.texts[name] for name in names if len(page.texts[name]) <= _LONGEST}


def _question_args(form: Args) -> Args:
    """Return the inputs of the question, without the fields of the form that contains them."""
    args = form.copy()
    for name in _OWN:
        args.poplist(name)
    return args


def _keep(game: int, form: Submission, cell: CellName, value: CellValue | None) -> None:
    match record_cell(g.club.store, game, form, cell, value, key=entry_key(form.key, cell)):
        case Recorded.KEY_REUSED:
            flash("Nothing was saved: that page was already sent once. Look at it, then choose again.", "refused")
        case Recorded.CONFLICT:
            flash("Someone else saved an answer first, so nothing was overwritten. Look at it.", "refused")
