"""A game read from its cells."""

from scorepad.scoring.cell_json import parse_values
from scorepad.scoring.game.record import game
from tests.support.cells import game_cells, stock_round


def test_a_round_opened_again_takes_nothing_from_the_rounds_after_it():
    cells = game_cells() | stock_round(1, (300, 0)) | stock_round(2, (0, 200))
    del cells[1, "table", "finished"]
    course = game(parse_values(cells), {}).course
    assert (course.now, course.next_round) == ((300, 200), 3)


def test_cards_entered_for_the_player_who_went_out_count():
    cells = game_cells() | stock_round(1, (300, 0))
    cells[1, "table", "ended"] = {"as": "out", "seat": 1}
    before = game(parse_values(cells), {}).course.now
    cells[1, "seat1", "left"] = {"as": "points", "typed": "30"}
    assert game(parse_values(cells), {}).course.now == (before[0] - 30, before[1])
