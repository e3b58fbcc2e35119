"""Partners and opponents of docs/league.md by brute force."""

from fractions import Fraction
from math import ceil, comb, floor

from tests.league.plain import WIN, PlainLeague, competitors_of, figures
from tests.league.plain_games import Who

Record = tuple[Fraction, int]
"""The number of games or meetings won, including shares of ties, and the number played."""


def partners(league: PlainLeague, person: Who) -> dict[Who, Record]:
    """Return the records with everyone who was in a person's team."""
    records = {}
    for other in competitors_of(league.games, 1):
        sums = figures(person, league.together(person, other))
        if other != person and sums["games"]:
            records[other] = Fraction(sums["share"], WIN), sums["games"]
    return records


def opponents(league: PlainLeague, who: Who) -> dict[Who, Record]:
    """Return the records against everyone whom a person or partnership met."""
    records = {}
    for other in competitors_of(league.games, 1 if len(who) == 1 else 2):
        outcomes = [outcome for _, outcome in league.meetings(who, other)]
        if outcomes:
            records[other] = sum(Fraction(outcome + 1, 2) for outcome in outcomes), len(outcomes)
    return records


def usual(records: dict[Who, Record]) -> Fraction:
    """Return the share over all records."""
    games = sum(of for _, of in records.values())
    return sum(won for won, _ in records.values()) / games if games else Fraction(1, 2)


def by_share(records: dict[Who, Record], usual: Fraction, *, highest: bool) -> list[Who]:
    """Return the five with the highest or lowest expected share, of those with at least three games."""
    sign = -1 if highest else 1
    rows = [(sign * _expected(record, usual), -record[1], _name(who), who) for who, record in records.items()]
    return [who for _, games, _, who in sorted(rows) if games <= -3][:5]


def most_played(records: dict[Who, Record]) -> list[Who]:
    """Return the one with the most games, at least three."""
    rows = sorted((-games, _name(who), who) for who, (_, games) in records.items())
    return [who for games, _, who in rows if games <= -3][:1]


def rival(records: dict[Who, Record]) -> list[Who]:
    """Return the most even of those met at least five times, and at least half as often as anyone else."""
    most = max([0, *(games for _, games in records.values())])
    often = [(who, won, games) for who, (won, games) in records.items() if games >= max(5, Fraction(most, 2))]
    rows = sorted((abs(won / games - Fraction(1, 2)), -games, _name(who), who) for who, won, games in often)
    return [who for *_, who in rows][:1]


def standing_out(records: dict[Who, Record], usual: Fraction, *, best: bool) -> list[Who]:
    """Return those of the five who are above or below the usual share by more than chance, exactly."""
    count = sum(games >= 3 for _, games in records.values())
    if count < 2:
        return []
    return [
        who
        for who in by_share(records, usual, highest=best)
        if chance(records[who], usual, best=best) <= Fraction(1, 20) / count
    ]


def chance(record: Record, usual: Fraction, *, best: bool) -> Fraction:
    """Return the chance of as many wins as these or more, or of as few or fewer."""
    won, games = record
    counts = range(floor(won), games + 1) if best else range(ceil(won) + 1)
    return sum((comb(games, n) * usual**n * (1 - usual) ** (games - n) for n in counts), Fraction())


def nemesis(records: dict[Who, Record], usual: Fraction) -> list[Who]:
    """Return the hardest by more than chance of those met five times or more, if less than half is expected."""
    often = {who: record for who, record in records.items() if record[1] >= 5}
    hardest = standing_out(often, usual, best=False)[:1]
    return [who for who in hardest if _expected(records[who], usual) < Fraction(1, 2)]


def _expected(record: Record, usual: Fraction) -> Fraction:
    won, games = record
    return (won + 10 * usual) / (games + 10)


def _name(who: Who) -> str:
    """Return the name, which is the number here."""
    return "-".join(map(str, who))
