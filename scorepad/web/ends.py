"""After the end: the result and the rematch."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for

from scorepad import __version__
from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.game import Phase
from scorepad.store import NEW_GAME, Entry
from scorepad.web.clubs import LoadedGame, current_access, current_club, load
from scorepad.web.endpage import EndPage
from scorepad.web.forms import STALE, posted
from scorepad.web.scorer import device

pages = Blueprint("ends", __name__, url_prefix="/games/<number:game>")

ALIKE = ("rules", "choices", "shape", "decks")
"""What a rematch has in common with the game before it, at the table; its totals and its end are its own."""

FIRST = 1


@pages.get("/result")
def show(game: int) -> Any:
    """The result of a game that is over."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("tables.show", game=game))
    return render_template("ends/end.html", page=EndPage.of(loaded))


@pages.post("/rematch")
def rematch(game: int) -> Any:
    """Begins a new game like this one. The same form again gives the same game."""
    loaded, form = load(game), posted()
    if not form.fresh:
        flash(STALE)
        return redirect(url_for("tables.show", game=game), 303)
    key = f"{form.key}:rematch-{game}"
    number = current_club().new_game(list(_entries(loaded, key)), key=key)
    current_access().pass_on(game, number)
    flash("A new game with the same players. Somebody else sits there? Mend it in the settings.")
    return redirect(url_for("tables.show", game=number), 303)


def _entries(loaded: LoadedGame, key: str) -> Iterator[Entry]:
    """What the new game begins with: the rules as they were copied, and those who sat there at the end."""
    by = device()

    def entry(place: str, name: str, value: Any, number: int = WHOLE_GAME) -> Entry:
        return Entry(f"{key}:{place}.{name}", NEW_GAME, number, place, name, value, device=by)

    for name in ALIKE:
        value = loaded.values.get((WHOLE_GAME, "table", name))
        if value is not None:
            yield entry("table", name, value)
    yield entry("table", "engine", __version__)
    for seat, player in enumerate(loaded.agreement.players, start=1):
        if player:
            yield entry(f"seat{seat}", "player", {"id": player})
    if started := loaded.values.get((FIRST, "table", "starter")):
        seat = started["seat"] % loaded.agreement.table.players + 1
        yield entry("table", "starter", {"seat": seat}, number=FIRST)
