"""The records of the club: of each kind of game the best that was ever done, and the longest winning streaks."""

from typing import Any

from flask import Blueprint, render_template, request

from scorepad.web.keeping_up import league_page
from scorepad.web.league.recordspage import RecordsPage

pages = Blueprint("records", __name__, url_prefix="/league")


@pages.get("/records")
@league_page
def show() -> Any:
    """The records of the kind of game `?kind=` names, or of the one played most."""
    page = RecordsPage.of(request.args.get("kind"))
    return render_template("records/records.html", page=page)
