"""Two phones at one table."""

import pytest

from tests.web.rounds.conflicting import two_phones


@pytest.fixture
def phones(app):
    return two_phones(app)
