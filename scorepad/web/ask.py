"""The two questions asked during play: can we open, may we go out. Asking changes nothing, so both are GETs.

What the partner said to the question for leave is kept; that alone is recorded here.
"""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.scoring.opening_words import meld_named, melds_named
from scorepad.scoring.waiting_words import weighed
from scorepad.store import Entry, KeyReused
from scorepad.web.asking import Args
from scorepad.web.clubs import current_club, load
from scorepad.web.forms import STALE, base_of, posted
from scorepad.web.openpage import OpenPage
from scorepad.web.outpage import LEAVE, OutPage
from scorepad.web.scorer import device

pages = Blueprint("ask", __name__, url_prefix="/games/<number:game>")

pages.add_app_template_filter(weighed, "weighed")
pages.add_app_template_filter(meld_named, "meld")
pages.add_app_template_filter(melds_named, "melds")

_OWN = ("csrf_token", "key", "seen", "base", "says")
_SAYS = {"yes": {"says": "yes"}, "no": {"says": "no"}, "": None}
_LONGEST = 20
"""Characters of a text that is taken along to the page after; no input of it needs more."""


@pages.get("/open")
def open_(game: int) -> Any:
    """Can we open with these melds?"""
    page = OpenPage.of(load(game), request.args)
    return render_template("ask/open.html", page=page), 422 if page.faults else 200


@pages.get("/out")
def out(game: int) -> Any:
    """May we go out?"""
    page = OutPage.of(load(game), request.args)
    return render_template("ask/out.html", page=page), 422 if page.faults else 200


@pages.post("/out/leave")
def leave(game: int) -> Any:
    """Keeps what the partner of a player said to the question for leave."""
    form, said = posted(), _asked(request.form)
    page = OutPage.of(load(game), said)
    if not form.fresh:
        return render_template("ask/out.html", page=page, notice=STALE), 422
    says = request.form.getlist("says")
    if page.seat is None or "seat" in page.faults or not page.records or says[1:]:
        flash("Nothing was kept: choose who would go out, and ask again.")
    elif says and says[0] in _SAYS:
        place = f"seat{page.seat}"
        key, cell = f"{form.key}:{place}.{LEAVE}", (page.round, place, LEAVE)
        base = base_of(form.earlier(game), cell)
        _keep(Entry(key, game, *cell, _SAYS[says[0]], base=base, device=device()), form.seen)
    else:
        flash("Nothing was kept: the partner says yes or no.")
    return redirect(url_for(".out", game=game, **_taken_along(page, said)), 303)


def _taken_along(page: OutPage, said: Args) -> dict[str, Any]:
    """What was typed before the partner was asked; what the partner says is kept now, and not in the address."""
    known = (name for name in page.texts if name in said and name != "partner_says")
    return {name: page.texts[name] for name in known if len(page.texts[name]) <= _LONGEST}


def _asked(form: Args) -> Args:
    """What the page had been asked, taken out of its form."""
    asked = form.copy()
    for name in _OWN:
        asked.poplist(name)
    return asked


def _keep(entry: Entry, seen: int | None) -> None:
    try:
        (answer,) = current_club().record_all([entry], seen=seen)
    except KeyReused:
        flash("Nothing was kept: that page had been used before. Look, and choose again.")
        return
    if answer.status == "conflict":
        flash("Somebody else kept an answer meanwhile; nothing was overwritten. Look at it.")
