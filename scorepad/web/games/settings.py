"""The settings of a game, during play or afterwards: the form, a preview of the changes, and saving them."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.play.edit_settings import (
    SEATS_OF,
    EditedGame,
    Preview,
    double_seat_fault,
    edit_game,
    other_rule_sets,
    parse_settings,
    past_round,
    past_rounds,
    posted_form,
    rounds_to_take_over,
    save_settings,
    settings_form,
    with_newer_settings,
)
from scorepad.play.form_data import STALE, USED, FormData, Submission
from scorepad.play.game import LoadedGame
from scorepad.play.record_cell import Recorded
from scorepad.play.setup_form import ParsedSetup, PeoplePicker, SetupForm
from scorepad.web.app.current import g, load
from scorepad.web.app.templates import new_key

pages = Blueprint("settings", __name__, url_prefix="/games/<number:game>/settings")

LONGEST = 4
"""The most characters of a round's number."""

SAME = "No changes: these are the current settings."
NEWER_ENTRIES = "Someone has just entered something at this table. Nothing is saved yet: look at this page again."
CONFLICT = "Someone else has just changed these settings. Nothing is saved yet: look at this page again."


@pages.get("")
def show(game: int) -> Any:
    """Show the form: who sits where, the rules, the decks, rounds on paper; with ?round=2, the seats of that round."""
    loaded = load(game)
    seats_of = past_round(loaded, request.args.get("round", "")[:LONGEST])
    return _form_page(loaded, settings_form(loaded.agreement, _people(loaded), None, seats_of))


def _people(loaded: LoadedGame) -> PeoplePicker:
    return PeoplePicker.of(
        loaded.club, sitting={player for seating in loaded.agreement.seating for player in seating.players}
    )


@pages.post("")
def save(game: int) -> Any:
    """Preview the changes, or save them. A tap only changes the form."""
    loaded, own = load(game), g.form
    empty, data = posted_form(loaded, _people(loaded), g.form.data)
    tapped = empty.after_tap(data) if own.is_valid else None
    form = with_newer_settings(loaded, tapped or empty.filled(data), own.seen or 0)
    if tapped or (own.is_valid and request.form.get("action") == "edit"):
        return _form_page(loaded, form)
    setup = parse_settings(loaded, empty, _with_texts_of(form, data))
    if not own.is_valid:
        setup.notice = STALE
    if not setup.is_valid:
        return _form_page(loaded, setup.form_with_faults)
    return _preview_or_save(loaded, setup, own)


def _with_texts_of(form: SetupForm, data: FormData) -> FormData:
    """Return the posted form with the texts of `form`, except for inputs that were sent twice."""
    texts = form.fields.items()
    return data.with_texts({n: t for n, t in texts if n in data and len(data.getlist(n)) < 2})


def _preview_or_save(loaded: LoadedGame, setup: ParsedSetup, own: Submission) -> Any:
    edited = edit_game(loaded, setup)
    is_save = request.form.get("action") == "keep"
    if is_save and not edited.changes:
        return redirect(url_for("table.show", game=loaded.id), 303)
    setup.notice = double_seat_fault(edited) if edited.changes else SAME
    if setup.notice:
        return _form_page(loaded, setup.form_with_faults)
    if not is_save:
        return _preview_page(loaded, setup, edited)
    if loaded.seq > (own.seen or 0):
        return _preview_page(loaded, setup, edited, NEWER_ENTRIES)
    return _save(loaded, setup, edited, own)


def _save(loaded: LoadedGame, setup: ParsedSetup, edited: EditedGame, own: Submission) -> Any:
    match save_settings(loaded, edited, own):
        case Recorded.KEY_REUSED:
            return _preview_page(loaded, setup, edited, USED)
        case Recorded.CONFLICT:
            loaded = load(loaded.id)
            return _preview_page(loaded, setup, edit_game(loaded, setup), CONFLICT)
    flash("Saved. Every round was scored again.")
    return redirect(url_for("table.show", game=loaded.id), 303)


def _form_page(loaded: LoadedGame, form: SetupForm) -> Any:
    html = render_template(
        "games/settings.html",
        game=loaded,
        page=form,
        rule_sets=other_rule_sets(loaded),
        seats_of=past_round(loaded, form.texts[SEATS_OF]),
        past_rounds=past_rounds(loaded),
        rounds=rounds_to_take_over(loaded),
        key=new_key(),
    )
    return html, 422 if form.faults or form.notice else 200


def _preview_page(loaded: LoadedGame, setup: ParsedSetup, edited: EditedGame, notice: str = "") -> Any:
    html = render_template(
        "games/settings_preview.html",
        game=loaded,
        page=setup.form,
        preview=Preview.of(loaded, edited),
        notice=notice,
        key=new_key(),
    )
    return html, 422 if notice else 200
