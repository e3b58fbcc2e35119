"""A game begun on paper: its first rounds are played and worth nothing here, and its totals are brought forward."""

import pytest

from scorepad.scoring.cell_json import parse_values
from scorepad.scoring.game.agreement import MOST_ON_PAPER
from scorepad.scoring.game.course import Phase, StartsBecause
from scorepad.scoring.game.record import game
from tests.support.cells import game_cells, stock_round


def paper(rounds, slug="partnership", brought=(0, 0), **more):
    cells = game_cells(slug, **more)
    cells[0, "table", "paper"] = {"as": "count", "n": rounds}
    for team, points in enumerate(brought, start=1):
        cells[0, f"team{team}", "brought"] = {"typed": str(points), "reason": ""}
    return cells


def read(cells):
    return game(parse_values(cells), {1: "Ann", 2: "Bob", 3: "Carla", 4: "Dora"})


def minimums(record):
    return [step.minimum for step in record.course.minimums]


def test_the_round_to_play_is_the_one_after_those_on_paper_with_its_own_minimum():
    assert (read(paper(0)).course.next_round, minimums(read(paper(0)))) == (1, [50, 50])
    record = read(paper(2, brought=(1450, -300)))
    assert (record.course.next_round, record.course.now) == (3, (1450, -300))
    assert minimums(record) == [120, 120]


def test_rounds_on_paper_are_finished_say_nothing_and_are_worth_nothing():
    first, second = read(paper(2, brought=(500, 20))).rounds
    assert (first.finished, first.on_paper, first.problems) == (True, True, ())
    assert (first.totals, second.totals) == ((0, 0), (0, 0))
    assert [team.name for team in second.entry.teams] == ["Ann & Carla", "Bob & Dora"]


def test_what_is_played_here_comes_on_top_of_what_was_brought():
    cells = paper(2, brought=(500, 20)) | stock_round(3, melded=(300, 100))
    record = read(cells)
    assert [one.on_paper for one in record.rounds] == [True, True, False]
    assert record.course.now == (800, 120)
    assert record.before(3) == (500, 20)


def test_the_start_moves_on_from_the_round_in_which_the_game_came_here():
    cells = paper(2) | {(3, "table", "starter"): {"seat": 4}} | stock_round(3)
    starter = read(cells).course.starter
    assert (starter.seat, starter.because) == (1, StartsBecause.MOVED_ON)


def test_a_game_of_rounds_ends_after_the_right_one():
    cells = paper(3) | stock_round(4)
    assert read(paper(3)).course.phase is Phase.PLAYING
    assert (read(cells).course.phase, read(cells).course.ends_after) == (Phase.OVER, 4)


def test_a_target_that_was_reached_on_paper_is_no_reason_to_ask_about_the_rounds_before():
    record = read(paper(3, "classic", brought=(5200, 100)))
    assert (record.course.phase, record.course.ends_after) == (Phase.OVER, 3)


def test_a_target_reached_later_ends_the_game_there():
    cells = paper(2, "classic", brought=(4900, 0)) | stock_round(3, melded=(200, 0))
    assert (read(cells).course.phase, read(cells).course.ends_after) == (Phase.OVER, 3)


def test_a_round_with_a_sheet_of_its_own_is_never_hidden_behind_the_paper():
    record = read(paper(2) | stock_round(2, melded=(300, 0)))
    assert [one.on_paper for one in record.rounds] == [True, False]
    assert record.course.now == (300, 0)


@pytest.mark.parametrize("typed", [MOST_ON_PAPER + 1, 10**6])
def test_there_is_an_end_to_rounds_on_paper(typed):
    assert read(paper(typed, "classic")).course.next_round == MOST_ON_PAPER + 1
