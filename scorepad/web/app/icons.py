"""Scorepad's icons: PNG files of every size that phones ask for, all drawn from `static/icon.svg`."""

import re
import struct
from functools import lru_cache
from typing import NamedTuple

from scorepad import paths

DRAWING = "icon.svg"


class Icon(NamedTuple):
    """The pixels of a square icon, and the part of its width that the mark takes.

    Where a system cuts the corners itself, the background fills the whole square.
    """

    pixels: int
    mark: float = 0.8
    is_square: bool = False


ICONS = {
    "icon-48.png": Icon(48),
    "icon-192.png": Icon(192),
    "icon-512.png": Icon(512),
    "icon-180.png": Icon(180, is_square=True),
    "icon-maskable.png": Icon(512, mark=0.66, is_square=True),
}
"""Every icon by its name. 180 pixels are for iOS. Android may cut the maskable one down to a circle of 80 %."""

FAVICON = "icon-48.png"
_BACKGROUND = re.compile(r'<rect width="32" height="32" rx="7"')
_MARK = re.compile(r'transform="translate\(3\.200 3\.200\) scale\(\.8\)"')


@lru_cache(maxsize=len(ICONS))
def png(name: str) -> bytes:
    """Return an icon of `ICONS`. It is drawn when a phone first asks for it, which few do."""
    # Imported here: only icons and the picture of a result need it, and it takes long.
    import resvg_py

    icon = ICONS[name]
    return bytes(resvg_py.svg_to_bytes(svg_string=_svg(icon), width=icon.pixels, height=icon.pixels))


def ico(picture: bytes, pixels: int) -> bytes:
    """Return a PNG in an ICO file, which browsers request as /favicon.ico."""
    header = struct.pack("<3H", 0, 1, 1)
    return header + struct.pack("<4B2H2I", pixels, pixels, 0, 0, 1, 32, len(picture), len(header) + 16) + picture


def _svg(icon: Icon) -> str:
    drawing = (paths.static_dir() / DRAWING).read_text("utf-8")
    margin = 16 * (1 - icon.mark)
    drawing = _MARK.sub(f'transform="translate({margin:.2f} {margin:.2f}) scale({icon.mark})"', drawing)
    return _BACKGROUND.sub('<rect width="32" height="32"', drawing) if icon.is_square else drawing
