"""Who starts a round: cut for, moved on from, behind, or chosen by the table."""

import pytest

from scorepad.rules import lookup, preset
from scorepad.scoring.game.course import Played, Starter, StartsBecause, course

CUT = Starter(None, StartsBecause.CUT)


def moved(seat):
    return Starter(seat, StartsBecause.MOVED_ON)


def chosen(seat):
    return Starter(seat, StartsBecause.CHOSEN)


def behind(seat):
    return Starter(seat, StartsBecause.BEHIND)


def starters(slug, rounds, choices, players=None):
    """The starter of every round up to the one after `rounds`."""
    rule_set = preset(slug)
    table = lookup.table_for(rule_set, players)
    return [
        course(Played(rule_set, table, tuple(rounds[:done]), starters=choices)).starter
        for done in range(len(rounds) + 1)
    ]


@pytest.mark.parametrize("slug", ["partnership", "southern-ohio", "friends-family", "catawba"])
def test_the_first_round_is_cut_for_and_then_the_start_moves_on_clockwise(slug):
    assert starters(slug, [(1, 2)], {}) == [CUT, CUT]
    assert starters(slug, [(1, 2)] * 3, {1: 3}) == [chosen(3), moved(4), moved(1), moved(2)]


def test_it_moves_around_the_whole_table():
    found = starters("southern-ohio", [(1, 2)] * 8, {1: 5}, players=6)
    assert [starter.seat for starter in found] == [5, 6, 1, 2, 3, 4, 5, 6, 1]


def test_a_choice_holds_and_the_start_moves_on_from_there_but_not_before():
    found = starters("partnership", [(1, 2)] * 4, {1: 1, 3: 2})
    assert found == [chosen(1), moved(2), chosen(2), moved(3), moved(4)]
    assert starters("partnership", [(1, 2)] * 3, {3: 4}) == [CUT, CUT, chosen(4), moved(1)]


def test_the_player_who_is_behind_starts_where_the_rules_say_so():
    found = starters("two-handed", [(500, 300), (0, 900), (700, 0)], {1: 2})
    assert found == [chosen(2), behind(2), behind(1), CUT]
    assert starters("two-handed", [(500, 300)], {1: 1, 2: 1})[1] == chosen(1)


def test_in_the_first_round_no_one_is_behind_even_with_totals_brought_forward():
    rule_set = preset("two-handed")
    played = Played(rule_set, rule_set.tables[0], (), brought=(500, 0))
    assert course(played).starter == CUT
