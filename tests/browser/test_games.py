"""A whole game, from the list of games to the winner, played on a phone by taps and keys.

tests/web plays the games of the other rule sets by their forms, as a browser without scripts sends them.
"""

from tests.browser.conftest import PHONE
from tests.browser.table import play, read_game


def test_a_whole_game_is_played(new_context, club):
    page = new_context(**PHONE).new_page()
    page.goto(club)
    play(page, read_game("catawba"))
