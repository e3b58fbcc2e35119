"""The paths of invite links, for the command line to print."""

from contextlib import closing
from pathlib import Path

from scorepad import paths
from scorepad.play.new_game import descendants
from scorepad.play.nights import games_at_table
from scorepad.store import WHOLE_CLUB, Access, Club, Role, StoreError
from scorepad.store.access import Uses
from scorepad.web.access.join import link_word
from scorepad.web.app.secret_key import secret_key


def link_path(home: Path, role: Role = Role.OWNER, game: int = WHOLE_CLUB, *, slug: str = "", new: bool = False) -> str:
    """The path of a link into the club `slug`, "" for the home club. `new` revokes the old link first.

    Raises StoreError if there is no such club, or the secret key or the list of phones cannot be used, and FolderError
    if `slug` cannot be a club's name.
    """
    if not paths.has_club(home, slug):
        raise StoreError(paths.no_such_club(home, slug))
    secret = secret_key(home)
    folder = paths.club_dir(home, slug)
    with closing(Access.open(folder / paths.ACCESS)) as access:
        if new:
            generation = access.renew(role, game, also=_rematches(folder / paths.CLUB, game))
        else:
            generation = access.generation(role, game)
    return f"{paths.prefix(slug)}/in/{link_word(secret, slug, role, game, generation)}"


def owner_uses(home: Path, slug: str, most: int | None) -> Uses:
    """How many phones the owner's link has admitted, and the most it admits. `most` changes that limit."""
    with closing(Access.open(paths.club_dir(home, slug) / paths.ACCESS)) as access:
        if most is not None:
            access.owner_link.set_most(most)
        return access.owner_link.uses()


def _rematches(club: Path, game: int) -> list[int]:
    if game == WHOLE_CLUB:
        return []
    with Club.open(club) as opened:
        return sorted({*descendants(opened, game), *games_at_table(opened, game)} - {game})


def owner_path(home: Path, access: Access | None) -> str:
    """The path of the owner's link of the home club, from its open list of phones; "" if there is no such club."""
    if access is None:
        return ""
    return f"/in/{link_word(secret_key(home), '', Role.OWNER, WHOLE_CLUB, access.generation(Role.OWNER))}"
