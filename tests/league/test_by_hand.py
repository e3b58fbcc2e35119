"""Three games whose figures were worked out by hand, in the league of a club.

By `partnership`: a clean book is 500, a dirty one 300, going out and an exact cut 100 each, a red three held 500 less,
the severe penalty 500 less.
"""

from datetime import date, timedelta, timezone

import pytest

from scorepad.league.facts import Tally
from scorepad.league.ratings import Rating
from scorepad.league.record_candidates import RecordCode
from scorepad.league.spans import cover
from scorepad.league.standings import Figure, Standing, champions, ranked
from tests.league.clubs import new_evening
from tests.league.hand import ANN, BOB, CARLA, DORA, EMIL, YES, game_cells, points

NAMES = ("Ann", "Bob", "Carla", "Dora", "Emil", "Carla K.")
CARLA_TWO = 6
AHEAD = timezone(timedelta(hours=2))
"""The clock of the club: the first game begins at 22:00 in the world's time, on the 29th of December by this clock."""

# Round 1: 500 + 300 + 300 − 20 + 100 (out) + 100 (cut) = 1,280 to 300 + 200 − 60 = 440.
# Round 2: 100 − 40 = 60 to 600 + 400 − 10 (a king) − 1,000 (two red threes) = −10. In all 1,340 to 430.
WON = (
    points(
        300,
        200,
        out=1,
        team2_opened=YES,
        team1_opened=YES,
        team1_clean=1,
        team1_dirty=1,
        team2_dirty=1,
        seat2_left=50,
        seat3_left=20,
        seat3_exact_cut=1,
        seat4_left=10,
    ),
    points(
        100,
        400,
        seat1_left=40,
        team2_dirty=2,
        seat2_left={"as": "cards", "cards": {"K": 1, "red3": 1}},
        seat4_red_threes_held=1,
    ),
)
# Round 1: Bob goes out without a clean book, so the others' cards left are spared: 500 + 150 = 650 to −30 − 500 = −530.
# Round 2, Emil for Bob: 500 to 500 + 300 + 300 + 100 = 1,200. In all 1,150 to 670.
HELPED = (
    points(
        150,
        200,
        out=2,
        team1_clean=1,
        team2_dirty=1,
        seat1_left=20,
        seat3_left=10,
        seat4_left=30,
    ),
    points(500, 300, out=4, seat2_player={"id": EMIL}, team2_clean=1, team2_dirty=1),
)


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    with new_evening(tmp_path_factory.mktemp("hand"), NAMES, AHEAD) as evening:
        evening.club.people.change(EMIL, guest=True)
        evening.club.people.merge(CARLA_TWO, CARLA)
        evening.new_game(game_cells(*WON, end=2))
        # 100 to 100: a tie.
        evening.new_game(game_cells(points(100, 100), seats=(BOB, ANN, DORA, CARLA), end=1))
        evening.new_game(game_cells(*HELPED, seats=(ANN, BOB, CARLA_TWO, DORA), end=2))
        evening.new_game(game_cells(points(1, 0, out=1), end=1, binned=True))
        evening.new_game(game_cells(points(1, 0, out=1)))
        evening.club.league.catch_up()
        yield evening.club.league


@pytest.fixture(scope="module")
def kind(league):
    (played,) = league.kinds()
    return played.kind.id


def test_games_that_count_in_the_order_of_play(league):
    games = [league.game(number) for number in range(1, 6)]
    assert [game and [side.total for side in game.sides] for game in games] == [
        [1340, 430],
        [100, 100],
        [1150, 670],
        None,
        None,
    ]
    assert [game.day for game in games[:3]] == ["2026-01-05", "2026-01-06", "2026-01-07"]
    # Emil sat there as long as Bob, and later.
    assert games[2].sides[1].people == (EMIL, DORA)


