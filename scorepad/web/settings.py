"""Mending what was agreed, in mid-game or after it: first what would change, then keeping it."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from scorepad.store import Entry, KeyReused
from scorepad.web.agreeing import Agreed, AgreedForm
from scorepad.web.amending import (
    Amended,
    amended,
    caught_up,
    form_of,
    may_substitute,
    others_for,
    players_for,
    read_amended,
    said_form,
    twice_seated,
)
from scorepad.web.clubs import LoadedGame, current_club, load, new_key
from scorepad.web.forms import STALE, Posted, posted
from scorepad.web.known import People
from scorepad.web.preview import Preview
from scorepad.web.scorer import device

pages = Blueprint("settings", __name__, url_prefix="/games/<number:game>")

NOTHING = "Nothing would change: all of it stands at the table already."
MEANWHILE = (
    "Something was entered at this table meanwhile. Nothing was changed yet; look at it once more."
)
CONFLICT = "Somebody else changed this meanwhile. Nothing was overwritten; look at it once more."
USED = "That page had been used before. Nothing was changed; look at it, and press again."


@pages.get("/settings")
def show(game: int) -> Any:
    """Who sits where, the rules, the decks, and what was played on paper, to be mended."""
    loaded = load(game)
    return _form(loaded, form_of(loaded, _people(loaded)))


def _people(loaded: LoadedGame) -> People:
    return People.of(current_club(), sitting=loaded.agreement.players)


@pages.post("/settings")
def save(game: int) -> Any:
    """Shows what would change, or keeps it; a tap only changes the form."""
    loaded, own = load(game), posted()
    form, said = said_form(loaded, _people(loaded), request.form)
    tapped = form.tapped(said) if own.fresh else None
    typed = caught_up(loaded, tapped or form.with_said(said), own.seen or 0)
    if tapped or (own.fresh and request.form.get("action") == "edit"):
        return _form(loaded, typed)
    agreed = read_amended(loaded, form, _again(typed, said))
    if not own.fresh:
        agreed.notice = STALE
    return _form(loaded, agreed.shown) if not agreed.good else _judged(loaded, agreed, own)


def _again(typed: AgreedForm, said: MultiDict[str, str]) -> MultiDict[str, str]:
    """What was said, with what the form says by now."""
    said = said.copy()
    for name, text in typed.fields.items():
        if len(said.getlist(name)) < 2 and name in said:
            said[name] = text
    return said


def _judged(loaded: LoadedGame, agreed: Agreed, own: Posted) -> Any:
    after = amended(loaded, agreed)
    agreed.notice = twice_seated(after)
    keeping = request.form.get("action") == "keep"
    if keeping and not after.changes:
        return redirect(url_for("tables.show", game=loaded.id), 303)
    if not after.changes:
        agreed.notice = NOTHING
    if agreed.notice:
        return _form(loaded, agreed.shown)
    if not keeping:
        return _preview(loaded, agreed, after)
    if loaded.seq > (own.seen or 0):
        return _preview(loaded, agreed, after, MEANWHILE)
    return _keep(loaded, agreed, after, own)


def _keep(loaded: LoadedGame, agreed: Agreed, after: Amended, own: Posted) -> Any:
    club, by = current_club(), device()
    try:
        changes = players_for(club, after, own.key)
        entries = [
            Entry(f"{own.key}:{n}.{place}.{name}", loaded.id, n, place, name, value, device=by)
            for (n, place, name), value in changes.items()
        ]
        answers = club.record_all(entries, seen=own.seen)
    except KeyReused:
        return _preview(loaded, agreed, after, USED)
    if any(answer.status in ("conflict", "held") for answer in answers):
        loaded = load(loaded.id)
        return _preview(loaded, agreed, amended(loaded, agreed), CONFLICT)
    flash("The changes are kept. Every round was scored anew.")
    return redirect(url_for("tables.show", game=loaded.id), 303)


def _form(loaded: LoadedGame, form: AgreedForm) -> Any:
    shown = render_template(
        "settings/form.html",
        game=loaded,
        page=form,
        others=others_for(loaded),
        substitute=may_substitute(loaded),
        key=new_key(),
    )
    return shown, 422 if form.faults or form.notice else 200


def _preview(loaded: LoadedGame, agreed: Agreed, after: Amended, notice: str = "") -> Any:
    shown = render_template(
        "settings/preview.html",
        game=loaded,
        page=agreed.form,
        preview=Preview.of(loaded, after),
        notice=notice,
        key=new_key(),
    )
    return shown, 422 if notice else 200
