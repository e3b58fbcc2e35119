"""Taking back: undo, the bin, and what was changed by whom."""

from flask import Blueprint

pages = Blueprint("mending", __name__)
