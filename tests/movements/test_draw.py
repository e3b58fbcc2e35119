"""The sittings of a night: everyone has one place in each, and as little is repeated as is known to be possible.

`bench/movements.py` compares all numbers of people and sittings with the best known; here are those that take a moment.
"""

import csv
from collections import Counter
from itertools import chain, combinations
from pathlib import Path
from random import Random

import pytest

from scorepad.movements import pairs, whist
from scorepad.movements.draw import BadPlan, NightPlan, Partners, draw, meetings, out_together, partners, shapes_for

KNOWN = Path(__file__).with_name("known.csv")
FEW = 40_000


def drawn(*args, seed=1, steps=FEW, **more):
    return draw(NightPlan(*args, **more), Random(seed).random, steps=steps)


def seated(sitting):
    return [*chain.from_iterable(chain.from_iterable(sitting.tables))]


@pytest.mark.parametrize("kind", Partners)
@pytest.mark.parametrize("people", [4, 5, 6, 7, 8, 9, 10, 11, 13, 18, 26, 43, 100])
def test_everyone_has_one_place_in_each_sitting(people, kind):
    if kind is Partners.FIXED:
        people += people % 2
    for sitting in drawn(people, 5, partners=kind, steps=4_000).sittings:
        assert sorted([*seated(sitting), *sitting.out]) == list(range(1, people + 1))
        assert {(len(table), *map(len, table)) for table in sitting.tables} == {(2, 2, 2)}


@pytest.mark.parametrize("people", [5, 6, 7, 9, 10, 11, 14, 17, 19, 23])
@pytest.mark.parametrize("kind", [Partners.CHANGE, Partners.STAY])
def test_no_one_sits_out_twice_before_everybody_once(people, kind):
    times = Counter()
    for sitting in drawn(people, 12, partners=kind, steps=4_000).sittings:
        for person in sitting.out:
            times[person] += 1
        assert max(times.values()) - min(times[person] for person in range(1, people + 1)) <= 1


def test_two_who_sit_out_together_sit_at_other_tables():
    movement = drawn(15, 5, steps=2_000_000)
    assert movement.meetings_repeated == 0
    assert not out_together(movement.sittings).keys() & meetings(movement.sittings).keys()


def test_a_second_time_people_sit_out_with_others():
    assert max(out_together(drawn(10, 8).sittings).values()) == 1


def test_the_seed_decides_the_draw():
    assert drawn(18, 4) == drawn(18, 4)
    assert drawn(18, 4) != drawn(18, 4, seed=2)


@pytest.mark.parametrize(
    ("people", "sittings"), [(9, 8), (12, 8), (13, 6), (16, 5), (18, 3), (24, 4), (31, 5), (48, 5)]
)
def test_no_more_is_repeated_than_is_known_to_be_possible(people, sittings):
    rows = {(int(row["people"]), int(row["sittings"])): int(row["meetings_repeated"])
            for row in csv.DictReader(KNOWN.read_text("utf-8").splitlines())}  # fmt: skip
    movement = drawn(people, sittings, steps=2_000_000)
    assert movement.partners_repeated == 0
    assert movement.meetings_repeated <= rows[people, sittings]


@pytest.mark.parametrize("people", whist.STARTERS)
def test_a_whist_tournament_pairs_everyone_once_and_opposes_them_twice(people):
    movement = drawn(people, people - 1)
    every_pair = set(combinations(range(1, people + 1), 2))
    assert partners(movement.sittings) == dict.fromkeys(every_pair, 1)
    assert meetings(movement.sittings) == dict.fromkeys(every_pair, 3)


def test_eight_people_in_eight_sittings_repeat_one_sitting_of_partners():
    assert drawn(8, 8).partners_repeated == 4


def units(movement):
    return Counter(frozenset(map(frozenset, table)) for sitting in movement.sittings for table in sitting.tables)


@pytest.mark.parametrize(("people", "sittings"), [(12, 5), (14, 7), (20, 9)])
def test_fixed_partners_play_a_round_robin(people, sittings):
    met = units(drawn(people, sittings, partners=Partners.FIXED))
    assert max(met.values()) == 1
    assert len(met) == people // 2 * (people // 2 - 1) // 2


def test_fixed_partners_keep_their_partner():
    for sitting in drawn(14, 7, partners=Partners.FIXED).sittings:
        assert {team for table in sitting.tables for team in table} <= {(n, n + 1) for n in range(1, 14, 2)}


