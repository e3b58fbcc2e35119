"""A year of docs/league.md by brute force."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from tests.league.plain import START, WIN, PlainLeague, Rating, figures, people_of, streaks
from tests.league.plain_badges import LEVELS, reached
from tests.league.plain_games import Game, Who


def games(league: PlainLeague, who: Who, year: int) -> list[tuple[Game, int]]:
    """Return the games of a year for which they get the credit, each with its outcome."""
    return [(game, outcome) for game, outcome in league.results(who) if game.day.year == year]


def share(game: Game, who: Who) -> Fraction:
    team = game.team_of(who)
    return Fraction(WIN // len(game.winners), WIN) if team in game.winners else Fraction(0)


def best_month(league: PlainLeague, who: Who, year: int) -> tuple[int, int, Fraction] | None:
    """Return the month with the most wins, then the fewest games, then the first: its number, games and wins."""
    played, won = Counter(), Counter()
    for game, _ in games(league, who, year):
        played[game.day.month] += 1
        won[game.day.month] += share(game, who)
    rows = sorted((-won[month], played[month], month) for month in played if won[month])
    return (rows[0][2], rows[0][1], -rows[0][0]) if rows else None


def longest_streak(league: PlainLeague, who: Who, year: int) -> int:
    """Return the most games won in a row within the year."""
    marks = "".join("x" if outcome == 1 else " " for _, outcome in games(league, who, year))
    return max([0, *map(len, marks.split())])


def longest_runs(league: PlainLeague, year: int) -> list[tuple[int, int]]:
    """Return the person and length of everyone's longest run of the year, longest first, then the one reached first."""
    order = [game.number for game in league.games]
    rows = []
    for (person,) in people_of(league.games):
        of_year = games(league, (person,), year)
        after = streaks([outcome for _, outcome in of_year])
        if length := max([0, *after]):
            rows.append((-length, order.index(of_year[after.index(length)][0].number), person))
    return [(person, -length) for length, _, person in sorted(rows)]


def highest_rating(league: PlainLeague, who: Who, year: int) -> int:
    """Return the highest of their ratings before the year, after each game rated with all of them, and at its end."""
    ends = [league.ratings_until(date(before, 12, 31)) for before in (year - 1, year)]
    span = [[end.get(person, START) for person in who] for end in ends] + ratings(league, who, year)
    return max(round(sum(mean for mean, _ in of_each) / len(who)) for of_each in span)


def ratings(league: PlainLeague, who: Who, year: int) -> list[list[Rating]]:
    """Return the ratings of each of them after each rated game of the year."""
    own = [game.number for game, _ in games(league, who, year)]
    after = [change for game, change in zip(league.games, league.ratings, strict=True) if game.number in own]
    return [[change[person] for person in who] for change in after if change]


def badges(league: PlainLeague, person: int, year: int) -> set[tuple[str, int, int]]:
    """Return the levels of badges that were reached in games of the year, each with its game."""
    days = {game.number: game.day for game in league.games}
    return {
        (code, level, game)
        for code in LEVELS
        for level, game in reached(league, person, code)
        if days[game].year == year
    }


def greatest_upset(league: PlainLeague, year: int, least: int) -> tuple[int, int] | None:
    """Return the game of a year that was won against the most rating, and how much; the first of equal ones."""
    found = []
    for at, game in enumerate(league.games):
        winner = game.winners[0]
        others = [team for team, people in enumerate(game.people) if people and team != winner]
        everyone = [person for people in game.people for person in people]
        before = [sum(old.team_of((person,)) is not None for old in league.games[:at]) for person in everyone]
        if game.day.year != year or len(game.winners) > 1 or not game.people[winner] or not others:
            continue
        if min(before) < least:
            continue
        eve: dict[int, Rating] = {}
        for change in league.ratings[:at]:
            eve |= change
        strength = [round(sum(eve.get(p, START)[0] for p in people) / max(len(people), 1)) for people in game.people]
        below = max(strength[team] for team in others) - strength[winner]
        if below > 0:
            found.append((-below, at, game.number))
    return (min(found)[2], -min(found)[0]) if found else None


def evenings_in_a_row(league: PlainLeague, who: Who) -> tuple[int, int]:
    """Return on how many of the club's last evenings in a row they played, and on how many at most."""
    own = {game.day for game, _ in league.results(who)}
    marks = "".join("x" if day in own else " " for day in sorted({game.day for game in league.games}))
    return len(marks) - len(marks.rstrip("x")), max([0, *map(len, marks.split())])


def wooden_spoon(games: Sequence[Game], listed: set[Who]) -> tuple[set[Who], str] | None:
    """Return who won the smallest share, of those with a quarter of the games of the busiest, and the share."""
    sums = {who: figures(who, games) for who in people_of(games) if who in listed}
    least = max([1, *(-(-of["games"] // 4) for of in sums.values())])
    shares = {who: Fraction(of["share"], WIN * of["games"]) for who, of in sums.items() if of["games"] >= least}
    lowest = min(shares.values(), default=Fraction(0))
    last = {who for who, share in shares.items() if share == lowest}
    if len(shares) < 3 or len(last) > 3 or len(last) == len(shares):
        return None
    played = sums[min(last)]["games"]
    each = " of the games won each" if len(last) > 1 else f" of {played} game{'s' if played > 1 else ''} won"
    return last, f"{round(100 * lowest)}%{each}"


def most_cuts(games: Sequence[Game], listed: set[Who]) -> tuple[set[Who], str] | None:
    """Return who cut exactly most often, and how often."""
    cuts = {who: figures(who, games)["exact_cuts"] for who in listed}
    most = max(cuts.values(), default=0)
    first = {who for who, count in cuts.items() if count == most}
    return (first, f"{most} exact cut{'s' if most > 1 else ''}") if most and len(first) <= 3 else None


def games_before(league: PlainLeague, year: int, today: date) -> tuple[set[Who], str] | None:
    """Return the games of the year before, up to the same day if the year is not over."""
    last = (12, 31) if today.year > year else (today.month, today.day)
    count = sum(game.day.year == year - 1 and (game.day.month, game.day.day) <= last for game in league.games)
    return (set(), f"{count:,} game{'s' if count > 1 else ''}") if count else None
