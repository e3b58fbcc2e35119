"""The two questions asked during play: can we open, may we go out. Asking changes nothing, so both are GETs."""

from typing import Any

from flask import Blueprint, render_template, request

from scorepad.web.clubs import load
from scorepad.web.openpage import OpenPage
from scorepad.web.outpage import OutPage

pages = Blueprint("ask", __name__, url_prefix="/games/<number:game>")


@pages.get("/open")
def open_(game: int) -> Any:
    """Can we open with these melds?"""
    page = OpenPage.of(load(game), request.args)
    return render_template("ask/open.html", page=page), 422 if page.faults else 200


@pages.get("/out")
def out(game: int) -> Any:
    """May we go out?"""
    page = OutPage.of(load(game), request.args)
    return render_template("ask/out.html", page=page), 422 if page.faults else 200
