"""The table of a night and its prizes."""

from fractions import Fraction

from scorepad.league.nights import NightGame, NightRound, night_prizes, night_table

PAIRS = ((1, 3), (2, 4))


def game(number, *rounds, sitting=1, teams=PAIRS, is_over=True, has_lowest=False):
    played = tuple(NightRound(teams, points) for points in rounds)
    return NightGame(number, sitting, number, played, is_over, has_lowest)


def ranks(table):
    return {row.who: (row.rank, row.points) for row in table.rows}


def test_equal_numbers_of_rounds_are_added_up_with_shared_ranks():
    other = ((1, 2), (3, 4))
    table = night_table([game(1, (500, 300)), game(2, (100, 300), sitting=2, teams=other)], by_pairs=False, cut=False)
    assert not table.unequal
    assert ranks(table) == {(1,): (2, 600), (3,): (1, 800), (2,): (4, 400), (4,): (2, 600)}


def test_unequal_numbers_are_never_added_up_but_shown_a_round():
    games = [game(1, (500, 300), (700, 100)), game(2, (650, 0), teams=((5, 7), (6, 8)))]
    table = night_table(games, by_pairs=False, cut=False)
    assert table.unequal
    assert table.value(table.rows[0]) == 650
    assert [row.who for row in table.rows[:2]] == [(5,), (7,)]


def test_rounds_that_not_every_table_has_played_are_left_out():
    games = [game(1, (500, 300), (700, 100)), game(2, (650, 0), teams=((5, 7), (6, 8)))]
    table = night_table(games, by_pairs=False, cut=True)
    assert (table.unequal, table.left_out) == (False, 1)
    assert table.rows[0].points == 650


def test_pairs_are_ranked_together_and_the_lowest_total_can_win():
    table = night_table([game(1, (500, 300), has_lowest=True)], by_pairs=True, cut=False)
    assert ranks(table) == {(2, 4): (1, 300), (1, 3): (2, 500)}


def test_rounds_on_paper_count_as_many():
    paper = NightGame(1, 1, 1, (NightRound(PAIRS, (900, 600), 3), NightRound(PAIRS, (100, 0))), is_over=True)
    table = night_table([paper], by_pairs=False, cut=False)
    assert {row.rounds for row in table.rows} == {4}
    assert table.rows[0].mean == 250


def test_prizes_go_to_the_first_the_last_the_biggest_round_and_the_biggest_comeback():
    games = [game(1, (100, 600), (900, 200)), game(2, (400, 300), (200, 100), teams=((5, 7), (6, 8)))]
    table = night_table(games, by_pairs=False, cut=False)
    first, last, biggest, comeback = night_prizes(games, table, ("highest", "lowest", "round", "comeback"))
    assert (first.who, first.value) == (((1,), (3,)), Fraction(1000))
    assert (last.who, last.value) == (((6,), (8,)), Fraction(400))
    assert (biggest.who, biggest.value, biggest.table) == (((1, 3),), 900, 1)
    assert (comeback.who, comeback.value) == (((1, 3),), 500)


def test_nobody_wins_a_prize_for_nothing():
    games = [game(1, (0, 0))]
    table = night_table(games, by_pairs=False, cut=False)
    assert [prize.code for prize in night_prizes(games, table, ("lowest", "round", "comeback"))] == []
    assert night_prizes([], night_table([], by_pairs=False, cut=False), ("highest",)) == []
