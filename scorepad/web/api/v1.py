"""Every route of the API. Importing this module declares them all, in the order of the OpenAPI document."""

from scorepad.web.api import games, rounds, league, rules, changes, openapi  # noqa: F401, I001  # in this order
from scorepad.web.api.routes import pages

__all__ = ["pages"]
