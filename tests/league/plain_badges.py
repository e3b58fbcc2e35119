"""The badges of docs/league.md by brute force: checks every game for every deed, in the order of play."""

from collections.abc import Iterator, Sequence

from tests.league.plain import PlainLeague, figures
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
"""The number of games that each level needs; for a streak, games won in a row."""


def badge_counts(league: PlainLeague, person: int) -> dict[str, int]:
    """Return the number of games with each badge's deed, up to its last level; for streaks, most won in a row."""
    done = [deed for game in league.games for deed in deeds(game, person)]
    counts = {code: min(done.count(code), levels[-1]) for code, levels in LEVELS.items()}
    return counts | {"streak": max([0, *league.streaks((person,))])}


def highest_badges(league: PlainLeague, person: int) -> set[tuple[str, int, int]]:
    """Return a person's highest level of each badge: code, level, and the game in which it was reached."""
    return {(code, *levels[-1]) for code in LEVELS if (levels := reached(league, person, code))}


def reached(league: PlainLeague, person: int, code: str) -> list[tuple[int, int]]:
    """Return the levels of a badge that a person reached, lowest first, each with its game."""
    if code == "streak":
        games = [game.number for game, _ in league.results((person,))]
        counts = list(zip(league.streaks((person,)), games, strict=True))
    else:
        done = [game.number for game in league.games if code in deeds(game, person)]
        counts = list(enumerate(done, start=1))
    games_of_level = {level: [game for count, game in counts if count == level] for level in LEVELS[code]}
    return [(level, games[0]) for level, games in games_of_level.items() if games]


def deeds(game: Game, person: int) -> Iterator[str]:
    own = figures((person,), [game])
    if own["games"]:
        yield "game"
    elif own["rounds"]:
        yield "helped"
    if own["exact_cuts"] > 0:
        yield "exact_cut"
    if own["went_out"] >= 3:
        yield "often_out"
    if own["red_threes"] >= 3:
        yield "caught"
    team = game.team_of((person,))
    if team is not None and game.winners == [team]:
        yield from _deeds_of_winner(game, team)


def _deeds_of_winner(game: Game, team: int) -> Iterator[str]:
    yield "won"
    second = sorted(game.totals)[-2]
    if 100 * (game.totals[team] - second) <= game.totals[team]:
        yield "hair"
    if len(game.rounds) >= 3 and all(_is_first(round_.points, team) for round_ in game.rounds):
        yield "swept"
    # Rounds on paper change no total, but one of them may be the last.
    last = [round_.points for round_ in game.rounds if round_.number == len(game.after)] or [[0] * len(game.totals)]
    before = [n - points for n, points in zip(game.totals, last[0], strict=True)]
    if before[team] < max(before):
        yield "turned"
    luck = [sum(round_.luck[at] for round_ in game.rounds) for at in range(len(game.totals))]
    if not _is_first([n - lucky for n, lucky in zip(game.totals, luck, strict=True)], team):
        yield "lucky"


def _is_first(points: Sequence[int], team: int) -> bool:
    """Whether a team has the most points, without a tie."""
    return all(points[team] > other for at, other in enumerate(points) if at != team)
