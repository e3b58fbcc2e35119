"""Which club a verb is about: the one at home, or another that `--club` names."""

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from scorepad.store import Club

CLUB_OPTION = click.option(
    "--club",
    "slug",
    metavar="SLUG",
    default="",
    help="The club of this name, on a host of many; else the one at home.",
)


def open_there(slug: str) -> "Club":
    """The club of that name, which has to be there already; ends with a sentence where it is not."""
    from scorepad import places
    from scorepad.commands.speech import refuse
    from scorepad.store import Club, StoreError

    try:
        home = places.instance_dir(os.environ)
        if places.has_club(home, slug):
            return Club.open(places.club_dir(home, slug) / places.CLUB)
        refuse(places.no_such_club(home, slug))
    except (places.PlaceError, StoreError) as error:
        refuse(str(error))
