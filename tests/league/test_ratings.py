"""Ratings: the first steps, which games are rated, and that a replay can resume anywhere.

`test_against_plain` compares every rating of a league with openskill's.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.facts import Side
from scorepad.league.ratings import DEVIATION, MEAN, Rating, Replay, is_rated, together

ANN, BOB, CARLA, DORA = range(1, 5)


def game(*sides):
    """Return a game from the people and the total of each side."""
    return tuple(Side(tuple(people), total, 0, sum(other > total for _, other in sides)) for people, total in sides)


ANN_WON = game(([ANN], 100), ([BOB], 50))


def play(*games):
    replay, ratings = Replay(), {}
    for sides in games:
        ratings |= replay.play(sides)
    return ratings


def test_neither_the_margin_of_a_win_nor_a_tie_of_equals_moves_a_rating():
    assert play(game(([ANN], 9000), ([BOB], -5))) == play(ANN_WON)
    after = play(game(([ANN], 100), ([BOB], 100)))
    assert [rating.mean for rating in after.values()] == pytest.approx([MEAN, MEAN])
    assert all(rating.deviation < DEVIATION for rating in after.values())


def test_partners_gain_together_and_of_three_teams_the_second_lies_between():
    after = play(game(([ANN, BOB], 3), ([CARLA], 2), ([DORA], 1)))
    assert after[ANN] == after[BOB]
    assert after[ANN].mean > after[CARLA].mean > after[DORA].mean


@pytest.mark.parametrize("sides", [(), (([ANN], 5),), (([ANN], 5), ([], 9))])
def test_a_game_is_rated_if_two_teams_have_people(sides):
    assert not is_rated(game(*sides))
    assert play(game(*sides)) == {}
    # A team without people is ignored.
    three = game(([ANN], 5), ([], 9), ([BOB], 4))
    assert is_rated(three)
    assert play(three) == play(ANN_WON)


def seated(order, totals):
    """A game of two against two, or of three pairs."""
    pairs = [order[at : at + 2] for at in range(0, 6, 2)]
    return game(*zip(pairs[: 2 + order[0] % 2], totals, strict=False))


TOTALS = st.lists(st.integers(0, 3), min_size=3, max_size=3)
GAMES = st.lists(st.builds(seated, st.permutations(range(1, 7)), TOTALS), min_size=1, max_size=12)


@given(GAMES, st.integers(0, 12))
def test_a_replay_taken_up_in_the_middle_comes_to_the_very_same_numbers(games, at):
    ratings = play(*games[:at])
    again = Replay()
    for person, rating in ratings.items():
        again.learn(person, rating)
    for sides in games[at:]:
        ratings |= again.play(sides)
    assert ratings == play(*games)


def test_ratings_together_are_the_mean_and_surer_than_the_least_sure():
    assert together([Rating(1600, 30), Rating(1500, 40)]) == Rating(1550, 25)
    assert together([Rating(1600, 30)]) == Rating(1600, 30)
    # Shown as whole numbers, ± two deviations.
    low, high = Rating(1499.5, 10.2), Rating(1500.49, 10.3)
    assert (low.shown, low.give_or_take) == (1500, 20)
    assert (high.shown, high.give_or_take) == (1500, 21)
