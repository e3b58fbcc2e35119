"""The list of games, and beginning a new one."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from scorepad.rules.presets import preset, slugs
from scorepad.web.agreeing import AgreedForm
from scorepad.web.choosing import rule_sets
from scorepad.web.clubs import current_club, new_key
from scorepad.web.forms import STALE, posted
from scorepad.web.gamelist import game_list
from scorepad.web.newgame import begin, new_form, read_new
from scorepad.web.typing_in import plain_number

pages = Blueprint("games", __name__)


@pages.get("/")
def index() -> Any:
    """Every game of the club, newest first, a page at a time."""
    before = plain_number(request.args.get("before", ""))
    return render_template("games/index.html", **game_list(current_club(), before))


@pages.get("/games/new")
def choose() -> Any:
    """Which rules to play by, those played last in this club first."""
    return render_template("games/choose.html", page=rule_sets(current_club()))


def _form(slug: str) -> AgreedForm:
    if slug not in slugs():
        abort(404)
    rules = preset(slug)
    shapes = {f"{t.players}x{t.teams}": t for t in rules.tables}
    table = shapes.get(request.args.get("table", ""), rules.tables[0])
    like = plain_number(request.args.get("like", ""))
    return new_form(rules, table, current_club(), like)


@pages.get("/games/new/<slug>")
def new(slug: str) -> Any:
    """Who plays, where they sit, and what the rules leave to the table."""
    return render_template("games/new.html", page=_form(slug), key=new_key())


@pages.post("/games/new/<slug>")
def create(slug: str) -> Any:
    """Begins the game, or says what is missing and keeps what was typed; a tap only changes the form."""
    empty, own = _form(slug), posted()
    if own.fresh and (tapped := empty.tapped(request.form)):
        return render_template("games/new.html", page=tapped, key=own.key)
    agreed = read_new(empty, request.form)
    if not own.fresh:
        agreed.notice = STALE
    if agreed.good:
        game = begin(current_club(), agreed, own.key)
        return redirect(url_for("tables.show", game=game), 303)
    return render_template("games/new.html", page=agreed.shown, key=new_key()), 422
