"""The journeys in WPE WebKit, which is close to Safari 16.0 where it is Debian 12."""

from tests.browser.engines import WPE
from tests.browser.journeys import Journeys


class TestInWpe(Journeys):
    engine = WPE
