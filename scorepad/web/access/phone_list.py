"""The phones of a club, for the lists on its owner's pages."""

from dataclasses import dataclass
from typing import NamedTuple

from scorepad.store import Pass, Phone, Role
from scorepad.web.access.permissions import Permission
from scorepad.web.app.current import g

PAGE = 50
MAX_TABLES = 3
"""Tables to name for each phone, latest first."""

_LABELS = {Role.OWNER: "owns the club", Role.READER: "reads the club", Role.SCORER: "scores", Role.WATCHER: "watches"}
_ORDER = tuple(Role)


@dataclass(frozen=True, slots=True)
class ListedPhone:
    """A phone with what it may do: pairs of a label and a game, 0 for the whole club.

    `name` is its scorer's, "" if unknown. `more` counts the earlier tables that are not named. `came` is when the phone
    joined, in UTC.
    """

    id: int
    name: str
    does: tuple[tuple[str, int], ...]
    more: int
    came: str
    dismissed: bool
    is_this: bool


class ListedOwner(NamedTuple):
    """A phone that joined as an owner. `name` is its scorer's, "" if unknown; the rest is as in `NewOwner`."""

    arrival: int
    phone: int
    name: str
    came: str
    is_in: bool
    on_first_day: bool


def new_owners() -> list[ListedOwner]:
    """Return the phones that joined as owners and that this owner's phone has not confirmed, oldest first."""
    if not g.phone or Permission.OWN not in g.allowed:
        return []
    unseen = g.club.access.owner_link.unseen(g.phone.id)
    names = g.club.store.people.names({new.player for new in unseen if new.player})
    return [
        ListedOwner(new.arrival, new.phone, names.get(new.player, ""), new.came, new.is_in, bool(new.on_first_day))
        for new in unseen
    ]


def all_phones(before: int | None) -> tuple[list[ListedPhone], int | None]:
    """Return a page of all phones, latest first, and the `before` of the next page (None at the end)."""
    phones = [phone for phone in g.club.access.phones() if before is None or phone.id < before]
    older = phones[PAGE - 1].id if len(phones) > PAGE else None
    return _listed(phones[:PAGE]), older


def phones_at_table(game: int) -> list[ListedPhone]:
    """Return the phones with a pass for one table, latest first."""
    phones = g.club.access.phones()
    return _listed([phone for phone in phones if any(p.game == game for p in phone.passes)])


def _listed(phones: list[Phone]) -> list[ListedPhone]:
    names = g.club.store.people.names({phone.player for phone in phones if phone.player})
    return [_listed_phone(phone, names.get(phone.player or 0, "")) for phone in phones]


def _listed_phone(phone: Phone, name: str) -> ListedPhone:
    passes = sorted(phone.passes, key=_latest_table_first)
    of_club = [pass_ for pass_ in passes if not pass_.game]
    # A phone that scores a table may watch it too.
    of_tables = [
        pass_
        for pass_ in passes
        if pass_.game and (pass_.role is Role.SCORER or Pass(Role.SCORER, pass_.game) not in phone.passes)
    ]
    shown = of_club + of_tables[:MAX_TABLES]
    return ListedPhone(
        id=phone.id,
        name=name,
        does=tuple((_LABELS[pass_.role], pass_.game) for pass_ in shown),
        more=max(0, len(of_tables) - MAX_TABLES),
        came=phone.joined_at,
        dismissed=phone.dismissed,
        is_this=g.phone is not None and phone.id == g.phone.id,
    )


def _latest_table_first(pass_: Pass) -> tuple[bool, int, int]:
    return bool(pass_.game), -pass_.game, _ORDER.index(pass_.role)
