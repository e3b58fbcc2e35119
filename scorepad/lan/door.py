"""The links that let people in, as the command line prints them."""

from pathlib import Path

from scorepad import places
from scorepad.store import WHOLE_CLUB, Access, Role, StoreError
from scorepad.web import guard, links


def path(
    home: Path,
    role: Role = Role.OWNER,
    game: int = WHOLE_CLUB,
    *,
    slug: str = "",
    new: bool = False,
) -> str:
    """The path of a link of a club in this instance folder: of the club at home unless `slug` is another's.

    It is the owner's unless told; `new` makes it anew first. Raises StoreError where there is no such club, or the
    secret key or the list of phones cannot be used, and PlaceError for what cannot be a club's name.
    """
    if not (places.has_club(home, slug) if slug else places.has_home_club(home)):
        raise StoreError(places.no_such_club(home, slug))
    secret = guard.secret_key(home)
    access = Access.open(places.club_dir(home, slug) / places.ACCESS)
    try:
        generation = access.renew(role, game) if new else access.generation(role, game)
    finally:
        access.close()
    return f"{places.prefix(slug)}/in/{links.word(secret, slug, role, game, generation)}"


def owners(home: Path) -> str:
    """The path of the owner's link of the club at home, "" for a host of many that has none."""
    return path(home) if places.has_home_club(home) else ""
