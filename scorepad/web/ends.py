"""After the end: the result and the rematch."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for

from scorepad import __version__
from scorepad.scoring.agreement import WHOLE_GAME
from scorepad.scoring.game import Phase
from scorepad.store import BINNED, NEW_GAME, TABLE, Entry
from scorepad.web.clubs import LoadedGame, current_access, current_club, current_hub, load
from scorepad.web.doors import may, this_phone
from scorepad.web.endpage import EndPage
from scorepad.web.forms import STALE, posted
from scorepad.web.scorer import device, is_from

pages = Blueprint("ends", __name__, url_prefix="/games/<number:game>")

ALIKE = ("rules", "choices", "shape", "decks")
"""What a rematch has in common with the game before it, at the table; its totals and its end are its own."""

FIRST = 1
_SAYS = ":rematch-{}"
"""What the key of a rematch says of the game before it."""
LATER = 20
"""Games after one among which its rematch is looked for."""


@pages.get("/result")
def show(game: int) -> Any:
    """The result of a game that is over."""
    loaded = load(game)
    if loaded.record.course.phase is not Phase.OVER:
        return redirect(url_for("tables.show", game=game))
    return render_template("ends/end.html", page=EndPage.of(loaded))


@pages.post("/rematch")
def rematch(game: int) -> Any:
    """Begins a new game like this one. The same form again gives the same game, and so does another phone's."""
    loaded, form = load(game), posted()
    if not form.fresh:
        flash(STALE)
        return redirect(url_for("tables.show", game=game), 303)
    if begun := _begun_elsewhere(game):
        flash("The others have begun the rematch already: here it is.")
        return redirect(url_for("tables.show", game=begun), 303)
    key = form.key + _SAYS.format(game)
    number = current_club().new_game(list(_entries(loaded, key)), key=key)
    current_access().pass_on(game, number)
    current_hub().tell(game)
    flash("A new game with the same players. Somebody else sits there? Mend it in the settings.")
    return redirect(url_for("tables.show", game=number), 303)


def _begun_elsewhere(game: int) -> int | None:
    """The rematch that another phone has begun, while it is played and this phone may score it."""
    phone = this_phone()
    for number in range(game + 1, game + 1 + LATER):
        first = current_club().history(number, limit=1)
        if not first:
            return None
        is_one = _SAYS.format(game) + ":" in first[0].key and not is_from(first[0].device, phone)
        if is_one and may("SCORE", number) and _is_played(load(number)):
            return number
    return None


def _is_played(loaded: LoadedGame) -> bool:
    binned = loaded.values.get((WHOLE_GAME, TABLE, BINNED))
    return not binned and loaded.record.course.phase is not Phase.OVER


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
