"""From figures to a table with ranks."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.facts import WHOLE, Tally
from scorepad.league.ratings import Rating
from scorepad.league.standings import Figure, Standing, champions, ranked

NAMES = {"1": "Ann", "2": "bob", "3": "Carla", "4": "Dora", "5": "ann"}


def _standing(who, rating=None, **tally):
    return Standing(who, Tally(**{"games": 1} | tally), rating)


def _ranks(standings, by=Figure.WINS, **more):
    return [
        (row.rank, row.standing.competitor)
        for row in ranked(standings, by, NAMES.__getitem__, **more)
    ]


def test_the_most_is_first_and_equals_share_a_rank_after_which_one_is_left_out():
    wins = {"1": 1, "2": 3, "3": 3, "4": 5}
    standings = [_standing(who, share=WHOLE * won) for who, won in wins.items()]
    assert _ranks(standings) == [(1, "4"), (2, "2"), (2, "3"), (4, "1")]


def test_equals_stand_by_name_whatever_its_case_and_of_one_name_by_key():
    standings = [_standing(who) for who in ("5", "3", "2", "1")]
    assert _ranks(standings) == [(1, "1"), (1, "5"), (1, "2"), (1, "3")]


@pytest.mark.parametrize(("least", "there"), [(-1, "12"), (0, "12"), (1, "12"), (2, "2"), (3, "")])
def test_who_played_fewer_games_than_asked_for_is_left_out(least, there):
    standings = [
        _standing("1", games=1),
        _standing("2", games=2),
        _standing("3", games=0, rounds=4),
    ]
    assert [who for _, who in _ranks(standings, least=least)] == [*there]


@pytest.mark.parametrize(
    ("by", "more", "less"),
    [
        (Figure.WINS, {"share": 13}, {"share": 12}),
        (Figure.SHARE, {"games": 3, "share": 13}, {"games": 3, "share": 12}),
        (Figure.POINTS, {"rounds": 2, "points": -3}, {"rounds": 2, "points": -4}),
        (Figure.BOOKS, {"books": 2}, {"books": 1}),
        (Figure.GAMES, {"games": 2}, {"games": 1}),
        (Figure.RATING, {"rating": Rating(1501)}, {"rating": Rating(1500)}),
    ],
)
def test_a_table_can_be_sorted_by_every_figure(by, more, less):
    both = [_standing("1", **less), _standing("2", **more)]
    assert _ranks(both, by) == [(1, "2"), (2, "1")]


def test_every_figure_is_tried_above():
    marks = test_a_table_can_be_sorted_by_every_figure.pytestmark
    assert {case[0] for case in marks[0].args[1]} == set(Figure)


def test_shares_are_compared_exactly():
    third, nearly = (
        _standing("1", games=3, share=WHOLE),
        _standing("2", games=300, share=WHOLE * 100),
    )
    assert _ranks([third, nearly], Figure.SHARE) == [(1, "1"), (1, "2")]
    less = replace(nearly, tally=nearly.tally._replace(share=WHOLE * 100 - 1))
    assert _ranks([less, third], Figure.SHARE) == [(1, "1"), (2, "2")]


def test_ratings_that_read_the_same_are_equal():
    standings = [
        _standing("2", Rating(1500.4)),
        _standing("1", Rating(1499.6)),
        _standing("3", Rating(1499.4)),
    ]
    assert _ranks(standings, Figure.RATING) == [(1, "1"), (1, "2"), (3, "3")]


def test_who_has_no_such_figure_is_last_however_little_the_others_have():
    standings = [_standing("1"), _standing("2", rounds=1, points=-900), _standing("3")]
    assert _ranks(standings, Figure.POINTS) == [(1, "2"), (2, "1"), (2, "3")]
    rated = [_standing("1"), _standing("2", Rating(-5.0))]
    assert _ranks(rated, Figure.RATING) == [(1, "2"), (2, "1")]


def test_figures_are_exact_and_nothing_is_divided_by_none():
    one = _standing("1", games=4, share=WHOLE + WHOLE // 3, rounds=3, points=100, luck=-50)
    assert (one.wins, one.win_share) == (Fraction(4, 3), Fraction(1, 3))
    assert (one.points_a_round, one.luck_a_round) == (Fraction(100, 3), Fraction(-50, 3))
    assert one.play_a_round == 50
    none = Standing("1", Tally(), None)
    figures = (none.win_share, none.points_a_round, none.luck_a_round, none.play_a_round)
    assert (none.wins, *figures) == (0, None, None, None, None)


def test_luck_that_made_nothing_is_nought_and_not_unknown():
    one = _standing("1", rounds=2, points=0, luck=0)
    assert (one.points_a_round, one.luck_a_round, one.play_a_round) == (0, 0, 0)


def test_champions_are_all_who_are_first_and_nobody_in_an_empty_table():
    standings = [_standing("1", share=WHOLE), _standing("2", share=WHOLE), _standing("3")]
    assert champions(ranked(standings, Figure.WINS, NAMES.__getitem__)) == ["1", "2"]
    assert champions([]) == []


@given(st.lists(st.integers(0, 4), max_size=5))
def test_a_rank_is_one_more_than_how_many_have_more(wins):
    standings = [_standing(str(at), share=one) for at, one in enumerate(wins, start=1)]
    for row in ranked(standings, Figure.WINS, NAMES.__getitem__):
        assert row.rank == 1 + sum(one > row.standing.tally.share for one in wins)


def test_figures_are_added_up_each_for_itself():
    both = Tally.sum([Tally(games=1, points=-20, books=3), Tally(games=2, points=50, clean=1)])
    assert both == Tally(games=3, points=30, books=3, clean=1)
    assert Tally.sum([both]) == both
    assert Tally(games=5, wins=2, ties=1).lost == 2


def test_someone_without_the_figure_is_no_champion():
    rows = ranked([_standing("1", rounds=0)], Figure.POINTS, NAMES.__getitem__)
    assert ([row.rank for row in rows], champions(rows)) == ([1], [])
