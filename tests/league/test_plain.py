"""The plain league against figures that were worked out by hand, so that what the league is compared with is right.

By `partnership`: a clean book is 500, a dirty one 300, going out and an exact cut 100 each, a red three held 500 less,
the severe penalty 500 less.
"""

from datetime import date, timedelta, timezone
from fractions import Fraction

import pytest

from tests.league.cells_by_hand import game_cells, one_round
from tests.league.plain import Other, PlainLeague, Season
from tests.league.plain_figures import figures
from tests.league.plain_games import Person
from tests.league.plain_ratings import START, shown
from tests.league.plain_records import longest_streaks, records

ANN, BOB, CARLA, DORA, EMIL, CARLA_TWO = range(1, 7)
ZONE = timezone(timedelta(hours=1))
YES = {"yes": True}
PEOPLE = {
    ANN: Person("Ann"),
    BOB: Person("Bob"),
    CARLA: Person("Carla"),
    DORA: Person("Dora"),
    EMIL: Person("Emil", guest=True),
    CARLA_TWO: Person("Carla K.", merged_into=CARLA),
}

# Round 1: 500 + 300 + 300 − 20 + 100 (out) + 100 (cut) = 1,280 to 300 + 200 − 60 = 440.
# Round 2: 100 − 40 = 60 to 600 + 400 − 10 (a king) − 1,000 (two red threes) = −10. In all 1,340 to 430.
WON = game_cells(
    (ANN, BOB, CARLA, DORA),
    one_round(
        1,
        team2_opened=YES,
        team1_opened=YES,
        team1_clean=1,
        team1_dirty=1,
        team1_melded=300,
        seat3_left=20,
        seat3_exact_cut=1,
        team2_dirty=1,
        team2_melded=200,
        seat2_left=50,
        seat4_left=10,
    ),
    one_round(
        None,
        team1_melded=100,
        seat1_left=40,
        team2_dirty=2,
        team2_melded=400,
        seat2_left={"as": "cards", "cards": {"K": 1, "red3": 1}},
        seat4_red_threes_held=1,
    ),
    end=2,
)

# 100 to 100: a tie.
TIED = game_cells(
    (BOB, ANN, DORA, CARLA), one_round(None, team1_melded=100, team2_melded=100), end=1
)

# Round 1: Bob goes out without a clean book, so the others' cards left are spared: 500 + 150 = 650 to −30 − 500 = −530.
# Round 2, Emil for Bob: 500 to 500 + 300 + 300 + 100 = 1,200. In all 1,150 to 670.
HELPED = game_cells(
    (ANN, BOB, CARLA_TWO, DORA),
    one_round(
        2,
        team1_clean=1,
        team1_melded=150,
        seat1_left=20,
        seat3_left=10,
        team2_dirty=1,
        team2_melded=200,
        seat4_left=30,
    ),
    one_round(
        4,
        seat2_player={"id": EMIL},
        team1_melded=500,
        team2_clean=1,
        team2_dirty=1,
        team2_melded=300,
    ),
    end=2,
)

LOG = {
    5: ("2020-01-05T18:00:00.000+00:00", game_cells((ANN, BOB, CARLA, DORA), one_round(1))),
    4: (
        "2020-01-05T18:00:00.000+00:00",
        game_cells((ANN, BOB, CARLA, DORA), one_round(1), end=1, binned=True),
    ),
    3: ("2020-01-02T18:00:00.000+00:00", HELPED),
    # By the clock of the machine, an hour ahead, this is the second of January.
    2: ("2020-01-01T23:30:00.000+00:00", TIED),
    1: ("2020-01-01T18:00:00.000+00:00", WON),
}


@pytest.fixture(scope="module")
def plain() -> PlainLeague:
    return PlainLeague(LOG, PEOPLE, ZONE)


def test_games_that_count_in_the_order_of_play(plain):
    assert [(game.number, game.day.day) for game in plain.games] == [(1, 1), (2, 2), (3, 2)]
    assert [game.totals for game in plain.games] == [[1340, 430], [100, 100], [1150, 670]]


def test_a_game_belongs_to_the_later_of_two_who_sat_equally_long(plain):
    assert plain.games[2].people == [[ANN, CARLA], [EMIL, DORA]]


def test_sums_of_a_person(plain):
    ann = figures((ANN,), plain.games)
    assert (ann.games, ann.wins, ann.ties, ann.share) == (3, Fraction(5, 2), 1, Fraction(5, 6))
    assert (ann.rounds, ann.points, ann.luck) == (5, 1280 + 60 + 100 + 650 + 500, 100)
    assert (ann.went_out, ann.cuts, ann.threes, ann.severe) == (1, 0, 0, 0)
    assert (ann.books, ann.clean, ann.opened_first, ann.marked) == (3, 2, 0, 1)
    assert (ann.points_a_round, ann.play_a_round) == (518, 498)


def test_who_helped_out_has_the_rounds_and_who_was_helped_not_the_game(plain):
    bob, emil = figures((BOB,), plain.games), figures((EMIL,), plain.games)
    assert (bob.games, bob.rounds, bob.points, bob.luck) == (2, 4, 440 - 10 + 100 - 530, -1000)
    assert (bob.went_out, bob.severe, bob.threes, bob.opened_first) == (1, 1, 1, 1)
    assert (emil.games, emil.rounds, emil.points) == (1, 1, 1200)


def test_two_names_are_one_person(plain):
    assert figures((CARLA,), plain.games).games == 3
    assert figures((CARLA_TWO,), plain.games).rounds == 0


def test_sums_of_a_partnership(plain):
    pair = figures((BOB, DORA), plain.games)
    assert (pair.games, pair.rounds, pair.went_out, pair.threes, pair.severe) == (2, 3, 0, 2, 0)
    late = figures((DORA, EMIL), plain.games)
    assert (late.games, late.rounds, late.points, late.wins) == (1, 1, 1200, 0)


