"""A person of the club as an address names them, and what pages say about people's colours."""

from flask import Blueprint, url_for
from werkzeug.routing import RequestRedirect

from scorepad.store import Forgotten, Player
from scorepad.web.clubs import current_club

COLOURS = ("Blue", "Orange", "Green", "Purple", "Red", "Teal", "Brown", "Pink")
"""The colours in words, by their number from 1; `tokens.css` has them as `--person-1`…"""

GONE = "Somebody was here who wished to be forgotten. Their games and points stay, without a name."


def person_here(number: int, endpoint: str) -> Player:
    """The person an address speaks of. Leads to the same page of whom they were merged into.

    Raises NoSuchPerson, and Forgotten for who was forgotten, which the application answers.
    """
    player = current_club().people.person(number)
    if player.merged_into is not None:
        moved = RequestRedirect(url_for(endpoint, person=player.merged_into))
        moved.code = 303
        raise moved
    if player.forgotten:
        raise Forgotten(GONE)
    return player


def install(pages: Blueprint) -> None:
    """Gives templates the colours' words."""
    pages.record(lambda state: state.app.jinja_env.globals.update(colours=COLOURS))
