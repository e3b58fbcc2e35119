"""Inputs as HTML, kept for a while: on the page after a tap nearly all of them show what they showed before."""

from collections.abc import Sequence
from functools import lru_cache

from flask import Flask, request
from markupsafe import Markup

from scorepad.web.roundpage import Note
from scorepad.web.sheetform import Input

_LONGEST = 20
"""Letters in an input that is kept; nobody should fill the memory by typing."""


def install(app: Flask) -> None:
    """Gives templates `drawn(one, text, said, whose)`: what the macro `sheet_input` makes of the same."""

    def draw(one: Input, text: str, said: Sequence[Note], whose: str) -> Markup:
        module = app.jinja_env.get_template("_inputs.html").module
        html: Markup = module.sheet_input(one, text, said, whose)  # type: ignore[attr-defined]  # it is a macro
        return html

    # The address under which the pages are served is part of every icon.
    @lru_cache(maxsize=2048)
    def kept(root: str, one: Input, text: str, whose: str) -> Markup:
        return draw(one, text, (), whose)

    def drawn(one: Input, text: str, said: Sequence[Note], whose: str = "") -> Markup:
        if said or len(text) > _LONGEST:
            return draw(one, text, said, whose)
        return kept(request.script_root, one, text, whose)

    app.jinja_env.globals["drawn"] = drawn
