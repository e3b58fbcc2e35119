"""Names of people and teams, as they may be kept and shown."""

import unicodedata
from collections.abc import Iterator

LONGEST = 40
"""Characters of a person's name; a team's name may be twice that and a few more."""

LONGEST_TEAM = 100

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters or signs and yet draw nothing: a name of them alone would look empty."""

_JOINER, _AS_PICTURE = "\u200d", "\ufe0f"
_VIRAMA = 9
"""Unicode's combining class of the sign after which several Indian scripts write a joiner."""


class BadName(ValueError):
    """A name that cannot be kept; the message is a sentence for the person who typed it."""


def clean_name(text: str, longest: int = LONGEST) -> str:
    """The name in NFC with single spaces.

    Raises BadName when it is empty, longer than `longest` characters, or holds characters that do not show:
    control characters, direction overrides, lone surrogates. The joiner may stay where writing needs it: inside an
    emoji, and after a virama.
    """
    if len(text) > longest * 8:
        raise BadName(f"That name is too long; {longest} characters are the most.")
    bare = text.strip()
    # Most names are plain letters, which is asked of a whole name at once.
    if not (bare.isascii() and bare.isprintable()) and any(map(_unseen, _around(bare))):
        raise BadName("That name holds characters that do not show; please type it again.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise BadName("A name is needed.")
    if len(name) > longest:
        raise BadName(f"That name is too long; {longest} characters are the most.")
    return name


def _around(text: str) -> Iterator[tuple[str, str, str]]:
    """Every character with the one before and the one after it."""
    return zip(text, " " + text, text[1:] + " ", strict=False)


def _unseen(around: tuple[str, str, str]) -> bool:
    c, before, after = around
    if c == _JOINER:
        drawn = unicodedata.category(before) in ("So", "Sk") or before == _AS_PICTURE
        return after == " " or not (drawn or unicodedata.combining(before) == _VIRAMA)
    return c in _BLANK or unicodedata.category(c) in _UNSEEN


def folded(name: str) -> str:
    """The name as it is compared: without case and accents."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))
