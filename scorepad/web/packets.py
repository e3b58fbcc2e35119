"""Counting one packet of cards as piles or card by card: "count the piles, not the math".

A packet is what a team melded, or what a player had left. While it is counted here nothing is recorded; "Keep this"
records the one cell it stands for, given as it was counted.
"""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from scorepad.scoring.sheet import Kind
from scorepad.web.clubs import LoadedGame
from scorepad.web.forms import posted
from scorepad.web.packetpage import WAYS, PacketPage
from scorepad.web.rounding import Troubles, keep_cell
from scorepad.web.rounds import begun
from scorepad.web.sheetform import Input, inputs_of, team_forms

pages = Blueprint(
    "packets", __name__, url_prefix="/games/<number:game>/rounds/<number:number>/count"
)


@pages.get("/<place>/<field>")
def show(game: int, number: int, place: str, field: str) -> Any:
    """A packet as it was counted so far, as piles or card by card."""
    loaded = begun(game, number)
    page = PacketPage.of(loaded, number, _packet(loaded, number, place, field), _way())
    return render_template("rounds/packet.html", page=page)


@pages.post("/<place>/<field>")
def save(game: int, number: int, place: str, field: str) -> Any:
    """Keeps the packet, or shows it again: a step further, or with what stands against it."""
    loaded = begun(game, number)
    one = _packet(loaded, number, place, field)
    page = PacketPage.of(loaded, number, one, _way()).with_typed(request.form)
    if "step" in request.form or page.faults:
        shown = render_template("rounds/packet.html", page=page)
        return shown, 422 if page.faults else 200
    outcome = keep_cell(loaded, number, posted(), request.form, one, page.value)
    if isinstance(outcome, Troubles):
        return render_template("rounds/packet.html", page=page.with_troubles(outcome)), 422
    where = url_for("rounds.edit", game=game, number=number, at=one.name, _anchor=one.name)
    return redirect(where, 303)


def _way() -> str:
    way = request.args.get("by", "")
    return way if way in WAYS else ""


def _packet(loaded: LoadedGame, number: int, place: str, field: str) -> Input:
    """The input of that packet; answers 404 where the sheet has none."""
    inputs = inputs_of(team_forms(loaded.sheet(number)))
    found = [one for one in inputs if one.name == f"{place}.{field}"]
    if field not in (Kind.MELDED, Kind.LEFT) or not found:
        abort(404)
    return found[0]
