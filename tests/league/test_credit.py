"""Who gets the credit for rounds and games."""

import pytest

from scorepad.league.game_facts import EMPTY, game_facts, game_seats, round_seats
from tests.league.hand import ANN, BOB, CARLA, DORA, EMIL, TABLE, appearance, facts, points, stored


@pytest.mark.parametrize(
    ("players", "merged", "seats"),
    [
        (TABLE, {}, {1: ANN, 2: BOB, 3: CARLA, 4: DORA}),
        ((ANN, EMPTY, CARLA, EMPTY), {}, {1: ANN, 3: CARLA}),
        ((ANN, BOB, EMIL, DORA), {EMIL: CARLA}, {1: ANN, 2: BOB, 3: CARLA, 4: DORA}),
        ((ANN, BOB, EMIL, DORA), {EMIL: ANN}, {1: ANN, 2: BOB, 4: DORA}),
        (TABLE, {BOB: EMPTY}, {1: ANN, 3: CARLA, 4: DORA}),
    ],
    ids=["all seats", "empty seats", "merged", "in two seats", "merged into no one"],
)
def test_a_round_is_credited_to_the_people_in_its_seats(players, merged, seats):
    assert round_seats(players, merged) == seats


@pytest.mark.parametrize(
    ("sat", "owner"),
    [([ANN], ANN), ([ANN, ANN, BOB], ANN), ([ANN, BOB, BOB], BOB), ([ANN, BOB], BOB), ([BOB, ANN, ANN, BOB], BOB),
     ([None, ANN], ANN)],
)  # fmt: skip
def test_a_game_is_credited_to_the_person_who_sat_there_longest_then_last(sat, owner):
    """The second seat is always empty."""
    assert game_seats([{1: person} if person else {} for person in sat], 2) == {1: owner}


def test_a_person_with_the_credit_in_an_earlier_seat_gets_it_in_no_later_one():
    rounds = [{1: ANN, 2: BOB}, {1: ANN, 2: BOB}, {1: BOB, 2: ANN}, {2: ANN}, {2: ANN}]
    assert game_seats(rounds, 2) == {1: ANN, 2: BOB}
    assert game_seats([{1: ANN}, {1: ANN}, {2: ANN}], 2) == {1: ANN}


def test_a_helper_gets_the_round_but_not_the_game_and_a_partnership_its_own_rounds():
    """Emil sits in for Carla in the second round."""
    second = points(30, 300, seat3_player={"id": EMIL})
    game = facts(points(100, 0), second, points(500, 0, seat3_player={"id": CARLA}))
    assert [side.people for side in game.sides] == [(ANN, CARLA), (BOB, DORA)]
    assert [appearance(game, who).team for who in (EMIL, CARLA)] == [None, 1]
    ann, emil, carla, pair = (appearance(game, who).tally for who in (ANN, EMIL, CARLA, "1-3"))
    assert (emil.games, emil.rounds, emil.points) == (0, 1, 30)
    assert (carla.games, carla.rounds) == (1, 2)
    assert (pair.rounds, pair.points) == (2, 600)
    assert (ann.rounds, ann.points) == (3, 630)


def test_one_person_alone_in_a_team_is_no_partnership():
    game = game_facts(stored(points(100, 0)), {CARLA: ANN})
    assert [side.people for side in game.sides] == [(ANN,), (BOB, DORA)]
    assert [part.competitor for part in game.appearances] == ["1", "2", "4", "2-4"]


@pytest.mark.parametrize(
    ("rounds", "more"),
    [([points(1, 0)], {"binned": True}), ([points(1, 0)], {"over": False}), ([], {"paper": 4}), ([], {})],
    ids=["in the bin", "not over", "on paper only", "without a round"],
)  # fmt: skip
def test_some_games_do_not_count(rounds, more):
    assert game_facts(stored(*rounds, **more), {}) is None


def test_a_round_after_the_end_does_not_count():
    assert appearance(facts(points(100, 0), points(0, 900), end=1), ANN).tally.points == 100
