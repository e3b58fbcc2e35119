"""Keys of people and partnerships."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.league.facts import competitor_key, is_partnership, members, parse_competitor


@given(st.sets(st.integers(1, 999_999_999), min_size=1, max_size=4), st.randoms())
def test_a_key_hangs_on_the_people_and_not_on_their_order(people, chance):
    order = [*people, *people]
    chance.shuffle(order)
    key = competitor_key(order)
    assert members(key) == tuple(sorted(people))
    assert parse_competitor(key) == key
    assert is_partnership(key) == (len(people) > 1)


@pytest.mark.parametrize(
    ("text", "key"), [("3", "3"), ("3-17", "3-17"), ("17-3", "3-17"), ("10-9", "9-10"), ("4-3-2-1", "1-2-3-4")]
)
def test_a_key_in_an_address_is_read_in_any_order(text, key):
    assert parse_competitor(text) == key


@pytest.mark.parametrize(
    "text", ["", "-", "3-", "-3", "0", "03", "3-3", "3--4", "1-2-3-4-5", "3,4", " 3", "3\n", "٣", "1" * 10]
)
def test_other_text_is_no_key(text):
    assert parse_competitor(text) is None
