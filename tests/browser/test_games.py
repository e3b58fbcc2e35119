"""A whole game, from the list of games to the winner, played on a phone by taps and keys.

tests/web plays the games of the other rule sets by their forms.
"""

import pytest

from tests.browser.conftest import PHONE
from tests.browser.table import play, read_game


@pytest.mark.parametrize(("slug", "has_scripts"), [("catawba", True), ("partnership", False)])
def test_a_whole_game_is_played(new_context, club, slug, has_scripts):
    page = new_context(**PHONE, java_script_enabled=has_scripts).new_page()
    page.goto(club)
    play(page, read_game(slug))
