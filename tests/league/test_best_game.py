"""The best game of a person and of a partnership is found in every year."""

import pytest


@pytest.mark.parametrize(
    "totals", [(9000, 500, 700), (500, 9000, 700), (500, 700, 9000)], ids=["first", "second", "last"]
)
def test_the_best_game_may_be_of_any_year(evening, totals):
    ann, bob, carla, dora = evening.people[:4]
    for years_ago, total in zip((2, 1, 0), totals, strict=True):
        # The others' best game is in the last year, and better.
        others = 12000 if years_ago == 0 else 100
        evening.past("partnership", [ann, bob, carla, dora], [(total, others)], 400 * years_ago, whole=True)
    league = evening.club.league
    league.catch_up()
    kind = league.kinds()[0].kind.id
    for who in (f"{ann}", f"{carla}", f"{ann}-{carla}"):
        best = league.records.highest_game(kind, who)
        assert (best.value, best.people, best.game.sides[0].total) == (9000, (ann, carla), 9000)
    assert league.records.highest_game(kind, f"{bob}-{dora}").value == 12000
    assert league.records.highest_game(kind, f"{ann}-{bob}") is None
