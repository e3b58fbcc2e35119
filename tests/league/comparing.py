"""Compares every figure of a club's league with the plain league of the same games."""

from collections.abc import Iterator
from datetime import date, timedelta

from scorepad.league.competitors import members
from scorepad.league.facts import Tally
from scorepad.league.ratings import rating_of
from scorepad.league.record_candidates import RecordCode
from scorepad.league.spans import ALL_TIME, Stretch, cover
from scorepad.league.standings import Figure, Standing, ranked
from scorepad.store import Club
from scorepad.store.league import League
from tests.league.plain import (
    RECORDS,
    WIN,
    PlainLeague,
    figures,
    partnerships_of,
    people_of,
    streaks,
)
from tests.league.plain_badges import badges
from tests.league.plain_games import Who

TOP = 5
ALL = 10_000
SIZES = {"people": 1, "partnerships": 2}
DAY = timedelta(days=1)


def key(who: Who) -> str:
    """A person or a partnership as the league names them."""
    return "-".join(map(str, who))


def same_league(club: Club, plain: PlainLeague) -> None:
    """Fails unless everything is the same."""
    league = club.league
    same_games(league, plain)
    same_standings(league, plain)
    for who in (*people_of(plain.games), *partnerships_of(plain.games)):
        same_of(league, plain, who)
    same_meetings(league, plain)
    same_records(league, plain)


def kind_ids(league: League, plain: PlainLeague) -> dict[str, int]:
    """The kinds of the plain league by the ids that the league gives them."""
    return {game.kind: kept.kind for game in plain.games if (kept := league.game(game.number))}


