"""Coming in: a link is swapped for a cookie, and a short code at the front door for a link."""

from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for

from scorepad.store import Dismissed, Role, TooManyPhones
from scorepad.web import links
from scorepad.web.clubs import current_access, current_club, current_slug
from scorepad.web.doors import COOKIE, let_in
from scorepad.web.errors import page

pages = Blueprint("joining", __name__)

_LEADS_TO = {Role.SCORER: "tables.show", Role.WATCHER: "boards.show"}


@pages.get("/in/<word>")
def enter(word: str) -> Any:
    """Lets whoever has a good link in: the phone gets its cookie, and the link leaves the address."""
    purpose = links.purpose(word)
    if purpose is None:
        abort(404)
    role, game = purpose
    access = current_access()
    known = links.is_good(
        word, str(current_app.secret_key), current_slug(), access.generation(role, game)
    )
    if not known or (game and not current_club().exists(game)):
        return page(
            410,
            "This link is good no longer",
            "Its owner has made a new one. Scan the code at the table once more, or ask for the new link.",
        )
    return come_in(role, game)


def come_in(role: Role, game: int) -> Any:
    """Gives this phone a pass and its cookie, and leads it to a clean address."""
    try:
        token = current_access().let_in(request.cookies.get(COOKIE), role, game)
    except Dismissed as error:
        return page(403, "This phone was sent away", str(error))
    except TooManyPhones as error:
        return page(503, "There is no room for another phone", str(error))
    endpoint = _LEADS_TO.get(role)
    answer = redirect(url_for(endpoint, game=game) if endpoint else url_for("games.index"), 303)
    let_in(answer, token)
    return answer


@pages.get("/join")
def ask() -> Any:
    """The front door: what to do for somebody who was not let in yet."""
    return render_template("joining/join.html")
