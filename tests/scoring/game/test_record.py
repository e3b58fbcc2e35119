"""A game read from its cells: reopened rounds, substitutes, and rounds played on paper."""

import pytest

from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.agreement import MAX_ON_PAPER
from scorepad.scoring.game.course import Phase, StartsBecause
from scorepad.scoring.game.record import game
from tests.support.cells import game_cells, stock_round

NAMES = {1: "Ann", 2: "Bob", 3: "Carla", 4: "Dora", 5: "Eve", 6: "Finn"}


def read(cells):
    return game(parse_values(cells), NAMES)


def read_agreed(*changes):
    """Return the agreement of a game after these changes."""
    cells = game_cells()
    for change in changes:
        cells |= change
    return read(cells).agreement


def sits(number, seat, player):
    return {(number, f"seat{seat}", "player"): {"id": player}}


def paper(rounds, slug="partnership", brought=(0, 0)):
    cells = game_cells(slug)
    cells[0, "table", "paper"] = {"as": "count", "n": rounds}
    for team, points in enumerate(brought, start=1):
        cells[0, f"team{team}", "brought"] = {"typed": str(points), "reason": ""}
    return cells


def names(teams):
    return [team.name for team in teams]


def test_a_round_opened_again_takes_nothing_from_the_rounds_after_it():
    cells = game_cells() | stock_round(1, (300, 0)) | stock_round(2, (0, 200))
    del cells[1, "table", "finished"]
    course = read(cells).course
    assert (course.now, course.next_round) == ((300, 200), 3)


def test_cards_of_who_went_out_count_in_a_round_that_was_finished_so():
    cells = game_cells() | stock_round(1, (300, 0))
    cells[1, "table", "ended"] = {"as": "out", "seat": 1}
    before = read(cells).course.now
    cells[1, "seat1", "left"] = {"as": "points", "typed": "30"}
    assert read(cells).course.now == (before[0] - 30, before[1])


def test_those_who_sat_down_first_play_every_round():
    agreed = read_agreed()
    assert agreed.players == agreed.players_in(1) == agreed.players_in(9) == (1, 2, 3, 4)
    assert agreed.teams == ("Ann & Carla", "Bob & Dora")


def test_a_substitute_plays_from_a_round_on_until_the_other_comes_back():
    agreed = read_agreed(sits(3, 2, 5))
    assert [agreed.players_in(number)[1] for number in (1, 2, 3, 4)] == [2, 2, 5, 5]
    assert agreed.players == (1, 5, 3, 4)
    assert agreed.teams == ("Ann & Carla", "Eve & Dora")
    agreed = read_agreed(sits(2, 2, 5), sits(4, 2, 2))
    assert [agreed.players_in(number)[1] for number in (1, 2, 3, 4, 5)] == [2, 5, 5, 2, 2]


def test_a_round_keeps_the_names_of_those_who_played_it():
    first, second = read(game_cells() | sits(2, 2, 5) | stock_round(1) | stock_round(2)).rounds
    assert names(first.entry.teams) == ["Ann & Carla", "Bob & Dora"]
    assert names(second.scores) == ["Ann & Carla", "Eve & Dora"]


@pytest.mark.parametrize("later", [[sits(3, 1, 6), sits(2, 2, 5)], [sits(2, 2, 5), sits(3, 1, 6)]])
def test_substitutes_in_several_seats_add_up_in_whatever_order_they_came(later):
    seating = read_agreed(*later).seating
    assert [seats.players for seats in seating] == [(1, 2, 3, 4), (1, 5, 3, 4), (6, 5, 3, 4)]


def test_a_substitute_does_not_begin_a_round_and_an_unknown_seat_is_passed_over():
    record = read(game_cells() | sits(1, 2, 5) | sits(3, 1, 6))
    assert (record.rounds, record.course.next_round) == ((), 1)
    assert read_agreed(sits(2, 9, 5)).players == (1, 2, 3, 4)


@pytest.mark.parametrize(("rounds", "brought", "minimum"), [(0, (0, 0), 50), (2, (1450, -300), 120)])
def test_the_round_to_play_comes_after_those_on_paper(rounds, brought, minimum):
    course = read(paper(rounds, brought=brought)).course
    assert (course.next_round, course.now) == (rounds + 1, brought)
    assert [step.minimum for step in course.minimums] == [minimum] * 2


def test_rounds_on_paper_are_finished_without_problems_or_points():
    first, second = read(paper(2, brought=(500, 20))).rounds
    assert (first.finished, first.on_paper, first.problems) == (True, True, ())
    assert (first.totals, second.totals) == ((0, 0), (0, 0))
    assert names(second.entry.teams) == ["Ann & Carla", "Bob & Dora"]


def test_what_is_played_here_comes_on_top_of_what_was_brought():
    record = read(paper(2, brought=(500, 20)) | stock_round(3, melded=(300, 100)))
    assert [played.on_paper for played in record.rounds] == [True, True, False]
    assert record.course.now == (800, 120)
    assert record.before(3) == (500, 20)


def test_the_start_moves_on_from_the_round_in_which_the_game_came_here():
    cells = paper(2) | {(3, "table", "starter"): {"seat": 4}} | stock_round(3)
    starter = read(cells).course.starter
    assert (starter.seat, starter.because) == (1, StartsBecause.MOVED_ON)


@pytest.mark.parametrize(
    ("cells", "phase", "ends_after"),
    [
        (paper(3), Phase.PLAYING, None),
        (paper(3) | stock_round(4), Phase.OVER, 4),
        # Reached on paper: no reason to ask about the rounds before.
        (paper(3, "classic", brought=(5200, 100)), Phase.OVER, 3),
        (paper(2, "classic", brought=(4900, 0)) | stock_round(3, melded=(200, 0)), *(Phase.OVER, 3)),
    ],
    ids=["not yet", "rounds", "target on paper", "target reached later"],
)
def test_a_game_begun_on_paper_ends_after_the_right_round(cells, phase, ends_after):
    course = read(cells).course
    assert (course.phase, course.ends_after) == (phase, ends_after)


def test_a_round_with_a_sheet_of_its_own_is_never_hidden_behind_the_paper():
    record = read(paper(2) | stock_round(2, melded=(300, 0)))
    assert [played.on_paper for played in record.rounds] == [True, False]
    assert record.course.now == (300, 0)


@pytest.mark.parametrize("typed", [MAX_ON_PAPER + 1, 10**6])
def test_there_is_an_end_to_rounds_on_paper(typed):
    assert read(paper(typed, "classic")).course.next_round == MAX_ON_PAPER + 1
