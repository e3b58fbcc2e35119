"""Who sat where in which round: somebody sits in for somebody else, and a round keeps the names it was played by."""

import pytest

from scorepad.scoring.cell_json import parse_values
from scorepad.scoring.game.record import game
from tests.support.cells import game_cells, stock_round

NAMES = {1: "Ann", 2: "Bob", 3: "Carla", 4: "Dora", 5: "Eve", 6: "Finn"}


def read(*later, **more):
    cells = game_cells(**more)
    for part in later:
        cells |= part
    return game(parse_values(cells), NAMES)


def sits(number, seat, player):
    return {(number, f"seat{seat}", "player"): {"id": player}}


def test_those_who_sat_down_first_play_every_round():
    agreed = read().agreement
    assert agreed.players == agreed.players_in(1) == agreed.players_in(9) == (1, 2, 3, 4)
    assert agreed.teams == ("Ann & Carla", "Bob & Dora")


def test_a_substitute_plays_from_a_round_on():
    agreed = read(sits(3, 2, 5)).agreement
    assert [agreed.players_in(number)[1] for number in (1, 2, 3, 4)] == [2, 2, 5, 5]
    assert agreed.players == (1, 5, 3, 4)


def test_the_teams_are_called_after_those_who_sit_there_now():
    assert read(sits(3, 2, 5)).agreement.teams == ("Ann & Carla", "Eve & Dora")


def test_a_round_keeps_the_names_of_those_who_played_it():
    record = read(sits(2, 2, 5), stock_round(1), stock_round(2))
    first, second = record.rounds
    assert [team.name for team in first.entry.teams] == ["Ann & Carla", "Bob & Dora"]
    assert [team.name for team in second.scores] == ["Ann & Carla", "Eve & Dora"]


def test_whoever_was_away_may_come_back():
    agreed = read(sits(2, 2, 5), sits(4, 2, 2)).agreement
    assert [agreed.players_in(number)[1] for number in (1, 2, 3, 4, 5)] == [2, 5, 5, 2, 2]


@pytest.mark.parametrize("later", [[sits(3, 1, 6), sits(2, 2, 5)], [sits(2, 2, 5), sits(3, 1, 6)]])
def test_substitutes_in_several_seats_add_up_in_whatever_order_they_came(later):
    agreed = read(*later).agreement
    assert [one.players for one in agreed.seating] == [(1, 2, 3, 4), (1, 5, 3, 4), (6, 5, 3, 4)]


def test_a_substitute_does_not_begin_the_sheet_of_a_round():
    record = read(sits(1, 2, 5), sits(3, 1, 6))
    assert (record.rounds, record.course.next_round) == ((), 1)


def test_a_seat_that_the_table_does_not_have_is_passed_over():
    assert read(sits(2, 9, 5)).agreement.players == (1, 2, 3, 4)
