"""The table during a game: its view, and its page as it is kept for all phones."""

from collections.abc import Hashable
from functools import lru_cache, partial
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from scorepad.play.game import LoadedGame
from scorepad.play.history import next_undo
from scorepad.scoring.game.course import Phase
from scorepad.web.app.answers import game_page
from scorepad.web.app.current import g
from scorepad.web.live.kept_pages import Frame, KeptPage, between, hole
from scorepad.web.live.live_page import LIVE_PAGES, LivePage, drawing
from scorepad.web.live.presence import PageKind, mark_of
from scorepad.web.table.table_page import TablePage

pages = Blueprint("table", __name__, url_prefix="/games/<number:game>")

OWN = {name: hole(name) for name in ("mark", "who", "undo", "keeper")}
"""The holes of a table: its mark, who keeps score on this phone (asked above the sheet, then named below), its undo."""


@pages.get("")
@game_page
def show(game: LoadedGame) -> Any:
    if game.record.course.phase is Phase.OVER:
        return redirect(url_for("result.show", game=game.id))
    return TABLE.answer(game)


def draw_table(page: TablePage, mark: str, known: Frame | None = None, notice: str = "") -> KeptPage:
    """Draw a table. Its parts are kept by what they show, and its frame while nothing in it can have changed."""
    with drawing():
        parts = _parts(page)
        key = (_frame_key(page), tuple(parts), notice)
        if known is None or known.key != key:
            marks = {name: hole(name) for name in parts}
            html = render_template("table/table.html", page=page, parts=marks, own=OWN, notice=notice)
            known = Frame.of(key, html, parts)
        return KeptPage.of(mark, known, parts)


def show_again(page: TablePage, notice: str = "") -> Response:
    """Answer with the table of a form that was not saved."""
    return TABLE.filled(draw_table(page, mark_of(page.game), notice=notice), page.game)


def _parts(page: TablePage) -> dict[str, str]:
    root = request.script_root
    parts = {"bar": _drawn(root, "bar", page.bar), "here": _drawn(root, "here", page.present)}
    parts |= {f"panel{panel.form.team}": _drawn(root, "panel", panel) for panel in page.panels}
    return parts | {"rounds": _drawn(root, "rounds", page.game.id, page.game.agreement.seating[-1].teams, page.rows)}


@lru_cache(maxsize=2048)
def _drawn(root: str, name: str, *values: Hashable) -> str:
    """Return a part drawn from its values alone. `root` is the prefix of the club, which links and icons contain."""
    macro = getattr(current_app.jinja_env.get_template("table/_parts.html").module, name)
    return str(macro(*values))


def _frame_key(page: TablePage) -> tuple[Hashable, ...]:
    """Return all that the table shows outside its parts."""
    game, bar = page.game, page.bar
    return (
        *(
            page.round,
            page.phase,
            page.by_time,
            page.numbers,
            page.rest,
            page.seats,
            page.sheet.notice,
            page.sheet.notes,
        ),
        *(bar.starts, bar.asks_start, bar.why, bar.ends, page.present is None),
        *(page.sheet.notice, page.sheet.notes, page.questions),
        *(game.agreement, game.is_binned, game.spoken_names, game.record.course.ends_after),
    )


def _own(loaded: LoadedGame) -> dict[str, str]:
    """Return the parts that concern this phone alone."""
    scorer, undo = _scorer(loaded), next_undo(loaded, g.phone)
    # A form that comes back may stand on a table at the sheet's URL; a stream has a URL of its own.
    back = request.path if request.method == "POST" else f"/games/{loaded.id}"
    draw = partial(_drawn_own, request.script_root, loaded.id, back)
    return {
        "who": draw("who", loaded.seated) if scorer is None else "",
        "undo": between("undo", draw("undo", undo.seq, undo.text) if undo else ""),
        "keeper": draw("keeper", scorer) if scorer is not None else "",
    }


@lru_cache(maxsize=512)
def _drawn_own(root: str, game: int, back: str, name: str, *values: Hashable) -> str:
    """Return a part of one phone, drawn from its values alone. `root` is the prefix of the club."""
    with drawing():
        macro = getattr(current_app.jinja_env.get_template("table/_own.html").module, name)
        return str(macro(game, back, *values))


def _scorer(loaded: LoadedGame) -> str | None:
    """Return who keeps score on this phone: "" if they did not say, None if no one was asked yet."""
    player = g.phone.player if g.phone else None
    if not player:
        return None if player is None else ""
    return loaded.names.get(player) or g.club.store.people.names([player]).get(player, "")


TABLE = LivePage(PageKind.TABLE, lambda loaded, mark, known: draw_table(TablePage.of(loaded), mark, known), _own)
LIVE_PAGES[TABLE.kind] = TABLE
