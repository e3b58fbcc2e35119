"""Compares every figure of a club's league with the plain league of the same games."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import product

from scorepad.league.facts import Tally
from scorepad.league.game_facts import RecordCode
from scorepad.league.news import night_table
from scorepad.league.periods import ALL_TIME, Part, cover
from scorepad.league.standings import Figure
from scorepad.store import Club, Season
from scorepad.store.league import League
from scorepad.store.results.rows import PairTotals
from scorepad.store.results.tables import NO_FIGURE
from tests.league.plain import WIN, PlainLeague, competitors_of, figures, partnerships_of, people_of, streaks
from tests.league.plain_badges import badge_counts, highest_badges
from tests.league.plain_games import Game, Who
from tests.league.plain_news import news_of

TOP = 5
ALL = 10_000
SIZES = {"people": 1, "partnerships": 2}
DAY = timedelta(days=1)
PLACED_BY = {
    Figure.WINS: lambda tally: tally.share,
    Figure.SHARE: lambda tally: tally.share / tally.games,
    Figure.POINTS: lambda tally: tally.points / tally.rounds if tally.rounds else NO_FIGURE,
    Figure.BOOKS: lambda tally: tally.books,
    Figure.GAMES: lambda tally: tally.games,
}
"""The figures that follow from sums."""


def key(who: Who) -> str:
    """Return the league's key of a person or partnership."""
    return "-".join(map(str, who))


def same_league(club: Club, plain: PlainLeague) -> None:
    league = club.league
    same_games(league, plain)
    same_sums(league, plain)
    for season in club.seasons.all():
        same_places(league, plain, season)
    same_competitors(league, plain)
    same_meetings(league, plain)
    same_records(league, plain)
    same_news(league, plain)
    same_nights(league, plain)


def kind_ids(league: League, plain: PlainLeague) -> dict[str, int]:
    """Map the plain league's kinds to the league's ids."""
    return {game.kind: kept.kind for game in plain.games if (kept := league.game(game.number))}


