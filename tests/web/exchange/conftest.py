"""Fixtures: where the files of these tests are read."""

import pytest

from scorepad.exchange.imports import own_process
from scorepad.web.exchange import import_work


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch):
    """Read files in the process of the tests: starting one for each file would take most of their time."""
    monkeypatch.setattr(import_work, "run", own_process.carry_out)


@pytest.fixture
def in_their_own_process(in_this_process, monkeypatch):
    """Read files as the server does."""
    monkeypatch.setattr(import_work, "run", own_process.run)
