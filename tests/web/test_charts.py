"""The pictures of the league: where their lines and marks are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.web.lead import Point
from scorepad.web.league.charts import WIDTH, course, divided, quarters, spread_of

RATINGS = st.lists(st.tuples(st.integers(-500, 4000), st.integers(0, 1000)), min_size=1)
POINTS = st.floats(-10_000, 20_000)


def test_a_course_without_a_game_has_no_picture():
    assert course([]) is None


def test_a_course_goes_from_left_to_right_and_its_band_around_it():
    drawn = course([(1500, 100), (1600, 50)])
    first, last = drawn.line
    assert (first.x, last.x) == (drawn.left, drawn.right)
    assert first.y > last.y
    assert drawn.band == (
        Point(first.x, 49.2),
        Point(last.x, 14.0),
        Point(last.x, 84.4),
        Point(first.x, drawn.bottom),
    )


def test_the_levels_of_a_course_are_round_numbers_within_it():
    drawn = course([(1500, 400), (1520, 380)])
    assert [level.value for level in drawn.levels] == [1200, 1400, 1600, 1800]


def test_one_game_alone_is_a_point_in_the_middle_with_a_narrow_band():
    drawn = course([(1600, 900)])
    (point,) = drawn.line
    assert point.x == round((drawn.left + drawn.right) / 2, 1)
    assert {one.x for one in drawn.band} == {point.x - 8, point.x + 8}


@given(RATINGS)
def test_a_course_stays_within_its_picture(values):
    drawn = course(values)
    assert len(drawn.line) == len(values)
    for point in (*drawn.line, *drawn.band):
        assert 0 <= point.x <= WIDTH
        assert 0 <= point.y <= drawn.bottom
    assert len(drawn.levels) <= 5


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([1, 2, 3], None),
        ([1, 2, 3, 4, 5], (2, 3, 4)),
        ([4, 3, 2, 1], (1.75, 2.5, 3.25)),
        ([7] * 6, (7, 7, 7)),
    ],
)
def test_quarters_are_in_proportion_between_neighbours(values, found):
    cut = quarters(values)
    assert (cut and (cut.lower, cut.middle, cut.upper)) == found


def test_nobody_else_is_no_spread():
    assert spread_of(5, []) is None


def test_a_spread_has_its_least_on_the_left_and_its_most_on_the_right():
    drawn = spread_of(150, [100, 200, 200])
    assert drawn.ticks == (16.0, 344.0)
    assert drawn.own == 180.0
    assert [(end.at, end.value) for end in drawn.ends] == [(16.0, 100), (344.0, 200)]
    assert drawn.box is None


def test_equal_numbers_stand_in_the_middle():
    drawn = spread_of(7, [7] * 4)
    assert (drawn.own, drawn.ticks, drawn.box) == (180.0, (180.0,), (180.0, 180.0))


@given(POINTS, st.lists(POINTS, min_size=1))
def test_a_spread_and_its_number_stay_within_the_picture(own, others):
    drawn = spread_of(own, others)
    half = len(f"{round(own):,}") * 13.5 / 2
    assert half <= drawn.own_label <= WIDTH - half
    for x in (drawn.own, *drawn.ticks, *(drawn.box or ())):
        assert 16 <= x <= WIDTH - 16


def test_nothing_counted_is_no_bar():
    assert divided([0, 0, 0]) is None


def test_the_parts_of_a_bar_are_as_wide_as_their_shares():
    one, tied, other = divided([3, 0, 1]).parts
    assert (one.left, one.width, one.middle) == (1, 268.5, 135.2)
    assert (tied.width, tied.fits) == (0, False)
    assert (other.left, other.width, other.fits) == (269.5, 89.5, True)


def test_a_number_is_not_written_where_it_does_not_fit():
    assert [one.fits for one in divided([99, 1]).parts] == [True, False]
