"""A rules file dropped on the page is previewed, kept and played; its link shows a stranger the differences."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.fingers import Fingers

RULES = 'schema = 2\nname = "From the north"\nparent = "partnership"\nset = { "books.clean.points" = 700 }\n'
DIFFERS = "A red book 700 instead of 500"


def drop(page: Page, file: Path) -> None:
    """Drop a file on the input, as from a file manager."""
    box = page.get_by_label("Choose a file, or drop it here").bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "data": data, **at})


def test_rules_that_were_dropped_are_kept_played_and_shared(tables, page, browser, tmp_path):
    file = tmp_path / "north.toml"
    file.write_text(RULES)
    fingers, main = Fingers(page), page.get_by_role("main")
    page.goto(tables.url)
    fingers.tap(page.get_by_label("More about this club"))
    fingers.press("Rules")
    fingers.press("Add a file or a link")
    drop(page, file)
    fingers.press("Look at these rules")
    expect(main).to_contain_text(DIFFERS)
    fingers.press("Keep these rules")
    expect(main).to_contain_text("“From the north” is one of your own rules now.")
    expect(main).to_contain_text("Partnership Hand & Foot · 1 house rule")
    fingers.press("Share")
    link = page.get_by_role("textbox").input_value()
    stranger = browser.new_context()
    stranger.clear_cookies()
    other = stranger.new_page()
    other.goto(link)
    expect(other.get_by_role("main")).to_contain_text(DIFFERS)
    expect(other.get_by_role("button")).to_have_count(0)
    stranger.close()
    fingers.press("Back to the rules")
    fingers.press("Play by these rules")
    expect(page.get_by_role("button", name="Begin the game")).to_be_visible()
