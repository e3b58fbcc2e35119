"""The badges a person earns, by brute force: every deed looked for in every game, in the order of play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.league.plain import PlainLeague
from tests.league.plain_figures import figures, outcomes, results, runs, team_of
from tests.league.plain_games import Game

LEVELS = {
    "game": [1, 10, 50, 100, 250, 500, 1000],
    "won": [1, 10, 50, 100, 250, 500],
    "exact_cut": [1, 10, 50, 100],
    "swept": [1, 5],
    "turned": [1, 5, 20],
    "hair": [1, 5],
    "often_out": [1, 10],
    "caught": [1],
    "helped": [1, 10],
    "lucky": [1],
    "streak": [3, 5, 10, 15, 20],
}
"""In how many games the deed has to be done for each level; of a streak, how many games are won in a row."""


@dataclass(frozen=True)
class Badge:
    """The highest level somebody reached of a badge, the game in which they did, and the next level, if any."""

    code: str
    level: int
    game: int
    next: int | None


def badges(league: PlainLeague, person: int) -> dict[str, Badge]:
    """The badges of a person, by their codes."""
    found = {}
    for code, levels in LEVELS.items():
        done = _streaks(league, person) if code == "streak" else _done(league, person, code)
        for at, level in enumerate(levels):
            reached = [game for count, game in done if count == level]
            if reached:
                following = levels[at + 1] if at + 1 < len(levels) else None
                found[code] = Badge(code, level, reached[0], following)
    return found


def _done(league: PlainLeague, person: int, code: str) -> list[tuple[int, int]]:
    """The games in which a deed was done, counted from one."""
    there = [game.number for game in league.games if code in deeds(game, person)]
    return list(enumerate(there, start=1))


def _streaks(league: PlainLeague, person: int) -> list[tuple[int, int]]:
    """Every game with how many in a row were won with it."""
    played = [game.number for game, _ in results((person,), league.games)]
    return list(zip(runs(outcomes((person,), league.games)), played, strict=True))


def deeds(game: Game, person: int) -> set[str]:
    """All that a person did in a game."""
    return {*_at_the_table(game, person), *_as_winner(game, person)}


def _at_the_table(game: Game, person: int) -> Iterator[str]:
    own = figures((person,), [game])
    if own.games:
        yield "game"
    elif own.rounds:
        yield "helped"
    if own.cuts > 0:
        yield "exact_cut"
    if own.went_out >= 3:
        yield "often_out"
    if own.threes >= 3:
        yield "caught"


def _as_winner(game: Game, person: int) -> Iterator[str]:
    """What only somebody does who wins alone."""
    team = team_of((person,), game)
    if team is None or game.winners != [team]:
        return
    yield "won"
    second = sorted(game.totals)[-2]
    if 100 * (game.totals[team] - second) <= game.totals[team]:
        yield "hair"
    if len(game.rounds) >= 3 and all(_is_first(one.points, team) for one in game.rounds):
        yield "swept"
    before_last = _without(game.totals, game.rounds[-1].points)
    if before_last[team] < max(before_last):
        yield "turned"
    left = game.totals
    for one in game.rounds:
        left = _without(left, one.luck)
    if not _is_first(left, team):
        yield "lucky"


def _is_first(points: Sequence[int], team: int) -> bool:
    """Whether a team alone has most points."""
    return all(points[team] > other for at, other in enumerate(points) if at != team)


def _without(points: Sequence[int], others: Sequence[int]) -> list[int]:
    return [one - other for one, other in zip(points, others, strict=True)]
