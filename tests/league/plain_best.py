"""The best game of docs/league.md by brute force."""

from collections import Counter

from tests.league.plain import PlainLeague
from tests.league.plain_games import Who

MIN = 5


def best_game(plain: PlainLeague, who: Who, least: int = MIN) -> tuple[int, int] | None:
    """Return the total and the game with the most points, of the kind that they played most."""
    own = [game for game, _ in plain.results(who)]
    club = [game.kind for game in plain.games]
    played = Counter(game.kind for game in own)
    most = sorted(played, key=lambda kind: (-played[kind], -club.count(kind), club.index(kind)))
    if not most or played[most[0]] < least:
        return None
    totals = [(game.totals[game.team_of(who)], game.number) for game in own if game.kind == most[0]]
    highest = max(total for total, _ in totals)
    return next(row for row in totals if row[0] == highest)
