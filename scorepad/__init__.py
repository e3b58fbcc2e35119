"""Scorepad keeps the score of Hand and Foot and its family, and explains every number."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

__version__ = "1.0.0"


class ScorepadError(Exception):
    """An error whose message is meant for users. The command line prints it, and exits."""


def create_app() -> "Flask":
    """Create the application, for `flask --app scorepad`. `scorepad serve` is how to run it for phones."""
    # Imported here: the command line must not wait for Flask.
    from scorepad.web import create_app

    return create_app()
