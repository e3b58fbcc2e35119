"""Every page of the league: with few games, with the longest names in several scripts, and with 200 people."""

from tests.browser.league_states import STATES
from tests.browser.looks import check_pictures, check_that_it_fits, check_with_axe
from tests.browser.states import seen_in

pytestmark = seen_in(STATES)


def test_axe_finds_nothing(shown):
    check_with_axe(shown)


def test_nothing_sticks_out_and_everything_can_be_tapped(shown):
    check_that_it_fits(shown)


def test_pictures_can_be_read(shown):
    check_pictures(shown)
