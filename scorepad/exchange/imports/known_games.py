"""Detect games that the club already has: same day, same people in each team, same points."""

from collections.abc import Callable

from scorepad.exchange.imports.plan import PlannedGame
from scorepad.store import Club

Key = tuple[str, frozenset[tuple[tuple[int, ...], int]]]


class KnownGames:
    """The games of a club that count, and the games of the file so far."""

    def __init__(self, club: Club) -> None:
        club.league.catch_up()
        self._here = {
            (played.day, frozenset((tuple(sorted(side.people)), side.total) for side in played.sides))
            for played in club.league.played_games()
        }
        self._seen: set[Key] = set()

    def look_up(self, game: PlannedGame, person: Callable[[str], int]) -> tuple[bool, bool]:
        """Return whether the club already has a game, and whether the file had it before."""
        sides = zip(game.teams, game.totals, strict=True)
        key = game.day.isoformat(), frozenset((tuple(sorted(map(person, team))), total) for team, total in sides)
        is_again = key in self._seen
        self._seen.add(key)
        return key in self._here, is_again
