"""Names of people and teams, and reasons in a few words: as they may be kept, shown and told apart."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

LONGEST = 40
"""Characters of a person's name; a team's name may be twice that and a few more."""

LONGEST_TEAM = 100

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters or signs and yet draw nothing: a name of them alone would look empty."""

_JOINER, _NON_JOINER, _AS_PICTURE = "\u200d", "\u200c", "\ufe0f"
_VARIANTS = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
"""What chooses how the sign before is drawn. After a letter it draws nothing, and two names would look the same."""

_FLAG, _TAGS = "\U0001f3f4", range(0xE0020, 0xE0080)
"""The black flag, and the characters that make the flags of Scotland and Wales of it."""

_MARKS = re.compile("[\u0300-\u036f]")
"""Accents of European scripts; elsewhere a mark can be half the letter."""

_IDEOGRAPH = "\u2e80"
"""From here on Unicode has the writing of East Asia, in which one name may have several shapes of a sign."""

_VIRAMA = 9
"""Unicode's combining class of the sign after which several Indian scripts write a joiner."""


class BadName(ValueError):
    """A name that cannot be kept; the message is a sentence for the person who typed it."""


@lru_cache(maxsize=4096)
def clean_name(text: str, longest: int = LONGEST, what: str = "name") -> str:
    """The name in NFC with single spaces; `what` is how the sentences call it.

    Raises BadName when it is empty, longer than `longest` characters, or holds characters that do not show:
    control characters, direction overrides, lone surrogates. Joiners and tags may stay where writing needs them:
    inside an emoji or a flag, after a virama, and between letters that would otherwise join.
    """
    if len(text) > longest * 8:
        raise BadName(f"That {what} is too long; {longest} characters are the most.")
    bare = text.strip()
    # Most names are plain letters, which is asked of a whole name at once.
    if not (bare.isascii() and bare.isprintable()) and any(map(_unseen, _around(bare))):
        raise BadName(f"That {what} holds characters that do not show; please type it again.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise BadName(f"A {what} is needed.")
    if len(name) > longest:
        raise BadName(f"That {what} is too long; {longest} characters are the most.")
    return name


def _around(text: str) -> Iterator[tuple[str, str, str]]:
    """Every character with the one before and the one after it."""
    return zip(text, " " + text, text[1:] + " ", strict=False)


def _unseen(around: tuple[str, str, str]) -> bool:
    c, before, after = around
    if c == _JOINER:
        drawn = unicodedata.category(before) in ("So", "Sk") or before == _AS_PICTURE
        return after == " " or not (drawn or unicodedata.combining(before) == _VIRAMA)
    if c == _NON_JOINER:
        return not (before.isalpha() and after.isalpha()) or before.isascii() or after.isascii()
    if c in _VARIANTS:
        drawn = unicodedata.category(before)[0] in "SPN" or before >= _IDEOGRAPH
        return before in _VARIANTS or not drawn
    if ord(c) in _TAGS:
        return before != _FLAG and ord(before) not in _TAGS
    return c in _BLANK or unicodedata.category(c) in _UNSEEN


def folded(name: str) -> str:
    """What a name is looked up by: without case and accents, so that "jose" finds "José"."""
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", name).casefold())
    return " ".join(_MARKS.sub("", unicodedata.normalize("NFKD", bare)).split())
