"""Who is at a game: by pages and streams, as time goes by."""

import pytest

from scorepad.web.company import (
    SECONDS_AFTER_A_STREAM,
    SECONDS_HERE,
    SECONDS_SCORING,
    At,
    Company,
    Present,
    Who,
)

ANN, BOB, TELEVISION = Who(1, 11, True), Who(2, 12, True), Who(3, 0, False)
"""Two phones that keep score, and one that may only watch."""


@pytest.fixture
def company():
    return Company()


def _here(company, now):
    return [(one.player, one.counting) for one in company.here(now)]


def test_one_phone_is_alone_and_two_are_company(company):
    company.saw(ANN, At.TABLE, 0)
    assert company.here(0) == ()
    company.saw(BOB, At.COUNT, 1)
    assert company.here(1) == (Present(11, True, False), Present(12, True, True))


def test_who_asked_for_no_page_for_a_while_is_gone(company):
    company.saw(ANN, At.TABLE, 0)
    company.saw(BOB, At.TABLE, 10)
    assert len(company.here(SECONDS_HERE - 1)) == 2
    assert company.here(SECONDS_HERE + 1) == ()


def test_a_stream_keeps_its_phone_here_and_its_end_does_not_for_long(company):
    company.came(ANN, At.TABLE, 1, 0)
    company.came(BOB, At.COUNT, 2, 0)
    assert len(company.here(10_000)) == 2
    company.left(BOB, 2, 10_000)
    assert len(company.here(10_000 + SECONDS_AFTER_A_STREAM - 1)) == 2
    assert company.here(10_000 + SECONDS_AFTER_A_STREAM + 1) == ()


def test_a_phone_that_goes_to_another_page_never_was_gone(company):
    company.came(ANN, At.TABLE, 1, 0)
    company.came(BOB, At.TABLE, 2, 0)
    company.has_changed(0)
    company.left(BOB, 2, 5)
    assert not company.has_changed(5)
    company.came(BOB, At.TABLE, 3, 6)
    assert not company.has_changed(6)
    assert not company.has_changed(1_000)


def test_only_what_pages_show_is_a_change(company):
    company.saw(ANN, At.TABLE, 0)
    assert not company.has_changed(0)
    company.saw(BOB, At.TABLE, 1)
    assert company.has_changed(1)
    company.saw(BOB, At.TABLE, 2)
    assert not company.has_changed(2)
    company.saw(BOB, At.COUNT, 3)
    assert company.has_changed(3)


def test_a_phone_with_two_windows_does_not_change_with_each_page_it_asks_for(company):
    company.came(ANN, At.TABLE, 1, 0)
    company.came(BOB, At.TABLE, 2, 0)
    company.came(BOB, At.COUNT, 3, 0)
    company.has_changed(0)
    for now in range(1, 6):
        company.saw(BOB, At.TABLE if now % 2 else At.COUNT, now)
        assert not company.has_changed(now)
    assert _here(company, 6) == [(11, False), (12, True)]
    company.left(BOB, 3, 7)
    assert _here(company, 7) == [(11, False), (12, False)]


def test_time_alone_is_due_when_somebody_will_be_gone(company):
    company.saw(ANN, At.TABLE, 0)
    company.saw(BOB, At.TABLE, 0)
    company.has_changed(0)
    assert not company.is_due(SECONDS_HERE - 1)
    assert company.is_due(SECONDS_HERE)
    assert company.has_changed(SECONDS_HERE)


def test_who_may_only_watch_or_looks_at_the_board_does_not_keep_score(company):
    company.saw(ANN, At.TABLE, 0)
    company.saw(TELEVISION, At.TABLE, 0)
    company.saw(BOB, At.BOARD, 0)
    assert [one.scores for one in company.here(1)] == [False, True, False]
    assert not company.others_score(ANN.phone, 1)


def test_another_who_keeps_score_is_remembered_for_a_while(company):
    company.saw(ANN, At.TABLE, 0)
    company.came(BOB, At.TABLE, 1, 0)
    company.left(BOB, 1, 60)
    later = 60 + SECONDS_SCORING - 1
    company.saw(ANN, At.TABLE, later)
    assert company.here(later) == ()
    assert company.others_score(ANN.phone, later)
    assert not company.others_score(ANN.phone, later + 2)


def test_that_nobody_else_keeps_score_any_longer_is_a_change(company):
    company.came(ANN, At.TABLE, 1, 0)
    company.saw(BOB, At.TABLE, 0)
    company.has_changed(0)
    assert company.has_changed(SECONDS_HERE)
    assert not company.has_changed(SECONDS_SCORING - 1)
    assert company.is_due(SECONDS_SCORING)
    assert company.has_changed(SECONDS_SCORING)
