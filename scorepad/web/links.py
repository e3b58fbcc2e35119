"""Links that let a phone in: a word nobody can guess, made from the secret key, so that it can be shown again.

`/in/s12-…` lets whoever follows it score game 12. The word holds for one generation of its link only.
"""

import base64
import hashlib
import hmac
import re

from scorepad.store import WHOLE_CLUB, Role

_LETTERS = {"o": Role.OWNER, "r": Role.READER, "s": Role.SCORER, "w": Role.WATCHER}
_LETTER_OF = {role: letter for letter, role in _LETTERS.items()}
_OF_THE_CLUB = (Role.OWNER, Role.READER)
_WORD = re.compile(r"([orsw])([1-9][0-9]{0,8})?-[a-z2-7]{26}")
BYTES = 16


def word(secret: str, slug: str, role: Role, game: int, generation: int) -> str:
    """The word of a link: 128 bits of an HMAC, after what it is for. `slug` is the club's, "" at home."""
    said = f"scorepad link|{slug}|{role}|{game}|{generation}"
    mark = hmac.digest(secret.encode(), said.encode(), hashlib.sha256)[:BYTES]
    return f"{_LETTER_OF[role]}{game or ''}-{base64.b32encode(mark).decode().rstrip('=').lower()}"


def purpose(text: str) -> tuple[Role, int] | None:
    """What a word says it is for: the role, and the game or `WHOLE_CLUB`. None where it is no such word at all."""
    found = _WORD.fullmatch(text)
    if found is None:
        return None
    role, game = _LETTERS[found[1]], int(found[2] or WHOLE_CLUB)
    return (role, game) if (game == WHOLE_CLUB) == (role in _OF_THE_CLUB) else None


def is_good(text: str, secret: str, slug: str, generation: int) -> bool:
    """Whether this is the word of a link of that generation, said in a time that tells nothing."""
    known = purpose(text)
    return known is not None and hmac.compare_digest(text, word(secret, slug, *known, generation))
