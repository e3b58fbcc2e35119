"""Whether a game is in progress: recording many games makes every other phone of the club wait."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta

from scorepad.play.game import Games, UnreadableGame
from scorepad.rules import RulesError
from scorepad.scoring.game.course import Phase
from scorepad.store import Busy, Club, StoreError

MANY = 500
"""Recording this many games takes about a second, which no table notices."""

LATELY = timedelta(minutes=30)

OTHERS_WAIT = (
    "While this many games are recorded, no other phone of this club can save: what is typed there waits, and is sent "
    "afterwards. 10,000 games take about a minute."
)


class TableInPlay(Busy):
    """Many games cannot be recorded now because a game is in progress."""

    def __init__(self, game: int) -> None:
        super().__init__(f"{why_wait(game)} Nothing was recorded.")


def why_wait(game: int) -> str:
    """Return why many games cannot be recorded during this game, and when they can."""
    return (
        f"Game {game} is being played, and its phones would have to wait. Import this many games when it is over, "
        f"or {LATELY.seconds // 60} minutes after its last entry."
    )


def game_in_play(club: Club) -> int | None:
    """Return the latest unfinished game with an entry in the last half hour."""
    since = (datetime.now(UTC) - LATELY).isoformat(timespec="milliseconds")
    games = Games(club)
    for number in club.imports.typed_since(since):
        with suppress(StoreError, RulesError, UnreadableGame):
            loaded = games.load(number)
            if loaded.record.course.phase is not Phase.OVER and not loaded.is_binned:
                return number
    return None
