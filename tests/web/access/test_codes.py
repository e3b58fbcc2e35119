"""Short codes: how long they are good, which purpose they serve, and how many wrong ones may be tried."""

import pytest

from scorepad.store import Role
from scorepad.web.access.codes import (
    MOST_CODES,
    MOST_WRONG,
    MOST_WRONG_IN_ALL,
    SECONDS_COUNTED,
    SECONDS_VALID,
    Codes,
    Purpose,
    TooManyTries,
)

SCORE, WATCH = Purpose(Role.SCORER, 12, 1), Purpose(Role.WATCHER, 12, 1)
HERE = "192.168.1.31"


class Clock:
    """A clock that a test moves."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def codes(clock):
    return Codes(clock)


def wrong(codes, *but):
    """Six digits that are no code."""
    taken = {shown.digits for shown in but}
    return next(
        digits for digits in ("000000", "000001", "000002", "000003") if digits not in taken
    )


def test_a_code_has_six_digits_and_serves_its_purpose(codes):
    shown = codes.show(SCORE)
    assert shown.digits.isdigit()
    assert shown.spaced == f"{shown.digits[:3]} {shown.digits[3:]}"
    assert len(shown.digits) == 6
    assert codes.check(shown.digits, HERE) == SCORE
    assert codes.check(shown.digits, HERE) == SCORE


def test_each_purpose_has_a_code_of_its_own(codes):
    assert codes.check(codes.show(WATCH).digits, HERE) == WATCH
    assert codes.check(codes.show(SCORE).digits, HERE) == SCORE


def test_a_code_is_good_for_a_quarter_of_an_hour(codes, clock):
    shown = codes.show(SCORE)
    assert (shown.seconds, shown.minutes) == (900, 15)
    clock.now += SECONDS_VALID - 1
    assert codes.check(shown.digits, HERE) == SCORE
    clock.now += 1
    assert codes.check(shown.digits, HERE) is None


def test_the_same_code_is_shown_until_it_is_half_worn_out(codes, clock):
    first = codes.show(SCORE)
    clock.now += SECONDS_VALID / 2
    assert codes.show(SCORE).digits == first.digits
    clock.now += 1
    second = codes.show(SCORE)
    assert second.digits != first.digits
    assert second.seconds == SECONDS_VALID
    assert codes.check(first.digits, HERE) == codes.check(second.digits, HERE) == SCORE


def test_few_codes_are_good_at_once(codes):
    first = codes.show(SCORE)
    for game in range(100, 100 + MOST_CODES):
        codes.show(Purpose(Role.SCORER, game, 1))
    assert codes.check(first.digits, HERE) is None


def test_after_ten_wrong_ones_an_address_must_wait_and_others_need_not(codes, clock):
    shown = codes.show(SCORE)
    for _ in range(MOST_WRONG):
        assert codes.check(wrong(codes, shown), HERE) is None
        clock.now += 1
    with pytest.raises(TooManyTries) as told:
        codes.check(shown.digits, HERE)
    assert told.value.seconds == SECONDS_COUNTED - MOST_WRONG
    assert codes.check(shown.digits, "192.168.1.32") == SCORE


def test_after_the_wait_another_may_be_tried(codes, clock):
    for _ in range(MOST_WRONG):
        codes.check("x", HERE)
        clock.now += 1
    clock.now += SECONDS_COUNTED - MOST_WRONG - 1
    with pytest.raises(TooManyTries) as told:
        codes.check("x", HERE)
    assert told.value.seconds == 1
    clock.now += 1
    assert codes.check(codes.show(SCORE).digits, HERE) == SCORE


def test_right_ones_count_for_nothing(codes):
    shown = codes.show(SCORE)
    for _ in range(MOST_WRONG_IN_ALL + 1):
        assert codes.check(shown.digits, HERE) == SCORE


def test_after_sixty_wrong_ones_from_anywhere_no_code_is_good_any_longer(codes, clock):
    shown = codes.show(SCORE)
    for number in range(MOST_WRONG_IN_ALL):
        assert codes.check(wrong(codes, shown), f"192.168.1.{number}") is None
    with pytest.raises(TooManyTries):
        codes.check(shown.digits, "192.168.2.1")
    clock.now += SECONDS_COUNTED
    assert codes.check(shown.digits, "192.168.2.1") is None
    again = codes.show(SCORE)
    assert again.digits != shown.digits
    assert codes.check(again.digits, "192.168.2.1") == SCORE


def test_whoever_tries_for_hours_gets_no_further_than_sixty_in_ten_minutes(codes, clock):
    tried = 0
    for second in range(2 * 3600):
        clock.now += 1
        try:
            codes.check("x", f"10.0.{second % 199}.{second % 251}")
        except TooManyTries:
            continue
        tried += 1
    assert tried <= (2 * 3600 / SECONDS_COUNTED + 1) * MOST_WRONG_IN_ALL


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "٣٤٥٦٧٨", "\ud800", "x" * 10_000])
def test_what_is_no_code_is_wrong(codes, typed):
    codes.show(SCORE)
    assert codes.check(typed, HERE) is None
