"""A whole game of each rule set, from the list of games to the winner, played on a phone by taps and keys."""

import pytest

from tests.browser.conftest import PHONE
from tests.browser.table import play, read_game

RULE_SETS = ("catawba", "friends-family", "partnership", "southern-ohio", "two-handed")


@pytest.mark.parametrize("slug", RULE_SETS)
def test_a_whole_game_is_played(context, club, slug):
    page = context.new_page()
    page.goto(club)
    play(page, read_game(slug))


def test_a_whole_game_is_played_without_scripts(new_context, club):
    page = new_context(**PHONE, java_script_enabled=False).new_page()
    page.goto(club)
    play(page, read_game("partnership"))
