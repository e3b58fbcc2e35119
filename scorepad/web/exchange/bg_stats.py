"""A finished game for BG Stats: the link on its result, and the file."""

from typing import Any

from flask import Blueprint, Response, redirect, url_for

from scorepad.exchange.exports.bg_stats import play_file, play_link
from scorepad.play.game import LoadedGame
from scorepad.scoring.game.course import Phase
from scorepad.web.app.current import load

pages = Blueprint("bg_stats", __name__, url_prefix="/games/<number:game>")


@pages.get("/play.bgsplay")
def download(game: int) -> Any:
    """Send the game as a file for BG Stats. Redirect to the table if it is not over."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("table.show", game=game))
    headers = {"Content-Disposition": f"attachment; filename=game-{game}.bgsplay"}
    return Response(play_file(loaded), content_type="application/json", headers=headers)


@pages.app_template_global()
def bg_stats_link(game: LoadedGame) -> str:
    """Return the link that opens a finished game in BG Stats."""
    return play_link(game)
