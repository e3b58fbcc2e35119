"""Values derived from all figures are cached until a figure changes, which entries of a running game never cause."""

import pytest

from tests.league.clubs import FIRST_EVENING
from tests.league.hand import round_cells

SEASON = {"name": "Winter", "first_day": FIRST_EVENING.date(), "last_day": None, "figure": "wins", "least": 1}


def cached(evening, value):
    """Return the cached figure, `value` if none is cached."""
    evening.club.league.catch_up()
    return evening.club.league.cached("figure", lambda: value)


def test_a_game_under_way_leaves_the_cached_value(evening):
    evening.played()
    assert cached(evening, 5) == 5
    game = evening.begin("partnership", evening.people)
    evening.round(game, 1, None, [300, 100])
    assert cached(evening, 6) == 5
    evening.end(game, 1)
    assert cached(evening, 7) == 7


@pytest.mark.parametrize(
    "change",
    [
        # The same team wins, so no rating changes.
        lambda evening, game: evening.round(game, 1, None, [310, 100]),
        lambda evening, game: evening.write(game, round_cells(1, team1_clean=1, team1_melded=300, team2_melded=100)),
        lambda evening, _: evening.club.people.change(evening.people[0], name="Anna"),
        lambda evening, _: evening.club.seasons.add(key="season", **SEASON),
        lambda evening, _: evening.club.clock.change("Etc/GMT-3"),
        lambda evening, _: evening.club.league.rebuild(),
    ],
    ids=["points", "books", "name", "season", "clock", "rebuild"],
)
def test_whatever_changes_a_figure_empties_the_cache(evening, change):
    game = evening.played()
    assert cached(evening, 5) == 5
    change(evening, game)
    assert cached(evening, 6) == 6
