"""A club of eight people, in which tests play games by hand."""

import pytest

from tests.league.clubs import new_evening

NAMES = ("Ann", "Bob", "Carla", "Dora", "Emil", "Frida", "Gus", "Hanna")


@pytest.fixture
def evening(tmp_path):
    with new_evening(tmp_path, NAMES) as evening:
        yield evening
