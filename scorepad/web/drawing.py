"""What templates ask for again and again, kept for a while: inputs as HTML, and addresses.

On the page after a tap nearly everything shows what it showed before. Nothing of a visitor is kept, least of all a
form's token: only what is made of nothing but what stands in the key.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from flask import Flask, request, url_for
from markupsafe import Markup

from scorepad.web.roundpage import Note
from scorepad.web.sheetform import Input

_LONGEST = 20
"""Letters in an input that is kept; nobody should fill the memory by typing."""


def install(app: Flask) -> None:
    """Gives templates `drawn` and `hidden`, which draw like the macros, and an `url_for` that remembers."""

    def macro(name: str, *args: Any) -> Markup:
        module = app.jinja_env.get_template("_inputs.html").module
        html: Markup = getattr(module, name)(*args)
        return html

    # The address under which the pages are served is part of every icon.
    @lru_cache(maxsize=2048)
    def kept(root: str, one: Input, text: str, whose: str) -> Markup:
        return macro("sheet_input", one, text, (), whose)

    def drawn(one: Input, text: str, said: Sequence[Note], whose: str = "") -> Markup:
        if said or len(text) > _LONGEST:
            return macro("sheet_input", one, text, said, whose)
        return kept(request.script_root, one, text, whose)

    def hidden(key: str, seen: int | None = None) -> Markup:
        return macro("hidden", key, seen)

    app.jinja_env.globals.update(drawn=drawn, hidden=hidden, url_for=_address)


def _address(endpoint: str, **values: Any) -> str:
    """As Flask's own, for an endpoint by its whole name."""
    return _kept_address(request.script_root, endpoint, tuple(values.items()))


@lru_cache(maxsize=2048)
def _kept_address(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return url_for(endpoint, **dict(values))
