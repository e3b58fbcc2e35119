"""Short codes: how long they are valid, what they grant, and how many wrong ones may be tried.

And the words of links, derived from the secret key for one club, role, game and generation.
"""

import re

import pytest

from scorepad.live.codes import (
    MAX_CODES,
    MAX_WRONG,
    MAX_WRONG_IN_ALL,
    SECONDS_COUNTED,
    SECONDS_VALID,
    Codes,
    Purpose,
    TooManyTries,
)
from scorepad.store import Role
from scorepad.web.access.join import is_valid_link, link_purpose, link_word

SCORE, WATCH = Purpose(Role.SCORER, 12, 1), Purpose(Role.WATCHER, 12, 1)
HERE, THERE = "192.168.1.31", "192.168.1.32"


@pytest.fixture
def clock():
    return [1_000.0]


@pytest.fixture
def codes(clock):
    return Codes(lambda: clock[0])


def test_a_code_has_six_digits_and_serves_its_own_purpose_each_time(codes):
    shown = codes.show(SCORE)
    assert shown.digits.isdigit()
    assert len(shown.digits) == 6
    assert shown.spaced == f"{shown.digits[:3]} {shown.digits[3:]}"
    assert codes.check(codes.show(WATCH).digits, HERE) == WATCH
    assert [codes.check(shown.digits, HERE) for _ in range(2)] == [SCORE] * 2


def test_a_code_is_shown_for_half_of_the_quarter_of_an_hour_that_it_is_good(codes, clock):
    first = codes.show(SCORE)
    assert (first.seconds, first.minutes) == (900, 15)
    clock[0] += SECONDS_VALID / 2
    assert codes.show(SCORE).digits == first.digits
    clock[0] += 1
    second = codes.show(SCORE)
    assert second.digits != first.digits
    assert second.seconds == SECONDS_VALID
    clock[0] += SECONDS_VALID / 2 - 2
    assert codes.check(first.digits, HERE) == codes.check(second.digits, HERE) == SCORE
    clock[0] += 1
    assert codes.check(first.digits, HERE) is None


def test_few_codes_are_good_at_once(codes):
    first = codes.show(SCORE)
    for game in range(100, 100 + MAX_CODES):
        codes.show(Purpose(Role.SCORER, game, 1))
    assert codes.check(first.digits, HERE) is None


def test_after_ten_wrong_codes_an_address_must_wait_and_others_need_not(codes, clock):
    shown = codes.show(SCORE)
    for _ in range(MAX_WRONG):
        assert codes.check("x", HERE) is None
        clock[0] += 1
    assert codes.check(shown.digits, THERE) == SCORE
    for seconds in (SECONDS_COUNTED - MAX_WRONG, 1):
        clock[0] = 1_000 + SECONDS_COUNTED - seconds
        with pytest.raises(TooManyTries) as refused:
            codes.check(shown.digits, HERE)
        assert refused.value.seconds == seconds
    clock[0] += 1
    assert codes.check(codes.show(SCORE).digits, HERE) == SCORE


def test_a_network_of_ipv6_counts_as_one_address(codes):
    shown = codes.show(SCORE)
    for number in range(MAX_WRONG):
        assert codes.check("x", f"2001:db8:1:2::{number:x}") is None
    with pytest.raises(TooManyTries):
        codes.check(shown.digits, "2001:db8:1:2:3:4:5:6")
    assert codes.check(shown.digits, "2001:db8:1:3::1") == SCORE


def test_right_codes_count_for_nothing(codes):
    digits = codes.show(SCORE).digits
    assert {codes.check(digits, HERE) for _ in range(MAX_WRONG_IN_ALL + 1)} == {SCORE}


def test_after_very_many_wrong_codes_from_anywhere_no_code_is_good_any_longer(codes, clock):
    shown = codes.show(SCORE)
    for number in range(MAX_WRONG_IN_ALL):
        assert codes.check("x", f"192.168.2.{number}") is None
    with pytest.raises(TooManyTries):
        codes.check(shown.digits, HERE)
    clock[0] += SECONDS_COUNTED
    assert codes.check(shown.digits, HERE) is None
    again = codes.show(SCORE)
    assert again.digits != shown.digits
    assert codes.check(again.digits, HERE) == SCORE


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "٣٤٥٦٧٨", "\ud800", "x" * 10_000])
def test_any_other_text_is_a_wrong_code(codes, typed):
    codes.show(SCORE)
    assert codes.check(typed, HERE) is None


SECRET = "0123456789abcdef" * 4
GOOD = link_word(SECRET, "", Role.SCORER, 12, 1)
A = "a" * 26


def test_a_word_says_what_it_is_for_and_no_more():
    assert re.fullmatch("s12-[a-z2-7]{26}", GOOD)
    assert is_valid_link(GOOD, SECRET, "", 1)
    for role, game in ((Role.SCORER, 12), (Role.WATCHER, 7), (Role.OWNER, 0), (Role.READER, 0)):
        assert link_purpose(link_word(SECRET, "", role, game, 3)) == (role, game)


@pytest.mark.parametrize(
    "other",
    [
        link_word("f" * 64, "", Role.SCORER, 12, 1),
        link_word(SECRET, "elm-street", Role.SCORER, 12, 1),
        link_word(SECRET, "", Role.WATCHER, 12, 1),
        link_word(SECRET, "", Role.SCORER, 13, 1),
        link_word(SECRET, "", Role.SCORER, 12, 2),
        link_word(SECRET, "", Role.SCORER, 1, 21),
        link_word(SECRET, "", Role.OWNER, 0, 1),
    ],
)
def test_a_word_holds_for_one_key_club_role_game_and_generation(other):
    assert not is_valid_link(f"s12-{other.partition('-')[2]}", SECRET, "", 1)


def test_every_letter_counts():
    for at in range(4, len(GOOD)):
        changed = GOOD[:at] + ("a" if GOOD[at] != "a" else "b") + GOOD[at + 1 :]
        assert not is_valid_link(changed, SECRET, "", 1)


@pytest.mark.parametrize(
    "text",
    [
        "", "s12", f"s-{A}", f"o12-{A}", f"s012-{A}", f"s0-{A}", f"s1234567890-{A}", f"x12-{A}", f"s12-{A[1:]}",
        f"s12-{A}a", f"s12-{A.upper()}", f"s١٢-{A}", "s12-" + "1" * 26, f"{GOOD}\n", f" {GOOD}",
    ],
)  # fmt: skip
def test_other_text_is_for_nothing(text):
    assert link_purpose(text) is None
    assert not is_valid_link(text, SECRET, "", 1)
