"""Head to head: who leads between two people, or two partnerships."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from scorepad.league.who import Who, is_partnership, members
from scorepad.scoring.explain import listed
from scorepad.store import Forgotten, NoSuchPerson
from scorepad.web.clubs import current_club
from scorepad.web.keeping_up import league_page
from scorepad.web.league.versusform import VersusForm
from scorepad.web.league.versuspage import VersusPage
from scorepad.web.league.whokeys import present
from scorepad.web.persons import GONE
from scorepad.web.whos import Whos, whos

pages = Blueprint("versus", __name__, url_prefix="/league/versus")

UNKNOWN = "There is nobody of this number in the club. Choose two from the lists."


@pages.get("")
@league_page
def show() -> Any:
    """Two whom somebody chose, or the form to choose them."""
    everybody = whos()
    asked = [request.args.get(name, "") for name in ("one", "other")]
    try:
        one, other = (present(text, everybody) if text else "" for text in asked)
    except Forgotten:
        return _page(everybody, fault=GONE, status=410)
    except NoSuchPerson:
        return _page(everybody, fault=UNKNOWN, status=404)
    if [one, other] != asked:
        return redirect(url_for("versus.show", one=one, other=other), 303)
    fault = _fault(everybody, one, other) if one and other else ""
    return _page(everybody, one, other, fault, 422 if fault else 200)


def _fault(everybody: Whos, one: Who, other: Who) -> str:
    """Why two cannot have met; "" where they can."""
    if one == other and not is_partnership(one):
        return f"{everybody.name(members(one))} cannot play against themselves. Choose two people."
    if one == other:
        return "These are the same partnership twice. Choose two."
    if is_partnership(one) != is_partnership(other):
        return "One of these is a person, the other a partnership. Choose two of a kind."
    both = sorted(set(members(one)) & set(members(other)))
    if both:
        names = listed([everybody.name((person,)) for person in both])
        are = "are" if len(both) > 1 else "is"
        return f"{names} {are} in both partnerships, so these two can never meet."
    return ""


def _page(
    everybody: Whos, one: Who = "", other: Who = "", fault: str = "", status: int = 200
) -> Any:
    club = current_club()
    whole = one and other and not fault
    html = render_template(
        "players/versus.html",
        form=VersusForm.of(club, everybody, one, other),
        page=VersusPage.of(club, everybody, one, other) if whole else None,
        fault=fault,
    )
    return html, status
