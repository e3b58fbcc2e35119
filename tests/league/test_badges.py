"""What earns a badge, each deed beside a game in which it just was not done."""

import pytest

from scorepad.league.badges import LEVELS, STREAKS
from tests.league.hand import ANN, CARLA, EMIL, facts, points, three_teams

HELPER = {"id": EMIL}
BACK = {"id": CARLA}


def _helped(*rounds):
    """A game in which Emil sat down for Carla in the second round alone."""
    first, second, third = rounds
    return facts(first, second | {"seat3_player": HELPER}, third | {"seat3_player": BACK})


def _rounds(*pairs):
    return facts(*(points(*one) for one in pairs))


def _outs(times):
    return facts(*(points(0, 0, out=1 if at < times else 2) for at in range(4)))


EARNED = {
    "game": [
        (lambda: _rounds((1, 0)), ANN),
        (lambda: _rounds((0, 1)), ANN),
    ],
    "won": [(lambda: _rounds((1, 0)), ANN)],
    "exact_cut": [(lambda: facts(points(0, 9, seat1_exact_cut=1)), ANN)],
    "swept": [(lambda: _rounds((5, 0), (5, 0), (5, 0)), ANN)],
    "turned": [(lambda: _rounds((0, 5), (9, 0)), ANN)],
    "hair": [
        (lambda: _rounds((10_000, 9_900)), ANN),
        (lambda: three_teams((10_000, 5, 9_900)), ANN),
    ],
    "often_out": [(lambda: _outs(3), ANN)],
    "caught": [
        (
            lambda: facts(
                points(0, 0, seat1_red_threes_held=2), points(0, 0, seat1_red_threes_held=1)
            ),
            ANN,
        ),
        (lambda: facts(points(0, 0, seat1_left={"as": "cards", "cards": {"red3": 3}})), ANN),
    ],
    "helped": [(lambda: _helped(points(1, 0), points(1, 0), points(1, 0)), EMIL)],
    "lucky": [
        (lambda: facts(points(100, 150, seat1_exact_cut=1)), ANN),
        (lambda: facts(points(100, 100, seat1_exact_cut=1)), ANN),
        (lambda: facts(points(100, 550, seat2_red_threes_held=1)), ANN),
    ],
}
"""Games that earn a badge, and who has it."""

MISSED = {
    "game": [(lambda: _helped(points(1, 0), points(1, 0), points(1, 0)), EMIL)],
    "won": [
        (lambda: _rounds((0, 1)), ANN),
        (lambda: _rounds((1, 1)), ANN),
        (lambda: _helped(points(1, 0), points(1, 0), points(1, 0)), EMIL),
    ],
    "exact_cut": [(lambda: facts(points(0, 9, seat3_exact_cut=1)), ANN)],
    "swept": [
        (lambda: _rounds((5, 0), (5, 0)), ANN),
        (lambda: _rounds((5, 0), (5, 5), (5, 0)), ANN),
        (lambda: _rounds((50, 0), (0, 5), (5, 0)), ANN),
    ],
    "turned": [
        (lambda: _rounds((5, 5), (9, 0)), ANN),
        (lambda: _rounds((0, 5), (6, 0), (9, 0)), ANN),
        (lambda: _rounds((0, 5), (5, 0)), ANN),
    ],
    "hair": [
        (lambda: _rounds((10_000, 9_895)), ANN),
        (lambda: three_teams((10_000, 5, 9_895)), ANN),
        (lambda: _rounds((10_000, 10_000)), ANN),
        (lambda: _rounds((9_900, 10_000)), ANN),
    ],
    "often_out": [(lambda: _outs(2), ANN), (lambda: _outs(3), CARLA)],
    "caught": [
        (lambda: facts(points(0, 0, seat1_red_threes_held=2)), ANN),
        (lambda: facts(points(0, 0, seat1_red_threes_held=2, seat3_red_threes_held=1)), ANN),
    ],
    "helped": [
        (lambda: _rounds((1, 0)), ANN),
        (lambda: _helped(points(1, 0), points(1, 0), points(1, 0)), CARLA),
    ],
    "lucky": [
        (lambda: facts(points(100, 99, seat1_exact_cut=1)), ANN),
        (lambda: facts(points(100, 201, seat1_exact_cut=1)), ANN),
        (lambda: facts(points(101, 100, seat2_red_threes_held=1)), ANN),
    ],
}
"""Games that just do not earn it."""


def _cases(given):
    return [
        pytest.param(code, play, who, id=f"{code}-{at}")
        for code, games in given.items()
        for at, (play, who) in enumerate(games, start=1)
    ]


@pytest.mark.parametrize(("code", "play", "who"), _cases(EARNED))
def test_a_game_earns_it(code, play, who):
    assert (str(who), code) in play().badges


@pytest.mark.parametrize(("code", "play", "who"), _cases(MISSED))
def test_a_game_just_does_not_earn_it(code, play, who):
    assert (str(who), code) not in play().badges


def test_every_deed_is_tried_both_ways():
    assert EARNED.keys() == MISSED.keys() == LEVELS.keys()


def test_badges_are_of_people_alone_and_nobody_has_one_twice_from_a_game():
    badges = _helped(points(10, 0), points(10, 0), points(10, 0)).badges
    assert {who for who, _ in badges} == {"1", "2", "3", "4", "5"}
    assert len(set(badges)) == len(badges)


def test_levels_rise():
    for levels in (*LEVELS.values(), STREAKS):
        assert list(levels) == sorted(set(levels))
        assert levels[0] >= 1
