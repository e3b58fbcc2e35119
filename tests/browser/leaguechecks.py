"""What every page of the league must stand: axe, a narrow phone with large letters, and pictures that can be read."""

from playwright.sync_api import Page

from tests.browser.test_states import (
    AXE,
    BUTTON,
    LARGE_LETTERS,
    NARROW,
    PHONES,
    SEEN,
    TOUCH,
    UNFIT,
    USUAL_LETTERS,
    print_letters,
    resize,
    violations,
)

# What is wrong with the pictures of the page, a line each. Half a pixel is rounding; letters have room above and below.
UNCLEAR = """() => [...document.querySelectorAll("main svg")].flatMap((svg, number) => {
  const frame = svg.getBoundingClientRect();
  const inside = (box) => box.left > frame.left - 1 && box.right < frame.right + 1
    && box.top > frame.top - 1 && box.bottom < frame.bottom + 1;
  const drawn = [...svg.querySelectorAll("text, rect, line, polyline, polygon, circle, path")]
    .map(one => [one, one.getBoundingClientRect()]);
  const texts = drawn.filter(([one]) => one.tagName === "text");
  const said = (one) => one.tagName === "text" ? `“${one.textContent}”` : one.outerHTML.slice(0, 90);
  const size = frame.width / svg.viewBox.baseVal.width;
  const crossed = texts.flatMap(([one, a], at) => texts.slice(at + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4)
    .map(([other]) => `${said(one)} and ${said(other)} overlap`));
  return [
    ...["title", "desc"].filter(name => !svg.querySelector(name)?.textContent.trim()).map(name => `no ${name}`),
    ...(drawn.some(([one, box]) => one.tagName !== "text" && box.width + box.height > 2) ? [] : ["blank"]),
    ...drawn.filter(([, box]) => !inside(box)).map(([one]) => `${said(one)} sticks out`),
    ...texts.filter(([one]) => parseFloat(getComputedStyle(one).fontSize) * size < 12)
      .map(([one]) => `${said(one)} is too small`),
    ...crossed,
  ].map(fault => `picture ${number + 1}, ${svg.querySelector("title")?.textContent}: ${fault}`);
})"""


def check_with_axe(page: Page) -> None:
    """Fails where axe finds anything, light or dark, with every rule and no element left out."""
    page.evaluate(AXE)
    for scheme, size in SEEN:
        page.emulate_media(color_scheme=scheme)
        resize(page, size)
        assert violations(page) == [], f"{scheme}, {size}"


def check_that_it_fits(page: Page) -> None:
    """Fails where anything sticks out of a phone, or is too low for a finger; letters are large or usual."""
    for letters, size in (
        (LARGE_LETTERS, NARROW),
        (USUAL_LETTERS, NARROW),
        (USUAL_LETTERS, PHONES[0]),
    ):
        print_letters(page, letters)
        resize(page, size)
        unfit = page.evaluate(UNFIT, [TOUCH, BUTTON])
        assert unfit == [], f"{size}, letters of {letters}"


def check_pictures(page: Page) -> None:
    """Fails where a picture has no words, shows nothing, or has words that cross, stick out or are tiny."""
    resize(page, NARROW)
    assert page.evaluate(UNCLEAR) == []
