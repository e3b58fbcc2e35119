"""Cached figures belong to one moment of the tables, whatever other threads read at the same time."""

import pytest

from scorepad.store.results import reads
from scorepad.store.results.reads import MAX_KEPT, FigureCache


class Interrupted(FigureCache):
    """Simulates another thread that reads figures of moment 2 as soon as those of moment 1 are begun."""

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if 1 in (value if type(value) is tuple else (value,)):
            self.at(2)


@pytest.fixture(autouse=True)
def moments(monkeypatch):
    """The object that is read stands for its own moment."""
    monkeypatch.setattr(reads, "is_settled", lambda db: True)
    monkeypatch.setattr(reads, "moment_of", lambda db: db)


def test_threads_that_read_different_figures_never_get_each_others():
    values = Interrupted()
    values.at(1)["figure"] = "of moment 1"
    assert values.at(2) == {}


def test_what_others_still_read_stays_when_there_is_too_much():
    values = FigureCache()
    before = values.at(1)
    before["figure"] = 5
    assert values.at(1, 1) == {}
    assert before == {"figure": 5}


def test_figures_of_very_many_pages_do_not_fill_the_memory():
    values = FigureCache()
    values.at(1).update(dict.fromkeys(range(MAX_KEPT - 1)))
    assert len(values.at(1)) == MAX_KEPT - 1
    values.at(1)["one more"] = 5
    assert values.at(1) == {}
