"""The board: a game to watch on a television, a tablet or a phone. Nothing can be changed from it."""

from typing import Any

from flask import Blueprint, render_template
from flask_wtf.csrf import generate_csrf

from scorepad.play.game import LoadedGame
from scorepad.web.app.answers import game_page
from scorepad.web.live.kept_pages import Frame, KeptPage, hole
from scorepad.web.live.live_page import LIVE_PAGES, LivePage
from scorepad.web.live.viewers import PageKind
from scorepad.web.table.board_page import BoardPage

pages = Blueprint("board", __name__, url_prefix="/games/<number:game>")


@pages.get("/board")
@game_page
def show(game: LoadedGame) -> Any:
    # A page is known again by the visitor's session, which a page without a form would not begin.
    generate_csrf()
    return BOARD.answer(game)


def _draw(loaded: LoadedGame, mark: str, known: Frame | None) -> KeptPage:
    page = BoardPage.of(loaded)
    parts, key = (
        {"board": render_template("table/_board.html", page=page)},
        tuple(team.side.name for team in page.teams),
    )
    if known is None or known.key != key:
        marks = {name: hole(name) for name in parts}
        html = render_template("table/board.html", page=page, parts=marks, own={"mark": hole("mark")})
        known = Frame.of(key, html, parts)
    return KeptPage(mark, known, parts)


BOARD = LivePage(PageKind.BOARD, _draw, lambda loaded, phone, root: {})
LIVE_PAGES[BOARD.kind] = BOARD
