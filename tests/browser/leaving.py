"""Ways to leave a page in the middle of typing. None waits for anything."""

from contextlib import suppress

from playwright.sync_api import Error, Page

LEFT = ("link", "reload", "address", "back", "killed")


def leave(page: Page, way: str) -> Page:
    """Leave a page, and return a page of the same browser that may be used next."""
    match way:
        case "link":
            # The page asks first whether the server is there.
            with page.expect_navigation():
                page.evaluate("document.querySelector('a[href]:not([href^=\"#\"], .skip)').click()")
        case "reload":
            page.reload()
        case "address":
            page.goto("about:blank")
        case "back":
            page.go_back()
        case "killed":
            context = page.context
            with page.expect_event("crash"), suppress(Error):
                page.goto("chrome://crash")
            page.close()
            return context.new_page()
    return page
