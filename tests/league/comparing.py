"""Every verb of a club's league beside what plain code makes of the same games."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction

from scorepad.league.facts import WHOLE, Tally
from scorepad.league.feats import FeatCode
from scorepad.league.ratings import together
from scorepad.league.spans import ALL_TIME, Stretch, cover
from scorepad.league.standings import Figure, Standing, ranked
from scorepad.league.who import key_of, members
from scorepad.store import Club
from scorepad.store.league import League
from tests.league import plain_records
from tests.league.plain import PlainLeague
from tests.league.plain_figures import (
    Figures,
    Who,
    everybody,
    figures,
    outcomes,
    partnerships,
    runs,
)

CODES = dict(zip(FeatCode, plain_records.CODES, strict=True))
TOP = 5


def key(who: Who) -> str:
    """A `who` of the plain code as the league names it."""
    return key_of(who)


def tally_of(plain: Figures) -> Tally:
    """The plain figures as the league adds them up."""
    return Tally(
        games=plain.games,
        wins=plain.alone,
        ties=plain.ties,
        share=int(plain.wins * WHOLE),
        rounds=plain.rounds,
        points=plain.points,
        luck=plain.luck,
        went_out=plain.went_out,
        exact_cuts=plain.cuts,
        red_threes=plain.threes,
        severe=plain.severe,
        opened_first=plain.opened_first,
        books=plain.books,
        clean=plain.clean,
    )


def kind_numbers(league: League, plain: PlainLeague) -> dict[str, int]:
    """The kinds of the plain code by the numbers the league gives them."""
    return {one.kind: game.kind for one in plain.games if (game := league.game(one.number))}


def same_games(league: League, plain: PlainLeague) -> None:
    """The same games count, in the same order, with the same sides."""
    for one in plain.games:
        kept = league.game(one.number)
        assert kept is not None, one.number
        assert (kept.day, kept.rounds) == (one.day.isoformat(), len(one.rounds))
        assert [list(side.people) for side in kept.sides] == one.people
        assert [side.total for side in kept.sides] == one.totals
        won = [Fraction(at in one.winners, len(one.winners)) for at in range(one.teams)]
        assert [Fraction(side.share, WHOLE) for side in kept.sides] == won
    assert sum(one.games for one in league.kinds()) == len(plain.games)
    days = (plain.games[0].day, plain.games[-1].day) if plain.games else ()
    assert league.days() == (tuple(day.isoformat() for day in days) or None)


def ranges(plain: PlainLeague) -> Iterator[tuple[date | None, date | None, tuple[Stretch, ...]]]:
    """All time, and ranges that begin and end at, before and after days on which something was played."""
    yield None, None, ALL_TIME
    if plain.games:
        days = [plain.games[0].day, plain.games[len(plain.games) // 2].day, plain.games[-1].day]
        day = timedelta(days=1)
        for first, last in ((days[0], days[1]), (days[1], days[2] + 40 * day), (days[1], days[1])):
            yield first, last, cover(first, last)
        yield days[0] + day, days[2] - day, cover(days[0] + day, days[2] - day)


def same_standings(club: Club, plain: PlainLeague) -> None:
    """The same tables: over ranges, of people and partnerships, of each kind and of all, by every figure."""
    numbers = kind_numbers(club.league, plain)
    for first, last, stretches in ranges(plain):
        for kind, number in [(None, None), *numbers.items()]:
            for whose, size in (("people", 1), ("partnerships", 2)):
                found = club.league.tallies(whose, stretches, number)
                games = plain.chosen(first, last, kind)
                there = partnerships(games) if size == 2 else everybody(games)
                expected = {key(who): tally_of(figures(who, games)) for who in there}
                assert found == expected
                _same_tables(club, plain, found, (first, last, kind, size == 2))


def _same_tables(
    club: Club,
    plain: PlainLeague,
    found: dict[str, Tally],
    asked: tuple[date | None, date | None, str | None, bool],
) -> None:
    first, last, kind, pairs = asked
    names = {who: plain.name(members(who)) for who in found}
    until = last.isoformat() if last else None
    people = club.league.ratings({one for who in found for one in members(who)}, until)
    several = len({game.kind for game in plain.chosen(first, last, kind)}) > 1
    standings = [
        Standing(who, tally, together([people[one] for one in members(who)]))
        for who, tally in found.items()
        if plain.in_tables(members(who)) and all(one in people for one in members(who))
    ]
    for figure in Figure:
        if several and figure is Figure.POINTS:
            continue
        for least in (1, 3):
            rows = plain.standings(figure, first, last, kind=kind, least=least, together=pairs)
            expected = [(row.rank, key(row.who)) for row in rows]
            mine = ranked(standings, figure, names.__getitem__, least)
            assert [(row.rank, row.standing.who) for row in mine] == expected, figure


def same_ratings(league: League, plain: PlainLeague) -> None:
    """The same rating of everybody after each game, to the last bit."""
    for who in everybody(plain.games):
        expected = [
            (game.number, change[who[0]])
            for game, change in zip(plain.games, plain.ratings.changes, strict=True)
            if who[0] in change
        ]
        found = league.rated_games(who[0], 10_000)
        assert [
            (one.game.game, (one.rating.mean, one.rating.deviation)) for one in found
        ] == expected


def same_of_each(league: League, plain: PlainLeague) -> None:
    """The same last games, runs, partners and opponents."""
    for who in (*everybody(plain.games), *partnerships(plain.games)):
        last = [
            (one.game.game, Fraction(one.tally.share, WHOLE))
            for one in league.games_of(key(who), 10)
        ]
        assert last == [(number, won) for number, won in plain.last_ten(who)][::-1]
        all_runs = [0, *runs(outcomes(who, plain.games))]
        assert league.best_run(key(who)) == (max(all_runs), all_runs[-1])
        of_all = list(league.figures(key(who)).values())
        assert Tally.sum([Tally(), *of_all]) == tally_of(figures(who, plain.games))


def same_pairs(league: League, plain: PlainLeague, whos: Sequence[Who]) -> None:
    """The same meetings between any two of these, and the same games of two in one team."""
    for one in whos:
        for other in whos:
            if one == other or len(one) != len(other):
                continue
            met, pair = plain.versus(one, other), league.pair(key(one), key(other))
            assert (pair.wins, pair.lost, pair.ties) == (met.won, met.lost, met.tied)
            found = league.met(key(one), key(other), 10_000)
            assert [x.game.game for x in found] == [x.game for x in met.meetings][::-1]
            assert (found[0].run if found else 0) == met.run
            assert league.longest_runs(key(one), key(other)) == (met.longest, met.longest_of_other)


def same_partners(league: League, plain: PlainLeague, person: int) -> None:
    """The same partners and opponents of somebody, of those with whom there is enough to say."""
    partners = {
        (members(one.other), one.games, Fraction(one.share, WHOLE * one.games))
        for one in league.partners(str(person))
        if one.games >= 3 and plain.in_tables(members(one.other))
    }
    assert partners == {(one.who, one.games, one.share) for one in plain.best_partners(person)}
    opponents = {
        (members(one.other), one.games, Fraction(one.share, WHOLE * one.games))
        for one in league.opponents(str(person))
        if one.games >= 3 and plain.in_tables(members(one.other))
    }
    assert opponents == {(x.who, x.games, x.share) for x in plain.hardest_opponents((person,))}


def same_records(league: League, plain: PlainLeague) -> None:
    """The same records of each kind, and the same streaks."""
    for kind, number in kind_numbers(league, plain).items():
        for code, plain_code in CODES.items():
            sign = -1 if code is FeatCode.NARROWEST else 1
            expected = [
                (feat.value, feat.game, key(feat.who), feat.round)
                for feat in plain_records.records(plain, kind, plain_code, TOP)
            ]
            found = [
                (sign * one.value, one.game.game, key_of(one.people), one.round)
                for one in league.records(number, code, TOP)
            ]
            assert found == expected, code
    for whose in ("people", "partnerships"):
        streaks = plain_records.longest_streaks(plain, whose == "partnerships", TOP)
        expected_streaks = [(one.length, key(one.who), one.last) for one in streaks]
        found_streaks = [(one.length, one.who, one.game.game) for one in league.streaks(whose, TOP)]
        assert found_streaks == expected_streaks


def same_league(club: Club, plain: PlainLeague) -> None:
    """Everything, for a league small enough for it."""
    league = club.league
    same_games(league, plain)
    same_standings(club, plain)
    same_ratings(league, plain)
    same_of_each(league, plain)
    everyone = sorted(everybody(plain.games))
    same_pairs(league, plain, [*everyone, *sorted(partnerships(plain.games))])
    for (person,) in everyone:
        same_partners(league, plain, person)
    same_records(league, plain)
