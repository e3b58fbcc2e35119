"""The page of the prophets: who knew before the first round which team would win."""

from typing import Any

from flask import render_template, request

from scorepad.exchange.documents.league import prophets_document
from scorepad.league.prophets import EVER
from scorepad.league.table_request import is_day
from scorepad.web.app.current import g
from scorepad.web.app.freshness import league_page
from scorepad.web.people.people_view import people_view


@league_page
def show() -> Any:
    """Show the prophets of all games, or of the days from `?from=` to `?to=`."""
    people = people_view()
    days = {name: text if is_day(text := request.args.get(name, "").strip()) else "" for name in ("from", "to")}
    first, last = days["from"] or EVER[0], days["to"] or EVER[1]
    page = prophets_document(g.club.store, people, (first, last))
    return render_template("league/prophets.html", page=page, people=people, days=days)
