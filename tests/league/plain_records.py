"""The records of docs/league.md: every candidate written down, then sorted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from tests.league.plain import PlainLeague
from tests.league.plain_figures import Who, everybody, outcomes, partnerships, results, runs
from tests.league.plain_games import NOBODY, Game

Days = tuple[date | None, date | None]

TOP = 5
SMALLEST_FIRST = ("narrowest_win",)
OF_PEOPLE = ("exact_cuts", "red_threes")
CODES = (
    *("highest_round", "highest_game", "comeback", "narrowest_win"),
    *("clean_books", "exact_cuts", "red_threes"),
)


@dataclass(frozen=True)
class Feat:
    """Something that might be a record: how much, in which game, and whose.

    `at` is the team, or for what one person did the seat, both from 0; `round` is 0 where it is the whole game.
    """

    value: int
    game: int
    at: int
    who: Who
    round: int = 0


def records(
    league: PlainLeague, kind: str, code: str, top: int = TOP, days: Days = (None, None)
) -> list[Feat]:
    """The best of one kind of game; the earlier game first among equals, then the earlier team or seat.

    `days` are the first and the last, where it is not all of them.
    """
    sign = 1 if code in SMALLEST_FIRST else -1
    found = []
    for order, game in enumerate(league.chosen(*days, kind)):
        for feat in _candidates(game, code):
            found.append((sign * feat.value, order, feat.at, feat))
    return [feat for *_, feat in sorted(found, key=lambda one: one[:3])[:top]]


def _candidates(game: Game, code: str) -> Iterator[Feat]:
    if code in OF_PEOPLE:
        yield from _of_people(game, code)
        return
    for team in range(game.teams):
        who = tuple(sorted(game.people[team]))
        if not who:
            continue
        if code == "highest_round":
            best = max(game.rounds, key=lambda one: one.points[team])
            sat = tuple(sorted(best.sat(team)))
            yield Feat(best.points[team], game.number, team, sat, best.number)
        elif code == "highest_game":
            yield Feat(game.totals[team], game.number, team, who)
        elif code == "clean_books":
            if clean := sum(one.clean[team] for one in game.rounds):
                yield Feat(clean, game.number, team, who)
        elif game.winners == [team]:
            value = _behind(game, team) if code == "comeback" else _ahead(game, team)
            if value > 0:
                yield Feat(value, game.number, team, who)


def _behind(game: Game, team: int) -> int:
    return max(max(totals) - totals[team] for totals in game.after)


def _ahead(game: Game, team: int) -> int:
    return game.totals[team] - max(t for at, t in enumerate(game.totals) if at != team)


def _of_people(game: Game, code: str) -> Iterator[Feat]:
    """What each person has of it over the game, at the lowest seat where they sat in it."""
    people = {one for round_ in game.rounds for one in round_.seats if one != NOBODY}
    for person in people:
        value, seats = 0, []
        for round_ in game.rounds:
            if person in round_.seats:
                at = round_.seats.index(person)
                value += round_.cuts[at] if code == "exact_cuts" else round_.threes[at]
                seats.append(at)
        if value:
            yield Feat(value, game.number, min(seats), (person,))


@dataclass(frozen=True)
class Streak:
    """Somebody's longest streak: how many games were won alone in a row, and the first and last of them."""

    who: Who
    length: int
    first: int
    last: int


def longest_streaks(league: PlainLeague, together: bool = False, top: int = TOP) -> list[Streak]:
    """The longest streaks of people, or of partnerships, each at their own first longest.

    Among equals the one that was reached first, then by number.
    """
    orders = {game.number: at for at, game in enumerate(league.games)}
    found = []
    for who in _all(league.games, together):
        lengths = runs(outcomes(who, league.games))
        longest = max([0, *lengths])
        if longest:
            last = lengths.index(longest)
            numbers = [game.number for game, _ in results(who, league.games)]
            streak = Streak(who, longest, numbers[last - longest + 1], numbers[last])
            found.append((-longest, orders[streak.last], who, streak))
    return [streak for *_, streak in sorted(found, key=lambda one: one[:3])[:top]]


def _all(games: Sequence[Game], together: bool) -> set[Who]:
    return partnerships(games) if together else everybody(games)
