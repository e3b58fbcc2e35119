"""Ranking competitors in a table."""

from fractions import Fraction

from scorepad.league.facts import WHOLE, Tally
from scorepad.league.ratings import Rating
from scorepad.league.standings import Figure, Standing, alike_neighbours, ranked

NAMES = {"1": "Ann", "2": "bob", "3": "Carla", "4": "Dora", "5": "ann"}


def standing(who, rating=None, **tally):
    counted = {"itemised": tally.get("rounds", 0), "itemised_points": tally.get("points", 0)}
    return Standing(who, Tally(**{"games": 1} | counted | tally), rating)


def ranks(standings, by=Figure.WINS, **more):
    rows = ranked(standings, by, NAMES.__getitem__, **more)
    return [(row.rank, row.standing.competitor) for row in rows]


def test_the_most_is_first_and_equals_share_a_rank_after_which_one_is_left_out():
    wins = {"1": 1, "2": 3, "3": 3, "4": 5}
    standings = [standing(who, share=WHOLE * won) for who, won in wins.items()]
    assert ranks(standings) == [(1, "4"), (2, "2"), (2, "3"), (4, "1")]
    # By name, ignoring case; those with the same name by key.
    equals = [standing(who) for who in ("5", "3", "2", "1")]
    assert ranks(equals) == [(1, "1"), (1, "5"), (1, "2"), (1, "3")]


def test_players_with_fewer_games_than_asked_for_are_left_out():
    games = {"1": 1, "2": 2, "3": 0}
    standings = [standing(who, games=count, rounds=4) for who, count in games.items()]
    for least, there in ((-1, "12"), (0, "12"), (1, "12"), (2, "2"), (3, "")):
        assert [who for _, who in ranks(standings, least=least)] == [*there]


def test_shares_are_compared_exactly_and_ratings_as_they_read():
    third = standing("1", games=3, share=WHOLE)
    equal = standing("2", games=300, share=WHOLE * 100)
    less = standing("2", games=300, share=WHOLE * 100 - 1)
    assert ranks([equal, third], Figure.SHARE) == [(1, "1"), (1, "2")]
    assert ranks([less, third], Figure.SHARE) == [(1, "1"), (2, "2")]
    ratings = {"2": 1500.4, "1": 1499.6, "3": 1499.4}
    standings = [standing(who, Rating(mean)) for who, mean in ratings.items()]
    assert ranks(standings, Figure.RATING) == [(1, "1"), (1, "2"), (3, "3")]


def test_ratings_of_neighbours_cannot_be_told_apart_within_their_deviations():
    def rows(*ratings):
        return [standing(str(who), Rating(mean, off / 2)) for who, (mean, off) in enumerate(ratings, start=1)]

    assert alike_neighbours(rows((1620, 130), (1540, 110))) == {"1", "2"}
    # The root of 130² + 110² is 170.3.
    assert alike_neighbours(rows((1711, 130), (1540, 110))) == set()
    assert alike_neighbours(rows((1900, 60), (1700, 60), (1650, 60), (1500, 60))) == {"2", "3"}
    assert alike_neighbours([*rows((1500, 60)), standing("9")]) == set()


def test_players_without_the_figure_are_last_however_little_the_others_have():
    points = {"2": (1, -900), "4": (2, -1000)}
    standings = [standing(who, rounds=rounds, points=sum_) for who, (rounds, sum_) in points.items()]
    assert ranks([standing("1"), standing("3"), *standings], Figure.POINTS) == [(1, "4"), (2, "2"), (3, "1"), (3, "3")]
    rated = [standing("1"), standing("2", Rating(-5.0))]
    assert ranks(rated, Figure.RATING) == [(1, "2"), (2, "1")]


def test_figures_are_exact_and_nothing_is_divided_by_zero():
    exact = standing("1", games=4, share=WHOLE + WHOLE // 3, rounds=3, points=100, luck=-50)
    assert (exact.wins, exact.win_share) == (Fraction(4, 3), Fraction(1, 3))
    assert (exact.points_a_round, exact.luck_a_round) == (Fraction(100, 3), Fraction(-50, 3))
    assert exact.play_a_round == 50
    none = Standing("1", Tally(), None)
    figures = (none.win_share, none.points_a_round, none.luck_a_round, none.play_a_round)
    assert (none.wins, *figures) == (0, None, None, None, None)
    zero = standing("1", rounds=2, points=0, luck=0)
    assert (zero.points_a_round, zero.luck_a_round, zero.play_a_round) == (0, 0, 0)


def test_play_leaves_out_rounds_of_which_only_the_points_are_known():
    # Two rounds counted here with 300 points, 60 of them by luck, and three from a file with 9,000.
    mixed = standing("1", rounds=5, points=9300, luck=60, itemised=2, itemised_points=300)
    assert (mixed.points_a_round, mixed.luck_a_round, mixed.play_a_round) == (1860, 30, 120)
    assert standing("1", rounds=3, points=9000, itemised=0, itemised_points=0).play_a_round is None


def test_who_has_nothing_to_compare_is_listed_without_the_figure():
    (row,) = ranked([standing("1", rounds=0)], Figure.POINTS, NAMES.__getitem__)
    assert (row.rank, row.has_figure) == (1, False)


def test_figures_are_added_up_each_for_itself():
    both = Tally.sum([Tally(games=1, points=-20, books=3), Tally(games=2, points=50, clean=1)])
    assert both == Tally.sum([both]) == Tally(games=3, points=30, books=3, clean=1)
    assert Tally(games=5, wins=2, ties=1).lost == 2
