"""`league`: the figures that are worked out from all games."""

from contextlib import ExitStack
from typing import Any

import click

from scorepad.commands.club import UNWELL
from scorepad.commands.speech import complain, plain
from scorepad.commands.which import CLUB_OPTION, open_there

_LABELS = {"games": "Reading games", "ratings": "Rating players"}


@click.group()
def league() -> None:
    """Work with the figures of all games: standings, ratings, records."""


@league.command()
@CLUB_OPTION
def rebuild(slug: str) -> None:
    """Throw all figures away and work them out anew from what was recorded.

    Nothing that anybody typed is touched, and nothing should change: the figures are kept right all the time. Scorepad
    may go on running; its pages say meanwhile that figures are being worked out.
    """
    from scorepad.store import StoreError

    with open_there(slug) as club, ExitStack() as open_bars:
        bars: dict[str, Any] = {}

        def report(what: str, done: int, of: int) -> None:
            if what not in bars:
                bar = click.progressbar(length=of, label=_LABELS[what], show_pos=True)
                bars[what] = open_bars.enter_context(bar)
            bars[what].length = of
            bars[what].update(done - bars[what].pos)

        try:
            club.league.rebuild(report)
            days, games = club.league.days(), sum(one.games for one in club.league.kinds())
        except StoreError as error:
            complain([str(error)])
            raise SystemExit(UNWELL) from None
        finally:
            open_bars.close()
    span = f", played from {days[0]} to {days[1]}" if days else ""
    count = f"{games:,} game{'' if games == 1 else 's'}"
    click.echo(plain(f"The figures are worked out anew from {count} that count{span}."))
