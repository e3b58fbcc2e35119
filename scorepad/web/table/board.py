"""The board: a read-only page to watch a game on a television, a tablet or a phone."""

from typing import Any

from flask import Blueprint, has_request_context, render_template
from flask_wtf.csrf import generate_csrf

from scorepad.play.game import LoadedGame
from scorepad.scoring.game.course import Phase
from scorepad.store import Phone
from scorepad.web.access.invites import external_address
from scorepad.web.app.answers import game_page
from scorepad.web.live.live_page import LIVE_PAGES, NEWS, LivePage, NotRendered
from scorepad.web.live.page_cache import CachedPage, Frame, between, placeholder
from scorepad.web.live.viewers import PageKind
from scorepad.web.table.board_page import BoardPage

pages = Blueprint("board", __name__, url_prefix="/games/<number:game>")


OWN = {"mark": placeholder("mark")} | {name: between(name, placeholder(name)) for name in ("watch", NEWS)}
"""The placeholders of a board: its mark, the address for other phones to join, which depends on the request, and what
has just changed about totals."""


@pages.get("/board")
@game_page
def show(game: LoadedGame) -> Any:
    # Start a session, as a form would: without one the visitor is not remembered and the page has no ETag.
    generate_csrf()
    return BOARD.answer(game)


def _render(loaded: LoadedGame, mark: str, known: Frame | None) -> CachedPage:
    page = BoardPage.of(loaded)
    parts = {name: render_template(f"table/_{name}.html", page=page) for name in ("board", "board_small")}
    key = (loaded.record.course.phase is Phase.OVER, *(team.side.name for team in page.teams))
    if known is None or known.key != key:
        marks = {name: placeholder(name) for name in parts}
        html = render_template("table/board.html", page=page, parts=marks, own=OWN)
        known = Frame.of(key, html, parts)
    return CachedPage(mark, known, parts)


def _own(loaded: LoadedGame, phone: Phone | None, root: str) -> dict[str, str]:
    """Return the part that depends on the address of the request. Raises NotRendered."""
    if not has_request_context():
        raise NotRendered
    host = "" if loaded.record.course.phase is Phase.OVER else external_address().host
    return {"watch": render_template("table/_board_watch.html", host=host)}


BOARD = LivePage(PageKind.BOARD, _render, _own, own_is_in_frame=True)
LIVE_PAGES[BOARD.kind] = BOARD
