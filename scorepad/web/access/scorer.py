"""Who keeps score on a phone: asked once, stored with the phone's passes."""

from typing import Any

from flask import Blueprint, redirect, render_template
from wtforms import StringField
from wtforms.validators import ValidationError

from scorepad.play.game import LoadedGame
from scorepad.play.setup_form import find_or_add_player
from scorepad.scoring.names import BadName
from scorepad.store import NO_PLAYER, Club, KeyReused
from scorepad.web.app.current import g, load
from scorepad.web.app.forms import PageForm
from scorepad.web.app.navigation import return_url_in_game

pages = Blueprint("scorer", __name__, url_prefix="/games/<number:game>/scorer")


class ScorerForm(PageForm):
    """A button for each player at the table and one for "Not now", or a name to type."""

    player = StringField()
    name = StringField()

    def __init__(self, loaded: LoadedGame) -> None:
        super().__init__()
        self.at_table = loaded.agreement.players

    def validate_player(self, field: StringField) -> None:
        """Reject a player who is not at the table."""
        if field.raw_data and field.data not in map(str, (NO_PLAYER, *self.at_table)):
            raise ValidationError("Choose one of the players, or type a name.")

    def find_player(self, club: Club) -> int:
        """Return the id of the player; add a person if the name is new. Raises BadName or KeyReused."""
        if self.player.raw_data:
            return int(self.player.data)
        return find_or_add_player(club, self.name.data or "", self.at_table, f"{self.key.data}:scorer")


@pages.get("")
def ask(game: int) -> Any:
    """Ask who keeps score on this phone."""
    return render_template("access/scorer.html", game=load(game), typed="", fault="")


@pages.post("")
def save(game: int) -> Any:
    """Save who keeps score on this phone: someone at the table, a typed name, or no one."""
    assert g.phone is not None
    loaded = load(game)
    form = ScorerForm(loaded)
    if form.validate():
        try:
            g.club.access.set_player(g.phone.id, form.find_player(g.club.store))
            return redirect(return_url_in_game(game), 303)
        except (BadName, KeyReused) as error:
            form.refuse(str(error))
    fault = next(iter(form.faults.values()))
    typed = form.name.data or ""
    return render_template("access/scorer.html", game=loaded, typed=typed, fault=fault), 422