def same_games(league: League, plain: PlainLeague) -> None:
    """The same games count, on the same days, with the same sides."""
    for game in plain.games:
        kept = league.game(game.number)
        assert kept is not None, game.number
        assert (kept.day, kept.rounds) == (game.day.isoformat(), len(game.rounds))
        assert [list(side.people) for side in kept.sides] == game.people
        assert [side.total for side in kept.sides] == game.totals
        won = [WIN // len(game.winners) * (at in game.winners) for at in range(len(game.totals))]
        assert [side.share for side in kept.sides] == won
    assert sum(kind.games for kind in league.kinds()) == len(plain.games)
    days = tuple(plain.games[at].day.isoformat() for at in (0, -1)) if plain.games else None
    assert league.days() == days
    assert len(set(kind_ids(league, plain).values())) == len(league.kinds())


def ranges(plain: PlainLeague) -> Iterator[tuple[date | None, date | None, tuple[Stretch, ...]]]:
    """All time, and ranges that begin and end at, before and after days with games."""
    yield None, None, ALL_TIME
    if plain.games:
        first, middle, last = (plain.games[at].day for at in (0, len(plain.games) // 2, -1))
        for begin, end in (
            (first, middle),
            (middle, last + 40 * DAY),
            (middle, middle),
            (first + DAY, last - DAY),
        ):
            yield begin, end, cover(begin, end)


def same_standings(league: League, plain: PlainLeague) -> None:
    """The same sums and tables: over ranges, of each kind and of all, of people and partnerships."""
    for first, last, stretches in ranges(plain):
        for kind, number in [(None, None), *kind_ids(league, plain).items()]:
            games = plain.chosen(first, last, kind)
            for group, size in SIZES.items():
                everyone = partnerships_of(games) if size == 2 else people_of(games)
                expected = {key(who): Tally(**figures(who, games)) for who in everyone}
                tallies = league.tallies(group, stretches, number)
                assert tallies == expected
                people = {person for who in everyone for person in who}
                ratings = league.ratings(people, last.isoformat() if last else None)
                standings = [
                    Standing(who, tally, rating_of(members(who), ratings))
                    for who, tally in tallies.items()
                    if plain.in_tables(members(who))
                ]
                for figure in Figure:
                    for least in (1, 3):
                        rows = ranked(
                            standings, figure, lambda who: plain.name(members(who)), least
                        )
                        table = plain.standings(figure, games, size, last, least)
                        found = [(row.rank, row.standing.competitor) for row in rows]
                        assert found == [(rank, key(who)) for rank, who in table], figure
        _same_club(league, plain, first, last, stretches)


def _same_club(
    league: League,
    plain: PlainLeague,
    first: date | None,
    last: date | None,
    stretches: tuple[Stretch, ...],
) -> None:
    """The same sums over the whole club."""
    kinds = {number: kind for kind, number in kind_ids(league, plain).items()}
    tallies = {kind: tally for kind, tally in league.club_tallies(stretches).items() if tally.games}
    assert {kinds[kind] for kind in tallies} == {game.kind for game in plain.chosen(first, last)}
    for number, tally in tallies.items():
        games = plain.chosen(first, last, kinds[number])
        rounds = [(game, round_) for game in games for round_ in game.rounds]
        assert (tally.games, tally.share) == (len(games), WIN * len(games))
        assert tally.ties == sum(len(game.winners) > 1 for game in games)
        assert tally.rounds == sum(len(round_.points) for _, round_ in rounds)
        assert tally.points == sum(sum(round_.points) for _, round_ in rounds)


def same_of(league: League, plain: PlainLeague, who: Who) -> None:
    """The same games, streaks, sums by kind, ratings and badges of one person or partnership."""
    results, after = plain.results(who), [0, *plain.streaks(who)]
    last = [(game.game.game, game.streak) for game in league.games_of(key(who), 10)]
    numbers = [game.number for game, _ in results]
    assert last == list(zip(numbers, after[1:], strict=True))[:-11:-1]
    assert league.records.streaks_of(key(who)) == (max(after), after[-1])
    sums = Tally.sum([Tally(), *league.tallies_by_kind(key(who)).values()])
    assert sums == Tally(**figures(who, plain.games))
    if len(who) == 1:
        (person,) = who
        changes = zip(plain.games, plain.ratings, strict=True)
        expected = [(game.number, change[person]) for game, change in changes if person in change]
        rated = league.rated_games(person, ALL)
        assert [(r.game.game, (r.rating.mean, r.rating.deviation)) for r in rated] == expected
        earned = {(one.code, one.level, one.game.game) for one in league.records.badges(key(who))}
        assert earned == badges(plain, person)


def same_meetings(league: League, plain: PlainLeague, most: int = ALL) -> None:
    """The same meetings and partners of any two people, and of any two partnerships."""
    for everyone in (sorted(people_of(plain.games)), sorted(partnerships_of(plain.games))):
        for who in everyone[:most]:
            opponents = {pair.other: pair for pair in league.meetings.opponents(key(who))}
            partners = {pair.other: pair for pair in league.meetings.partners(key(who))}
            for other in everyone[:most]:
                met = plain.meetings(who, other)
                assert (key(other) in opponents) == bool(met)
                if met:
                    assert opponents[key(other)] == league.meetings.totals(key(who), key(other))
                _same_pair(league, who, other, met)
                if len(who) == 1 and who != other:
                    sums = figures(who, plain.together(who, other))
                    pair = league.meetings.totals(key(who), key(other), together=True)
                    assert partners.get(key(other), pair) == pair
                    assert (pair.games, pair.wins, pair.ties) == (
                        sums["games"],
                        sums["wins"],
                        sums["ties"],
                    )
                    assert (pair.share, key(other) in partners) == (sums["share"], pair.games > 0)


def _same_pair(league: League, who: Who, other: Who, met: list[tuple[int, int]]) -> None:
    pair = league.meetings.totals(key(who), key(other))
    outcomes = [outcome for _, outcome in met]
    assert (pair.games, pair.wins) == (len(met), outcomes.count(1))
    assert (pair.lost, pair.share) == (outcomes.count(-1), WIN // 2 * (len(met) + sum(outcomes)))
    after = [0, *streaks(outcomes)]
    latest = league.meetings.latest(key(who), key(other), ALL)
    expected = list(zip([game for game, _ in met], after[1:], strict=True))[::-1]
    assert [(meeting.game.game, meeting.streak) for meeting in latest] == expected
    longest = league.meetings.longest_streaks(key(who), key(other))
    assert longest == (max(after), -min(after))


def same_records(league: League, plain: PlainLeague) -> None:
    """The same records of each kind, of all time and of some days, and the same longest streaks."""
    for first, last, _ in ranges(plain):
        days = (first.isoformat(), last.isoformat()) if first and last else None
        for kind, number in kind_ids(league, plain).items():
            for code in RecordCode:
                sign = -1 if code is RecordCode.NARROWEST else 1
                places = [
                    (sign * place.value, place.game.game, sorted(place.people), place.round)
                    for place in league.records.best(number, code, TOP, days)
                ]
                expected = plain.records(code, plain.chosen(first, last, kind), TOP)
                assert places == [
                    (value, game, sorted(people), at) for value, game, people, at in expected
                ], code
    assert set(RECORDS) == set(RecordCode)
    for group, size in SIZES.items():
        found = league.records.longest_streaks(group, TOP)
        places = [(streak.length, streak.competitor, streak.game.game) for streak in found]
        expected = plain.longest_streaks(size, TOP)
        assert places == [(length, key(who), last) for length, who, last in expected]
