"""Renders a link as a QR code for a terminal."""

import io
from typing import TextIO

_BLOCKS = "▀▄█"


def code(link: str) -> str:
    """The code as lines of half blocks, light on dark. Phones can read dark on light too."""
    # Imported here: a service has no terminal, and a small computer has little memory.
    import segno

    lines = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(lines, compact=True, border=2)
    return lines.getvalue().rstrip()


def shows(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can show the blocks."""
    try:
        _BLOCKS.encode(stream.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return stream.isatty()
