"""Score sheets to print: blank for a rule set, or filled from a game, with a QR code that links to Scorepad."""

from typing import Any

from flask import abort, render_template, request, url_for
from markupsafe import Markup

from scorepad.numbers import whole_number
from scorepad.play.game import team_names
from scorepad.rulebook.paper import TEAMS, ScorePaper, blank_paper, filled_paper
from scorepad.store import Role
from scorepad.web.access.phones import external_address, link_url, qr_code
from scorepad.web.app.current import g, load
from scorepad.web.app.permissions import Permission
from scorepad.web.result.result import day_begun
from scorepad.web.rules.rules import listed_here

MAX_FIRST = 99
"""The highest round that a sheet may begin with."""


def blank(slug: str) -> Any:
    """Show an empty sheet for a table of the rule set, or for another number of teams."""
    rules = listed_here(slug).rules
    if rules is None:
        abort(404)
    tables = {table.shape: table for table in rules.tables}
    shape = request.args.get("table", next(iter(tables)))
    if shape not in tables:
        abort(404)
    number = whole_number(request.args.get("teams", ""))
    teams = number if number in TEAMS else tables[shape].teams
    paper = blank_paper(rules, tables[shape], teams, _first())
    link = url_for("new_game.show", slug=slug, table=shape)
    return _page(paper, link, "Scan to begin a game", name=rules.name, teams=teams, slug=slug, shape=shape)


def of_game(game: int) -> Any:
    """Show the sheet of a game with the scores so far."""
    loaded = load(game)
    names = team_names(loaded.record, loaded.names)
    paper = filled_paper(loaded.record, names, _first())
    link, words = url_for("table.show", game=game), "Scan to open this game"
    if Permission.SCORE in g.allowed and not loaded.record.has_only_points:
        link, words = link_url(Role.SCORER, "", game), "Scan to type this game in"
    return _page(paper, link, words, name=loaded.agreement.rules.name, game=loaded, day=day_begun(loaded.club, game))


def _page(paper: ScorePaper, link: str, words: str, **context: Any) -> str:
    origin = external_address().origin
    url = f"{origin}{link.removeprefix(request.script_root)}"
    code = qr_code(url, words) if origin else Markup()
    return render_template("rules/sheet.html", paper=paper, code=code, words=words, choices=TEAMS, **context)


def _first() -> int:
    return whole_number(request.args.get("from", ""), 1, MAX_FIRST) or 1
