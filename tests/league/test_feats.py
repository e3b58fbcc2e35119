"""What of a game may be a record."""

import pytest

from scorepad.league.feats import FeatCode, most_behind
from scorepad.league.game_facts import game_facts
from tests.league.telling import ANN, BOB, CARLA, DORA, EMIL, facts, points, three_teams, told

US, THEM = (ANN, CARLA), (BOB, DORA)


def _feats(game, code):
    """What there is of a code: how much, whose, and in which round."""
    return [(one.value, one.people, one.round) for one in game.feats if one.code == code]


def test_the_highest_round_is_the_best_of_each_team_and_of_equals_the_first():
    game = facts(points(100, 40), points(300, 90), points(300, 20))
    assert _feats(game, FeatCode.ROUND) == [(300, US, 2), (90, THEM, 2)]


def test_a_round_below_zero_can_be_the_best_there_was():
    game = facts(points(0, 10, seat1_left=50))
    assert _feats(game, FeatCode.ROUND)[0] == (-50, US, 1)


def test_the_highest_round_is_of_those_who_sat_in_it_and_the_game_of_those_who_have_it():
    game = facts(
        points(10, 0),
        points(900, 0, seat3_player={"id": EMIL}),
        points(10, 0, seat3_player={"id": CARLA}),
    )
    assert _feats(game, FeatCode.ROUND)[0] == (900, (ANN, EMIL), 2)
    assert _feats(game, FeatCode.GAME) == [(920, US, 0), (0, THEM, 0)]


def test_the_highest_game_is_the_total_with_what_was_brought_along():
    game = facts(points(100, 20), paper=2, brought=(1000, 0), end=3)
    assert _feats(game, FeatCode.GAME) == [(1100, US, 0), (20, THEM, 0)]
    assert _feats(game, FeatCode.ROUND) == [(100, US, 3), (20, THEM, 3)]


def test_a_comeback_is_how_far_the_winner_was_behind_at_most():
    game = facts(points(0, 100), points(0, 250), points(900, 0), points(0, 30))
    assert _feats(game, FeatCode.COMEBACK) == [(350, US, 0)]


@pytest.mark.parametrize(
    "rounds",
    [[(100, 0), (0, 100), (5, 0)], [(0, 100), (100, 0)]],
    ids=["never behind", "a tie"],
)
def test_who_was_never_behind_or_did_not_win_came_not_back(rounds):
    assert _feats(facts(*(points(*one) for one in rounds)), FeatCode.COMEBACK) == []


def test_the_narrowest_win_is_less_by_its_margin_so_that_more_is_better():
    assert _feats(facts(points(105, 100)), FeatCode.NARROWEST) == [(-5, US, 0)]


def test_of_three_teams_it_is_the_second_that_was_nearly_as_good():
    game = three_teams((0, 0, 300), (400, 390, 50))
    assert _feats(game, FeatCode.NARROWEST) == [(-10, (ANN, DORA), 0)]
    assert _feats(game, FeatCode.COMEBACK) == [(300, (ANN, DORA), 0)]


def test_a_tie_is_no_narrow_win():
    assert _feats(facts(points(100, 100)), FeatCode.NARROWEST) == []


def test_clean_books_are_those_of_a_team_in_the_whole_game_and_dirty_ones_count_for_nothing():
    game = facts(
        points(0, 0, team1_clean=2, team1_dirty=4), points(0, 0, team1_clean=1, team2_dirty=3)
    )
    assert _feats(game, FeatCode.CLEAN) == [(3, US, 0)]


def test_exact_cuts_and_red_threes_are_those_of_a_person():
    game = facts(
        points(0, 0, seat1_exact_cut=1, seat2_red_threes_held=2),
        points(0, 0, seat1_exact_cut=1, seat3_exact_cut=1),
        points(0, 0, seat2_left={"as": "cards", "cards": {"K": 2, "red3": 1}}),
    )
    assert _feats(game, FeatCode.CUTS) == [(2, (ANN,), 0), (1, (CARLA,), 0)]
    assert _feats(game, FeatCode.SHAME) == [(3, (BOB,), 0)]


def test_who_helped_out_can_be_caught_too():
    game = facts(
        points(0, 0),
        points(0, 0, seat4_player={"id": EMIL}, seat4_red_threes_held=1),
        points(0, 0, seat4_player={"id": DORA}),
    )
    assert _feats(game, FeatCode.SHAME) == [(1, (EMIL,), 0)]


def test_nobody_holds_anything_with_nothing():
    found = {one.code for one in facts(points(0, 0)).feats}
    assert found == {FeatCode.ROUND, FeatCode.GAME}


def test_a_team_without_people_holds_nothing_and_its_points_are_still_in_the_game():
    game = game_facts(told(points(100, 300)), {BOB: 0, DORA: 0})
    assert {one.people for one in game.feats} == {US}
    assert _feats(game, FeatCode.COMEBACK) == _feats(game, FeatCode.NARROWEST) == []


@pytest.mark.parametrize(
    ("totals", "behind"),
    [([], 0), ([(5, 0)], 0), ([(0, 5), (9, 5)], 5), ([(-9, -5, 2), (3, 2, 1)], 11)],
)
def test_how_far_behind_is_measured_from_whoever_leads(totals, behind):
    assert most_behind(totals, 0) == behind
