"""Links that let a phone in, such as `/in/s12-…` for keeping score of game 12.

The word in a link contains an HMAC with the secret key, so no one can guess it, and pages can compute the link again
at any time. A word is valid for one generation of its link.
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
    """Return the word of a link: its role, its game, and 128 bits of an HMAC."""
    message = f"scorepad link|{slug}|{role}|{game}|{generation}"
    digest = hmac.digest(secret.encode(), message.encode(), hashlib.sha256)[:BYTES]
    return f"{_LETTER_OF[role]}{game or ''}-{base64.b32encode(digest).decode().rstrip('=').lower()}"


def purpose(text: str) -> tuple[Role, int] | None:
    """Return the role and the game (or `WHOLE_CLUB`) that a word names; None if it is malformed."""
    match = _WORD.fullmatch(text)
    if match is None:
        return None
    role, game = _LETTERS[match[1]], int(match[2] or WHOLE_CLUB)
    return (role, game) if (game == WHOLE_CLUB) == (role in _OF_THE_CLUB) else None


def is_valid(text: str, secret: str, slug: str, generation: int) -> bool:
    """Return whether this is the word of a link of that generation. Takes constant time, against timing attacks."""
    role_and_game = purpose(text)
    return role_and_game is not None and hmac.compare_digest(text, word(secret, slug, *role_and_game, generation))
