"""`league rebuild`: recompute all figures of the league."""

from contextlib import ExitStack

import click

from scorepad.commands.console import CLUB_OPTION, fail_as, open_club
from scorepad.commands.output import JSON_OPTION, print_json
from scorepad.commands.progress import progress

_LABELS = {"games": "Reading games", "ratings": "Rating players"}


@click.group()
def league() -> None:
    """Work standings, ratings and records out again."""


@league.command()
@CLUB_OPTION
@JSON_OPTION
def rebuild(slug: str, as_json: bool) -> None:
    """Work all figures out again from the games.

    Nothing that was typed changes, and the figures should not change either: they are kept right all the time.
    Scorepad can keep running; meanwhile its pages say that figures are being worked out.
    """
    from scorepad.store import StoreError

    with open_club(slug, writes=True) as club:
        try:
            with ExitStack() as bars:
                reports = {step: bars.enter_context(progress(label)) for step, label in _LABELS.items()}
                club.league.rebuild(lambda step, done, total: reports[step](done, total))
            days, games = club.league.days(), sum(kind.games for kind in club.league.kinds())
        except StoreError as error:
            fail_as(error)
    if as_json:
        first, last = days or (None, None)
        print_json({"club": slug, "games": games, "first_day": first, "last_day": last})
        return
    dates = f", played from {days[0]} to {days[1]}" if days else ""
    count = f"{games:,} game{'' if games == 1 else 's'}"
    click.echo(f"All figures are worked out again from {count} that count{dates}.")
