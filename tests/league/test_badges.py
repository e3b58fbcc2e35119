"""What earns a badge: each deed, and a game in which it is only just missed."""

import pytest

from scorepad.league.game_facts import LEVELS, STREAKS
from tests.league.hand import ANN, CARLA, EMIL, facts, points, three_teams


def rounds(*pairs):
    return [points(*pair) for pair in pairs]


def outs(times):
    """Return four rounds; Ann goes out in `times` of them."""
    return [points(0, 0, out=1 if at < times else 2) for at in range(4)]


CUT = [points(0, 9, seat1_exact_cut=1)]
HELPED = [points(1, 0, seat3_player={"id": player}) for player in (CARLA, EMIL, CARLA)]
"""Emil sits in for Carla in the second round only."""

GAMES = {
    "game": (
        [(rounds((1, 0)), ANN), (rounds((0, 1)), ANN)],
        [(HELPED, EMIL)],
    ),
    "won": (
        [(rounds((1, 0)), ANN)],
        [(rounds((0, 1)), ANN), (rounds((1, 1)), ANN), (HELPED, EMIL)],
    ),
    "exact_cut": ([(CUT, ANN)], [(CUT, CARLA)]),
    "swept": (
        [(rounds((5, 0), (5, 0), (5, 0)), ANN)],
        [(rounds((5, 0), (5, 0)), ANN), (rounds((5, 0), (5, 5), (5, 0)), ANN), (rounds((50, 0), (0, 5), (5, 0)), ANN)],
    ),
    "turned": (
        [(rounds((0, 5), (9, 0)), ANN)],
        [(rounds((5, 5), (9, 0)), ANN), (rounds((0, 5), (6, 0), (9, 0)), ANN), (rounds((0, 5), (5, 0)), ANN)],
    ),
    "hair": (
        [(rounds((10_000, 9_900)), ANN)],
        [(rounds((10_000, 9_895)), ANN), (rounds((10_000, 10_000)), ANN), (rounds((9_900, 10_000)), ANN)],
    ),
    "often_out": ([(outs(3), ANN)], [(outs(2), ANN), (outs(3), CARLA)]),
    "caught": (
        [([points(0, 0, seat1_red_threes_held=2), points(0, 0, seat1_red_threes_held=1)], ANN),
         ([points(0, 0, seat1_left={"as": "cards", "cards": {"red3": 3}})], ANN)],
        [([points(0, 0, seat1_red_threes_held=2)], ANN),
         ([points(0, 0, seat1_red_threes_held=2, seat3_red_threes_held=1)], ANN)],
    ),
    "helped": ([(HELPED, EMIL)], [(rounds((1, 0)), ANN), (HELPED, CARLA)]),
    "lucky": (
        [([points(100, 150, seat1_exact_cut=1)], ANN), ([points(100, 100, seat1_exact_cut=1)], ANN),
         ([points(100, 550, seat2_red_threes_held=1)], ANN)],
        [([points(100, 99, seat1_exact_cut=1)], ANN), ([points(100, 201, seat1_exact_cut=1)], ANN),
         ([points(101, 100, seat2_red_threes_held=1)], ANN)],
    ),
}  # fmt: skip
"""For each badge, rounds that earn it and rounds that only just do not, each with a person."""


@pytest.mark.parametrize("code", LEVELS)
def test_a_badge_is_earned_by_its_deed_and_by_nothing_less(code):
    earned, missed = GAMES[code]
    for game, who in earned:
        assert (str(who), code) in facts(*game).badges, game
    for game, who in missed:
        assert (str(who), code) not in facts(*game).badges, game


@pytest.mark.parametrize(("second", "is_earned"), [(9_900, True), (9_895, False)])
def test_with_three_teams_a_hair_is_the_margin_to_the_second(second, is_earned):
    game = three_teams((10_000, 5, second))
    assert ((str(ANN), "hair") in game.badges) is is_earned


def test_badges_are_of_people_alone_and_no_one_has_one_twice_from_a_game():
    badges = facts(*HELPED).badges
    assert {who for who, _ in badges} == {"1", "2", "3", "4", "5"}
    assert len(set(badges)) == len(badges)


def test_levels_rise():
    for levels in (*LEVELS.values(), STREAKS):
        assert list(levels) == sorted(set(levels))
        assert levels[0] >= 1
