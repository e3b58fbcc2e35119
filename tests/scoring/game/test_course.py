"""The run of a game: running totals, minimums, when it is over, who won, and what happens after a correction."""

import pytest

from scorepad.rules import choose, lookup, preset
from scorepad.scoring.game.course import DecidedEnd, Phase, Played, course, leaders, seats_of, team_of
from tests.support.scoring import rules

PLAYING, OVER, ASKS = Phase.PLAYING, Phase.OVER, Phase.ASKS


def after(slug, *rounds, players=None, teams=None, choices=None, **more):
    """Return the run of a game after rounds with these points for each team."""
    rule_set = choose(preset(slug) if isinstance(slug, str) else slug, choices or {})
    table = lookup.table_for(rule_set, players, teams)
    return course(Played(rule_set, table, tuple(rounds), **more))


def test_a_game_that_has_not_begun_stands_at_zero_with_round_one_to_play():
    result = after("partnership")
    assert (result.totals, result.now, result.next_round) == (((0, 0),), (0, 0), 1)
    assert (result.phase, result.ends_after, result.winners) == (PLAYING, None, ())


def test_totals_run_from_round_to_round():
    result = after("partnership", (1910, 920), (-940, 720))
    assert result.totals == ((0, 0), (1910, 920), (970, 1640))
    assert (result.now, result.counted, result.next_round) == ((970, 1640), 2, 3)


def test_totals_brought_forward_are_where_a_game_begins():
    result = after("two-handed", (500, 100), brought=(2600, -300))
    assert result.totals == ((2600, -300), (3100, -200))
    assert [step.minimum for step in result.minimums] == [90, 50]
    assert after("two-handed", brought=(10000, 0)).phase is PLAYING


def test_minimums_are_each_team_s_own_and_for_the_round_to_come():
    assert [step.minimum for step in after("partnership", (0, 0), (9, 9)).minimums] == [120, 120]
    assert [step.minimum for step in after("two-handed", (3000, 3001)).minimums] == [50, 90]
    assert [step.minimum for step in after("classic", (-5, 3000)).minimums] == [15, 120]
    assert [bool(s.books) for s in after("dearie", *[(0, 0)] * 4).minimums] == [True, True]


@pytest.mark.parametrize(("slug", "rounds"), [("partnership", 4), ("catawba", 4), ("dearie", 5), ("good-sam", 3)])
def test_a_game_of_rounds_is_over_after_the_last_and_not_before(slug, rounds):
    assert after(slug, *[(100, 50)] * (rounds - 1)).phase is PLAYING
    result = after(slug, *[(100, 50)] * rounds)
    assert (result.phase, result.ends_after, result.winners) == (OVER, rounds, (1,))


@pytest.mark.parametrize(
    ("slug", "players", "choices", "target"),
    [
        ("southern-ohio", 4, {}, 6000),
        ("southern-ohio", 6, {}, 8000),
        ("southern-ohio", 8, {}, 15000),
        ("southern-ohio", 8, {"target": "6000"}, 6000),
        ("two-handed", 2, {}, 10000),
        ("roth", 4, {}, 10000),
        ("pennies", 6, {}, 20000),
        ("classic", 4, {}, 5000),
    ],
)
def test_a_target_ends_the_game_in_the_round_that_reaches_it(slug, players, choices, target):
    at = {"players": players, "choices": choices}
    assert after(slug, (target - 5, 0), **at).phase is PLAYING
    result = after(slug, (target - 5, 0), (5, 10), **at)
    assert (result.phase, result.ends_after, result.winners) == (OVER, 2, (1,))
    # After a correction below the target the game goes on.
    assert after(slug, (target - 5, 0), (0, 10), **at).phase is PLAYING


@pytest.mark.parametrize(
    ("slug", "rounds", "at", "winners"),
    [
        ("two-handed", [(10000, 10005)], {}, (2,)),
        ("two-handed", [(9000, 9500), (1000, 700)], {}, (2,)),
        ("two-handed", [(10500, 10500)], {}, (1, 2)),
        ("partnership", [(5, 5)] * 4, {}, (1, 2)),
        ("laguna-woods", [(7, 9, 9)] * 4, {"players": 6, "teams": 3}, (2, 3)),
    ],
)
def test_the_highest_total_wins_and_equal_ones_are_a_tie(slug, rounds, at, winners):
    assert after(slug, *rounds, **at).winners == winners
    assert leaders((-5, -5, -10)) == (1, 2)


def test_a_target_passed_and_lost_again_in_the_same_round_is_no_end():
    assert after("southern-ohio", (5900, 0), (-100, 0), (50, 0)).phase is PLAYING


def test_a_correction_that_reaches_the_target_earlier_drops_nothing_and_asks():
    result = after("southern-ohio", (6100, 0), (-200, 500), (0, 100))
    assert (result.phase, result.ends_after, result.counted) == (ASKS, 1, 3)
    assert (result.now, result.winners, len(result.totals)) == ((5900, 600), (), 4)


