"""Numbers and sums as people type them, and quantities as cells store them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.numbers import NotANumber, typed_adjustment, typed_points, whole_number
from scorepad.scoring.cells import parse_value
from scorepad.scoring.quantity import count_of, quantity
from tests.support.drawn_rounds import quick

GOOD = {
    "0": 0, "410": 410, "007": 7, "1,200": 1200, "12,345": 12345, "999999": 999999, "0000999999": 999999,
    "120+85+40": 245, "120 + 85": 205, " 85 ": 85, "120+85+": 205, "1,200+\u00a085": 1285, "1,200+\u202f85": 1285,
    "3.280": 3280, "3 280": 3280, "3\u00a0280": 3280, "3\u202f280": 3280, "3'280": 3280, "3’280": 3280,
    "1.245+85": 1330, "123.456": 123456,
}  # fmt: skip
BAD = [
    *("", " ", "+", "++", "+5", "1++2", "-5", "−5", "5-3", "1.5", "1,5", "12,00", "1200,000"),
    *(",200", "1e3", "0x10", "1_000", "five", "٣", "１２", "²", "½", "1\n2", "1000000"),
    *("1.20", "1.2345", "12 34", "1.200,000", "1,200.5"),
    *("9" * 400, "1+" * 150, "\ud800", "\u202e5", "NaN", "inf", "True", "5;", "(5)"),
]


@pytest.mark.parametrize(("typed", "points"), GOOD.items())
def test_a_number_or_a_sum_is_read(typed, points):
    assert typed_points(typed) == points


@pytest.mark.parametrize("typed", BAD, ids=range(len(BAD)))
def test_anything_else_is_refused_with_a_sentence_that_does_not_repeat_it(typed):
    with pytest.raises(NotANumber) as caught:
        typed_points(typed)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 100
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(("text", "number"), {"0": None, "1": 1, "007": 7, "20": 20, "21": None}.items())
def test_a_whole_number_is_read_within_its_bounds(text, number):
    assert whole_number(text, 1, 20) == number


@pytest.mark.parametrize("text", ["", " 1", "1 ", "-1", "+1", "1.0", "1_0", "٣", "１", "²", "9" * 16, "9" * 5_000])
def test_nothing_but_a_few_ascii_digits_is_a_whole_number(text):
    assert whole_number(text) is None


@settings(quick, max_examples=100)
@given(st.lists(st.integers(0, 999_999), min_size=1, max_size=9))
def test_a_sum_is_the_sum_of_its_parts_with_or_without_commas(parts):
    assert typed_points("+".join(f"{part:,}" for part in parts)) == sum(parts)
    assert typed_points(" + ".join(map(str, parts))) == sum(parts)


ADJUSTMENTS = {"50": 50, "+50": 50, "-50": -50, "−50": -50, "–1,200": -1200, "- 50": -50, "-0": 0}


@pytest.mark.parametrize(("typed", "points"), ADJUSTMENTS.items())
def test_an_adjustment_may_have_a_sign(typed, points):
    assert typed_adjustment(typed) == points


@pytest.mark.parametrize("typed", ["", "-", "--5", "+-5", "5-", "−−5", "- - 5", "-1e3", "-٣"])
def test_anything_else_is_no_adjustment(typed):
    with pytest.raises(NotANumber):
        typed_adjustment(typed)


@pytest.mark.parametrize(
    ("cell", "holds"),
    [
        ({"as": "points", "typed": "120+85"}, 205),
        ({"as": "piles", "piles": {"50": 2, "20": 3}}, 160),
        ({"as": "piles", "piles": {}}, 0),
        ({"as": "cards", "cards": {"K": 7, "joker": 1}}, {"K": 7, "joker": 1}),
    ],
)
def test_a_cell_holds_points_piles_or_cards(cell, holds):
    assert quantity(parse_value(cell)) == holds


@pytest.mark.parametrize(
    "cell",
    [
        *({}, {"as": "points"}, {"as": "points", "typed": 5}, {"as": "stones", "stones": 3}),
        *({"as": "cards", "cards": {"K": -1}}, {"as": "cards", "cards": {"K": True}}),
        *({"as": "piles", "piles": {"fifty": 1}}, {"as": "piles", "piles": {"50": 10**9}}),
        {"as": "points", "typed": "abc"},
    ],
)
def test_a_cell_that_holds_neither_is_refused(cell):
    with pytest.raises(NotANumber):
        quantity(parse_value(cell))


@pytest.mark.parametrize("kind", ["count", "tally"])
def test_a_counted_cell_holds_a_number(kind):
    assert count_of(parse_value({"as": kind, "n": 2})) == 2
    for wrong in (None, "2", 2.0, True, -1, 10**7):
        with pytest.raises(NotANumber):
            count_of(parse_value({"as": kind, "n": wrong}))
