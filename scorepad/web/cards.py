"""The reference card of a game's rules."""

from typing import Any

from flask import Blueprint, abort

pages = Blueprint("cards", __name__, url_prefix="/games/<number:game>")


@pages.get("/rules")
def show(game: int) -> Any:
    """The rules of the game on one page."""
    abort(404)
