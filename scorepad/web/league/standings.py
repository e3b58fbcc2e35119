"""The standings: everybody, or every partnership, over days and kinds of game that people choose."""

from typing import Any

from flask import Blueprint, render_template, request

from scorepad.web.keeping_up import league_page
from scorepad.web.league.figures import WORDS
from scorepad.web.league.ranges import is_day
from scorepad.web.league.standingspage import StandingsPage

pages = Blueprint("standings", __name__, url_prefix="/league")
pages.add_app_template_test(is_day, "a_day")


@pages.get("")
@league_page
def show() -> Any:
    """A table as the address asks for it; what cannot be asked is said, and the usual table shown."""
    page = StandingsPage.of(request.args)
    shown = render_template("league/standings.html", page=page, words=WORDS)
    return shown, 422 if page.asked.faults else 200
