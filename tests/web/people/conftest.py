"""A club of its own for each test, whose people the test knows."""

import pytest


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


@pytest.fixture
def change(visitor):
    """Sends a person's form with something typed into it."""

    def send(person, **typed):
        return visitor.send(visitor.get(f"/people/{person}/edit").form("/edit"), **typed)

    return send


@pytest.fixture
def undo(visitor):
    """Presses Undo on a page."""
    return lambda page: visitor.send(page.form("/take-back"))


@pytest.fixture
def merge(visitor):
    """Merges a person into another, and confirms it."""

    def send(alias, into):
        return visitor.send(visitor.get(f"/people/{alias}/merge", into=into).form("/merge"))

    return send
