"""A player's page in the league."""

from typing import Any

from flask import Blueprint, render_template

from scorepad.web.clubs import current_club
from scorepad.web.keeping_up import league_page
from scorepad.web.league import rates
from scorepad.web.league.playerpage import START, START_OFF, PlayerPage
from scorepad.web.persons import person_here
from scorepad.web.whos import whos

pages = Blueprint("players", __name__, url_prefix="/people")
pages.add_app_template_filter(rates.percent)
pages.add_app_template_filter(rates.whole)
pages.add_app_template_global(rates.each)


@pages.get("/<number:person>")
@league_page
def show(person: int) -> Any:
    """All that the league knows of a person; of whom they are now, where they were merged."""
    player = person_here(person, "players.show")
    page = PlayerPage.of(current_club(), whos(), player)
    return render_template("players/player.html", page=page, start=START, start_off=START_OFF)
