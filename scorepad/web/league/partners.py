"""A partnership's page in the league."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for

from scorepad.league.who import is_partnership
from scorepad.web.clubs import current_club
from scorepad.web.keeping_up import league_page
from scorepad.web.league.partnerpage import PartnerPage
from scorepad.web.league.playerpage import START, START_OFF
from scorepad.web.league.whokeys import present
from scorepad.web.whos import whos

pages = Blueprint("partners", __name__, url_prefix="/partners")


@pages.get("/<who>")
@league_page
def show(who: str) -> Any:
    """All that the league knows of people who play together."""
    everybody = whos()
    key = present(who, everybody)
    if not is_partnership(key):
        if not is_partnership(who):
            abort(404)
        # They were found to be one person.
        return redirect(url_for("players.show", person=int(key)), 303)
    if key != who:
        return redirect(url_for("partners.show", who=key), 303)
    page = PartnerPage.of(current_club(), everybody, key)
    return render_template("players/partnership.html", page=page, start=START, start_off=START_OFF)