def test_sums_of_people_and_partnerships(league):
    people, partnerships = league.tallies("people"), league.tallies("partnerships")
    assert people["1"] == Tally(
        games=3,
        wins=2,
        ties=1,
        share=30,
        rounds=5,
        points=1280 + 60 + 100 + 650 + 500,
        luck=100,
        went_out=1,
        books=3,
        clean=2,
    )
    bob = people["2"]
    assert (bob.games, bob.rounds, bob.points, bob.luck) == (2, 4, 440 - 10 + 100 - 530, -1000)
    assert (bob.went_out, bob.severe, bob.red_threes, bob.opened_first) == (1, 1, 1, 1)
    emil = people["5"]
    assert (emil.games, emil.rounds, emil.points) == (1, 1, 1200)
    assert (people["3"].games, "6" in people) == (3, False)
    pair = partnerships["2-4"]
    assert (pair.games, pair.rounds, pair.went_out, pair.red_threes, pair.severe) == (2, 3, 0, 2, 0)
    late = partnerships["4-5"]
    assert (late.games, late.rounds, late.points, late.share) == (1, 1, 1200, 0)
    assert partnerships.keys() == {"1-3", "2-4", "4-5"}


def test_tables_and_champions(league):
    standings = [
        Standing(competitor, tally, None)
        for competitor, tally in league.tallies("people").items()
        if competitor != str(EMIL)
    ]
    rows = ranked(standings, Figure.SHARE, str)
    assert [(row.rank, row.standing.competitor) for row in rows] == [
        (1, "1"),
        (1, "3"),
        (3, "2"),
        (4, "4"),
    ]
    assert champions(rows) == ["1", "3"]
    days = cover(date(2026, 1, 6), date(2026, 1, 7))
    assert {who: tally.games for who, tally in league.tallies("people", days).items()} == {
        "1": 2,
        "2": 1,
        "3": 2,
        "4": 2,
        "5": 1,
    }


def test_meetings_partners_and_streaks(league):
    pair = league.meetings.totals(str(ANN), str(BOB))
    assert (pair.games, pair.wins, pair.lost, pair.ties) == (2, 1, 0, 1)
    latest = league.meetings.latest(str(DORA), str(ANN), 5)
    assert [(meeting.game.game, meeting.share, meeting.streak) for meeting in latest] == [
        (3, 0, -1),
        (2, 6, 0),
        (1, 0, -1),
    ]
    assert league.meetings.totals("1-3", "4-5").games == 1
    (partner,) = league.meetings.partners(str(ANN))
    assert (partner.other, partner.games, partner.share) == ("3", 3, 30)
    assert [league.records.streaks_of(who) for who in ("1", "2", "4")] == [
        (1, 1),
        (0, 0),
        (0, -1),
    ]
    streaks = [
        (s.length, s.competitor, s.game.game) for s in league.records.longest_streaks("people", 5)
    ]
    assert streaks == [(1, "1", 1), (1, "3", 1)]


@pytest.mark.parametrize(
    ("code", "places"),
    [
        (RecordCode.ROUND, [(1280, 1), (1200, 3), (650, 3), (440, 1), (100, 2)]),
        (RecordCode.GAME, [(1340, 1), (1150, 3), (670, 3), (430, 1), (100, 2)]),
        (RecordCode.COMEBACK, []),
        (RecordCode.NARROWEST, [(-480, 3), (-910, 1)]),
        (RecordCode.CLEAN, [(1, 1), (1, 3), (1, 3)]),
        (RecordCode.CUTS, [(1, 1)]),
        (RecordCode.SHAME, [(1, 1), (1, 1)]),
    ],
)
def test_records(league, kind, code, places):
    assert [
        (place.value, place.game.game) for place in league.records.best(kind, code, 5)
    ] == places


def test_badges_name_the_game_that_earned_them(league):
    earned = [(badge.code, badge.level, badge.game.game) for badge in league.records.badges("1")]
    # Without luck it would have been 1,240 to 1,430.
    assert earned == [("game", 1, 1), ("won", 1, 1), ("lucky", 1, 1)]
    assert ("exact_cut", 1, 1) in [
        (badge.code, badge.level, badge.game.game) for badge in league.records.badges("3")
    ]


def test_ratings_begin_in_the_middle_and_move_with_wins(league):
    assert league.ratings([ANN], "2026-01-04") == {}
    first = league.ratings([ANN, BOB, CARLA], "2026-01-05")
    assert first[ANN] == first[CARLA]
    assert first[ANN].mean - Rating().mean == pytest.approx(Rating().mean - first[BOB].mean)
    # Bob was not rated in the third game: the credit is Emil's.
    assert league.ratings([BOB])[BOB] == league.ratings([BOB], "2026-01-06")[BOB]
    assert [rated.game.game for rated in league.rated_games(ANN, 9)] == [1, 2, 3]
