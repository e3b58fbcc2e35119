"""The page that shows the OpenAPI document, with a viewer that ships with Scorepad."""

from flask import Blueprint, Response, make_response, render_template

from scorepad.web.app.headers import HEADERS

POLICY = HEADERS["Content-Security-Policy"].replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""The viewer brings styles of its own, in its script. The page shows nothing of a club, and no script in it runs."""

pages = Blueprint("api_viewer", __name__)


@pages.get("/api/")
def show() -> Response:
    """Show what other programs can ask for."""
    answer = make_response(render_template("api/viewer.html"))
    answer.headers["Content-Security-Policy"] = POLICY
    return answer
