"""A separate club for each test, with known people."""

import pytest


@pytest.fixture
def visitor(first_visitor):
    return first_visitor
