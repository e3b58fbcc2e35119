"""The list of games, and beginning a new one."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from scorepad.rules import lookup
from scorepad.rules.presets import preset, slugs
from scorepad.web.clubs import current_club, new_key
from scorepad.web.forms import STALE, posted
from scorepad.web.gamelist import game_list
from scorepad.web.newgame import NewGamePage, begin, read

pages = Blueprint("games", __name__)


@pages.get("/")
def index() -> Any:
    """Every game of the club, newest first, a page at a time."""
    before = request.args.get("before", "")
    start = int(before) if before.isascii() and before.isdigit() and len(before) < 10 else None
    return render_template("games/index.html", **game_list(current_club(), start))


@pages.get("/games/new")
def choose() -> Any:
    """Which rules to play by."""
    return render_template("games/choose.html", rule_sets=[preset(slug) for slug in slugs()])


def _page(slug: str) -> NewGamePage:
    if slug not in slugs():
        abort(404)
    rules = preset(slug)
    players, _, teams = request.args.get("table", "").partition("x")
    shapes = {f"{t.players}x{t.teams}": t for t in rules.tables}
    table = shapes.get(f"{players}x{teams}", rules.tables[0])
    assert lookup.table_for(rules, table.players, table.teams) is not None
    known = [player.name for player in current_club().players()]
    return NewGamePage.of(rules, table, known)


@pages.get("/games/new/<slug>")
def new(slug: str) -> Any:
    """Who plays, where they sit, and what the rules leave to the table."""
    return render_template("games/new.html", page=_page(slug), key=new_key())


@pages.post("/games/new/<slug>")
def create(slug: str) -> Any:
    """Begins the game, or says what is missing and keeps what was typed."""
    page, form = _page(slug), posted()
    typed = read(page, request.form, current_club())
    if not form.fresh:
        typed.notice = STALE
    if form.fresh and typed.good:
        game = begin(current_club(), page, typed, form.key)
        return redirect(url_for("tables.show", game=game), 303)
    shown = page.with_typed(typed)
    return render_template("games/new.html", page=shown, key=new_key()), 422
