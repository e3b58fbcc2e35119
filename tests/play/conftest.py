"""A club in a temporary instance folder, and senders of forms."""

from itertools import count

import pytest

from scorepad import paths
from scorepad.play.rules.own_rules import Sender
from scorepad.store import Club


@pytest.fixture
def club(tmp_path):
    with Club.open(tmp_path / paths.CLUB) as club:
        yield club


@pytest.fixture
def sender():
    """A factory of senders, each with a new key."""
    numbers = count(1)
    return lambda: Sender(f"form-{next(numbers)}", "phone.1")


@pytest.fixture
def folder(tmp_path):
    """The instance's folder `rules/`."""
    folder = tmp_path / paths.RULES
    folder.mkdir()
    return folder
