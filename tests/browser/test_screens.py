"""Screens beside the phones of `test_states.py`: one with more contrast, and a tablet held upright."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.states import STATES, State
from tests.browser.test_states import AXE, BUTTON, TOUCH, UNFIT, resize, violations

TABLET = (768, 1024)
LOOKED_AT = ("table, in a game", "sheet, draft with its score", "score, waived lines")
"""The table, a round as it is counted, and a round with its score."""

TABLES = [state for state in STATES if state.name.startswith("table, ")]
IN_CONTRAST = [state for state in STATES if state.name in LOOKED_AT]
QUIET = "getComputedStyle(document.documentElement).getPropertyValue('--quiet')"
"""The colour of what is said quietly; with more contrast nothing is quiet."""


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[Page]:
    """Somebody who looks, with one browser."""
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("state", IN_CONTRAST, ids=lambda state: state.name)
def test_axe_finds_nothing_where_more_contrast_is_asked_for(
    visitor: Page, furnished: str, state: State
) -> None:
    state.reach(visitor, furnished)
    visitor.evaluate(AXE)
    resize(visitor, (390, 844))
    for scheme in ("light", "dark"):
        visitor.emulate_media(color_scheme=scheme, contrast="no-preference")
        quiet = visitor.evaluate(QUIET)
        visitor.emulate_media(contrast="more")
        assert visitor.evaluate(QUIET) != quiet
        assert violations(visitor) == [], scheme
    visitor.emulate_media(contrast="null")


@pytest.mark.parametrize("state", TABLES, ids=lambda state: state.name)
def test_a_table_fits_on_a_tablet_held_upright(visitor: Page, furnished: str, state: State) -> None:
    resize(visitor, TABLET)
    state.reach(visitor, furnished)
    assert visitor.evaluate(UNFIT, [TOUCH, BUTTON]) == []
    visitor.evaluate("scrollTo(9999, 0)")
    assert visitor.evaluate("scrollX") == 0
