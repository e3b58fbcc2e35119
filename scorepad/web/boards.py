"""The board: the game for whoever watches, on a television, a tablet or a phone. Nothing can be changed from it."""

from typing import Any

from flask import Blueprint, render_template
from flask_wtf.csrf import generate_csrf

from scorepad.web.boardpage import BoardPage
from scorepad.web.clubs import load
from scorepad.web.fresh import unless_unchanged

pages = Blueprint("boards", __name__, url_prefix="/games/<number:game>")


@pages.get("/board")
@unless_unchanged
def show(game: int) -> Any:
    """The game as it stands, or as it ended."""
    # A page is known again by the visitor's session, which a page without a form would not begin.
    generate_csrf()
    return render_template("boards/board.html", page=BoardPage.of(load(game)))
