"""The evenings of a season by brute force, as docs/league.md has them."""

from datetime import date

from tests.league.plain import PlainLeague, figures
from tests.league.plain_games import Who

COUNTED = {"wins": "share", "books": "books"}


def evenings(league: PlainLeague, who: Who, first: date, last: date | None, figure: str) -> dict[date, int]:
    """Each day on which they get the credit for a game, and what it is worth."""
    days = {game.day for game in league.chosen(first, last) if game.team_of(who) is not None}
    worth = {}
    for day in days:
        games = league.chosen(day, day)
        worth[day] = figures(who, games)[COUNTED[figure]] if figure in COUNTED else league.gained(who, day, day)
    return worth


def best_evenings(worth: dict[date, int], most: int) -> tuple[list[date], int]:
    """The evenings that count, by day, and their sum."""
    days: list[date] = []
    while len(days) < min(most, len(worth)):
        left = {day: worth[day] for day in worth if day not in days}
        days.append(min(day for day in left if left[day] == max(left.values())))
    return sorted(days), sum(worth[day] for day in days)
