"""A rematch: the same rules, people and seats, and nothing else of the game before.

The key of a rematch says which game that was.
"""

from typing import NamedTuple

from scorepad import __version__
from scorepad.play.form_data import Submission
from scorepad.play.game import Games, LoadedGame, UnreadableGame
from scorepad.play.new_game import SETUP_FIELDS, Values, record_new
from scorepad.rules.read import RulesError
from scorepad.scoring.cells import Document, PlayerId, StartingSeat
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.scoring.game.course import Phase
from scorepad.scoring.place import TABLE, Place
from scorepad.store import Club, StoreError

KEY = ":rematch-{}"
"""How the key of a rematch ends: with the number of the game before it."""

FIRST_ROUND = 1


class Rematch(NamedTuple):
    """The number of a rematch. `began` if it did not exist before, also where its form is sent again."""

    number: int
    began: bool


def begin_rematch(games: Games, loaded: LoadedGame, submission: Submission) -> Rematch:
    """Record a new game like this one, which is over, unless a rematch of it is being played already."""
    club = loaded.club
    key = submission.key + KEY.format(loaded.id)
    with club.writing():
        for number in _rematches(club, loaded.id):
            if _is_being_played(games, number):
                return Rematch(number, began=number in club.games_with_key(key))
        return Rematch(record_new(club, _first_values(loaded), key, submission.device), began=True)


def descendants(club: Club, game: int) -> list[int]:
    """Return the rematches of a game, and theirs, in order."""
    later = _rematches(club, game)
    for number in later:
        later += _rematches(club, number)
    return sorted(later)


def _rematches(club: Club, game: int) -> list[int]:
    return club.games_with_key(KEY.format(game))


def _is_being_played(games: Games, number: int) -> bool:
    try:
        loaded = games.load(number)
    except (StoreError, RulesError, UnreadableGame):
        return False
    return not loaded.is_binned and loaded.record.course.phase is not Phase.OVER


def _first_values(loaded: LoadedGame) -> Values:
    """Return the first values of a rematch: the game's own copy of the rules, and the players who sat there last."""
    cells = [(WHOLE_GAME, TABLE, field) for field in SETUP_FIELDS]
    values: Values = {cell: loaded.values[cell] for cell in cells if cell in loaded.values}
    values[WHOLE_GAME, TABLE, "engine"] = Document(__version__)
    for seat, player in enumerate(loaded.agreement.players, start=1):
        if player:
            values[WHOLE_GAME, Place.seat(seat), "player"] = PlayerId(player)
    started = loaded.values.get((FIRST_ROUND, TABLE, "starter"))
    if isinstance(started, StartingSeat):
        next_seat = started.seat % loaded.agreement.table.players + 1
        values[FIRST_ROUND, TABLE, "starter"] = StartingSeat(next_seat)
    return values
