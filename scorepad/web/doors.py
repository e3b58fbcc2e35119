"""Who may come in where: one table for every endpoint, and nobody where it says nothing.

A phone is known by its cookie, and its passes say what it may do; see `store.access`.
"""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

from flask import Flask, abort, g, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorepad.store import Pass, Phone, Role
from scorepad.web.clubs import current_access
from scorepad.web.errors import page
from scorepad.web.openclubs import own_name

COOKIE = "scorepad_phone"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""
SENT_AWAY = (
    "This phone was sent away",
    "The owner of this club has sent this phone away. Ask them to let it in again.",
)


class Level(Enum):
    """What a phone must be let in for."""

    OPEN = auto()
    """Nothing: anybody may."""
    WATCH = auto()
    """Watching that game, or more."""
    LOOK = auto()
    """Reading that game: its scorers, and whoever reads the club."""
    SCORE = auto()
    """Keeping score of that game."""
    READ = auto()
    """Reading the club."""
    OWN = auto()
    """Owning the club."""


_ENTER = {
    Level.OPEN: "asset installing.manifest installing.worker joining.enter joining.arrive joining.ask joining.join",
    Level.WATCH: "cards.show streams.stream boards.show",
    Level.LOOK: "rounds.show mending.history ends.show stories.show",
    Level.SCORE: """
        tables.show tables.starter tables.end rounds.edit rounds.save rounds.settle packets.show packets.save
        ask.open_ ask.out ask.leave mending.take_back mending.ask_scorer mending.set_scorer ends.rematch
        inviting.show
    """,
    Level.READ: """
        games.index standings.show players.show partners.show versus.show records.show seasons.index seasons.show
        cards.of_preset
    """,
    Level.OWN: """
        games.choose games.new games.create settings.show settings.save
        mending.bin_ mending.to_the_bin mending.restore
        people.index people.add people.edit people.change people.ask_merge people.merge people.unmerge
        people.ask_forget people.forget people.undo
        seasons.begin seasons.edit seasons.change seasons.end seasons.remove seasons.restore
        phones.index phones.dismiss phones.readmit phones.renew phones.renew_all
    """,
}

DOORS = {endpoint: level for level, text in _ENTER.items() for endpoint in text.split()}
"""Endpoint → what its phone must be let in for. An endpoint that does not stand here lets nobody in."""

_ONE_GAME = {
    Level.WATCH: (Role.SCORER, Role.WATCHER),
    Level.LOOK: (Role.SCORER,),
    Level.SCORE: (Role.SCORER,),
}
_READERS_TOO = (Level.WATCH, Level.LOOK, Level.READ)


def passes_for(level: Level, game: int | None) -> Iterator[Pass]:
    """Every pass that opens a door of that level; `game` is the door's, None where it has none."""
    yield Pass(Role.OWNER)
    if level in _READERS_TOO:
        yield Pass(Role.READER)
    if game is not None:
        yield from (Pass(role, game) for role in _ONE_GAME.get(level, ()))


def is_let_in(phone: Phone | None, level: Level, game: int | None = None) -> bool:
    """Whether a phone may do what asks for that level."""
    if level is Level.OPEN:
        return True
    return phone is not None and not phone.passes.isdisjoint(passes_for(level, game))


def cookie() -> str:
    """The name of the cookie by which a phone is known in the club of this request."""
    # A browser sends the home's cookie under every prefix too, in an order that no standard promises.
    return own_name(COOKIE, request.environ)


def this_phone() -> Phone | None:
    """The phone of this request, None where it was never let in; a phone that was sent away has no passes."""
    if "phone" not in g:
        token = request.cookies.get(cookie())
        g.phone = current_access().phone(token) if token else None
    phone: Phone | None = g.phone
    return phone


def may(level: str, game: int | None = None) -> bool:
    """Whether this phone may do what asks for that level, by its name; of the game of this page unless told."""
    if game is None:
        game = (request.view_args or {}).get("game")
    return is_let_in(this_phone(), Level[level], game)


def still_may(level: Level, game: int) -> bool:
    """The same, asked anew: what was answered earlier in this request may have been revoked."""
    g.pop("phone", None)
    return is_let_in(this_phone(), level, game)


def let_in(answer: AnyResponse, token: str) -> None:
    """Gives a phone the cookie by which it is known: for this club alone, and out of reach of scripts."""
    answer.set_cookie(
        cookie(),
        token,
        max_age=COOKIE_SECONDS,
        path=request.script_root or "/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def install(app: Flask) -> None:
    """Puts a keeper at every door, and gives templates `may`."""
    app.before_request(_keep)
    app.jinja_env.globals["may"] = may


def _keep() -> Any:
    """Nothing where the phone may come in; else where it may go instead, or that it may not."""
    if request.routing_exception is not None or request.method == "OPTIONS":
        return None
    level = DOORS.get(request.endpoint or "", Level.OWN)
    if may(level.name) and (request.endpoint or "") in DOORS:
        return None
    elsewhere = _instead() if request.method in ("GET", "HEAD") else None
    if elsewhere:
        return redirect(elsewhere)
    phone = this_phone()
    return page(403, *SENT_AWAY) if phone and phone.dismissed else abort(403)


def _instead() -> str | None:
    """Where a phone that may not see this page belongs: the board of this game, its own table, or the front door."""
    phone, endpoint = this_phone(), request.endpoint
    if endpoint == "games.index":
        return home_of(phone) if phone and phone.passes else url_for("joining.ask")
    if endpoint == "tables.show" and may("WATCH") and "boards.show" in DOORS:
        return url_for("boards.show", game=(request.view_args or {})["game"])
    return None


def home_of(phone: Phone) -> str:
    """The address at which a phone that has passes begins: the club, else its latest table, else its latest board."""
    if is_let_in(phone, Level.READ):
        return url_for("games.index")
    for role, endpoint in ((Role.SCORER, "tables.show"), (Role.WATCHER, "boards.show")):
        games = [one.game for one in phone.passes if one.role is role]
        if games:
            return url_for(endpoint, game=max(games))
    return url_for("joining.ask")


def mark() -> tuple[object, ...]:
    """What of this phone a page hangs on: a tag that has it is not good for a phone with other passes."""
    phone = this_phone()
    return (phone.id, phone.player, sorted(phone.passes)) if phone else ()
