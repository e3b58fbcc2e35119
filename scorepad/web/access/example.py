"""The page on which its owner deletes the example club."""

from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for

from scorepad import example, paths
from scorepad.web.app.current import g
from scorepad.web.app.forms import valid_submission
from scorepad.web.app.templates import new_key

pages = Blueprint("example", __name__, url_prefix="/example/delete")


@pages.get("")
def ask() -> Any:
    """Ask for confirmation."""
    if not g.club.is_example:
        return redirect(url_for("games.index"))
    return render_template("access/example.html", key=new_key())


@pages.post("")
def delete() -> Any:
    """Delete this club. Answer 404 if it is not the example."""
    if not g.club.is_example:
        abort(404)
    valid_submission()
    outside = request.script_root.removesuffix(paths.prefix(g.club.slug))
    html = render_template("access/example_deleted.html", outside=outside)
    example.delete(current_app.config["HOME"])
    return html
