"""A link as a code that a phone can scan from a terminal."""

import io
from typing import TextIO

import segno

_BLOCKS = "▀▄█"


def code(link: str) -> str:
    """The link as lines of half blocks, light on the terminal's own dark; a phone reads it the other way round too."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue().rstrip()


def shows(stream: TextIO) -> bool:
    """Whether a stream is a terminal that has the blocks a code is drawn with."""
    try:
        _BLOCKS.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return stream.isatty()
