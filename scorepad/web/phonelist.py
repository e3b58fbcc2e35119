"""The phones that were let in, as their owner's pages list them."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorepad.store import Phone, Role
from scorepad.web.clubs import current_access, current_club
from scorepad.web.doors import this_phone

PAGE = 50
MOST_TABLES = 3
"""Tables that are named of one phone: the latest."""

_DOES = {
    Role.OWNER: "owns the club",
    Role.READER: "reads the club",
    Role.SCORER: "scores",
    Role.WATCHER: "watches",
}
_ORDER = tuple(Role)


@dataclass(frozen=True, slots=True)
class ListedPhone:
    """A phone: whose it is ("" where nobody said), what it does where (game 0: the whole club), and since when (UTC).

    `more` is how many earlier tables it was let in at.
    """

    id: int
    name: str
    does: tuple[tuple[str, int], ...]
    more: int
    came: str
    dismissed: bool
    is_this: bool


def listed(phones: Iterable[Phone]) -> list[ListedPhone]:
    """Phones as they are listed, in the order they came in."""
    found = tuple(phones)
    names = current_club().player_names({phone.player for phone in found if phone.player})
    this = this_phone()
    return [
        _listed(phone, names.get(phone.player or 0, ""), this is not None and phone.id == this.id)
        for phone in found
    ]


def _listed(phone: Phone, name: str, is_this: bool) -> ListedPhone:
    passes = sorted(
        phone.passes, key=lambda one: (bool(one.game), -one.game, _ORDER.index(one.role))
    )
    club = [one for one in passes if not one.game]
    # Whoever scores a table may watch it as well.
    scored = {one.game for one in passes if one.role is Role.SCORER}
    tables = [
        one for one in passes if one.game and (one.role is Role.SCORER or one.game not in scored)
    ]
    shown = club + tables[:MOST_TABLES]
    return ListedPhone(
        id=phone.id,
        name=name,
        does=tuple((_DOES[one.role], one.game) for one in shown),
        more=max(0, len(tables) - MOST_TABLES),
        came=phone.came,
        dismissed=phone.dismissed,
        is_this=is_this,
    )


def everywhere(before: int | None) -> tuple[list[ListedPhone], int | None]:
    """A page of all phones, the latest first, and where the next page begins (None at the end)."""
    phones = [one for one in current_access().phones() if before is None or one.id < before]
    older = phones[PAGE - 1].id if len(phones) > PAGE else None
    return listed(phones[:PAGE]), older


def at_table(game: int) -> list[ListedPhone]:
    """The phones that were let in at one table, the latest first."""
    found = (one for one in current_access().phones() if any(p.game == game for p in one.passes))
    return listed(found)
