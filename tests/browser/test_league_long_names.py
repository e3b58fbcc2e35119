"""Every page of the league, and what stories tell, with names of forty letters in several scripts."""

from playwright.sync_api import Page

from tests.browser.leaguechecks import check_pictures, check_that_it_fits, check_with_axe
from tests.browser.leagues import Clubs
from tests.browser.leaguestates import seen_in

pytestmark = seen_in(Clubs.LONG)


def test_axe_finds_nothing(shown: Page) -> None:
    check_with_axe(shown)


def test_nothing_sticks_out_and_everything_can_be_tapped(shown: Page) -> None:
    check_that_it_fits(shown)


def test_pictures_can_be_read(shown: Page) -> None:
    check_pictures(shown)
