"""Tables are searched in a process of its own, which finds the same and can be given up."""

import pytest

from scorepad.child_process import EndedEarly
from scorepad.movements.draw import NightPlan
from scorepad.play import search_tables
from scorepad.play.search_tables import search_elsewhere


def test_another_process_finds_the_same_tables_and_says_how_far_it_is():
    task, parts = (NightPlan(13, 3), 7), []
    assert search_elsewhere(task, parts.append) == search_tables.search_tables(task, lambda part: None)
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_a_search_that_nobody_wants_any_more_is_given_up():
    def stop(part):
        raise InterruptedError(part)

    with pytest.raises(InterruptedError):
        search_elsewhere((NightPlan(100, 8), 1), stop)


def test_a_search_that_does_not_end_is_killed(monkeypatch):
    monkeypatch.setattr(search_tables, "KILLED_AFTER", 0)
    with pytest.raises(EndedEarly, match="exit status -"):
        search_elsewhere((NightPlan(100, 8), 1), print)


def test_a_process_that_cannot_begin_says_so(monkeypatch):
    monkeypatch.setattr(search_tables, "_PROGRAM", "raise SystemExit(3)")
    with pytest.raises(EndedEarly, match="exit status 3"):
        search_elsewhere((NightPlan(8, 2), 1), print)
