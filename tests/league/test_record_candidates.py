"""Candidates for records."""

import pytest

from scorepad.league.counterparts import pairings
from scorepad.league.facts import WHOLE
from scorepad.league.game_facts import RecordCode, game_facts
from scorepad.rules import to_document
from tests.league.hand import ANN, BOB, CARLA, DORA, facts, points, stored, three_teams
from tests.support.scoring import rules

US, THEM = (ANN, CARLA), (BOB, DORA)


def lowest(document):
    document["end"]["winner"] = "lowest"


def candidates(game, code):
    """Return the candidates for a record: value, people and round."""
    return [(c.value, c.people, c.round) for c in game.record_candidates if c.code == code]


def test_the_highest_round_is_the_best_of_each_team_and_of_equals_the_first():
    game = facts(points(100, 40), points(300, 90), points(300, 20))
    assert candidates(game, RecordCode.ROUND) == [(300, US, 2), (90, THEM, 2)]
    lost = facts(points(0, 10, seat1_left=50))
    assert candidates(lost, RecordCode.ROUND) == [(-50, US, 1), (10, THEM, 1)]


@pytest.mark.parametrize(
    ("rounds", "comebacks"),
    [([(0, 100), (0, 250), (900, 0), (0, 30)], [(350, US, 0)]), ([(100, 0), (0, 100), (5, 0)], []),
     ([(0, 100), (100, 0)], [])],
    ids=["at most 350 behind", "never behind", "a tie"],
)  # fmt: skip
def test_a_comeback_is_the_most_a_winner_was_behind(rounds, comebacks):
    game = facts(*(points(*melded) for melded in rounds))
    assert candidates(game, RecordCode.COMEBACK) == comebacks


@pytest.mark.parametrize(("melded", "wins"), [((105, 100), [(-5, US, 0)]), ((100, 100), [])])
def test_the_value_of_a_narrow_win_is_its_margin_below_zero(melded, wins):
    assert candidates(facts(points(*melded)), RecordCode.NARROWEST) == wins


def test_with_three_teams_the_margin_is_to_the_second():
    game = three_teams((0, 0, 300), (400, 390, 50))
    assert candidates(game, RecordCode.NARROWEST) == [(-10, (ANN, DORA), 0)]
    assert candidates(game, RecordCode.COMEBACK) == [(300, (ANN, DORA), 0)]


def test_a_team_without_people_holds_nothing_but_its_points_count():
    game = game_facts(stored(points(100, 300)), {BOB: 0, DORA: 0})
    assert {candidate.people for candidate in game.record_candidates} == {US}
    assert candidates(game, RecordCode.COMEBACK) == candidates(game, RecordCode.NARROWEST) == []


def test_where_the_lowest_total_wins_the_lower_is_ahead_and_many_points_are_no_record():
    game = facts(points(100, 40), points(20, 300), rules=to_document(rules(change=lowest)))
    assert [(side.share, side.ahead) for side in game.sides] == [(WHOLE, 0), (0, 1)]
    assert {("1", "2", False, WHOLE), ("2", "3", False, 0)} <= {*pairings(game.sides)}
    assert candidates(game, RecordCode.ROUND) == candidates(game, RecordCode.GAME) == []
    assert candidates(game, RecordCode.COMEBACK) == [(60, US, 0)]
    assert candidates(game, RecordCode.NARROWEST) == [(-220, US, 0)]
    assert {("1", "won"), ("1", "turned")} <= {*game.badges}
