"""What of a game may become a record."""

import pytest

from scorepad.league.game_facts import game_facts
from scorepad.league.record_candidates import RecordCode, most_behind
from tests.league.hand import ANN, BOB, CARLA, DORA, EMIL, facts, points, stored, three_teams

US, THEM = (ANN, CARLA), (BOB, DORA)


def candidates(game, code):
    """The candidates for a record: value, people and round."""
    return [(c.value, c.people, c.round) for c in game.record_candidates if c.code == code]


def test_the_highest_round_is_the_best_of_each_team_and_of_equals_the_first():
    game = facts(points(100, 40), points(300, 90), points(300, 20))
    assert candidates(game, RecordCode.ROUND) == [(300, US, 2), (90, THEM, 2)]
    lost = facts(points(0, 10, seat1_left=50))
    assert candidates(lost, RecordCode.ROUND) == [(-50, US, 1), (10, THEM, 1)]


def test_a_round_is_credited_to_those_who_sat_in_it_and_a_game_to_those_who_own_it():
    helper, back = {"id": EMIL}, {"id": CARLA}
    second, third = points(900, 0, seat3_player=helper), points(10, 0, seat3_player=back)
    game = facts(points(10, 0), second, third)
    assert candidates(game, RecordCode.ROUND)[0] == (900, (ANN, EMIL), 2)
    assert candidates(game, RecordCode.GAME) == [(920, US, 0), (0, THEM, 0)]


def test_the_highest_game_includes_the_points_from_paper():
    game = facts(points(100, 20), paper=2, brought=(1000, 0), end=3)
    assert candidates(game, RecordCode.GAME) == [(1100, US, 0), (20, THEM, 0)]
    assert candidates(game, RecordCode.ROUND) == [(100, US, 3), (20, THEM, 3)]


@pytest.mark.parametrize(
    ("rounds", "comebacks"),
    [([(0, 100), (0, 250), (900, 0), (0, 30)], [(350, US, 0)]), ([(100, 0), (0, 100), (5, 0)], []),
     ([(0, 100), (100, 0)], [])],
    ids=["at most 350 behind", "never behind", "a tie"],
)  # fmt: skip
def test_a_comeback_is_the_most_a_winner_was_behind(rounds, comebacks):
    game = facts(*(points(*melded) for melded in rounds))
    assert candidates(game, RecordCode.COMEBACK) == comebacks


@pytest.mark.parametrize(("melded", "wins"), [((105, 100), [(-5, US, 0)]), ((100, 100), [])])
def test_the_value_of_a_narrow_win_is_its_margin_below_zero(melded, wins):
    assert candidates(facts(points(*melded)), RecordCode.NARROWEST) == wins


def test_with_three_teams_the_margin_is_to_the_second():
    game = three_teams((0, 0, 300), (400, 390, 50))
    assert candidates(game, RecordCode.NARROWEST) == [(-10, (ANN, DORA), 0)]
    assert candidates(game, RecordCode.COMEBACK) == [(300, (ANN, DORA), 0)]


def test_clean_books_are_those_of_a_team_in_the_whole_game_and_none_is_no_record():
    first, second = {"team1_clean": 2, "team1_dirty": 4}, {"team1_clean": 1, "team2_dirty": 3}
    game = facts(points(0, 0, **first), points(0, 0, **second))
    assert candidates(game, RecordCode.CLEAN) == [(3, US, 0)]
    codes = {candidate.code for candidate in facts(points(0, 0)).record_candidates}
    assert codes == {RecordCode.ROUND, RecordCode.GAME}


def test_exact_cuts_and_red_threes_are_those_of_a_person_helpers_too():
    game = facts(
        points(0, 0, seat1_exact_cut=1, seat2_red_threes_held=2),
        points(0, 0, seat1_exact_cut=1, seat3_exact_cut=1),
        points(0, 0, seat2_left={"as": "cards", "cards": {"K": 2, "red3": 1}}),
        points(0, 0, seat4_player={"id": EMIL}, seat4_red_threes_held=1),
    )
    assert candidates(game, RecordCode.CUTS) == [(2, (ANN,), 0), (1, (CARLA,), 0)]
    assert candidates(game, RecordCode.SHAME) == [(3, (BOB,), 0), (1, (EMIL,), 0)]


def test_a_team_without_people_holds_nothing_but_its_points_count():
    game = game_facts(stored(points(100, 300)), {BOB: 0, DORA: 0})
    assert {candidate.people for candidate in game.record_candidates} == {US}
    assert candidates(game, RecordCode.COMEBACK) == candidates(game, RecordCode.NARROWEST) == []


@pytest.mark.parametrize(
    ("totals", "behind"), [([], 0), ([(5, 0)], 0), ([(0, 5), (9, 5)], 5), ([(-9, -5, 2), (3, 2, 1)], 11)]
)
def test_behind_means_behind_the_leader_of_that_round(totals, behind):
    assert most_behind(totals, 0) == behind
