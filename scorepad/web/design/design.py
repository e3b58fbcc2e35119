"""The page of the design: every component in every state. Only in development."""

from typing import Any

from flask import Blueprint, Flask, render_template

from scorepad.web.access.permissions import REQUIRED, Permission
from scorepad.web.design import colours, samples

pages = Blueprint("design", __name__)

PARTS = ("colours", "type", "teams", "buttons", "fields", "messages", "table", "counting", "answers", "lists")
"""The sections of the page, each a template."""


def install(app: Flask) -> None:
    """Add the page to an application that is being developed. No other has it, nor a permission for it."""
    REQUIRED["design.show"] = Permission.OWN
    app.register_blueprint(pages)


@pages.get("/design")
def show() -> Any:
    return render_template("design/design.html", parts=PARTS, tokens=colours.tokens(), samples=samples)
