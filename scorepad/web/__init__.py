"""The pages: Flask, server-rendered, every one a plain form that works without scripts."""

from scorepad.web.app.factory import create_app

__all__ = ["create_app"]
