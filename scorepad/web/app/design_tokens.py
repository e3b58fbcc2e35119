"""Colours and suits of tokens.css, for use outside style sheets."""

import re
from collections.abc import Mapping
from functools import cache

from scorepad import paths

_COLOUR = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6});")
_FILL = re.compile(r"--fill-\d: linear-gradient\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
_SUIT = re.compile(r'--suit: "(.)')


@cache
def _tokens() -> tuple[str, str]:
    """Return the text of tokens.css for light pages, and its overrides for dark ones."""
    light, dark, *_ = (paths.static_dir() / "css/tokens.css").read_text("utf-8").split("@media")
    return light, dark


@cache
def colours(*, dark: bool = False) -> Mapping[str, str]:
    """Return each colour by its name in tokens.css, such as "felt"."""
    light, instead = _tokens()
    return dict(_COLOUR.findall(light + instead if dark else light))


@cache
def suits() -> tuple[str, ...]:
    """Return the suit of each team, in order."""
    return tuple(_SUIT.findall(_tokens()[0]))


@cache
def fills() -> tuple[tuple[str, str], ...]:
    """Return the ground of each team's own page, in order: its colours at the top and at the bottom."""
    return tuple((top, bottom) for top, bottom in _FILL.findall(_tokens()[0]))
