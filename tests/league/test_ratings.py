"""Ratings: who gains, who loses, by how much at first, and that a replay can be taken up anywhere."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.facts import Side
from scorepad.league.ratings import BETA, DEVIATION, MEAN, TAU, Rating, Replay, is_rated, together

ANN, BOB, CARLA, DORA = range(1, 5)


def _sides(*given):
    return tuple(Side(tuple(people), total, 0) for people, total in given)


def _play(*games):
    """The ratings of all after these games."""
    replay, found = Replay(), {}
    for game in games:
        found |= replay.play(game)
    return found


def test_the_first_game_of_two_new_players_is_as_it_was_worked_out_by_hand():
    after = _play(_sides(([ANN], 100), ([BOB], 50)))
    # Both were as likely to win: p = 1/2. Before a game tau is added to the deviation.
    variance = DEVIATION**2 + TAU**2
    c = sqrt(2 * (variance + BETA**2))
    gain = variance / c / 2
    assert after[ANN].mean == pytest.approx(MEAN + gain)
    assert after[BOB].mean == pytest.approx(MEAN - gain)
    narrower = sqrt(variance * (1 - variance / c**2 / 4 * sqrt(variance) / c))
    assert after[ANN].deviation == pytest.approx(narrower)
    assert after[BOB].deviation == pytest.approx(narrower)
    assert (after[ANN].shown, after[BOB].shown, after[ANN].give_or_take) == (1658, 1342, 968)


def test_by_how_much_it_was_won_does_not_matter():
    assert _play(_sides(([ANN], 100), ([BOB], 99))) == _play(_sides(([ANN], 9000), ([BOB], -5)))


def test_a_tie_of_equals_moves_nobody_and_makes_both_surer():
    after = _play(_sides(([ANN], 100), ([BOB], 100)))
    assert [one.mean for one in after.values()] == pytest.approx([MEAN, MEAN])
    assert all(one.deviation < DEVIATION for one in after.values())


def test_a_tie_lies_between_winning_and_losing():
    first = _sides(([ANN], 2), ([BOB], 1))
    won, tied, lost = (
        _play(first, _sides(([ANN], total), ([BOB], 100)))[ANN].mean for total in (101, 100, 99)
    )
    assert won > tied > lost


def test_the_better_one_loses_something_by_a_tie():
    first = _sides(([ANN], 2), ([BOB], 1))
    before, after = _play(first), _play(first, _sides(([ANN], 7), ([BOB], 7)))
    assert after[ANN].mean < before[ANN].mean
    assert after[BOB].mean > before[BOB].mean


def test_beating_the_better_one_gives_more_than_beating_an_equal():
    first = _sides(([ANN], 2), ([BOB], 1))
    equal = _play(_sides(([CARLA], 2), ([DORA], 1)))[CARLA].mean
    better = _play(first, _sides(([CARLA], 2), ([ANN], 1)))[CARLA].mean
    worse = _play(first, _sides(([CARLA], 2), ([BOB], 1)))[CARLA].mean
    assert better > equal > worse > MEAN


def test_partners_gain_together_and_of_three_teams_the_second_lies_between():
    after = _play(_sides(([ANN, BOB], 3), ([CARLA], 2), ([DORA], 1)))
    assert after[ANN] == after[BOB]
    assert after[ANN].mean > after[CARLA].mean > after[DORA].mean


def test_teams_that_tie_for_first_are_rated_alike():
    after = _play(_sides(([ANN], 3), ([BOB], 3), ([CARLA], 1)))
    assert after[ANN].mean == pytest.approx(after[BOB].mean)
    assert after[ANN].mean > MEAN > after[CARLA].mean


@pytest.mark.parametrize("sides", [(), (([ANN], 5),), (([ANN], 5), ([], 9))])
def test_a_game_in_which_fewer_than_two_teams_have_anybody_is_not_rated(sides):
    assert not is_rated(_sides(*sides))
    assert _play(_sides(*sides)) == {}


def test_a_team_without_people_is_as_if_it_had_not_been_there():
    there = _sides(([ANN], 5), ([BOB], 4))
    assert is_rated(_sides(([ANN], 5), ([], 9), ([BOB], 4)))
    assert _play(_sides(([ANN], 5), ([], 9), ([BOB], 4))) == _play(there)


def test_a_replay_knows_who_played_or_was_learnt():
    replay = Replay()
    replay.play(_sides(([ANN], 5), ([BOB], 4)))
    replay.learn(CARLA, Rating())
    assert [replay.knows(one) for one in (ANN, BOB, CARLA, DORA)] == [True, True, True, False]


GAMES = st.lists(
    st.tuples(st.permutations(range(1, 7)), st.lists(st.integers(0, 3), min_size=3, max_size=3)),
    min_size=1,
    max_size=12,
)


def _table(order, totals):
    """Two against two, or against two others too."""
    pairs = [order[at : at + 2] for at in range(0, 6, 2)]
    return _sides(*zip(pairs[: 2 + order[0] % 2], totals, strict=False))


@given(GAMES, st.integers(0, 12))
def test_a_replay_that_is_taken_up_in_the_middle_comes_to_the_very_same_numbers(games, at):
    tables = [_table(*one) for one in games]
    there = _play(*tables[:at])
    again = Replay()
    for person, rating in there.items():
        again.learn(person, rating)
    for table in tables[at:]:
        there |= again.play(table)
    assert there == _play(*tables)


@given(GAMES)
def test_who_wins_never_loses_by_it_and_everybody_becomes_surer_but_for_tau(games):
    replay, before = Replay(), dict.fromkeys(range(1, 7), Rating())
    for order, totals in games:
        table = _table(order, totals)
        after = replay.play(table)
        best = max(side.total for side in table)
        alone = [side for side in table if side.total == best]
        for person, now in after.items():
            assert now.deviation <= sqrt(before[person].deviation ** 2 + TAU**2)
        if len(alone) == 1:
            assert all(after[one].mean >= before[one].mean for one in alone[0].people)
        before |= after


def test_two_games_are_not_the_same_in_another_order():
    games = [_sides(([ANN], 2), ([BOB], 1)), _sides(([BOB], 2), ([CARLA], 1))]
    assert _play(*games) != _play(*games[::-1])


def test_together_is_the_mean_and_surer_than_the_least_sure():
    assert together([Rating(1600, 30), Rating(1500, 40)]) == Rating(1550, 25)
    assert together([Rating(1600, 30)]) == Rating(1600, 30)


def test_ratings_are_shown_as_whole_numbers_give_or_take_two_deviations():
    one, other = Rating(1499.5, 10.2), Rating(1500.49, 10.3)
    assert (one.shown, one.give_or_take) == (1500, 20)
    assert (other.shown, other.give_or_take) == (1500, 21)