def same_games(league: League, plain: PlainLeague) -> None:
    """Check that the same games count, on the same days, with the same sides."""
    for game in plain.games:
        kept = league.game(game.number)
        assert kept is not None, game.number
        assert (kept.day, kept.rounds) == (game.day.isoformat(), len(game.rounds))
        won = [WIN // len(game.winners) * (at in game.winners) for at in range(len(game.totals))]
        sides = [(list(side.people), side.total, side.share) for side in kept.sides]
        assert sides == list(zip(game.people, game.totals, won, strict=True))
    assert sum(kind.games for kind in league.kinds()) == len(plain.games)
    days = tuple(plain.games[at].day.isoformat() for at in (0, -1)) if plain.games else None
    assert league.days() == days
    assert len(set(kind_ids(league, plain).values())) == len(league.kinds())


def ranges(plain: PlainLeague) -> Iterator[tuple[date | None, date | None, tuple[Part, ...]]]:
    """Yield all time, and ranges that begin and end on, before and after days with games."""
    yield None, None, ALL_TIME
    if plain.games:
        first, mid, last = (plain.games[at].day for at in (0, len(plain.games) // 2, -1))
        typed = (first, mid), (mid, last + 40 * DAY), (mid, mid), (first + DAY, last - DAY)
        for begin, end in typed:
            yield begin, end, cover(begin, end)


def same_sums(league: League, plain: PlainLeague) -> None:
    """Check sums and ratings over ranges, of each kind and of all, for people and partnerships."""
    kinds = kind_ids(league, plain)
    people = {person for (person,) in people_of(plain.games)}
    for first, last, periods in ranges(plain):
        for (kind, number), (group, size) in product([(None, None), *kinds.items()], SIZES.items()):
            games = plain.chosen(first, last, kind)
            everyone = competitors_of(games, size)
            expected = {key(who): Tally(**figures(who, games)) for who in everyone}
            assert league.tallies(group, periods, number) == expected
        ratings = league.ratings(people, last.isoformat() if last else None)
        shown = {person: (rating.mean, rating.deviation) for person, rating in ratings.items()}
        assert shown == plain.ratings_until(last)
        of_club = {kind: t for kind, t in league.club_tallies(periods).items() if t.games}
        games = plain.chosen(first, last)
        assert of_club.keys() == {kinds[game.kind] for game in games}
        for kind, number in kinds.items():
            if number in of_club:
                _same_club(of_club[number], [game for game in games if game.kind == kind])


def same_places(league: League, plain: PlainLeague, season: Season) -> None:
    """Check everyone's values, and their order, over all time and over a season, of each kind and of all."""
    kinds = {None: None} | kind_ids(league, plain)
    ends = season.first_day, season.last_day
    scopes = {ALL_TIME: (None, None), cover(ends[0], ends[1] or date.max): ends}
    for (parts, days), (kind, number), (group, size) in product(scopes.items(), kinds.items(), SIZES.items()):
        games = plain.chosen(*days, kind)
        tallies = {key(who): Tally(**figures(who, games)) for who in competitors_of(games, size)}
        for figure, value in PLACED_BY.items():
            placed = league.placed(group, parts, number, figure)
            assert [of.value for of in placed] == sorted([of.value for of in placed], reverse=True)
            assert {of.competitor: (of.value, of.games) for of in placed} == {
                who: (value(tally), tally.games) for who, tally in tallies.items() if tally.games
            }


def _same_club(tally: Tally, games: list[Game]) -> None:
    """Check the sums over all games of a kind, which count a round once per team."""
    rounds = [round_ for game in games for round_ in game.rounds]
    assert (tally.games, tally.share) == (len(games), WIN * len(games))
    assert tally.ties == sum(len(game.winners) > 1 for game in games)
    assert tally.rounds == sum(len(round_.points) for round_ in rounds)
    assert tally.points == sum(sum(round_.points) for round_ in rounds)


def same_competitors(league: League, plain: PlainLeague) -> None:
    """Check the games, streaks, sums by kind, ratings and badges of each person and partnership."""
    for who in (*people_of(plain.games), *partnerships_of(plain.games)):
        results, after = plain.results(who), [0, *plain.streaks(who)]
        last = [(game.game.game, game.streak) for game in league.games_of(key(who), 10)]
        numbers = [game.number for game, _ in results]
        assert last == list(zip(numbers, after[1:], strict=True))[:-11:-1]
        assert league.records.streaks_of(key(who)) == (max(after), after[-1])
        sums = Tally.sum([Tally(), *league.tallies_by_kind(key(who)).values()])
        assert sums == Tally(**figures(who, plain.games))
    for (person,) in people_of(plain.games):
        changes = zip(plain.games, plain.ratings, strict=True)
        expected = [(game.number, change[person]) for game, change in changes if person in change]
        rated = league.rated_games(person, ALL)
        assert [(r.game.game, (r.rating.mean, r.rating.deviation)) for r in rated] == expected
        always = league.meetings.always_with(str(person), len(plain.results((person,))))
        assert always == [str(other) for other in plain.always_with(person)]
        earned = {(b.code, b.level, b.game.game) for b in league.records.badges(str(person))}
        assert earned == highest_badges(plain, person)
        assert league.records.badge_counts(str(person)) == badge_counts(plain, person)


def same_meetings(league: League, plain: PlainLeague, most: int = ALL) -> None:
    """Check the meetings and shared games of any two people, and of any two partnerships."""
    for size in SIZES.values():
        everyone = sorted(competitors_of(plain.games, size))[:most]
        for who in everyone:
            opponents = {pair.other: pair for pair in league.meetings.opponents(key(who))}
            partners = {pair.other: pair for pair in league.meetings.partners(key(who))}
            for other in everyone:
                pair = _same_pair(league, plain, who, other)
                assert opponents.get(key(other)) == (pair if pair.games else None)
                if size == 1 and who != other:
                    sums = figures(who, plain.together(who, other))
                    pair = league.meetings.totals(key(who), key(other), together=True)
                    assert partners.get(key(other)) == (pair if pair.games else None)
                    for name in ("games", "wins", "ties", "share"):
                        assert getattr(pair, name) == sums[name]


def _same_pair(league: League, plain: PlainLeague, who: Who, other: Who) -> PairTotals:
    """Check the meetings of these two, and return the league's totals."""
    met = plain.meetings(who, other)
    outcomes = [outcome for _, outcome in met]
    pair = league.meetings.totals(key(who), key(other))
    assert (pair.games, pair.wins, pair.lost) == (len(met), outcomes.count(1), outcomes.count(-1))
    last = [game and game.game for game in league.meetings.last_ahead(key(who), key(other))]
    assert last == [next((game for game, was in reversed(met) if was == ahead), None) for ahead in (1, -1)]
    assert pair.share == WIN // 2 * (len(met) + sum(outcomes))
    after = [0, *streaks(outcomes)]
    latest = league.meetings.latest(key(who), key(other), ALL)
    expected = list(zip([game for game, _ in met], after[1:], strict=True))[::-1]
    assert [(meeting.game.game, meeting.streak) for meeting in latest] == expected
    assert league.meetings.longest_streaks(key(who), key(other)) == (max(after), -min(after))
    return pair


def same_records(league: League, plain: PlainLeague) -> None:
    """Check the records of each kind, of all time and of some days, and the longest streaks."""
    kinds = kind_ids(league, plain).items()
    for (first, last, _), (kind, number), code in product(ranges(plain), kinds, RecordCode):
        days = (first.isoformat(), last.isoformat()) if first and last else None
        sign = -1 if code is RecordCode.NARROWEST else 1
        assert [
            (sign * place.value, place.game.game, sorted(place.people), place.round)
            for place in league.records.best(number, code, TOP, days)
        ] == [
            (value, game, sorted(people), at)
            for value, game, people, at in plain.records(code, plain.chosen(first, last, kind), TOP)
        ], code
    for group, size in SIZES.items():
        longest = league.records.longest_streaks(group, TOP)
        assert [(streak.length, streak.competitor, streak.game.game) for streak in longest] == [
            (length, key(who), last) for length, who, last in plain.longest_streaks(size, TOP)
        ]


def same_news(league: League, plain: PlainLeague, most: int = 12) -> None:
    """Check the news of the first games and of the last games."""
    count = len(plain.games)
    for at in sorted({*range(min(most, count)), *range(max(count - most, 0), count)}):
        (new,) = league.news.of_games([plain.games[at].number])
        records = set()
        for _, (code, value, people, number) in new.records:
            sign = -1 if code == RecordCode.NARROWEST else 1
            records.add((code, sign * value, tuple(sorted(people)), number))
        shown = {"moves": {*new.moves}, "badges": {*new.badges}, "streaks": {*new.streaks}, "records": records}
        assert shown == news_of(plain, at), plain.games[at].number


def same_nights(league: League, plain: PlainLeague) -> None:
    """Check the evenings, their numbers of games, and the tables of the night."""
    days = Counter(game.day.isoformat() for game in plain.games)
    assert {row.day: row.games for row in league.evenings.before("9999-12-31", ALL)} == days
    for day in sorted(days)[-TOP:]:
        games = plain.chosen(date.fromisoformat(day), date.fromisoformat(day))
        sums = {key(who): figures(who, games) for who in people_of(games)}
        expected = sorted((-one["share"], one["games"], who) for who, one in sums.items() if one["games"])
        ranks = {row.standing: row.rank for row in night_table(league.evenings.games(day))}
        assert sorted((-of.tally.share, of.tally.games, of.competitor) for of in ranks) == expected
        above = {of: sum(other[:2] < (-of.tally.share, of.tally.games) for other in expected) for of in ranks}
        assert {of: rank - 1 for of, rank in ranks.items()} == above
