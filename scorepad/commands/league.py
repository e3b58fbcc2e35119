"""`league rebuild`: work all figures of the league out again."""

from contextlib import ExitStack
from typing import Any

import click

from scorepad.commands.console import CLUB_OPTION, fail_as, open_club

_LABELS = {"games": "Reading games", "ratings": "Rating players"}


@click.group()
def league() -> None:
    """Work standings, ratings and records out again."""


@league.command()
@CLUB_OPTION
def rebuild(slug: str) -> None:
    """Work all figures out again from the games.

    Nothing that was typed changes, and the figures should not change either: they are kept right all the time.
    Scorepad may go on running; meanwhile its pages say that figures are being worked out.
    """
    from scorepad.store import StoreError

    with open_club(slug) as club, ExitStack() as open_bars:
        bars: dict[str, Any] = {}

        def report(step: str, done: int, total: int) -> None:
            if step not in bars:
                bar = click.progressbar(length=total, label=_LABELS[step], show_pos=True)
                bars[step] = open_bars.enter_context(bar)
            bars[step].length = total
            bars[step].update(done - bars[step].pos)

        try:
            club.league.rebuild(report)
            days, games = club.league.days(), sum(kind.games for kind in club.league.kinds())
        except StoreError as error:
            fail_as(error)
        finally:
            open_bars.close()
    dates = f", played from {days[0]} to {days[1]}" if days else ""
    count = f"{games:,} game{'' if games == 1 else 's'}"
    click.echo(f"All figures are worked out again from {count} that count{dates}.")
