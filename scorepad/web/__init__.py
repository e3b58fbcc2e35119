"""The Flask application: server-rendered pages with plain forms that work without scripts."""

from scorepad.web.app.factory import create_app

__all__ = ["create_app"]
