"""The geometry of the league's pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.web.league.charts import WIDTH, bars, course, quarters, spread_of
from scorepad.web.players.versus import divided_bar
from scorepad.web.result.lead import Point

RATINGS = st.lists(st.tuples(st.integers(-500, 4000), st.integers(0, 1000)), min_size=1)
POINTS = st.floats(-10_000, 20_000)


def test_without_values_there_is_no_picture():
    assert course([]) is spread_of(5, []) is divided_bar([0, 0, 0]) is None


def test_a_course_goes_from_left_to_right_with_its_band_around_it():
    drawn = course([(1500, 100), (1600, 50)])
    first, last = drawn.line
    assert (first.x, last.x) == (drawn.left, drawn.right)
    assert first.y > last.y
    corners = (first.x, 49.2), (last.x, 14.0), (last.x, 84.4), (first.x, drawn.bottom)
    assert drawn.band == tuple(Point(*corner) for corner in corners)
    levels = course([(1500, 400), (1520, 380)]).levels
    assert [level.value for level in levels] == [1200, 1400, 1600, 1800]


def test_a_single_game_is_a_point_in_the_middle_with_a_narrow_band():
    drawn = course([(1600, 900)])
    (point,) = drawn.line
    assert point.x == round((drawn.left + drawn.right) / 2, 1)
    assert {corner.x for corner in drawn.band} == {point.x - 8, point.x + 8}


@given(RATINGS)
def test_a_course_stays_within_its_picture(values):
    drawn = course(values)
    assert len(drawn.line) == len(values)
    for point in (*drawn.line, *drawn.band):
        assert 0 <= point.x <= WIDTH
        assert 0 <= point.y <= drawn.bottom
    assert len(drawn.levels) <= 5


@pytest.mark.parametrize(
    ("values", "cuts"),
    [([1, 2, 3], None), ([1, 2, 3, 4, 5], (2, 3, 4)), ([4, 3, 2, 1], (1.75, 2.5, 3.25)), ([7] * 6, (7, 7, 7))],
)  # fmt: skip
def test_quarters_are_in_proportion_between_neighbours(values, cuts):
    cut = quarters(values)
    assert (cut and (cut.lower, cut.middle, cut.upper)) == cuts


def test_a_spread_has_its_least_on_the_left_and_its_most_on_the_right():
    drawn = spread_of(150, [100, 200, 200])
    assert (drawn.ticks, drawn.own, drawn.box) == ((16.0, 344.0), 180.0, None)
    assert [(end.at, end.value) for end in drawn.ends] == [(16.0, 100), (344.0, 200)]
    equal = spread_of(7, [7] * 4)
    assert (equal.own, equal.ticks, equal.box) == (180.0, (180.0,), (180.0, 180.0))


@given(POINTS, st.lists(POINTS, min_size=1))
def test_a_spread_and_its_number_stay_within_the_picture(own, others):
    drawn = spread_of(own, others)
    half = len(f"{round(own):,}") * 13.5 / 2
    assert half <= drawn.own_label <= WIDTH - half
    for x in (drawn.own, *drawn.ticks, *(drawn.box or ())):
        assert 16 <= x <= WIDTH - 16


def test_parts_of_a_bar_are_as_wide_as_their_shares_and_numbered_where_there_is_room():
    won, tied, lost = divided_bar([3, 0, 1]).parts
    assert (won.left, won.width, won.middle) == (1, 268.5, 135.2)
    assert (tied.width, tied.fits) == (0, False)
    assert (lost.left, lost.width, lost.fits) == (269.5, 89.5, True)
    assert [part.fits for part in divided_bar([99, 1]).parts] == [True, False]


def test_a_bar_is_as_long_as_its_amount_and_negative_ones_go_left():
    drawn = bars([("Ann", 200), ("Bob", 100), ("Carla", -50), ("Dora", 0)])
    ann, bob, carla, dora = drawn.bars
    assert ann.length == pytest.approx(2 * bob.length, abs=0.2)
    assert ann.x == bob.x == drawn.zero
    assert carla.x + carla.length == pytest.approx(drawn.zero, abs=0.2)
    assert ann.x + ann.length == pytest.approx(drawn.right, abs=0.2)
    assert carla.x >= drawn.left
    assert dora.length > 0
    assert drawn.height > max(bar.y + drawn.thick for bar in drawn.bars)
    assert [bar.text for bar in bars([("Ann", 0)]).bars] == ["0"]
    assert bars([]).bars == ()
