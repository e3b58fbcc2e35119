"""The tables of docs/league.md by brute force: their rows, ranks, movement and form."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction

from tests.league.plain import MEAN, WIN, PlainLeague, competitors_of, figures
from tests.league.plain_games import Game, Who

PROVISIONAL = 10
FORM = 5


def games_until(plain: PlainLeague, who: Who, last: date | None) -> int:
    """Return the number of games, of all kinds up to a day, for which they get the credit."""
    return sum(game.day <= (last or date.max) for game, _ in plain.results(who))


def least_of(games: Sequence[Game], size: int, listed: set[Who]) -> int:
    """Return a quarter of the games of the busiest, rounded up; at least one."""
    most = max((figures(who, games)["games"] for who in competitors_of(games, size) & listed), default=0)
    return max(1, (most + 3) // 4)


def tells_books(games) -> bool:
    """Whether any of these games has a round with more than its points."""
    return any(round_.itemised for game in games for round_ in game.rounds)


def ranks(
    plain: PlainLeague, days: tuple[date | None, date | None], size: int, by: str, least: int, listed: set[Who]
) -> dict[Who, int]:
    """Return everyone's rank in the table of these days."""
    games = plain.chosen(*days)
    ratings = plain.ratings_until(days[1]) if by == "rating" else {}
    values: dict[Who, Fraction | int] = {}
    for who in competitors_of(games, size) & listed:
        sums = figures(who, games)
        if sums["games"] < least or (by == "rating" and games_until(plain, who, days[1]) < PROVISIONAL):
            continue
        if by == "gained":
            values[who] = plain.gained(who, days[0] or date.min, days[1])
            continue
        values[who] = value_of(by, sums, [ratings.get(person, (MEAN, 0.0))[0] for person in who])
    return {who: 1 + sum(other > value for other in values.values()) for who, value in values.items()}


def own_rank(plain: PlainLeague, who: Who, by: str, listed: set[Who]) -> tuple[int | None, int, int]:
    """Return a competitor's rank in the table of all games, the number of ranks, and the games missing for a rank."""
    size = min(len(who), 2)
    least = least_of(plain.games, size, listed)
    ranked = ranks(plain, (None, None), size, by, least, listed)
    played = games_until(plain, who, None)
    missing = max(0, (max(least, PROVISIONAL) if by == "rating" else least) - played)
    return ranked.get(who), len(ranked), missing


def better_than(who: Who, games: Sequence[Game], listed: set[Who]) -> tuple[int, int]:
    """Return how many others of a table have fewer points per round in these games, and how many others it has."""
    size = min(len(who), 2)
    sums = {other: figures(other, games) for other in competitors_of(games, size) & listed | {who}}
    least = least_of(games, size, listed)
    points = {other: Fraction(of["points"], of["rounds"]) for other, of in sums.items() if of["rounds"]}
    others = [points[other] for other, of in sums.items() if other != who and other in points and of["games"] >= least]
    return sum(other < points[who] for other in others), len(others)


def wins_to_next(plain: PlainLeague, who: Who, ranked: Mapping[Who, int]) -> int | None:
    """Return how many wins a competitor needs to draw level with the next one above in a table by wins."""
    shares = {other: figures(other, plain.games)["share"] for other in ranked}
    above = [share - shares[who] for share in shares.values() if share > shares[who]]
    return -(-min(above) // WIN) if above else None


def value_of(by: str, sums: Counter[str], means: list[float]) -> Fraction | int:
    """Return a figure of a table from these sums, or from ratings."""
    match by:
        case "wins":
            return sums["share"]
        case "share":
            return Fraction(sums["share"], sums["games"])
        case "rating":
            return round(sum(means) / len(means))
    return sums[by]


def moved(
    plain: PlainLeague, days: tuple[date | None, date | None], size: int, by: str, least: int, listed: set[Who]
) -> Mapping[Who, int | str]:
    """Return how many ranks everyone rose since before the last day of play; "new" if they were not in the table."""
    games = plain.chosen(*days)
    if not games:
        return {}
    before = ranks(plain, (days[0], games[-1].day - timedelta(days=1)), size, by, least, listed)
    now = ranks(plain, days, size, by, least, listed)
    return {who: before[who] - rank if who in before else "new" for who, rank in now.items()} if before else {}


def rank_news(
    who: Who, ranks: Mapping[Who, int], moves: Mapping[Who, int | str]
) -> tuple[int, int, frozenset[Who]] | None:
    """Return a change of rank that is news: before, now, and the highest of those who were overtaken below rank 3."""
    if moves[who] in ("new", 0):
        return None
    was = {other: ranks[other] + move for other, move in moves.items() if not isinstance(move, str)}
    before, now = was[who], ranks[who]
    behind = {other for other in was if was[other] < before and ranks[other] > now}
    if before < now or now <= 3:
        return (before, now, frozenset()) if min(before, now) <= 3 else None
    highest = min((ranks[other] for other in behind), default=None)
    return (before, now, frozenset(other for other in behind if ranks[other] == highest)) if behind else None


def above_expected(who: Who, games: Sequence[Game]) -> str:
    """Return wins minus 1/k for each game of k teams, in tenths with a sign."""
    sums = figures(who, games)
    expected = sum((Fraction(1, len(game.totals)) for game in games if game.team_of(who) is not None), Fraction())
    tenths = round((Fraction(sums["share"], WIN) - expected) * 10)
    sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def luck_above_club(who: Who, games: Sequence[Game]) -> int | None:
    """Return luck per round minus that of all teams; None without rounds."""
    sums = figures(who, games)
    of_club = [points for game in games for round_ in game.rounds if round_.itemised for points in round_.luck]
    if not sums["itemised"]:
        return None
    return round(Fraction(sums["luck"], sums["itemised"]) - Fraction(sum(of_club), len(of_club)))


def play(who: Who, games: Sequence[Game]) -> int | None:
    """Return the points per round that luck did not decide, of rounds counted in parts; None without one."""
    counted = [
        (round_, team) for game in games for round_ in game.rounds if round_.itemised for team in [round_.team_of(who)]
    ]
    points = [round_.points[team] - round_.luck[team] for round_, team in counted if team is not None]
    return round(Fraction(sum(points), len(points))) if points else None


def form(plain: PlainLeague, who: Who, days: tuple[date | None, date | None]) -> list[str]:
    """Return the outcomes of the last five games of these days, oldest first."""
    first, last = days[0] or date.min, days[1] or date.max
    outcomes = [outcome for game, outcome in plain.results(who) if first <= game.day <= last]
    return [{1: "won", 0: "tied", -1: "lost"}[outcome] for outcome in outcomes[-FORM:]]
