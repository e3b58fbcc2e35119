"""Back to the page of a game from which a form was sent."""

from flask import current_app, request, url_for
from werkzeug.exceptions import HTTPException

from scorepad.scoring.game import Phase
from scorepad.web.clubs import load


def way_back(game: int) -> str:
    """The address that the form's field `back` names, if it is a page of this game; else that of its table.

    The address is made anew from the page's name, so that a forged one leads nowhere else.
    """
    try:
        adapter = current_app.url_map.bind("localhost")
        endpoint, values = adapter.match(request.form.get("back", ""), method="GET")
    except HTTPException:
        endpoint, values = "", {}
    if values.get("game") != game or not _is_there(game, values.get("number")):
        return url_for("tables.show", game=game)
    return url_for(endpoint, **values)


def _is_there(game: int, number: int | None) -> bool:
    """Whether the game has that round, which an undo may have taken away."""
    if number is None:
        return True
    record = load(game).record
    to_play = 0 if record.course.phase is Phase.OVER else record.course.next_round
    return number <= max(len(record.rounds), to_play)
