"""Clean and compare names of people and teams, and short reasons."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

LONGEST_NAME = 40
"""The most characters of a person's name."""

LONGEST_NICKNAME = 24
"""The most characters of a team's nickname, which fits beside its total on a phone."""

LONGEST_TEAM = 100
"""The most characters of a team's name: two people's names and a few more."""

LONGEST_REASON = 200
"""The most characters of a reason."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that are invisible: a name of only these would look empty."""

_JOINER, _NON_JOINER, _AS_PICTURE = "\u200d", "\u200c", "\ufe0f"
_VARIANTS = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
"""Variation selectors. After a letter they are invisible, so two different names would look the same."""

_FLAG, _TAGS = "\U0001f3f4", range(0xE0020, 0xE0080)
"""The black flag, and the tags that turn it into the flag of Scotland or Wales."""

_MARKS = re.compile("[\u0300-\u036f]")
"""Accents of European scripts. In other scripts a mark can be half the letter."""

_IDEOGRAPH = "\u2e80"
"""Where Unicode's East Asian scripts begin, in which a character may have several shapes."""

_VIRAMA = 9
"""The combining class of the sign after which several Indian scripts write a joiner."""


class BadName(ValueError):
    """A name that is not allowed. The message is a sentence for the person who typed it."""


@lru_cache(maxsize=4096)
def clean_name(text: str, longest: int = LONGEST_NAME, noun: str = "name") -> str:
    """Return the name in NFC with single spaces. `noun` is what the sentences call it.

    Raises BadName if it is empty, longer than `longest` characters, or has characters that do not show: control
    characters, direction overrides, lone surrogates. Joiners and tags may stay where writing needs them: inside an
    emoji or a flag, after a virama, and between letters that would otherwise join.
    """
    if len(text) > longest * 8:
        raise BadName(_too_long(noun, longest))
    bare = text.strip()
    # Most names are plain letters; testing the whole name at once is fast.
    if not (bare.isascii() and bare.isprintable()) and any(map(_unseen, _around(bare))):
        raise BadName(f"That {noun} has invisible characters. Please type it again.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise BadName(f"Please type a {noun}.")
    if len(name) > longest:
        raise BadName(_too_long(noun, longest))
    return name


def _too_long(noun: str, longest: int) -> str:
    return f"That {noun} is too long. It can have at most {longest} characters."


def _around(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield each character with the one before and the one after it."""
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


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """Return the name without case and accents, for lookups: "jose" finds "José"."""
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", name).casefold())
    return " ".join(_MARKS.sub("", unicodedata.normalize("NFKD", bare)).split())
