"""What a phone may do: the permissions that its passes grant.

A cookie identifies a phone; `scorepad.store.Access` stores its passes.
"""

from enum import StrEnum
from functools import lru_cache

from scorepad.store import WHOLE_CLUB, Phone, Role

COOKIE = "scorepad_phone"


class Permission(StrEnum):
    """What a phone may do in a club or in a game."""

    OPEN = "open"
    """Anyone may."""
    WATCH = "watch"
    """Follow a game on the board."""
    BET = "bet"
    """Say before a game who will win."""
    READ_GAME = "read_game"
    """Read all of a game."""
    SCORE = "score"
    """Keep score of a game."""
    READ = "read"
    """Read the whole club."""
    OWN = "own"
    """Change anything in the club."""


REQUIRED = dict.fromkeys(("asset", "favicon", "pwa.away", "pwa.manifest", "pwa.worker"), Permission.OPEN)
"""The permission that each endpoint needs; `addresses` adds the others. One that is missing is closed to everyone."""

_GRANTED = {
    Role.OWNER: frozenset(Permission),
    Role.READER: frozenset({Permission.WATCH, Permission.READ_GAME, Permission.READ}),
    Role.SCORER: frozenset({Permission.WATCH, Permission.BET, Permission.READ_GAME, Permission.SCORE}),
    Role.WATCHER: frozenset({Permission.WATCH, Permission.BET}),
}


@lru_cache(maxsize=4096)
def permissions_of(phone: Phone | None, game: int | None = None) -> frozenset[Permission]:
    """Return what a phone may do in a game, or in the club as a whole."""
    passes = phone.passes if phone else ()
    granted = (_GRANTED[role] for role, where in passes if where in (WHOLE_CLUB, game))
    return frozenset({Permission.OPEN}).union(*granted)
