"""The application factory: settings, middleware, addresses."""

import os
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.routing import IntegerConverter, Rule

from scorepad import environment, paths
from scorepad.live.open_clubs import OpenClubs
from scorepad.web.api import entrance
from scorepad.web.app import addresses, assets, errors, forms, language, navigation, pwa, security, templates
from scorepad.web.app.secret_key import secret_key
from scorepad.web.live import streams

LARGEST_BODY = 64 * 1024
"""Bytes of a posted form. A round of sixteen players needs a tenth of this."""

MAX_PARTS = 600
"""Fields of a posted form."""


class NumberConverter(IntegerConverter):
    """A number in a URL: 1 to 9 ASCII digits, no leading zero."""

    regex = "[1-9][0-9]{0,8}"


COMPILING = threading.Lock()
"""Held while a builder is compiled. Python 3.11 may raise SystemError if two threads turn syntax trees into objects at
once (python/cpython#106905), which made the first page of a phone an error now and then."""


class LateRule(Rule):
    """A URL rule that compiles its builder on first use. Compiling all of them took half of the start-up time."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        name, compiled = "_build_unknown" if append_unknown else "_build", super()._compile_builder

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            with COMPILING:
                setattr(rule, name, compiled(append_unknown).__get__(rule, None))
            built: tuple[str, str] = getattr(rule, name)(**values)
            return built

        return build


def create_app(instance: Path | None = None, *, is_serving: bool = False) -> Flask:
    """Create the application for the clubs in the folder `instance` (default: `paths.instance_dir()`).

    Unless `is_serving`, there are no streams, and phones poll.
    Raises StoreError or FolderError if the home club cannot be opened, SettingError if a setting is invalid.
    """
    # Read the settings first, so that a bad one leaves no file open.
    hosts, proxies = environment.hosts(os.environ), environment.proxies(os.environ)
    metrics_reader, owner_header = environment.metrics(os.environ), environment.owner_header(os.environ)
    per_link, notices = environment.phones_per_link(os.environ), environment.notices(os.environ)
    home = paths.instance_dir() if instance is None else instance
    is_open, most_clubs = environment.open_house(os.environ), environment.most_clubs(os.environ)
    if is_open:
        paths.make_folder(home / paths.CLUBS)
    app = _empty(home, secret_key(home))
    app.config["OWNER_HEADER"] = owner_header
    security.install_middleware(app, _open_clubs(app, home, per_link, notices), hosts, proxies)
    _install_pages(app, is_serving=is_serving)
    if is_open:
        # Imported here, like `design` below, so that other applications do not load it.
        from scorepad.web.host import open_house

        open_house.install(app, app.extensions["scorepad.clubs"], most_clubs, is_serving=is_serving)
    if metrics_reader:
        from scorepad.web.app import metrics

        metrics.install(app, metrics_reader, streams.streams_of(app))
    if environment.development(os.environ):
        # Imported here, so that it is not loaded in production.
        from scorepad.web.design import design

        design.install(app)
    return app


def create_rendering_app(home: Path) -> Flask:
    """Create an application without clubs, with which the command line renders pages."""
    app = _empty(home, secrets.token_hex())
    _install_pages(app, is_serving=False)
    return app


def _install_pages(app: Flask, *, is_serving: bool) -> None:
    security.install(app)
    errors.install(app)
    templates.install(app)
    language.install(app)
    navigation.install(app)
    app.jinja_env.globals["read_only"] = paths.READ_ONLY if paths.is_read_only(app.config["HOME"]) else ""
    streams.install(app, is_serving=is_serving)
    assets.install(app, paths.static_dir())
    pwa.install(app, paths.static_dir())
    addresses.install(app)
    forms.install(app)
    app.before_request_funcs["api"] = [entrance.enter]


def _empty(home: Path, key: str) -> Flask:
    """Return a configured application without pages."""
    app = Flask("scorepad", template_folder=str(paths.templates_dir()), static_folder=None)
    app.config.update(
        HOME=home,
        SECRET_KEY=key,
        WTF_CSRF_TIME_LIMIT=None,
        # `security` asks for the check, because it must follow that of the phone's permissions.
        WTF_CSRF_CHECK_DEFAULT=False,
        # A proxy or an extension may strip the Referer header, and the token is enough.
        WTF_CSRF_SSL_STRICT=False,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        MAX_FORM_PARTS=MAX_PARTS,
    )
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.url_map.converters["number"] = NumberConverter
    app.url_rule_class = LateRule
    return app


def _open_clubs(app: Flask, home: Path, per_link: int | None, notices: str) -> OpenClubs:
    clubs = OpenClubs(home, per_link=per_link, notices=notices)
    app.extensions["scorepad.clubs"] = clubs
    if clubs.home:
        app.extensions["scorepad.club"] = clubs.home.store
        app.extensions["scorepad.access"] = clubs.home.access
        app.extensions["scorepad.hub"] = clubs.home.hub
    return clubs
