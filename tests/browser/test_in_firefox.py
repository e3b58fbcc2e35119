"""The journeys in Firefox."""

from tests.browser.engines import FIREFOX
from tests.browser.journeys import Journeys


class TestInFirefox(Journeys):
    engine = FIREFOX
