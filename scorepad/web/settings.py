"""Mending what was agreed: names, seats, rules, decks, totals brought forward."""

from flask import Blueprint

pages = Blueprint("settings", __name__, url_prefix="/games/<number:game>/settings")
