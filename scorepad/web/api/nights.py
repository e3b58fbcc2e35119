"""Nights of many tables."""

from typing import Any

from scorepad.exchange.documents.nights import ListedNights, OneNight, listed_night
from scorepad.web.api.routes import route
from scorepad.web.app.current import g
from scorepad.web.nights.view import NightPage


@route("GET", "/nights", answer=ListedNights, operation="list_nights")
def nights() -> Any:
    """List the nights of many tables, newest first."""
    pages = [NightPage.of(night.id) for night in g.club.store.nights.all()]
    return {"nights": [listed_night(page.night, page.title) for page in pages]}


@route("GET", "/nights/<number:night>", answer=OneNight, problems=(404,), operation="get_one_night")
def night(night: int) -> Any:
    """Show a night: its sittings with their games, the table of people or pairs, and the prizes. It is up to date
    while tables play."""
    return NightPage.of(night).document
