"""Compares the years of people and partnerships with those of the plain league."""

from fractions import Fraction

from scorepad.league.facts import WHOLE, is_partnership
from scorepad.league.news import evenings_in_a_row
from scorepad.league.ratings import Rating, rating_of
from scorepad.league.year import (
    best_month,
    greatest_upset,
    highest_rating,
    longest_streak,
    opponents,
    partners,
    ties_of,
    wins_of,
)
from scorepad.store.league import League
from tests.league import plain_years
from tests.league.plain import PlainLeague, partnerships_of, people_of
from tests.league.plain_counterparts import opponents as plain_opponents
from tests.league.plain_counterparts import partners as plain_partners
from tests.league.plain_games import Who


def same_years(league: League, plain: PlainLeague, most: int) -> None:
    """Check the years with games, and the figures in each, of people and partnerships."""
    for who in (*sorted(people_of(plain.games))[:most], *sorted(partnerships_of(plain.games))[:most]):
        key = "-".join(map(str, who))
        years = sorted({game.day.year for game, _ in plain.results(who)})
        assert league.years.with_games(key) == years
        row = evenings_in_a_row(league.evenings.days(), {*league.evenings.days(key)})
        assert row == plain_years.evenings_in_a_row(plain, who)
        for year in {*years, 2025}:
            _same_year(league, plain, who, year)
            if not is_partnership(key):
                badges = {(badge.code, badge.level, badge.game.game) for badge in league.years.badges(key, year)}
                assert badges == plain_years.badges(plain, who[0], year)
    assert league.years.with_games() == sorted({game.day.year for game in plain.games})
    for year in league.years.with_games():
        runs = [(int(person), run) for person, run in league.years.longest_runs(year).items()]
        assert runs == plain_years.longest_runs(plain, year)
        for least in (0, 3):
            assert _upset(league, year, least) == plain_years.greatest_upset(plain, year, least)


def _upset(league: League, year: int, least: int) -> tuple[int, int] | None:
    games = league.years.rated(year)
    people = {person for rated in games for side in rated.sides for person in side.people}
    played = league.recent.count_games([str(person) for person in people], f"{year - 1}-12-31", least)
    counts = {int(who): count for who, count in played.items()}
    upset = greatest_upset(games, league.ratings_before(people, f"{year}-01-01"), counts, least)
    return (upset.game, upset.below) if upset else None


def _same_year(league: League, plain: PlainLeague, who: Who, year: int) -> None:
    rows = league.years.games("-".join(map(str, who)), year)
    games = [row.played for row in rows]
    expected = plain_years.games(plain, who, year)
    assert [row.game.game for row in rows] == [game.number for game, _ in expected]
    best = best_month(games)
    assert (best and (int(best.month[5:]), best.games, Fraction(best.share, WHOLE))) == plain_years.best_month(
        plain, who, year
    )
    outcomes = [outcome for _, outcome in expected]
    assert (wins_of(games), ties_of(games)) == (outcomes.count(1), outcomes.count(0))
    assert longest_streak(games) == plain_years.longest_streak(plain, who, year)
    after = [[Rating(*rating) for rating in of_game] for of_game in plain_years.ratings(plain, who, year)]
    expected_ratings = [rating_of(who, dict(zip(who, of_game, strict=True))) for of_game in after]
    rated = [row.rating for row in rows if row.rating]
    assert rated == expected_ratings
    ends = league.ratings_before(who, f"{year}-01-01"), league.ratings(who, f"{year}-12-31")
    before, end = (rating_of(who, ratings) for ratings in ends)
    assert highest_rating(before, rated, end) == plain_years.highest_rating(plain, who, year)
    only = PlainLeague([game for game in plain.games if game.day.year == year])
    assert _records(opponents(games, who)) == plain_opponents(only, who)
    if len(who) == 1:
        assert _records(partners(games, who)) == plain_partners(only, who)


def _records(counted) -> dict[Who, tuple[Fraction, int]]:
    return {tuple(map(int, each.other.split("-"))): (Fraction(each.share, WHOLE), each.games) for each in counted}
