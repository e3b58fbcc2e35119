"""The evenings and champions of a season by brute force, as docs/league.md defines them."""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tests.league.plain import PlainLeague, competitors_of, figures
from tests.league.plain_games import Game, Who
from tests.league.plain_tables import least_of, tells_books, value_of

MAX_EQUALS = 3
COUNTED = {"wins": "share", "books": "books"}


def evenings(league: PlainLeague, who: Who, first: date, last: date | None, figure: str) -> dict[date, int]:
    """Return each day on which they get the credit for a game, and its value."""
    days = {game.day for game in league.chosen(first, last) if game.team_of(who) is not None}
    worth = {}
    for day in days:
        games = league.chosen(day, day)
        worth[day] = figures(who, games)[COUNTED[figure]] if figure in COUNTED else league.gained(who, day, day)
    return worth


def best_evenings(worth: dict[date, int], most: int) -> tuple[list[date], int]:
    """Return the evenings that count, by day, and their sum."""
    days: list[date] = []
    while len(days) < min(most, len(worth)):
        left = {day: worth[day] for day in worth if day not in days}
        days.append(min(day for day in left if left[day] == max(left.values())))
    return sorted(days), sum(worth[day] for day in days)


@dataclass(frozen=True)
class Terms:
    """A season: its days, the figure that decides, the minimum of games, and how many best evenings count."""

    first: date
    last: date | None
    figure: str
    least: int = 1
    best: int | None = None


def champions(plain: PlainLeague, season: Terms, size: int, listed: set[Who], *, is_over: bool) -> tuple[set[Who], int]:
    """Return who is first, or no one if more than three tie; and the minimum of games if someone below it is better."""
    games = plain.chosen(season.first, season.last)
    if not _can_decide(season.figure, games):
        return set(), 0
    played = {who: figures(who, games)["games"] for who in competitors_of(games, size) & listed}
    values = {who: _value(plain, season, who) for who, count in played.items() if count}
    quarter = least_of(games, size, listed) if size > 1 else 1
    least = max(season.least, quarter)
    is_open = is_over and not any(count >= least for count in played.values())
    if is_open:
        least = quarter
    first = _first({who: value for who, value in values.items() if played[who] >= least})
    has_better = bool(first) and not is_open and not first & _first(values)
    return first if len(first) <= MAX_EQUALS else set(), least if has_better else 0


def _can_decide(figure: str, games: list[Game]) -> bool:
    if figure == "points":
        return len({game.kind for game in games}) == 1 and any(game.rounds for game in games)
    return figure != "books" or not games or tells_books(games)


def _value(plain: PlainLeague, season: Terms, who: Who) -> Fraction | int | None:
    if season.best:
        return best_evenings(evenings(plain, who, season.first, season.last, season.figure), season.best)[1]
    if season.figure == "gained":
        return plain.gained(who, season.first, season.last)
    sums = figures(who, plain.chosen(season.first, season.last))
    if season.figure == "points":
        return Fraction(sums["points"], sums["rounds"]) if sums["rounds"] else None
    return value_of(season.figure, sums, [])


def _first(values: dict[Who, Fraction | int | None]) -> set[Who]:
    highest = max((value for value in values.values() if value is not None), default=None)
    return {who for who, value in values.items() if value is not None and value == highest}
