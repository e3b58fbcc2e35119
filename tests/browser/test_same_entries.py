"""The same taps and keys leave the same entries in the club, whether scripts run or not."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorepad.store import open_club
from scorepad.web import create_app
from tests.browser.conftest import PHONE, NewContext
from tests.browser.table import press, write_all
from tests.browser.touches import Fingers, count_piles
from tests.serving import environment, serving
from tests.web.driving import Visitor

GAME = 1
MELDED = ("Bob & Dora", "Cards melded")
COUNTED = {
    "Ann & Carla": {"Cards melded": "120+290"},
    "Carla": {"Cards left": "0"},
    "Bob": {"Cards left": "65"},
    "Dora": {"Cards left": "1,030"},
}
Row = tuple[int, str, str, str, str]
