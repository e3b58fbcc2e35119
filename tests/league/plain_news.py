"""What each game changed, by brute force: compares the league before it with the league after it."""

from collections.abc import Iterator

from tests.league.plain import START, PlainLeague, people_of
from tests.league.plain_badges import LEVELS, deeds
from tests.league.plain_games import Game

RECORDS = ("round", "game", "comeback", "blown", "narrowest", "clean", "cuts", "shame")


def news_of(league: PlainLeague, at: int) -> dict[str, set[tuple[object, ...]]]:
    """Return what the game at index `at` in the order of play changed."""
    game, before, after = league.games[at], PlainLeague(league.games[:at]), PlainLeague(league.games[: at + 1])
    everyone = sorted(person for (person,) in people_of([game]))
    return {
        "moves": set(_moves(league, at)),
        "badges": {badge for person in everyone for badge in _badges(before, after, person)},
        "streaks": {new for person in everyone for new in _streaks(before, after, person)},
        "records": set(_records(before, game)),
    }


def _moves(league: PlainLeague, at: int) -> Iterator[tuple[object, ...]]:
    for person, (mean, _) in league.ratings[at].items():
        rated = [change[person] for change in league.ratings[:at] if person in change]
        games = sum(game.team_of((person,)) is not None for game in league.games[: at + 1])
        yield person, round((rated or [START])[-1][0]), round(mean), min(games, 10)


def _badges(before: PlainLeague, after: PlainLeague, person: int) -> Iterator[tuple[object, ...]]:
    done = [set(deeds(game, person)) for game in after.games]
    for code, levels in LEVELS.items():
        count = sum(code in of_game for of_game in done)
        if code == "streak":
            streaks = after.streaks((person,))
            new = [run for run in streaks if run in levels and run not in before.streaks((person,))]
            yield from ((str(person), code, run) for run in new)
        elif code in done[-1] and count in levels:
            yield str(person), code, count


def _streaks(before: PlainLeague, after: PlainLeague, person: int) -> Iterator[tuple[object, ...]]:
    was, now = before.streaks((person,)), after.streaks((person,))
    if len(was) == len(now):
        return
    last = was[-1] if was else 0
    if now[-1] >= 3:
        yield str(person), now[-1], False
    elif last >= 3 or (last <= -5 and now[-1] == 1):
        yield str(person), last, True


def _records(before: PlainLeague, game: Game) -> Iterator[tuple[object, ...]]:
    earlier = before.chosen(kind=game.kind)
    if len(earlier) < 5:
        return
    for code in RECORDS:
        best, was = before.records(code, [game], 1), before.records(code, earlier, 1)
        better = (lambda new, old: new < old) if code == "narrowest" else (lambda new, old: new > old)
        if best and (not was or better(best[0][0], was[0][0])):
            yield code, best[0][0], tuple(sorted(best[0][2])), best[0][3]
