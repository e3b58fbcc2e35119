"""The chance to win: what is said of some positions, what always holds, and what turned a game."""

from dataclasses import replace
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from scorepad.league.forecast import LEAST, SPREADS, Pace, chances, pace, shown, turn
from scorepad.league.ratings import BETA, DEVIATION, Rating
from scorepad.rules import choose, lookup, preset
from scorepad.rules.words import EndBy, Winner

USUAL = Pace(1_250, 1_650)
EQUAL = (Rating(), Rating())


def of(slug, after, totals, ratings=EQUAL, each=USUAL, choices=None):
    rules = choose(preset(slug), choices or {})
    table = lookup.table_for(rules, teams=len(totals), players=None if len(totals) == 2 else 6)
    return chances(rules, table, after, totals, ratings, each)


@pytest.mark.parametrize(
    ("after", "totals", "said"),
    [
        (1, (1_000, 1_000), 50),
        (1, (2_250, 1_000), 70),  # Φ(1 ÷ √3)
        (3, (2_250, 1_000), 85),  # Φ(1)
        (3, (1_000, 2_250), 15),
        (3, (9_000, 1_000), 95),
        (3, (1_000, 9_000), 5),
    ],
)
def test_a_lead_of_one_spread_is_worth_more_the_fewer_rounds_are_left(after, totals, said):
    sure = (Rating(deviation=0), Rating(deviation=0))
    assert shown(of("partnership", after, totals, sure)[0]) == said


def test_before_the_first_round_the_chance_is_that_of_the_ratings():
    better, worse = Rating(1_600, 50), Rating(1_450, 80)
    model = PlackettLuce(mu=0.0, sigma=DEVIATION, beta=BETA)
    teams = [[model.rating(mu=100, sigma=50 * 2**0.5)] * 2, [model.rating(mu=-50, sigma=80 * 2**0.5)] * 2]
    assert isclose(of("partnership", 0, (0, 0), (better, worse))[0], model.predict_win(teams)[0], abs_tol=1e-6)


def test_a_lead_tells_more_of_people_nobody_knows():
    known, unknown = (Rating(deviation=40),) * 2, (Rating(deviation=200),) * 2
    lead = (3_000, 1_000)
    assert of("partnership", 2, lead, unknown)[0] > of("partnership", 2, lead, known)[0] > 0.5


def test_a_game_to_a_target_is_played_out():
    ahead, behind = of("southern-ohio", 3, (5_500, 3_000), choices={"target": "6000"})
    assert ahead > 0.9
    assert isclose(ahead + behind, 1)


def test_three_teams_have_a_chance_each():
    three = of("laguna-woods", 3, (9_000, 8_000, 1_000), (Rating(),) * 3, Pace(3_000, 4_000))
    assert three[0] > three[1] > three[2] < 0.1
    assert isclose(sum(three), 1)
    assert three == of("laguna-woods", 3, (9_000, 8_000, 1_000), (Rating(),) * 3, Pace(3_000, 4_000))


def test_where_the_lowest_total_wins_it_has_the_higher_chance():
    rules = preset("partnership")
    rules = replace(rules, end=replace(rules.end, winner=Winner.LOWEST))
    low, high = chances(rules, rules.tables[0], 3, (100, 900), EQUAL, USUAL)
    assert low > high


def test_nothing_is_said_of_a_game_by_time_or_after_its_end():
    rules = preset("partnership")
    by_time = replace(rules, end=replace(rules.end, by=EndBy.TIME))
    assert chances(by_time, rules.tables[0], 1, (5, 0), EQUAL, USUAL) is None
    assert of("partnership", 4, (5, 0)) is None


def test_a_round_that_may_be_void_keeps_the_leader_ahead():
    sure = (Rating(deviation=0),) * 2
    ahead = of("partnership", 2, (1_500, 1_000), sure)[0]
    assert of("partnership", 2, (1_500, 1_000), sure, Pace(1_250, 1_650, void=0.5))[0] > ahead


@given(st.integers(-9_000, 9_000), st.integers(1, 3), st.integers(1_000, 2_000), st.integers(0, 200))
def test_chances_add_up_and_grow_with_the_lead(lead, after, mean, deviation):
    ratings = Rating(mean, deviation), Rating()
    ours, theirs = of("partnership", after, (lead, 0), ratings)
    assert isclose(ours + theirs, 1)
    assert of("partnership", after, (lead + 100, 0), ratings)[0] >= ours
    mirrored = of("partnership", after, (0, lead), ratings[::-1])
    assert isclose(mirrored[1], ours, abs_tol=1e-9)
    assert shown(ours) in range(5, 100, 5)


# ---- The pace of a kind


def test_a_measured_kind_begins_with_its_usual_spread_and_learns():
    rules = preset("partnership")
    assert pace(rules, []).spread == SPREADS["partnership"]
    wild = [(5_000, 0), (0, 5_000)] * 50
    assert 4_500 < pace(rules, wild).spread < 5_000
    assert pace(rules, wild).void == 0


def test_other_rules_say_nothing_before_some_rounds():
    rules, rounds = preset("good-sam"), [(1_000, 1_200)] * (LEAST - 1)
    assert pace(rules, rounds) is None
    assert 400 < pace(rules, [*rounds, (1_000, 1_200)]).spread < 825
    assert pace(rules, [(0, 0)] * 20) is None


def test_void_rounds_are_counted_apart():
    each = pace(preset("two-handed"), [(1_000, 400)] * 9 + [(0, 0)] * 3)
    assert each.void == 4 / 24
    assert each.round < 1_400


# ---- The turn


def test_the_biggest_swing_turned_it_and_a_game_may_be_safe_early():
    turned = turn([0.5, 0.2, 0.96, 0.97, 1.0])
    assert (turned.swing, turned.before, turned.after, turned.safe) == (2, 0.2, 0.96, 2)
    assert turn([0.5, 0.96, 0.6, 0.7, 1.0]).safe is None
    assert turn([0.5, 0.3, 1.0], first=2).swing == 4


def test_no_round_turned_a_game_that_was_never_in_doubt():
    assert turn([0.9, 0.95, 0.97, 1.0]) is None
