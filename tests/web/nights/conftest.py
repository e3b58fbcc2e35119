"""Fixtures: where the tables of these tests are drawn."""

import pytest

from scorepad.play.search_tables import search_tables
from scorepad.web.nights import drawing


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch):
    """Draw in the process of the tests: starting one for each night would take most of their time."""
    monkeypatch.setattr(drawing, "search_elsewhere", search_tables)
