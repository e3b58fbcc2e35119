"""What makes the pages an application of the phone's own where its browser allows that: manifest and service worker.

Both stand at the club's own root, so that under a prefix they speak for that club alone. They say nothing of it.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

from flask import Blueprint, Flask, Response, current_app, url_for

pages = Blueprint("installing", __name__)

WORKER = "js/worker.js"
FELT, PAPER = "#174d38", "#faf6ec"
"""The colours around the pages while they open; tokens.css has them too."""


def install(app: Flask, home: Path) -> None:
    """Adds the two to the application; `home` is the folder of the assets."""
    source = (home / WORKER).read_text("utf-8")
    app.add_url_rule(
        "/service-worker.js", "installing.worker", partial(_worker, source), methods=["GET"]
    )
    app.register_blueprint(pages)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, icons and colours, for the screen a phone begins with."""
    said: dict[str, Any] = {
        "name": "Scorepad",
        "short_name": "Scorepad",
        "description": "Keeps the score of Hand and Foot and explains every number.",
        "start_url": url_for("games.index"),
        "scope": url_for("games.index"),
        "display": "standalone",
        "theme_color": FELT,
        "background_color": PAPER,
        "icons": [
            {"src": _asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": _asset(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
                for size in (192, 512)
            ),
        ],
    }
    return Response(json.dumps(said), mimetype="application/manifest+json")


def _worker(source: str) -> Response:
    """The service worker, with the addresses of what every page is made of."""
    names = ("scorepad.css", "scorepad.js", "icon.svg")
    addresses = [_asset(name) for name in names]
    version = json.dumps(current_app.jinja_env.globals["asset_version"])
    head = f"const ASSETS = {json.dumps(addresses)};\nconst VERSION = {version};\n"
    return Response(head + source, mimetype="text/javascript")


def _asset(name: str) -> str:
    address = cast(Callable[[str], str], current_app.jinja_env.globals["asset"])
    return address(name)
