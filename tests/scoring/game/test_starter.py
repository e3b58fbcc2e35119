"""Who starts a round: cut for, moved on from, behind, or chosen by the table."""

import pytest

from scorepad.rules import lookup, preset
from scorepad.scoring.game.course import Played, Starter, StartsBecause, course

CUT = Starter(None, StartsBecause.CUT)


def moved(seat):
    return Starter(seat, StartsBecause.MOVED_ON)


def starters(slug, rounds, chosen=(), players=None):
    """The starter of every round up to the one after `rounds`."""
    rule_set = preset(slug)
    table = lookup.table_for(rule_set, players)
    return [
        course(Played(rule_set, table, tuple(rounds[:done]), starters=dict(chosen))).starter
        for done in range(len(rounds) + 1)
    ]


@pytest.mark.parametrize("slug", ["partnership", "southern-ohio", "friends-family", "catawba"])
def test_the_first_round_is_cut_for_and_then_the_start_moves_on_clockwise(slug):
    chosen = Starter(3, StartsBecause.CHOSEN)
    found = starters(slug, [(1, 2)] * 3, {1: 3})
    assert found == [chosen, moved(4), moved(1), moved(2)]


def test_nobody_is_named_before_the_cards_are_cut():
    assert starters("partnership", [(1, 2)]) == [CUT, CUT]


def test_it_moves_around_the_whole_table():
    found = starters("southern-ohio", [(1, 2)] * 8, {1: 5}, players=6)
    assert [one.seat for one in found] == [5, 6, 1, 2, 3, 4, 5, 6, 1]


def test_a_correction_holds_and_the_start_moves_on_from_there():
    found = starters("partnership", [(1, 2)] * 4, {1: 1, 3: 2})
    assert [one.seat for one in found] == [1, 2, 2, 3, 4]
    assert found[2].because is StartsBecause.CHOSEN


def test_a_late_first_choice_says_nothing_of_the_rounds_before_it():
    found = starters("partnership", [(1, 2)] * 3, {3: 4})
    assert found == [CUT, CUT, Starter(4, StartsBecause.CHOSEN), moved(1)]


def test_the_player_who_is_behind_starts_where_the_rules_say_so():
    found = starters("two-handed", [(500, 300), (0, 900), (700, 0)], {1: 2})
    assert found == [
        Starter(2, StartsBecause.CHOSEN),
        Starter(2, StartsBecause.BEHIND),
        Starter(1, StartsBecause.BEHIND),
        Starter(None, StartsBecause.CUT),
    ]


def test_in_the_first_round_nobody_is_behind_even_with_totals_brought_forward():
    rule_set = preset("two-handed")
    played = Played(rule_set, rule_set.tables[0], (), brought=(500, 0))
    assert course(played).starter == CUT


def test_a_choice_holds_against_being_behind():
    found = starters("two-handed", [(500, 300)], {1: 1, 2: 1})
    assert found[1] == Starter(1, StartsBecause.CHOSEN)
