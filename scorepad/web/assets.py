"""What pages are made of besides their HTML: the style sheets as one, and the scripts, kept by browsers for ever.

Their addresses carry a word made from everything in `static/`, so a new version is a new address. Nothing is built:
the style sheets are joined when the application starts, in the order below.
"""

import hashlib
from functools import partial
from pathlib import Path

from flask import Flask, Response, abort, send_from_directory, url_for

STYLES = (
    "tokens",
    "page",
    "parts",
    "stepper",
    "sheet",
    "score",
    "table",
    "setup",
    "ask",
    "card",
    "mending",
    "ends",
    "print",
)
"""The style sheets of `static/css/`, from the general to the special."""

SHEET = "scorepad.css"
FOR_EVER = "public, max-age=31536000, immutable"


def install(app: Flask, home: Path) -> None:
    """Serves the assets, and gives templates `asset(name)`, the address of a file of `home`."""
    joined = "".join((home / "css" / f"{name}.css").read_text("utf-8") for name in STYLES)
    version = _version(home)
    app.add_url_rule(
        "/assets/<version>/<path:name>",
        "asset",
        partial(_send, home, joined, version),
        methods=["GET"],
    )
    app.jinja_env.globals["asset"] = lambda name: url_for("asset", version=version, name=name)


def _version(home: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(path for path in home.rglob("*") if path.is_file()):
        found.update(path.relative_to(home).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def _send(home: Path, joined: str, current: str, version: str, name: str) -> Response:
    if version != current:
        abort(404)
    if name == SHEET:
        answer = Response(joined, mimetype="text/css")
        answer.set_etag(current)
    else:
        answer = send_from_directory(home, name)
    answer.headers["Cache-Control"] = FOR_EVER
    return answer
