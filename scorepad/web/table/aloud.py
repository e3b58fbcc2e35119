"""What a browser's voice reads aloud: a round and the totals, as a person would say them.

The sentences stand in the page; `static/js/aloud.js` only speaks them.
"""

from dataclasses import dataclass

from scorepad.language.words import format_number, in_row, join_words, say
from scorepad.play.game import LoadedGame, team_names
from scorepad.scoring.game.course import Phase, leaders, merits
from scorepad.web.result.lead import margin


@dataclass(frozen=True, slots=True)
class SpokenTeam:
    """A team in words, its points in a round, and its total before it."""

    name: str
    points: int
    before: int

    @property
    def total(self) -> int:
        return self.before + self.points


@dataclass(frozen=True, slots=True)
class SpokenRound:
    """A round to read aloud. `ending` says who leads or has won; a round that is still counted has none."""

    number: int
    teams: tuple[SpokenTeam, ...]
    ending: str = ""


def round_aloud(game: LoadedGame) -> SpokenRound | None:
    """Return the last finished round; None if there is none, or it was played on paper."""
    finished = [number for number, record in enumerate(game.record.rounds, start=1) if record.finished]
    if not finished or game.record.rounds[finished[-1] - 1].on_paper:
        return None
    return SpokenRound(finished[-1], _teams(game, finished[-1]), _ending(game))


def count_aloud(game: LoadedGame, number: int) -> SpokenRound:
    """Return a round that is being counted. The script says what its page shows when the button is pressed."""
    return SpokenRound(number, _teams(game, number))


def _teams(game: LoadedGame, number: int) -> tuple[SpokenTeam, ...]:
    before, begun = game.record.before(number), game.record.rounds[number - 1 : number]
    points = begun[0].totals if begun else (0,) * len(before)
    names = _names(game, number)
    return tuple(SpokenTeam(*each) for each in zip(names, points, before, strict=True))


def _ending(game: LoadedGame) -> str:
    """Return who leads, or has won, and by how much."""
    course, table = game.record.course, game.agreement.table
    ranked = merits(game.agreement.rules, course.now)
    first, is_over = leaders(ranked), course.phase is Phase.OVER
    names = join_words([_names(game, course.next_round)[team - 1] for team in first])
    if len(first) > 1:
        if is_over:
            return say("The game ends in a tie between {teams}.", teams=names)
        return say("{teams} have the same total.", teams=names)
    points = format_number(margin(ranked))
    if table.players > table.teams:
        if is_over:
            return say("{team} win by {points}.", team=names, points=points)
        return say("{team} lead by {points}.", team=names, points=points)
    if is_over:
        return say("{player} wins by {points}.", player=names, points=points)
    return say("{player} leads by {points}.", player=names, points=points)


def _names(game: LoadedGame, number: int) -> list[str]:
    """Return the teams of a round; of a game that is over, as its result names them."""
    is_over = game.record.course.phase is Phase.OVER
    return [_spoken(name) for name in (team_names(game.record, game.names) if is_over else game.teams_in(number))]


def _spoken(name: str) -> str:
    """Return a name without signs, which voices spell in their own ways."""
    return in_row(name.split(" & "), say(" and "))
