"""Names of people and teams, as they may be kept and shown."""

import unicodedata

LONGEST = 40
"""Characters of a person's name; a team's name may be twice that and a few more."""

LONGEST_TEAM = 100

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINER = "\u200d"


class BadName(ValueError):
    """A name that cannot be kept; the message is a sentence for the person who typed it."""


def clean_name(text: str, longest: int = LONGEST) -> str:
    """The name in NFC with single spaces.

    Raises BadName when it is empty, longer than `longest` characters, or holds characters that do not show:
    control characters, direction overrides, lone surrogates. The joiner inside an emoji may stay.
    """
    if len(text) > longest * 8:
        raise BadName(f"That name is too long; {longest} characters are the most.")
    # Whatever is unseen is not printable either, which is asked of a whole name at once.
    if not text.isprintable() and any(_unseen(c) for c in text.strip()):
        raise BadName("That name holds characters that do not show; please type it again.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name.strip(_JOINER + " "):
        raise BadName("A name is needed.")
    if len(name) > longest:
        raise BadName(f"That name is too long; {longest} characters are the most.")
    return name


def _unseen(c: str) -> bool:
    return unicodedata.category(c) in _UNSEEN and c != _JOINER


def folded(name: str) -> str:
    """The name as it is compared: without case and accents."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in parts if not unicodedata.combining(c))
