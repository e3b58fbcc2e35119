"""Who starts a round: cut for, moved on from, behind, or chosen by the table."""

from functools import partial

import pytest

from scorepad.rules import lookup, preset
from scorepad.scoring.game.course import Played, Starter, StartsBecause, course

CUT = Starter(None, StartsBecause.CUT)
moved = partial(Starter, because=StartsBecause.MOVED_ON)
chosen = partial(Starter, because=StartsBecause.CHOSEN)
behind = partial(Starter, because=StartsBecause.BEHIND)
ROUNDS = [(1, 2)] * 3
BEHIND = [(500, 300), (0, 900), (700, 0)]
FIRST_SETS = ("partnership", "southern-ohio", "friends-family", "catawba")


@pytest.mark.parametrize(
    ("slug", "players", "rounds", "choices", "expected"),
    [
        *[(slug, 4, ROUNDS[:1], {}, [CUT, CUT]) for slug in FIRST_SETS],
        *[(slug, 4, ROUNDS, {1: 3}, [chosen(3), moved(4), moved(1), moved(2)]) for slug in FIRST_SETS],
        ("southern-ohio", 6, ROUNDS, {1: 5}, [chosen(5), moved(6), moved(1), moved(2)]),
        ("partnership", 4, ROUNDS, {1: 1, 3: 2}, [chosen(1), moved(2), chosen(2), moved(3)]),
        ("partnership", 4, ROUNDS, {3: 4}, [CUT, CUT, chosen(4), moved(1)]),
        ("two-handed", 2, BEHIND, {1: 2}, [chosen(2), behind(2), behind(1), CUT]),
        ("two-handed", 2, BEHIND[:1], {1: 1, 2: 1}, [chosen(1), chosen(1)]),
    ],
)
def test_the_cut_a_choice_or_the_rules_say_who_starts(slug, players, rounds, choices, expected):
    rule_set = preset(slug)
    table = lookup.table_for(rule_set, players)
    for done, starter in enumerate(expected):
        game = Played(rule_set, table, tuple(rounds[:done]), starters=choices)
        assert course(game).starter == starter


def test_in_the_first_round_no_one_is_behind_even_with_totals_brought_forward():
    rule_set = preset("two-handed")
    played = Played(rule_set, rule_set.tables[0], (), brought=(500, 0))
    assert course(played).starter == CUT
