"""When a game is won, the winners' colour fills the top and totals count up, without delaying anyone."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import IN_WHOLE_BROWSER
from tests.browser.conftest import SMALL
from tests.browser.furnished import Games
from tests.browser.looks import unfit
from tests.support.waiting import until

PLAYING = "document.getAnimations().filter(one => one.effect.target.closest('.win'))"
MAX_BLOCKED = 200
"""Milliseconds for which an animation may show a wrong total, or none."""


@IN_WHOLE_BROWSER
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_who_won_is_there_at_once_and_moves_only_where_motion_is_wanted(browser: Browser, furnished, motion):
    page = browser.new_context(viewport=SMALL, reduced_motion=motion).new_page()
    # No animation advances by itself: on a busy machine a short one would be over before it is looked at.
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.goto(f"{furnished}/games/{Games.OVER}/result")
    moving = page.evaluate(f"{PLAYING}.map(one => [one.animationName, one.effect.getTiming().duration])")
    assert bool(moving) == (motion == "no-preference")
    counting = [length for name, length in moving if name in ("count-up", "appear")]
    assert (len(counting) > 0) == bool(moving)
    assert max(counting, default=0) < MAX_BLOCKED
    page.evaluate(f"{PLAYING}.forEach(one => one.finish())")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ann wins by ")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    # The winners' colour reaches from the top to the buttons.
    win, buttons = page.locator(".win").bounding_box(), page.locator(".bottom").bounding_box()
    assert win["y"] == 0
    assert win["y"] + win["height"] >= buttons["y"] - 1
    colours = page.locator(".final [data-total]").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    # The winner is white, the other has the tint of its team.
    assert set(colours) <= {"rgb(255, 255, 255)", "rgb(255, 223, 211)", "rgb(221, 231, 255)"}
    assert colours[0] == "rgb(255, 255, 255)"
    assert unfit(page) == []
    page.context.close()


CAN_SHARE = """navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => { window.shared = [file.name, file.type, file.size]; };"""


@pytest.mark.parametrize("can_share", [True, False])
def test_the_picture_goes_to_another_app_or_opens(browser: Browser, furnished, can_share):
    page = browser.new_context().new_page()
    page.add_init_script(CAN_SHARE if can_share else "navigator.canShare = undefined")
    page.goto(f"{furnished}/games/{Games.OVER}/result")
    share = page.get_by_role("link", name="Share picture")
    if not can_share:
        with page.expect_popup() as picture:
            share.click()
        expect(picture.value).to_have_url(f"{furnished}/games/{Games.OVER}/result.png?upright=1")
        return
    share.click()
    until(lambda: page.evaluate("window.shared"))
    name, kind, size = page.evaluate("window.shared")
    assert (name, kind) == (f"scorepad-game-{Games.OVER}.png", "image/png")
    assert size > 10_000


def test_a_picture_that_no_app_takes_can_be_saved(browser: Browser, furnished):
    page = browser.new_context().new_page()
    page.add_init_script(
        "navigator.canShare = () => true; navigator.share = async () => { throw new DOMException('', 'AbortError'); }"
    )
    page.goto(f"{furnished}/games/{Games.OVER}/result")
    page.get_by_role("link", name="Share picture").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save picture").click()
    assert saved.value.suggested_filename == f"scorepad-game-{Games.OVER}.png"
    page.context.close()
