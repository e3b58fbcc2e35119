"""Colours and suits of tokens.css, for what no style sheet reaches. The colours are those of light pages."""

import re
from collections.abc import Mapping
from functools import cache

from scorepad import paths

_COLOUR = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{6});")
_SUIT = re.compile(r'--suit: "(.)')


@cache
def _tokens() -> str:
    light, _, _ = (paths.static_dir() / "css/tokens.css").read_text("utf-8").partition("@media")
    return light


@cache
def colours() -> Mapping[str, str]:
    """Return each colour by its name in tokens.css, such as "felt"."""
    return dict(_COLOUR.findall(_tokens()))


@cache
def suits() -> tuple[str, ...]:
    """Return the suit of each team, in order."""
    return tuple(_SUIT.findall(_tokens()))
