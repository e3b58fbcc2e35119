"""The chances to win in one game, from the club's rounds of its kind and its people's ratings. See `forecast`."""

from collections.abc import Sequence

from scorepad.league import forecast
from scorepad.league.forecast import Pace
from scorepad.league.game_facts import kind_of, round_seats
from scorepad.league.ratings import Rating, rating_of
from scorepad.scoring.game.course import Phase, seats_of
from scorepad.scoring.game.record import GameRecord
from scorepad.store import Club

LATEST = 200
"""The games of a kind whose rounds say how such rounds go."""

Chances = tuple[float, ...]
"""Each team's chance to win, from 0 to 1."""


def after_each_round(club: Club, game: int, record: GameRecord) -> list[Chances]:
    """Return the chances before the first round that was played here, and after each one that counts.

    A finished game ends with who won. Returns [] where nothing can be said about one of the rounds.
    """
    course, agreed = record.course, record.agreement
    each = _pace(club, record)
    if each is None:
        return []
    ratings = _ratings(club, game, record)
    over = course.phase is Phase.OVER
    said = [
        forecast.chances(agreed.rules, agreed.table, number, course.totals[number], ratings, each)
        for number in range(agreed.paper, course.counted + (not over))
    ]
    known = [chances for chances in said if chances is not None]
    if len(known) < len(said):
        return []
    if not over:
        return known
    part = 1 / len(course.winners)
    return [*known, tuple(part if team in course.winners else 0.0 for team in range(1, agreed.table.teams + 1))]


def between_rounds(club: Club, game: int, record: GameRecord) -> Chances | None:
    """Return the chances in a game in play; None before the first round, while one is played or counted, and where it
    would be a guess.
    """
    course, agreed = record.course, record.agreement
    is_between = course.phase is Phase.PLAYING and 0 < course.counted == len(record.rounds)
    each = _pace(club, record) if is_between else None
    if each is None:
        return None
    return forecast.chances(agreed.rules, agreed.table, course.counted, course.now, _ratings(club, game, record), each)


def _pace(club: Club, record: GameRecord) -> Pace | None:
    agreed = record.agreement
    kind = kind_of(agreed.rules, agreed.table, agreed.decks).id
    return club.league.cached(("pace", kind), lambda: forecast.pace(agreed.rules, club.league.rounds_of(kind, LATEST)))


def _ratings(club: Club, game: int, record: GameRecord) -> Sequence[Rating]:
    """Return the rating of each team before the game."""
    agreed = record.agreement
    seats = round_seats(agreed.players, club.people.merged_ids())
    day = club.clock.days_of_games([game]).get(game) or club.clock.today().isoformat()
    before = club.league.ratings_before(seats.values(), day, game)
    return [
        rating_of([seats[seat] for seat in seats_of(team, agreed.table) if seat in seats] or [0], before)
        for team in range(1, agreed.table.teams + 1)
    ]
