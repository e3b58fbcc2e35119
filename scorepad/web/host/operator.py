"""The operator's page: numbers of the host, for anyone with the link that `scorepad club numbers --link` prints."""

from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, session, url_for

from scorepad.web.host.house import current_house
from scorepad.web.host.numbers import is_operators
from scorepad.web.live.streams import streams_of

pages = Blueprint("operator", __name__, url_prefix="/operator")

_WORD = "operator"
"""Session key of the link's secret."""


@pages.get("/<word>")
def enter(word: str) -> Any:
    """Move the secret from the URL into the session, and redirect to the page."""
    if not is_operators(current_house().home, word):
        abort(404)
    session[_WORD] = word
    return redirect(url_for("operator.show"), 303)


@pages.get("")
def show() -> Any:
    """Show the numbers."""
    house = current_house()
    if not is_operators(house.home, session.get(_WORD)):
        abort(404)
    return render_template(
        "host/operator.html",
        numbers=house.counter.numbers(),
        most=house.limits.most,
        open_clubs=len(house.clubs.slugs()),
        streams=streams_of(current_app).taken,
        errors=house.errors,
    )
