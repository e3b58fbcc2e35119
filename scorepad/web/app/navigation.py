"""The pages that a phone may open. Templates use this, so that no link leads to a page that the phone may not see."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Flask, current_app, request, url_for
from werkzeug.exceptions import HTTPException

from scorepad.language.words import say
from scorepad.store import Phone, Role
from scorepad.web.app.current import g, load
from scorepad.web.app.permissions import REQUIRED, Permission, permissions_of

MAX_TABLES = 6
"""Tables that the front door offers to a phone with passes, latest first."""


class Destination(NamedTuple):
    """A link to a page that a phone may open."""

    text: str
    url: str


def install(app: Flask) -> None:
    """Add this module's functions for templates."""
    for function in (game_mark, later_table, is_owners, is_outside):
        app.jinja_env.globals[function.__name__] = function


def game_mark(game: int) -> str:
    """Return the name by which people refer to a game: "Game 12"."""
    return say("Game\u00a0{number}", number=game)


def destinations(phone: Phone) -> list[Destination]:
    """Return the pages that a phone may open: the club's, or its latest tables and boards."""
    if Permission.READ in permissions_of(phone):
        return [Destination(say("The games of this club"), url_for("games.index"))]
    scores = {pass_.game for pass_ in phone.passes if pass_.role is Role.SCORER}
    watches = {pass_.game for pass_ in phone.passes} - scores
    latest = sorted(scores | watches, reverse=True)[:MAX_TABLES]
    return [_destination(game, is_board=game in watches) for game in latest]


def _destination(game: int, *, is_board: bool) -> Destination:
    if is_board:
        return Destination(say("The board of {game}", game=game_mark(game)), url_for("board.show", game=game))
    return Destination(say("Table {game}", game=game_mark(game)), url_for("table.show", game=game))


def page_above(path: str) -> str:
    """Return the nearest page above a URL: "/phones" for "/phones/4/dismiss"."""
    adapter = current_app.url_map.bind("localhost")
    while path := path.rpartition("/")[0]:
        if adapter.test(path, method="GET"):
            return request.script_root + path
    return home()


def home() -> str:
    """Return the URL of this phone's home page: the club's, that of this page's game, or its latest table's."""
    # `g` has no phone on an error page of the club.
    phone = g.get("phone")
    return home_for(request.script_root, phone, (request.view_args or {}).get("game"))


@lru_cache(maxsize=2048)
def home_for(root: str, phone: Phone | None, game: int | None) -> str:
    """Return the URL of a phone's home page, for a link on a page of `game`. `root` is the prefix of the club."""
    if phone is None or not phone.passes or Permission.READ in permissions_of(phone, game):
        return url_for("games.index")
    return (game_url_for(root, phone, game) if game else "") or home_of(phone)


def home_of(phone: Phone) -> str:
    """Return the URL of a phone's home page: the club's, else its latest table, else its latest board."""
    if Permission.READ in permissions_of(phone):
        return url_for("games.index")
    for role, endpoint in ((Role.SCORER, "table.show"), (Role.WATCHER, "board.show")):
        games = [pass_.game for pass_ in phone.passes if pass_.role is role]
        if games:
            return url_for(endpoint, game=max(games))
    return url_for("join.ask")


def instead() -> str:
    """Return where to redirect a phone that may not see this page: its home page or the game's board. "" if nowhere."""
    if request.endpoint == "games.index":
        return home_of(g.phone) if g.phone else url_for("join.ask")
    if request.endpoint == "table.show" and REQUIRED["board.show"] in g.allowed:
        return url_for("board.show", **(request.view_args or {}))
    return ""


@lru_cache(maxsize=2048)
def game_url_for(root: str, phone: Phone | None, game: int) -> str:
    """Return the URL at which a phone follows a game: its table, else its board. "" if it may see neither."""
    allowed = permissions_of(phone, game)
    if Permission.SCORE in allowed:
        return url_for("table.show", game=game)
    return url_for("board.show", game=game) if Permission.WATCH in allowed else ""


def later_table(game: int, phone: Phone | None) -> int | None:
    """Return the latest game that a phone has a pass for, if it is later than this game."""
    latest = max((pass_.game for pass_ in phone.passes), default=0) if phone else 0
    return latest if latest > game else None


def is_owners() -> bool:
    """Return whether this phone is known to be an owner's."""
    return Permission.OWN in g.get("allowed", ())


def is_outside() -> bool:
    """Return whether this phone is known to have no passes."""
    return "phone" in g and not (g.phone and g.phone.passes)


def return_url(default: str) -> str:
    """Return the URL in the form's field `back` if it is one of our pages, else that of the endpoint `default`."""
    endpoint, values = _return_page()
    return url_for(endpoint or default, **values)


def _return_page() -> tuple[str, Mapping[str, Any]]:
    """Return the endpoint and the values of the form's field `back`; endpoint "" if it is not one of our pages.

    Callers build the URL from them again, so that a forged one cannot redirect elsewhere.
    """
    try:
        return current_app.url_map.bind("localhost").match(request.form.get("back", ""), method="GET")
    except HTTPException:
        return "", {}


def return_url_in_game(game: int) -> str:
    """Return the URL in the form's field `back` if it is a page of this game, else the URL of its table."""
    endpoint, values = _return_page()
    if values.get("game") != game or not _has_round(game, values.get("number")):
        return url_for("table.show", game=game)
    return url_for(endpoint, **values)


def _has_round(game: int, number: int | None) -> bool:
    """Return whether the game still has that round: an undo may have removed it."""
    return number is None or load(game).has_round(number)
