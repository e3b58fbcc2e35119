"""Counting one packet of cards as piles or card by card: "count the piles, not the math".

A packet is what a team melded, or what a player had left. Counting here records nothing; "Save" records the packet's
cell, with the counts.
"""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for

from scorepad.play.game import LoadedGame
from scorepad.play.save_round import ReturnedForm, Saved, save_packet
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.scoring.sheet import Kind
from scorepad.web.app.current import g, load
from scorepad.web.rounds.packet_page import WAYS, PacketPage
from scorepad.web.rounds.rounds import load_round
from scorepad.web.rounds.saved_words import saved_text

pages = Blueprint("packets", __name__, url_prefix="/games/<number:game>/rounds/<number:number>/count")


@pages.get("/<place>/<field>")
def show(game: int, number: int, place: str, field: str) -> Any:
    """Show the counts so far, as piles or card by card."""
    loaded = load_round(game, number)
    page = PacketPage.of(loaded, number, _packet(loaded, number, place, field), _way())
    return render_template("rounds/packet.html", page=page)


@pages.post("/<place>/<field>")
def save(game: int, number: int, place: str, field: str) -> Any:
    """Save the cards. After a tap on − or +, or with faults, show the page again."""
    loaded = load_round(game, number)
    packet = _packet(loaded, number, place, field)
    page = PacketPage.of(loaded, number, packet, _way()).with_typed(g.form.data)
    if "step" in request.form or page.faults:
        shown = render_template("rounds/packet.html", page=page)
        return shown, 422 if page.faults else 200
    confirmed = request.form.get("confirm", "")
    outcome = save_packet(g.club.games, game, number, g.form, packet, value=page.value, confirmed=confirmed)
    if isinstance(outcome, ReturnedForm):
        return render_template("rounds/packet.html", page=page.with_returned(outcome)), 422
    if outcome is Saved.FINISHED:
        flash(saved_text(load(game), number, g.form))
    where = url_for("rounds.edit", game=game, number=number, at=packet.name, _anchor=packet.name)
    return redirect(where, 303)


def _way() -> str:
    way = request.args.get("by", "")
    return way if way in WAYS else ""


def _packet(loaded: LoadedGame, round_number: int, place: str, field: str) -> Input:
    """Return the input for these cards, or answer 404 if the sheet has none."""
    inputs = sheet_inputs(loaded.sheet(round_number))
    matches = [packet for packet in inputs if packet.name == f"{place}.{field}"]
    if field not in (Kind.MELDED, Kind.LEFT) or not matches:
        abort(404)
    return matches[0]
