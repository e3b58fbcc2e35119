"""The journeys in WebKitGTK, which is close to the newest Safari."""

from tests.browser.engines import WEBKIT_GTK
from tests.browser.journeys import Journeys


class TestInWebKitGtk(Journeys):
    engine = WEBKIT_GTK