@pytest.mark.parametrize("people", [40, 42])
def test_where_a_round_robin_is_too_long_half_of_the_pairs_keep_their_table(people):
    movement = drawn(people, 6, partners=Partners.FIXED)
    assert max(units(movement).values()) == 1
    firsts = [{table[0] for table in sitting.tables} for sitting in movement.sittings]
    assert len(set.union(*firsts)) == (people // 2 + 1) // 2


def test_a_mitchell_movement_moves_the_others_by_one_table():
    assert [list(tables) for tables, _ in pairs.mitchell([0, 1, 2, 3])] == [
        [(0, 2), (1, 3)], [(0, 3), (1, 2)],
    ]  # fmt: skip


def test_whoever_stays_keeps_the_table_and_changes_partners():
    movement = drawn(12, 3, partners=Partners.STAY)
    tables = [{frozenset(chain(*table)) for table in sitting.tables} for sitting in movement.sittings]
    assert tables[0] == tables[1] == tables[2]
    assert movement.partners_repeated == 0


def test_the_rest_of_a_night_takes_account_of_what_was_played():
    first = drawn(13, 3)
    here = tuple(person for person in range(1, 15) if person != 4)
    rest = drawn(14, 3, played=first.sittings, here=here, steps=400_000)
    for sitting in rest.sittings:
        assert sorted([*seated(sitting), *sitting.out]) == list(here)
    assert max(partners((*first.sittings, *rest.sittings)).values()) == 1
    # 14 came late, and has waited as long as others sat out.
    out = {person for sitting in first.sittings for person in sitting.out}
    assert not {14, *out} & set(rest.sittings[0].out)


@pytest.mark.parametrize("kind", [Partners.CHANGE, Partners.STAY])
@pytest.mark.parametrize("seed", range(8))
def test_people_come_and_leave_at_any_time_and_whoever_sat_out_least_is_next(seed, kind):
    dice = Random(seed)
    people, here, played = 10 + seed, [*range(1, 11 + seed)], ()
    for _ in range(7):
        plan = NightPlan(people, 2, kind, played=played, here=tuple(here))
        sitting = draw(plan, dice.random, steps=2_000).sittings[0]
        assert sorted([*seated(sitting), *sitting.out]) == sorted(here)
        # A sitting that was missed counts as one at which they sat out.
        missed = {one: sum(one not in seated(before) for before in played) for one in here}
        assert max((missed[one] for one in sitting.out), default=0) <= min(missed[one] for one in seated(sitting))
        played = (*played, sitting)
        here.remove(dice.choice(here))
        people += (come := dice.randrange(3))
        here += range(people - come + 1, people + 1)


def test_recent_partners_are_not_partners_again():
    lately = dict.fromkeys(partners(drawn(24, 4).sittings), 5)
    assert not lately.keys() & partners(drawn(24, 3, lately=lately, steps=400_000).sittings).keys()


def test_tables_of_another_size_seat_those_left_over():
    assert shapes_for(13, (2, 2), [(3, 1), (3, 2)]) == ((2, 2), (3, 1), (3, 2))
    assert shapes_for(14, (2, 2), [(3, 2)]) == ((2, 2), (2, 2), (3, 2))
    assert shapes_for(3, (2, 2)) == ()
    movement = drawn(14, 3, others=((3, 2),))
    assert [sitting.out for sitting in movement.sittings] == [(), (), ()]
    assert [len(table) for table in movement.sittings[0].tables] == [2, 2, 3]


def test_a_search_that_is_stopped_returns_what_it_has():
    movement = draw(NightPlan(30, 8), Random(1).random, is_late=lambda: True)
    assert not movement.complete
    assert len(movement.sittings) == 8


def test_progress_grows_to_the_end():
    parts = []
    draw(NightPlan(17, 6), Random(1).random, steps=120_000, report=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert len(parts) > 10


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (NightPlan(3, 2), "A table needs 4 people, and there are only 3."),
        (NightPlan(1, 2), "A table needs 4 people, and there is only 1."),
        (NightPlan(12, 0), "A night has 1 to 30 sittings."),
        (NightPlan(201, 3), "A night has at most 200 people."),
        (NightPlan(9, 3, Partners.FIXED), "Fixed partners need an even number of people, and there are 9."),
        (NightPlan(12, 3, Partners.FIXED, size=3), "Fixed partners need tables with teams of two."),
        (NightPlan(12, 3, Partners.FIXED, teams=3), "Fixed partners need tables of two teams."),
    ],
)
def test_a_night_that_cannot_be_drawn_says_why(plan, sentence):
    with pytest.raises(BadPlan) as error:
        draw(plan, Random(1).random)
    assert str(error.value) == sentence
