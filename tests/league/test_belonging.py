"""To whom rounds and games belong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.belonging import NOBODY, game_seats, round_seats
from scorepad.league.game_facts import game_facts
from tests.league.telling import ANN, BOB, CARLA, DORA, EMIL, TABLE, facts, of, points, told

FIFTH = {"id": EMIL}


def test_a_round_belongs_to_those_in_the_seats():
    assert round_seats(TABLE, {}) == {1: ANN, 2: BOB, 3: CARLA, 4: DORA}


def test_an_empty_seat_is_nobodys():
    assert round_seats((ANN, NOBODY, CARLA, NOBODY), {}) == {1: ANN, 3: CARLA}


def test_who_was_merged_sits_as_who_they_are_and_at_the_lowest_of_two_seats_alone():
    assert round_seats((ANN, BOB, EMIL, DORA), {EMIL: CARLA})[3] == CARLA
    assert round_seats((ANN, BOB, EMIL, DORA), {EMIL: ANN}) == {1: ANN, 2: BOB, 4: DORA}


def test_who_was_merged_into_nobody_sits_nowhere():
    assert round_seats(TABLE, {BOB: NOBODY}) == {1: ANN, 3: CARLA, 4: DORA}


@pytest.mark.parametrize(
    ("rounds", "owner"),
    [
        ([{1: ANN}], ANN),
        ([{1: ANN}, {1: ANN}, {1: BOB}], ANN),
        ([{1: ANN}, {1: BOB}, {1: BOB}], BOB),
        ([{1: ANN}, {1: BOB}], BOB),
        ([{1: BOB}, {1: ANN}, {1: ANN}, {1: BOB}], BOB),
        ([{}, {1: ANN}], ANN),
    ],
)
def test_a_game_belongs_to_who_sat_there_longest_and_of_equals_to_the_later(rounds, owner):
    assert game_seats(rounds, 1) == {1: owner}


def test_a_seat_in_which_nobody_ever_sat_is_left_out():
    assert game_seats([{1: ANN}, {1: ANN}], 2) == {1: ANN}


def test_who_has_the_game_through_an_earlier_seat_is_passed_over_at_a_later_one():
    rounds = [{1: ANN, 2: BOB}, {1: ANN, 2: BOB}, {1: BOB, 2: ANN}, {2: ANN}, {2: ANN}]
    assert game_seats(rounds, 2) == {1: ANN, 2: BOB}
    assert game_seats([{1: ANN}, {1: ANN}, {2: ANN}], 2) == {1: ANN}


@given(st.lists(st.permutations(range(1, 6)), min_size=1, max_size=8))
def test_nobody_has_a_game_twice_and_every_owner_sat_in_their_seat(seatings):
    rounds = [round_seats(tuple(one[:4]), {}) for one in seatings]
    owners = game_seats(rounds, 4)
    assert len(set(owners.values())) == len(owners)
    assert all(any(one[seat] == who for one in rounds) for seat, who in owners.items())


def test_who_helped_out_has_the_round_and_not_the_game():
    game = facts(
        points(100, 0),
        points(0, 300, seat3_player=FIFTH),
        points(100, 0, seat3_player={"id": CARLA}),
    )
    assert [side.people for side in game.sides] == [(ANN, CARLA), (BOB, DORA)]
    emil = of(game, EMIL)
    assert (emil.team, emil.tally.games, emil.tally.rounds, emil.tally.points) == (None, 0, 1, 0)
    assert (of(game, CARLA).tally.games, of(game, CARLA).tally.rounds) == (1, 2)


def test_a_partnership_has_the_rounds_in_which_they_and_nobody_else_sat():
    game = facts(
        points(100, 0),
        points(30, 0, seat3_player=FIFTH),
        points(500, 0, seat3_player={"id": CARLA}),
    )
    assert (of(game, "1-3").tally.rounds, of(game, "1-3").tally.points) == (2, 600)
    assert (of(game, ANN).tally.rounds, of(game, ANN).tally.points) == (3, 630)


def test_one_person_alone_in_a_team_is_no_partnership():
    game = game_facts(told(points(100, 0)), {CARLA: ANN})
    assert [side.people for side in game.sides] == [(ANN,), (BOB, DORA)]
    assert [one.who for one in game.portions] == ["1", "2", "4", "2-4"]


@pytest.mark.parametrize(
    "one",
    [
        told(points(1, 0), binned={"yes": True}),
        told(points(1, 0), over=False),
        told(paper=4),
        told(),
    ],
    ids=["in the bin", "not over", "on paper alone", "without a round"],
)
def test_what_does_not_count_says_nothing(one):
    assert game_facts(one, {}) is None


def test_a_round_after_the_end_counts_for_nothing():
    assert of(facts(points(100, 0), points(0, 900), end=1), ANN).tally.points == 100
