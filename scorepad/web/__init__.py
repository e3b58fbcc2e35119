"""The pages: Flask, server-rendered, every one a plain form that works without scripts."""

from pathlib import Path

from flask import Flask
from flask_compress import Compress
from jinja2 import StrictUndefined

from scorepad import places
from scorepad.store import Access, Club
from scorepad.web import (
    ask,
    assets,
    cards,
    clubs,
    doors,
    drawing,
    ends,
    errors,
    games,
    guard,
    joining,
    keeping_up,
    mending,
    packets,
    people,
    rounds,
    settings,
    stories,
    tables,
    words,
)
from scorepad.web.league import partners, players, records, seasons, standings, versus

BLUEPRINTS = (
    joining.pages,
    games.pages,
    tables.pages,
    rounds.pages,
    packets.pages,
    ask.pages,
    cards.pages,
    mending.pages,
    settings.pages,
    ends.pages,
    people.pages,
    stories.pages,
    records.pages,
    standings.pages,
    seasons.pages,
    players.pages,
    partners.pages,
    versus.pages,
)

LARGEST_BODY = 64 * 1024
"""Bytes of a posted form; a round of sixteen players has a tenth of it."""

MOST_PARTS = 600
"""Fields of a posted form."""


def create_app(instance: Path | None = None) -> Flask:
    """The application, on the club in `instance` (see `places.instance_dir` where None).

    Raises StoreError or places' own error, each with a sentence, when the club cannot be opened.
    """
    home = places.instance_dir() if instance is None else instance
    app = Flask(
        "scorepad",
        template_folder=str(places.templates_dir()),
        static_folder=None,
    )
    app.config.update(
        SECRET_KEY=guard.secret_key(home),
        WTF_CSRF_TIME_LIMIT=None,
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        MAX_FORM_PARTS=MOST_PARTS,
        COMPRESS_ALGORITHM=["gzip"],
        # A tenth of a page's time would go into the last tenth of its bytes.
        COMPRESS_LEVEL=4,
        COMPRESS_MIMETYPES=["text/html", "text/css", "text/javascript", "image/svg+xml"],
    )
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.converters["number"] = guard.Number
    guard.install(app)
    Compress(app)
    errors.install(app)
    words.install(app)
    club = Club.open(home / places.CLUB)
    clubs.install(app, club, Access.open(home / places.ACCESS))
    keeping_up.install(app, club)
    doors.install(app)
    assets.install(app, places.static_dir())
    drawing.install(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
