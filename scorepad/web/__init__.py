"""The pages: Flask, server-rendered, every one a plain form that works without scripts."""

import os
from pathlib import Path

from flask import Flask
from flask_compress import Compress
from jinja2 import StrictUndefined

from scorepad import places
from scorepad.web import (
    ask,
    assets,
    boards,
    cards,
    clubs,
    doors,
    drawing,
    ends,
    errors,
    forms,
    games,
    guard,
    hosts,
    installing,
    inviting,
    joining,
    mending,
    packets,
    people,
    phones,
    posts,
    presence,
    rounds,
    settings,
    stories,
    streams,
    tables,
    whereto,
    words,
)
from scorepad.web.league import partners, players, records, seasons, standings, versus

BLUEPRINTS = (
    joining.pages,
    inviting.pages,
    phones.pages,
    games.pages,
    tables.pages,
    boards.pages,
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
    streams.pages,
)

LARGEST_BODY = 64 * 1024
"""Bytes of a posted form; a round of sixteen players has a tenth of it."""

MOST_PARTS = 600
"""Fields of a posted form."""


def create_app(instance: Path | None = None, *, threads: int = 0) -> Flask:
    """The application, on the clubs in `instance` (see `places.instance_dir` where None).

    `threads` is how many requests its server answers at once: with 0 there are no streams, and phones ask now and then.
    Raises StoreError or places' own error, each with a sentence, when the club at home cannot be opened, and
    SettingError for a setting that cannot be used.
    """
    home = places.instance_dir() if instance is None else instance
    app = _empty(home)
    # Before everything else: whoever asks by a name that is not ours is told nothing.
    hosts.install(app, os.environ)
    guard.install(app)
    Compress(app)
    errors.install(app)
    words.install(app)
    clubs.install(app, home)
    doors.install(app)
    posts.install(app)
    whereto.install(app)
    presence.install(app)
    streams.install(app, threads)
    assets.install(app, places.static_dir())
    app.after_request(forms.spare_the_page)
    installing.install(app, places.static_dir())
    drawing.install(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def _empty(home: Path) -> Flask:
    """An application that is set up and has no page yet."""
    app = Flask(
        "scorepad",
        template_folder=str(places.templates_dir()),
        static_folder=None,
    )
    app.config.update(
        HOME=home,
        SECRET_KEY=guard.secret_key(home),
        WTF_CSRF_TIME_LIMIT=None,
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
    return app
