"""A whole game of each rule set, from the list of games to the winner, played on a phone by taps and keys."""

import pytest

from tests.browser.conftest import PHONE
from tests.browser.table import play, read_game

RULE_SETS = ("catawba", "friends-family", "partnership", "southern-ohio", "two-handed")
WITHOUT_SCRIPTS = "partnership"
"""Played without scripts here, since other tests count rounds by these rules with scripts."""


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_whole_game_is_played(new_context, club, slug):
    page = new_context(**PHONE, java_script_enabled=slug != WITHOUT_SCRIPTS).new_page()
    page.goto(club)
    play(page, read_game(slug))
