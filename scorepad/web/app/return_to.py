"""Return to the page of a game that a form came from."""

from flask import current_app, request, url_for
from werkzeug.exceptions import HTTPException

from scorepad.web.app.current import load


def way_back(game: int) -> str:
    """Return the URL in the form's field `back` if it is a page of this game, else the URL of its table.

    The URL is built again from its route, so that a forged one leads nowhere else.
    """
    try:
        adapter = current_app.url_map.bind("localhost")
        endpoint, values = adapter.match(request.form.get("back", ""), method="GET")
    except HTTPException:
        endpoint, values = "", {}
    if values.get("game") != game or not _has_round(game, values.get("number")):
        return url_for("table.show", game=game)
    return url_for(endpoint, **values)


def _has_round(game: int, number: int | None) -> bool:
    """Return whether the game still has that round: an undo may have removed it."""
    return number is None or load(game).has_round(number)