def test_equal_figures_have_an_equal_rank_and_guests_stand_nowhere(plain):
    rows = [(row.rank, row.who, row.value) for row in plain.standings("share")]
    assert rows == [
        (1, (ANN,), Fraction(5, 6)),
        (1, (CARLA,), Fraction(5, 6)),
        (3, (BOB,), Fraction(1, 4)),
        (4, (DORA,), Fraction(1, 6)),
    ]
    assert plain.champions(Season(date(2020, 1, 1), None)) == [(ANN,), (CARLA,)]


def test_standings_over_a_range_with_a_least_number_of_games(plain):
    second = plain.standings("games", date(2020, 1, 2), date(2020, 1, 2), least=2)
    assert [(row.rank, row.who) for row in second] == [(1, (ANN,)), (1, (CARLA,)), (1, (DORA,))]
    pairs = plain.standings("games", together=True)
    assert [(row.rank, row.who) for row in pairs] == [(1, (ANN, CARLA)), (2, (BOB, DORA))]


def test_head_to_head(plain):
    met = plain.versus((ANN,), (BOB,))
    assert [(m.game, m.mine, m.theirs) for m in met.meetings] == [(1, 1340, 430), (2, 100, 100)]
    assert (met.won, met.lost, met.tied, met.run) == (1, 0, 1, 0)
    assert (met.longest, met.longest_of_other) == (1, 0)
    assert plain.versus((DORA,), (ANN,)).run == -1
    assert len(plain.versus((ANN, CARLA), (DORA, EMIL)).meetings) == 1


def test_partners_and_opponents(plain):
    assert plain.best_partners(ANN) == [Other((CARLA,), 3, Fraction(5, 6))]
    assert plain.best_partners(BOB) == []
    sixth = Fraction(1, 6)
    assert plain.hardest_opponents((DORA,)) == [Other((ANN,), 3, sixth), Other((CARLA,), 3, sixth)]


def test_runs_and_last_games(plain):
    assert (plain.run((ANN,)), plain.run((BOB,)), plain.run((DORA,))) == (1, 0, -1)
    assert plain.last_ten((BOB,)) == [(1, 0), (2, Fraction(1, 2))]


@pytest.mark.parametrize(
    ("code", "best"),
    [
        ("highest_round", [(1280, 1, 0), (1200, 3, 1), (650, 3, 0), (440, 1, 1), (100, 2, 0)]),
        ("highest_game", [(1340, 1, 0), (1150, 3, 0), (670, 3, 1), (430, 1, 1), (100, 2, 0)]),
        ("comeback", []),
        ("narrowest_win", [(480, 3, 0), (910, 1, 0)]),
        ("clean_books", [(1, 1, 0), (1, 3, 0), (1, 3, 1)]),
        ("exact_cuts", [(1, 1, 2)]),
        ("red_threes", [(1, 1, 1), (1, 1, 3)]),
    ],
)
def test_records(plain, code, best):
    found = records(plain, plain.games[0].kind, code)
    assert [(feat.value, feat.game, feat.at) for feat in found] == best


def test_longest_streaks(plain):
    found = [(one.who, one.length, one.first, one.last) for one in longest_streaks(plain)]
    assert found == [((ANN,), 1, 1, 1), ((CARLA,), 1, 1, 1)]


def test_ratings_begin_in_the_middle_and_move_with_who_won(plain):
    assert shown(plain.ratings.on((ANN,), date(2019, 12, 31))) == "1500 ± 1000"
    ann, bob = (plain.ratings.after_game((one,), 1) for one in (ANN, BOB))
    assert ann[0] - START[0] == pytest.approx(START[0] - bob[0])
    assert (
        ann
        == plain.ratings.on((ANN,), date(2020, 1, 1))
        == plain.ratings.on((CARLA,), date(2020, 1, 1))
    )
    pair = plain.ratings.after_game((ANN, CARLA), 1)
    assert pair == pytest.approx((ann[0], ann[1] / 2**0.5))
    # Bob was not rated in the third game, which belongs to Emil.
    assert plain.ratings.after_game((BOB,), 3) == plain.ratings.after_game((BOB,), 2)


def test_rounds_on_paper_bring_their_totals_and_nothing_else():
    # 0 to 500 from two rounds on paper, then 1,280 to 440 here: 1,280 to 940.
    here = {name: cell for name, cell in WON.items() if name[0] == 1}
    begun = game_cells((ANN, BOB, CARLA, DORA), paper=2, brought=(0, 500), end=3)
    moved = {(3, place, field): cell for (_, place, field), cell in here.items()}
    league = PlainLeague({7: ("2020-02-01T12:00:00+00:00", begun | moved)}, PEOPLE, ZONE)
    (game,) = league.games
    assert (game.totals, len(game.rounds)) == ([1280, 940], 1)
    assert figures((ANN,), league.games).points_a_round == 1280
    assert [feat.value for feat in records(league, game.kind, "comeback")] == [500]
    assert [feat.value for feat in records(league, game.kind, "narrowest_win")] == [340]


def test_somebody_in_two_seats_counts_at_the_lowest_alone():
    twice = game_cells(
        (CARLA, CARLA_TWO, ANN, BOB), one_round(2, team2_clean=1, team2_dirty=1), end=1
    )
    league = PlainLeague({8: ("2020-02-01T12:00:00+00:00", twice)}, PEOPLE, ZONE)
    assert league.games[0].people == [[CARLA, ANN], [BOB]]
    carla = figures((CARLA,), league.games)
    assert (carla.rounds, carla.points, carla.went_out, carla.wins) == (1, 0, 0, 0)
