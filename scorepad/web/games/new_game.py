"""Starting a game: choose a rule set, then say who plays."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from scorepad.play.form_data import STALE, plain_number
from scorepad.play.new_game import begin_game, list_rule_sets, new_form, parse_new_game
from scorepad.play.setup_form import SetupForm
from scorepad.rules.presets import preset, slugs
from scorepad.web.app.current import g
from scorepad.web.app.templates import new_key

pages = Blueprint("new_game", __name__, url_prefix="/games/new")


@pages.get("")
def choose() -> Any:
    """List the rule sets, those played recently in this club first."""
    return render_template("games/choose.html", page=list_rule_sets(g.club.store))


@pages.get("/<slug>")
def show(slug: str) -> Any:
    """Ask who plays, where they sit, and what the rules leave to the table."""
    return render_template("games/new.html", page=_form(slug), key=new_key())


@pages.post("/<slug>")
def begin(slug: str) -> Any:
    """Begin the game, or say what is missing and show what was typed. A tap only changes the form."""
    empty, data, own = _form(slug), g.form.data, g.form
    if own.is_valid and (tapped := empty.after_tap(data)):
        return render_template("games/new.html", page=tapped, key=own.key)
    setup = parse_new_game(empty, data)
    if not own.is_valid:
        setup.notice = STALE
    if not setup.is_valid:
        return render_template("games/new.html", page=setup.form_with_faults, key=new_key()), 422
    game = begin_game(g.club.store, setup, own)
    return redirect(url_for("table.show", game=game), 303)


def _form(slug: str) -> SetupForm:
    if slug not in slugs():
        abort(404)
    rules = preset(slug)
    tables = {f"{table.players}x{table.teams}": table for table in rules.tables}
    table = tables.get(request.args.get("table", ""), rules.tables[0])
    like = plain_number(request.args.get("like", ""))
    return new_form(rules, table, g.club.store, like)
