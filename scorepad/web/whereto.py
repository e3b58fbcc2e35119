"""Where a phone may go. Templates ask here, so that no link of theirs leads to a closed door."""

from typing import NamedTuple

from flask import Flask, g, request, url_for

from scorepad.store import Phone, Role
from scorepad.web.clubs import current_or_none
from scorepad.web.doors import Level, home_of, is_let_in, may, this_phone
from scorepad.web.gamelist import ListedGame, game_mark

MOST_TABLES = 6
"""Tables that the front door names to a phone that is let in: the latest."""


class Way(NamedTuple):
    """Where a phone may go, in words, and its address."""

    said: str
    address: str


def ways(phone: Phone) -> list[Way]:
    """Where a phone may go: the club, or its latest tables and boards."""
    if is_let_in(phone, Level.READ):
        said = "The games of this club"
        return [Way(said, url_for("games.index"))]
    scores = {one.game for one in phone.passes if one.role is Role.SCORER}
    watches = {one.game for one in phone.passes} - scores
    found = [(game, "Table", "tables.show") for game in scores]
    found += [(game, "The board of", "boards.show") for game in watches]
    latest = sorted(found, reverse=True)[:MOST_TABLES]
    return [Way(f"{said} {game_mark(game)}", url_for(to, game=game)) for game, said, to in latest]


def home() -> str:
    """The address that this phone knows as the beginning: that of the club, of the game of this page, or of its own."""
    # A page that says what is wrong with the club must not ask the club.
    phone = this_phone() if current_or_none() and "phone" in g else None
    if phone is None or not phone.passes or is_let_in(phone, Level.READ):
        return url_for("games.index")
    game = (request.view_args or {}).get("game")
    return (place_of(game) if game else "") or home_of(phone)


def place_of(game: int) -> str:
    """Where this phone follows a game: its table, else its board; "" where it may see neither."""
    phone = this_phone()
    if is_let_in(phone, Level.SCORE, game):
        return url_for("tables.show", game=game)
    return url_for("boards.show", game=game) if is_let_in(phone, Level.WATCH, game) else ""


def game_for_me(game: ListedGame) -> str:
    """Where a game of the list leads this phone: to its table; who only reads, to its board, or to its result."""
    if not game.live and not may("SCORE", game.id):
        return url_for("ends.show", game=game.id)
    return place_of(game.id)


def later_table(game: int) -> int | None:
    """The latest game that this phone may score or watch by a pass of its own, where it is later than this one."""
    phone = this_phone()
    latest = max((one.game for one in phone.passes), default=0) if phone else 0
    return latest if latest > game else None


def is_owners() -> bool:
    """Whether this is known to be an owner's phone; a page that says what is wrong with the club does not ask it."""
    return "phone" in g and is_let_in(g.phone, Level.OWN)


def is_outside() -> bool:
    """Whether this is known to be a phone that is let in nowhere."""
    return "phone" in g and not (g.phone and g.phone.passes)


def install(app: Flask) -> None:
    """Gives templates the ways."""
    for way in (home, place_of, game_for_me, later_table, is_owners, is_outside):
        app.jinja_env.globals[way.__name__] = way
