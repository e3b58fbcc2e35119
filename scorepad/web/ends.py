"""After the end: the result and the rematch."""

from flask import Blueprint

pages = Blueprint("ends", __name__, url_prefix="/games/<number:game>")
