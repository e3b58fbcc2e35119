"""The few words that pages share."""

from scorepad.web.app.templates import day, stopped


def test_a_sentence_ends_with_one_full_stop_also_after_a_name_that_has_one():
    assert stopped("Round 1: 300 points for Ann") == "Round 1: 300 points for Ann."
    assert stopped("Round 1: 300 points for Ann B.") == "Round 1: 300 points for Ann B."


def test_a_day_reads_as_people_write_it():
    assert day("2026-11-02") == "2 Nov 2026"
