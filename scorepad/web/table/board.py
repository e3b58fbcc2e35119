"""The board: a game to watch on a television, a tablet or a phone. Nothing can be changed from it."""

from typing import Any

from flask import Blueprint, render_template
from flask_wtf.csrf import generate_csrf

from scorepad.play.game import LoadedGame
from scorepad.web.app.answers import game_page
from scorepad.web.table.board_page import BoardPage

pages = Blueprint("board", __name__, url_prefix="/games/<number:game>")


@pages.get("/board")
@game_page
def show(game: LoadedGame) -> Any:
    # A page is known again by the visitor's session, which a page without a form would not begin.
    generate_csrf()
    return render_template("table/board.html", page=BoardPage.of(game))