def test_the_table_may_decide_that_the_game_ended_there_or_goes_on():
    rounds = ((6100, 0), (-7000, 500), (0, 100))
    result = after("southern-ohio", *rounds, decision=DecidedEnd(over_after=1))
    assert (result.phase, result.ends_after, result.counted) == (OVER, 1, 1)
    assert (result.now, result.winners, len(result.totals)) == ((6100, 0), (1,), 4)
    goes_on = DecidedEnd(not_before=3)
    result = after("southern-ohio", (6100, 0), (-200, 500), decision=goes_on)
    assert (result.phase, result.ends_after) == (PLAYING, None)
    result = after("southern-ohio", (6100, 0), (-200, 500), (200, 0), decision=goes_on)
    assert (result.phase, result.ends_after) == (OVER, 3)


def test_a_fifth_round_of_a_game_of_four_asks_and_may_be_decided_either_way():
    rounds = [(10, 0)] * 5
    assert after("partnership", *rounds).phase is ASKS
    assert after("partnership", *rounds, decision=DecidedEnd(over_after=4)).now == (40, 0)
    result = after("partnership", *rounds, decision=DecidedEnd(not_before=5))
    assert (result.phase, result.now) == (OVER, (50, 0))


def test_a_game_by_time_is_over_only_when_somebody_says_so():
    at = {"choices": {"length": "time"}}
    assert after("good-sam", *[(100, 0)] * 9, **at).phase is PLAYING
    result = after("good-sam", (100, 0), (0, 150), decision=DecidedEnd(over_after=2), **at)
    assert (result.phase, result.winners) == (OVER, (2,))


def test_a_game_whose_sitting_was_ended_is_over_once_its_last_round_is_finished():
    at, last = {"choices": {"length": "time"}}, DecidedEnd(last_round=2)
    assert after("good-sam", (100, 0), decision=last, **at).phase is PLAYING
    result = after("good-sam", (100, 0), (0, 150), decision=last, **at)
    assert (result.phase, result.winners, result.ended_early, result.in_league) == (OVER, (2,), False, True)
    assert after("good-sam", (100, 0), (0, 150), (0, 1), decision=last, **at).phase is ASKS


def test_a_decision_for_a_round_not_played_yet_means_the_last_one_played():
    result = after("good-sam", (100, 0), decision=DecidedEnd(over_after=7))
    assert (result.ends_after, result.counted, result.phase) == (1, 1, OVER)


def test_the_first_target_that_fits_the_table_holds():
    low = {"players": [4], "points": 500}
    rule_set = rules("southern-ohio", lambda d: d["end"]["targets"].insert(0, low))
    assert after(rule_set, (500, 0)).phase is OVER


@pytest.mark.parametrize(
    ("slug", "players", "teams", "seats"),
    [
        ("partnership", 4, 2, [(1, 3), (2, 4)]),
        ("southern-ohio", 6, 2, [(1, 3, 5), (2, 4, 6)]),
        ("laguna-woods", 6, 3, [(1, 4), (2, 5), (3, 6)]),
        ("two-handed", 2, 2, [(1,), (2,)]),
    ],
)
def test_neighbours_sit_in_different_teams(slug, players, teams, seats):
    table = lookup.table_for(preset(slug), players, teams)
    assert [seats_of(team, table) for team in range(1, teams + 1)] == seats
    for team, ours in enumerate(seats, start=1):
        assert {team_of(seat, table) for seat in ours} == {team}


def lowest(slug, end):
    return rules(slug, lambda document: document["end"].update(winner="lowest", **end))


def test_the_lowest_total_wins_where_the_rules_say_so_also_once_a_target_is_reached():
    to_500 = lowest("two-handed", {"targets": [{"players": [], "points": 500}]})
    assert after(to_500, (400, 499)).phase is PLAYING
    result = after(to_500, (400, 500))
    assert (result.phase, result.winners) == (OVER, (1,))
    assert after(to_500, (500, 500)).winners == (1, 2)
    # The player who is behind starts: the one with more points.
    assert after(to_500, (400, 499)).starter.seat == 2
    three = after(lowest("laguna-woods", {}), *[(-5, 300, -20)] * 4, players=6, teams=3)
    assert three.winners == (3,)


EARLY = {"players": [3], "points": 5000, "lead": "others_together"}


@pytest.mark.parametrize(
    ("totals", "ends"),
    [
        ((4999, 100, 100), None),
        ((5000, 2000, 2999), 1),
        ((5000, 2000, 3000), None),
        ((5400, 200, 5500), None),
        ((5400, -200, 5100), 1),
    ],
)
def test_a_game_ends_early_once_the_leader_has_more_than_all_others_together(totals, ends):
    alone = {"players": 3, "teams": 3}
    early = rules("dearie", lambda document: document["end"].update(early=[EARLY]))
    assert after(early, totals, **alone).ends_after == ends
    assert after("dearie", totals, **alone).ends_after is None
    assert after(early, (9000, 0), players=4, teams=2).ends_after is None
