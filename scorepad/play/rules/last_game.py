"""Scores the club's last game by other rules, for the editor."""

from typing import NamedTuple

from scorepad.play.game import Games, LoadedGame, UnreadableGame
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.scoring.game.course import Phase
from scorepad.scoring.game.record import PointsChange
from scorepad.scoring.game.what_if import can_score_again, what_if
from scorepad.store import Club, StoreError

LOOKED_AT = 10
"""The number of latest games that are searched for one that is over."""


class LastGame(NamedTuple):
    """A game that is over: its teams, and their totals before and after a change of rules."""

    number: int
    teams: tuple[str, ...]
    totals: tuple[PointsChange, ...]


def last_game(club: Club, games: Games, rules: RuleSet) -> LastGame | None:
    """Return the last finished game that these rules can score, scored by them; None if there is none."""
    for row in club.games(limit=LOOKED_AT, fields=()):
        loaded = _finished(games, row.id)
        if loaded and can_score_again(rules, loaded.agreement.table):
            try:
                again = what_if(loaded.values, loaded.names, rules)
            except RulesError:
                continue
            return LastGame(loaded.id, loaded.agreement.teams, again.totals)
    return None


def _finished(games: Games, game: int) -> LoadedGame | None:
    try:
        loaded = games.load(game)
    except (StoreError, RulesError, UnreadableGame):
        return None
    record, is_binned = loaded.record, loaded.is_binned
    return loaded if record.course.phase is Phase.OVER and not (is_binned or record.has_only_points) else None
