"""A club of its own for each test, whose people the test knows."""

import pytest


@pytest.fixture
def visitor(first_visitor):
    return first_visitor
