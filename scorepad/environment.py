"""What the environment says, read in one place: threads, names that the pages answer to, and trusted proxies.

Where the clubs lie is `scorepad.places`'s to say. README.md lists every setting.
"""

import os
import re
from collections.abc import Mapping

DEFAULT_THREADS = 256
MOST_THREADS = 4096
MOST_PROXIES = 10

_LABEL = "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_PATTERN = re.compile(rf"(\*\.)?{_LABEL}(\.{_LABEL})*")
"""A name as `SCOREPAD_HOSTS` may list it, with `*.` for every name beneath it."""


class SettingError(Exception):
    """A setting that cannot be used. The text is a sentence for people."""


def threads(environ: Mapping[str, str] = os.environ) -> int:
    """How many requests may be answered at once: `$SCOREPAD_THREADS`, 256 unless told. Raises SettingError."""
    return _number(environ, "SCOREPAD_THREADS", DEFAULT_THREADS, 1, MOST_THREADS)


def proxies(environ: Mapping[str, str] = os.environ) -> int:
    """How many reverse proxies stand before the pages and are believed: `$SCOREPAD_PROXIES`, 0 unless told.

    Raises SettingError.
    """
    return _number(environ, "SCOREPAD_PROXIES", 0, 0, MOST_PROXIES)


def hosts(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The names the pages answer to besides this machine's own: `$SCOREPAD_HOSTS`, in small letters, none unless told.

    `*.example.org` stands for every name beneath example.org. Raises SettingError.
    """
    text = environ.get("SCOREPAD_HOSTS", "")
    names = tuple(name.strip().rstrip(".").lower() for name in text.split(",") if name.strip())
    for name in names:
        if not _PATTERN.fullmatch(name):
            raise SettingError(
                f"SCOREPAD_HOSTS lists names such as scores.example.org or *.example.org, with commas between them, "
                f"without http:// and without a port; {quoted(name)} is none."
            )
    return names


def whole_number(text: str) -> int | None:
    """The number, of at most six ASCII digits; None where the text is something else."""
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else None


def quoted(text: str) -> str:
    """What somebody typed, in quotation marks, cut short and with nothing in it that a terminal would obey."""
    shown = text if len(text) <= 40 else text[:40] + "…"
    return "“" + "".join(c if c.isprintable() else "�" for c in shown) + "”"


def _number(environ: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = environ.get(name, "").strip()
    number = whole_number(text) if text else usual
    if number is None or not least <= number <= most:
        raise SettingError(f"{name} is a whole number from {least} to {most}, not {quoted(text)}.")
    return number
