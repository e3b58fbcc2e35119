"""The result of a finished game, and its rematch."""

from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for

from scorepad.play.game import LoadedGame
from scorepad.play.new_game import begin_rematch, no_rematch
from scorepad.scoring.game.course import Phase
from scorepad.web.access.permissions import Permission, permissions_of
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.templates import new_key
from scorepad.web.live.live_page import news_of_totals
from scorepad.web.result.result_page import ResultPage

pages = Blueprint("result", __name__, url_prefix="/games/<number:game>")


@pages.get("/result")
def show(game: int) -> Any:
    """Show the result of a finished game."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("table.show", game=game))
    news = news_of_totals(loaded, g.phone, request.script_root)
    return render_template("result/result.html", page=ResultPage(loaded, new_key()), news=news)


@pages.post("/rematch")
def rematch(game: int) -> Any:
    """Begin a rematch of a finished game. If it already has one, redirect there."""
    loaded, form = load(game), valid_submission()
    if refusal := no_rematch(loaded):
        flash(refusal, "refused")
        return redirect(url_for("table.show", game=game), 303)
    number, began = begin_rematch(g.club.games, loaded, form)
    return redirect(_rematched(loaded, number, began=began), 303)


def _rematched(loaded: LoadedGame, rematch: int, *, began: bool) -> str:
    """Admit the phones of a game to its rematch, and return the URL to which this one goes."""
    g.club.access.copy_passes(loaded.id, rematch)
    g.club.presence.renew(loaded.id)
    g.club.hub.notify(loaded.id)
    if began:
        flash("A new game with the same players. To change them: ⋯")
    elif Permission.SCORE in permissions_of(g.club.access.phone(g.token), rematch):
        flash("The rematch has already begun. Here it is.")
    else:
        flash("The rematch has already begun. To keep score there, scan the code at its table.")
        return url_for("result.show", game=loaded.id)
    return url_for("table.show", game=rematch)
