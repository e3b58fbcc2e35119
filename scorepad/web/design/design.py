"""The design page: every component in every state. Development only."""

from typing import Any

from flask import Blueprint, Flask, render_template

from scorepad.web.access.permissions import REQUIRED, Permission
from scorepad.web.design import colours, samples

pages = Blueprint("design", __name__)

PARTS = ("colours", "type", "teams", "buttons", "fields", "messages", "table", "counting", "answers", "lists")
"""The sections of the page. Each is a template."""


def install(app: Flask) -> None:
    """Add the page and its permission to an application in development."""
    REQUIRED["design.show"] = Permission.OWN
    app.register_blueprint(pages)


@pages.get("/design")
def show() -> Any:
    return render_template("design/design.html", parts=PARTS, tokens=colours.tokens(), samples=samples)
