"""The games that count, in the order of play, one at a time."""

from collections.abc import Iterator

from scorepad.store.club import Club
from scorepad.store.results.rows import GAME, PlayedGame, played_game

_ALL = f"SELECT {GAME} FROM league_game AS game ORDER BY game.ord"


def played_games(club: Club) -> Iterator[PlayedGame]:
    """Every game that counts, from the league's tables. Bring these up to date first."""
    with club.reading() as db:
        for row in db.conn.execute(_ALL):
            yield played_game(row)
