"""Two phones at one table."""

import pytest

from tests.web.rounds.conflicting import two_phones


@pytest.fixture
def phones(app):
    """Ann's phone and Bob's at one table."""
    return two_phones(app)
