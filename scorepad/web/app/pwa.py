"""The web app manifest, the service worker, the page for phones without a connection; and the favicon.

All but the favicon have URLs below the club's root, so each club is a separate app. Only the manifest of a phone with
access tells anything about the club: its name.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, render_template, url_for

from scorepad.web.app import icons
from scorepad.web.app.current import g
from scorepad.web.app.design_tokens import colours
from scorepad.web.app.permissions import Permission, permissions_of
from scorepad.web.app.templates import club_name

pages = Blueprint("pwa", __name__)

WORKER = "js/worker.js"


def install(app: Flask, folder: Path) -> None:
    """Add the routes of all three. `folder` is the assets folder."""
    source = (folder / WORKER).read_text("utf-8")

    @app.get("/service-worker.js", endpoint="pwa.worker")
    def worker() -> Response:
        return _worker(source)

    @app.get("/favicon.ico", endpoint="favicon")
    def favicon() -> Response:
        return _favicon()

    app.jinja_env.globals["theme_colour"] = colours()["felt"]
    app.register_blueprint(pages)


@pages.get("/away")
def away() -> str:
    """The page that stands for any other one while the server cannot be reached. Phones keep it."""
    return render_template("app/away.html")


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """The name, icons and colours for the home screen."""
    content: dict[str, Any] = {
        "name": club_name(),
        "short_name": club_name(),
        "description": "Keeps the score of Hand and Foot and explains every number.",
        "start_url": url_for("games.index"),
        "scope": url_for("games.index"),
        "display": "standalone",
        "theme_color": current_app.jinja_env.globals["theme_colour"],
        "background_color": colours()["paper"],
        "icons": _icons(),
        "shortcuts": _shortcuts(),
    }
    return Response(json.dumps(content), mimetype="application/manifest+json")


def _shortcuts() -> list[dict[str, str]]:
    """Return what the icon on the home screen offers when it is held, of what this phone may do."""
    allowed = permissions_of(g.phone)
    shortcuts = [("Continue", "games.continue_", Permission.READ), ("New game", "new_game.choose", Permission.OWN)]
    return [{"name": name, "url": url_for(endpoint)} for name, endpoint, needed in shortcuts if needed in allowed]


def _icons() -> list[dict[str, str]]:
    drawn = {"src": _asset(icons.DRAWING), "sizes": "any", "type": "image/svg+xml"}
    names = {"icon-192.png": "any", "icon-512.png": "any", "icon-maskable.png": "maskable"}
    return [drawn, *(_icon(name, purpose) for name, purpose in names.items())]


def _icon(name: str, purpose: str) -> dict[str, str]:
    size = icons.ICONS[name].pixels
    return {"src": _asset(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _favicon() -> Response:
    """Return the icon for browsers that ask for no other: before a page has loaded, or for a picture."""
    picture = icons.ico(icons.png(icons.FAVICON), icons.ICONS[icons.FAVICON].pixels)
    return Response(picture, mimetype="image/x-icon", headers={"Cache-Control": "public, max-age=86400"})


def _worker(source: str) -> Response:
    """Return the service worker, with the URLs of the assets that the pages of games load."""
    names = (
        *("scorepad.css", "more.css", "count.css", "ask.css", "css/news.css"),
        *("scorepad.js", "more.js", "count.js", "icon.svg"),
    )
    addresses = [_asset(name) for name in names]
    version = json.dumps(current_app.jinja_env.globals["asset_version"])
    away = json.dumps(url_for("pwa.away"))
    head = f"const ASSETS = {json.dumps(addresses)};\nconst AWAY = {away};\nconst VERSION = {version};\n"
    return Response(head + source, mimetype="text/javascript")


def _asset(name: str) -> str:
    address = cast(Callable[[str], str], current_app.jinja_env.globals["asset"])
    return address(name)
