"""A new game: choose a rule set, then enter who plays. The settings of a game, and their preview."""

from collections.abc import Sequence
from typing import Any

from flask import flash, redirect, render_template, request, url_for

from scorepad.numbers import whole_number
from scorepad.play.edit_settings import (
    SEATS_OF,
    EditedGame,
    SettingsPreview,
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
from scorepad.play.form_data import STALE, USED, Submission
from scorepad.play.game import LoadedGame
from scorepad.play.new_game import RuleSetList, begin_game, list_rule_sets, new_form, parse_new_game
from scorepad.play.record_cell import Recorded
from scorepad.play.setup_form import PeoplePicker, SetupForm
from scorepad.rules.model import RuleSet
from scorepad.web.app.current import g, load
from scorepad.web.app.templates import new_key
from scorepad.web.rules.rules import rules_here
from scorepad.web.rules.which import ChoosePage, ask


def choose() -> Any:
    """Ask one question after another, then show the rule sets that fit. With ?all=1, list them all."""
    listed = list_rule_sets(g.club.store)
    every = (*listed.recent, *listed.own, *listed.others)
    page = ChoosePage(every, request.args, "new_game.choose", url_for("games.index"))
    if "all" in request.args:
        return render_template("games/all_rules.html", page=page, lists=_by_habit(listed))
    return ask(page, "New game", listed.last)


def _by_habit(listed: RuleSetList) -> list[tuple[str, Sequence[RuleSet]]]:
    others = "All other rules" if listed.recent or listed.own else "All rules"
    return [("Played recently", listed.recent), ("Your own rules", listed.own), (others, listed.others)]


def show_new_game(slug: str) -> Any:
    """Ask who plays, where they sit, and for the choices that the rules leave to the table."""
    return render_template("games/new.html", page=_form(slug), key=new_key())


def begin(slug: str) -> Any:
    """Begin the game, or show the form again with its faults. A tap only changes the form."""
    empty, data, own = _form(slug), g.form.data, g.form
    if own.is_valid and (tapped := empty.after_tap(data)):
        return render_template("games/new.html", page=tapped, key=own.key)
    setup = empty.filled(data)
    parse_new_game(setup)
    if not own.is_valid:
        setup.notice = STALE
    if not setup.is_valid:
        return render_template("games/new.html", page=setup, key=new_key()), 422
    game = begin_game(g.club.store, setup, own)
    return redirect(url_for("table.show", game=game), 303)


def _form(slug: str) -> SetupForm:
    rules = rules_here(slug)
    tables = {table.shape: table for table in rules.tables}
    table = tables.get(request.args.get("table", ""), rules.tables[0])
    like = whole_number(request.args.get("like", ""))
    players = tuple(whole_number(text) or 0 for text in request.args.get("seats", "").split("-"))
    return new_form(rules, table, g.club.store, like, players if len(set(players)) == len(players) else ())


# The settings of a game


LONGEST = 4
"""The most characters of a round's number."""

SAME = "No changes: these are the current settings."
NEWER_ENTRIES = "Someone has just entered something at this table. Nothing is saved yet: look at this page again."
CONFLICT = "Someone else has just changed these settings. Nothing is saved yet: look at this page again."


def show(game: int) -> Any:
    """Show the form: who sits where, the rules, the decks, rounds on paper; with ?round=2, the seats of that round."""
    loaded = load(game)
    seats_of = past_round(loaded, request.args.get("round", "")[:LONGEST])
    return _form_page(loaded, settings_form(loaded.agreement, _people(loaded), None, seats_of))


def _people(loaded: LoadedGame) -> PeoplePicker:
    return PeoplePicker.of(
        loaded.club, sitting={player for seating in loaded.agreement.seating for player in seating.players}
    )


def save(game: int) -> Any:
    """Preview the changes, or save them. A tap only changes the form."""
    loaded, own = load(game), g.form
    empty, data = posted_form(loaded, _people(loaded), g.form.data)
    tapped = empty.after_tap(data) if own.is_valid else None
    form = with_newer_settings(loaded, tapped or empty.filled(data), own.seen or 0)
    if tapped or (own.is_valid and request.form.get("action") == "edit"):
        return _form_page(loaded, form)
    parse_settings(loaded, empty, form)
    if not own.is_valid:
        form.notice = STALE
    return _preview_or_save(loaded, form, own) if form.is_valid else _form_page(loaded, form)


def _preview_or_save(loaded: LoadedGame, setup: SetupForm, own: Submission) -> Any:
    edited = edit_game(loaded, setup)
    is_save = request.form.get("action") == "keep"
    if is_save and not edited.changes:
        return redirect(url_for("table.show", game=loaded.id), 303)
    setup.notice = double_seat_fault(edited) if edited.changes else SAME
    if setup.notice:
        return _form_page(loaded, setup)
    if not is_save:
        return _preview_page(loaded, setup, edited)
    if loaded.seq > (own.seen or 0):
        return _preview_page(loaded, setup, edited, NEWER_ENTRIES)
    return _save(loaded, setup, edited, own)


def _save(loaded: LoadedGame, setup: SetupForm, edited: EditedGame, own: Submission) -> Any:
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


def _preview_page(loaded: LoadedGame, setup: SetupForm, edited: EditedGame, notice: str = "") -> Any:
    html = render_template(
        "games/settings_preview.html",
        game=loaded,
        page=setup,
        preview=SettingsPreview.of(loaded, edited),
        notice=notice,
        key=new_key(),
    )
    return html, 422 if notice else 200
