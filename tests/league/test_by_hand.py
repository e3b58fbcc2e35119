"""Three games whose figures were worked out by hand.

By `partnership`: a clean book is 500, a dirty one 300, going out and an exact cut 100 each, a red three held 500 less,
the severe penalty 500 less.
"""

import pytest

from scorepad.league.facts import Tally
from scorepad.league.game_facts import game_facts
from tests.league.hand import ANN, BOB, CARLA, DORA, EMIL, YES, facts, points, stored

CARLA_TWO = 6
"""Another name of Carla, merged into her own."""

KING_AND_THREE = {"as": "cards", "cards": {"K": 1, "red3": 1}}

# Round 1: 500 + 300 + 300 − 20 + 100 (out) + 100 (cut) = 1,280 to 300 + 200 − 60 = 440.
# Round 2: 100 − 40 = 60 to 600 + 400 − 10 (a king) − 1,000 (two red threes) = −10. In all 1,340 to 430.
WON = (
    points(300, 200, out=1, team2_opened=YES, team1_opened=YES, team1_clean=1, team1_dirty=1, team2_dirty=1,
           seat2_left=50, seat3_left=20, seat3_exact_cut=1, seat4_left=10),
    points(100, 400, seat1_left=40, team2_dirty=2, seat2_left=KING_AND_THREE, seat4_red_threes_held=1),
)  # fmt: skip
# Round 1: Bob goes out without a clean book, so the others' cards left are spared: 500 + 150 = 650 to −30 − 500 = −530.
# Round 2, Emil for Bob: 500 to 500 + 300 + 300 + 100 = 1,200. In all 1,150 to 670.
HELPED = (
    points(150, 200, out=2, team1_clean=1, team2_dirty=1, seat1_left=20, seat3_left=10, seat4_left=30),
    points(500, 300, out=4, seat2_player={"id": EMIL}, team2_clean=1, team2_dirty=1),
)  # fmt: skip


@pytest.fixture(scope="module")
def games():
    """A win, a tie, and a win in which Emil helped out."""
    helped = stored(*HELPED, seats=(ANN, BOB, CARLA_TWO, DORA))
    tied = facts(points(100, 100), seats=(BOB, ANN, DORA, CARLA))
    return facts(*WON), tied, game_facts(helped, {CARLA_TWO: CARLA})


def test_totals_and_the_people_who_have_the_credit(games):
    totals = [[side.total for side in game.sides] for game in games]
    assert totals == [[1340, 430], [100, 100], [1150, 670]]
    # Emil sat there as long as Bob, and later.
    assert [side.people for side in games[2].sides] == [(ANN, CARLA), (EMIL, DORA)]


def test_sums_of_people_and_partnerships(games):
    parts = [part for game in games for part in game.appearances]
    sums = {
        who: Tally.sum(part.tally for part in parts if part.competitor == who)
        for who in {part.competitor for part in parts}
    }
    assert sums.keys() == {"1", "2", "3", "4", "5", "1-3", "2-4", "4-5"}
    won = {"games": 3, "wins": 2, "ties": 1, "share": 30}
    rounds = {"rounds": 5, "points": 1280 + 60 + 100 + 650 + 500, "luck": 100}
    assert sums["1"] == Tally(**won, **rounds, went_out=1, books=3, clean=2)
    bob, emil, pair, late = (sums[who] for who in ("2", "5", "2-4", "4-5"))
    assert (bob.games, bob.rounds, bob.points, bob.luck) == (2, 4, 440 - 10 + 100 - 530, -1000)
    assert (bob.went_out, bob.severe, bob.red_threes, bob.opened_first) == (1, 1, 1, 1)
    assert (emil.games, emil.rounds, emil.points) == (1, 1, 1200)
    assert (pair.games, pair.rounds, pair.went_out, pair.red_threes, pair.severe) == (2, 3, 0, 2, 0)
    assert (late.games, late.rounds, late.points, late.share) == (1, 1, 1200, 0)


def test_luck_may_win_a_game(games):
    # Without it the first game would have been 1,240 to 1,430.
    assert {who for who, code in games[0].badges if code == "lucky"} == {"1", "3"}
