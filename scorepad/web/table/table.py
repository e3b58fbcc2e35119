"""The table during a game: its view, and its page, which is cached for all phones."""

from collections.abc import Hashable
from functools import lru_cache, partial
from typing import Any

from flask import Blueprint, Response, current_app, has_request_context, redirect, render_template, request, url_for
from markupsafe import Markup, escape

from scorepad.play.game import LoadedGame, Undo
from scorepad.play.history import offer_of
from scorepad.play.sheet_form import Input
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import OPENED
from scorepad.store import Phone
from scorepad.web.app.answers import game_page
from scorepad.web.live.live_page import LIVE_PAGES, NEWS, LivePage, NotRendered, rendering
from scorepad.web.live.page_cache import CachedPage, Frame, between, placeholder
from scorepad.web.live.presence import mark_of
from scorepad.web.live.viewers import PageKind
from scorepad.web.table.table_page import TablePage

pages = Blueprint("table", __name__, url_prefix="/games/<number:game>")

OWN = {"mark": placeholder("mark")}
OWN |= {name: between(name, placeholder(name)) for name in ("who", "undo", "keeper", NEWS)}
"""The placeholders of a table: its mark, who keeps score on this phone (asked or named below the sheet), Undo, and what
others have just changed."""

_SEQ, _TEXT = placeholder("undo-seq"), placeholder("undo-text")
"""The placeholders of an Undo or Redo button. They are filled here, so that a tap renders no template for it."""

_LONGEST_CACHED = 20
"""Letters of the longest input text that is cached, so that forms with long texts cannot fill the memory."""


@pages.get("")
@game_page
def show(game: LoadedGame) -> Any:
    if game.record.course.phase is Phase.OVER:
        return redirect(url_for("result.show", game=game.id))
    return TABLE.answer(game)


def render_table(page: TablePage, mark: str, known: Frame | None = None, notice: str = "") -> CachedPage:
    """Render a table. Its parts are cached by the values they show, its frame is reused while its key is unchanged."""
    parts = _parts(page)
    key = (_frame_key(page), tuple(parts), notice)
    if known is None or known.key != key:
        marks = {name: placeholder(name) for name in parts}
        html = render_template("table/table.html", page=page, parts=marks, own=OWN, notice=notice)
        known = Frame.of(key, html, parts)
    return CachedPage(mark, known, parts)


def show_again(page: TablePage, notice: str = "") -> Response:
    """Answer with the table for a form that was not saved."""
    with rendering():
        kept = render_table(page, mark_of(page.game), notice=notice)
    return TABLE.filled(kept, page.game)


def _parts(page: TablePage) -> dict[str, str]:
    root = request.script_root
    # A form that was not saved is shown to one phone, and may have long texts.
    render_panel = _rendered.__wrapped__ if page.round_page else _rendered
    points = page.rows[-1].points if page.rows and page.finisher is not None else ()
    parts = {
        "bar": _rendered(root, "bar", page.bar),
        "here": _rendered(root, "here", page.present, page.finisher, page.round, page.game.id, points),
    }
    for panel, side in zip(page.panels, page.bar.sides, strict=True):
        is_marked = any(asked.input.field == OPENED and asked.text for asked in panel.tallied)
        parts[f"panel{panel.form.team}"] = render_panel(root, "panel", panel, side.opened and not is_marked)
    game, teams = page.game, page.game.agreement.seating[-1].teams
    return parts | {"rounds": _rendered(root, "rounds", game.id, teams, page.rows, page.stand_ins)}


@pages.app_template_global()
def table_input(asked: Input, text: str, *others: Hashable) -> Markup:
    """Return an input of a table, from a `ShownInput`. Its HTML contains nothing of a visitor, such as a token."""
    render = _rendered if len(text) <= _LONGEST_CACHED else _rendered.__wrapped__
    return Markup(render(request.script_root, "input", asked, text, *others))  # noqa: S704  # rendered by a template


@lru_cache(maxsize=4096)
def _rendered(root: str, name: str, *values: Hashable) -> str:
    """Return a part rendered from its values alone. `root` is the prefix of the club, which links and icons contain."""
    macro = getattr(current_app.jinja_env.get_template("table/_parts.html").module, name)
    return str(macro(*values))


def _frame_key(page: TablePage) -> tuple[Hashable, ...]:
    """Return everything that the table shows outside its parts."""
    game, bar, round_page = page.game, page.bar, page.round_page
    return (
        *(page.round, page.phase, page.by_time, page.numbers, page.rest, page.seats, bool(page.rows)),
        *(bar.starts, bar.asks_start, bar.why, bar.ends, page.present is None, page.questions),
        *(round_page and round_page.notice, round_page and round_page.notes),
        *(game.agreement, game.is_binned, game.spoken_names, game.record.course.ends_after),
    )


def _own(loaded: LoadedGame, phone: Phone | None, root: str) -> dict[str, str]:
    """Return the parts for one phone alone. `root` is the prefix of the club. Raises NotRendered."""
    scorer, offer = _scorer(loaded, phone), offer_of(loaded, phone)
    # A form shown again after an error has the sheet's URL. A stream's URL is not a page.
    is_returned = has_request_context() and request.method == "POST"
    render = partial(_rendered_own, root, loaded.id, request.path if is_returned else f"/games/{loaded.id}")
    backs = ("undo", offer.undo), ("redo", offer.redo)
    return {
        "who": render("who", loaded.seated) if scorer is None else "",
        "undo": "".join(_named(render(way, _SEQ, _TEXT), back) for way, back in backs if back),
        "keeper": render("keeper", scorer) if scorer is not None else "",
    }


@lru_cache(maxsize=4096)
def _rendered_own(root: str, game: int, back: str, name: str, *values: Hashable) -> str:
    """Return a part for one phone, rendered from its values alone. `root` is the club's prefix. Raises NotRendered."""
    if not has_request_context():
        raise NotRendered
    macro = getattr(current_app.jinja_env.get_template("table/_own.html").module, name)
    return str(macro(game, back, *values))


def _named(button: str, back: Undo) -> str:
    return button.replace(_SEQ, str(back.seq)).replace(_TEXT, escape(back.text))


def _scorer(loaded: LoadedGame, phone: Phone | None) -> str | None:
    """Return the name of a phone's scorer: "" if they chose not to say, None if they were not asked yet."""
    player = phone.player if phone else None
    if not player:
        return None if player is None else ""
    return loaded.names.get(player) or loaded.club.people.names([player]).get(player, "")


TABLE = LivePage(PageKind.TABLE, lambda loaded, mark, known: render_table(TablePage.of(loaded), mark, known), _own)
LIVE_PAGES[TABLE.kind] = TABLE
