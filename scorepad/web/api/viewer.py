"""The page that shows the OpenAPI document, with a viewer that ships with Scorepad."""

from flask import Blueprint, Response, make_response, render_template

from scorepad.web.app.headers import HEADERS

POLICY = HEADERS["Content-Security-Policy"].replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""Allows the styles that the viewer's script inserts. The page shows nothing of a club and runs no inline scripts."""

pages = Blueprint("api_viewer", __name__)


@pages.get("/api/")
def show() -> Response:
    """Show the documentation of the API."""
    answer = make_response(render_template("api/viewer.html"))
    answer.headers["Content-Security-Policy"] = POLICY
    return answer
