"""Checks for every page: axe, a narrow phone with large text, and readable pictures."""

from functools import lru_cache
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import CDPSession, Page

PHONES = ((360, 640), (390, 844))
NARROW = (320, 568)
# Colours depend on the scheme, positions on the size: every page is checked with each of them, not with every pair.
SEEN = tuple(zip(("light", "dark"), PHONES, strict=True))
USUAL_LETTERS, LARGE_LETTERS = 16, 32
# The largest text has the least space on the narrowest screen. No style changes between the widths of the two phones.
PRINTED = (
    (LARGE_LETTERS, NARROW),
    (24, PHONES[0]),
    *((USUAL_LETTERS, size) for size in (NARROW, PHONES[1], (640, 360))),
)
TOUCH = BUTTON = 48
"""The minimum height in CSS pixels of anything that is tapped."""

AXE = Axe().axe_script
# Every rule runs, but only violations are reported in full.
RUN_AXE = "axe.run({resultTypes: ['violations']}).then(found => found.violations)"
# Only these rules depend on the scheme, and they take most of the time.
ON_COLOURS = ("color-contrast", "link-in-text-block")
RUN_AXE_ON_COLOURS = RUN_AXE.replace("{", f"{{runOnly: {[*ON_COLOURS]}, ", 1)
OFF = ", ".join(f"'{rule}': {{enabled: false}}" for rule in ON_COLOURS)
RUN_AXE_ON_ALL_ELSE = RUN_AXE.replace("{", f"{{rules: {{{OFF}}}, ", 1)

# Runs these rules on the elements of some text styles.
RUN_AXE_ON_STYLES = RUN_AXE_ON_COLOURS.replace("run(", "run({include: styles.flatMap((style) => written.get(style))}, ")

# Everything that the contrast of text on the page depends on: how it is styled, and what is painted behind it. As in
# axe, text is large from 18 points on, or from 14 points on if bold. The elements of each style stay in `written`.
WRITTEN = """() => {
  const painted = new Map([[null, ""]]);
  globalThis.written = new Map();
  const behind = (one) => {
    if (painted.has(one)) return painted.get(one);
    const { backgroundColor, backgroundImage, opacity, position, filter } = getComputedStyle(one);
    const image = backgroundImage.replaceAll(/url[(].*?[)]/g, "url"), floats = /absolute|fixed/.test(position);
    const own = [backgroundColor, image, opacity, floats, filter].join();
    const isBare = own === "rgba(0, 0, 0, 0),none,1,false,none", hides = /^rgb[(].*[)],none,1,/.test(own);
    const all = isBare ? behind(one.parentElement) : hides ? own : `${behind(one.parentElement)}/${own}`;
    painted.set(one, all);
    return all;
  };
  const hasWords = (one) => one.matches("input, select, textarea")
    || [...one.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
  for (const one of [...document.body.querySelectorAll("*")].filter(hasWords)) {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow, visibility } = getComputedStyle(one);
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 14 : 18) / 0.75, link = one.closest("a");
    const around = link && [getComputedStyle(link.parentElement).color, textDecorationLine];
    const off = one.closest(":disabled, [aria-disabled]") !== null;
    const style = [color, isLarge, textShadow, visibility, off, around, behind(one)].join();
    written.set(style, [...(written.get(style) ?? []), one]);
  }
  return [...written.keys()];
}"""
JUDGED: dict[str, set[str]] = {"light": set(), "dark": set()}
"""Text styles that axe has passed, by scheme."""

# What does not fit on the page, one line each. Of a tick, the label is tapped, not its box; the skip link is for
# keyboards; `unseen` elements are for screen readers. Inside a picture both widths have other units. Long names are
# cut off in the bar on purpose. The sheet of two teams reaches half a gap into the page's margin, and one label stands
# across both teams.
UNFIT = """([touch, button]) => {
  const over = document.documentElement.scrollWidth - window.innerWidth;
  const low = [...document.querySelectorAll("a, button, input, select, summary, label.tick")]
    .filter(one => one.type !== "hidden" && !one.matches(".skip, .unseen, .tick input"))
    .map(one => [one, one.getBoundingClientRect(), one.matches(".button") ? button : touch])
    .filter(([one, box, least]) => box.width > 0 && box.height < least)
    .map(([one, box, least]) => `${one.outerHTML.slice(0, 120)}: ${box.height} high, not ${least}`);
  const burst = [...document.querySelectorAll("main *:not(input, .unseen, svg *)")]
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !one.matches(".scroll"))
    .filter(one => getComputedStyle(one).textOverflow !== "ellipsis")
    .filter(one => !one.matches(".of-2 > .panel > .count"))
    .filter(one => !one.querySelector(".panels.of-2") || one.scrollWidth > one.clientWidth + 8)
    .map(one => `${one.outerHTML.slice(0, 120)}: ${one.clientWidth} wide, and holds ${one.scrollWidth}`);
  return [...(over > 0 ? [`the page sticks out by ${over}`] : []), ...burst, ...low];
}"""

# Faults of the page's pictures, one line each: no text, no content, or text that overlaps, sticks out or is tiny. Half
# a pixel is rounding; letters have space above and below.
UNCLEAR = """() => [...document.querySelectorAll("main svg:not([aria-label])")].flatMap((svg, number) => {
  const frame = svg.getBoundingClientRect();
  const inside = (box) => box.left > frame.left - 1 && box.right < frame.right + 1
    && box.top > frame.top - 1 && box.bottom < frame.bottom + 1;
  const drawn = [...svg.querySelectorAll("text, rect, line, polyline, polygon, circle, path")]
    .filter(one => getComputedStyle(one).display !== "none")
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
    """Fail if axe finds a violation in any element, in either scheme.

    Its colour rules run only on text of a style that has not passed on an earlier page.
    """
    for scheme, size in SEEN:
        page.emulate_media(color_scheme=scheme)
        resize(page, size)
        written = {*page.evaluate(WRITTEN)}
        found = violations(page, RUN_AXE_ON_ALL_ELSE) if scheme == "light" else []
        if new := written - JUDGED[scheme]:
            found += violations(page, f"(styles) => {RUN_AXE_ON_STYLES}", [*new])
        assert found == [], f"{scheme}, {size}"
        JUDGED[scheme] |= written


def check_that_it_fits(page: Page) -> None:
    """Fail if anything sticks out of a phone's screen, or is too low to tap, with normal or large text."""
    printed = None
    for letters, size in PRINTED:
        if letters != printed:
            print_letters(page, letters)
        printed = letters
        resize(page, size)
        faults = unfit(page)
        assert faults == [], f"{size}, letters of {letters}: {faults}"


# Words that run into each other because a flex box drops the space at its children's edges, and short words and
# numbers that are broken across lines.
UNREADABLE = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const faults = [], range = document.createRange();
  for (let text; (text = texts.nextNode()); ) {
    const { data, parentElement: box, previousSibling: before, nextSibling: after } = text;
    const { display, columnGap: gap } = getComputedStyle(box);
    const isLost = (/^\\s+\\S/.test(data) && before?.offsetWidth) || (/\\S\\s+$/.test(data) && after?.offsetWidth);
    if (/flex/.test(display) && gap === "normal" && isLost) faults.push(`${box.outerHTML.slice(0, 160)}: no space`);
    for (const { 0: word, index } of data.matchAll(/(?<!\\p{L})\\p{L}{2,12}(?!\\p{L})|[−+]?\\d[\\d,]*/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 && !box.closest(".unseen")) {
        faults.push(`${word} is broken in ${box.outerHTML.slice(0, 120)}`);
      }
    }
  }
  return faults;
}"""


def check_that_it_reads(page: Page) -> None:
    """Fail if words run into each other, or are broken, on a narrow phone."""
    print_letters(page, USUAL_LETTERS)
    resize(page, PHONES[0])
    faults = page.evaluate(UNREADABLE)
    assert faults == [], faults


def check_pictures(page: Page) -> None:
    """Fail if a picture is not readable on a narrow phone."""
    resize(page, NARROW)
    assert page.evaluate(UNCLEAR) == []


def unfit(page: Page) -> list[str]:
    """Return what sticks out of the page, or is too low to tap."""
    faults: list[str] = page.evaluate(UNFIT, [TOUCH, BUTTON])
    return faults


def violations(page: Page, run: str = RUN_AXE, styles: list[str] | None = None) -> list[str]:
    """Return axe's violations, by default of every enabled rule, for all elements: rule, element, and failure.

    Playwright injects axe from outside, which bypasses the page's Content-Security-Policy without turning it off.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    rules: list[dict[str, Any]] = page.evaluate(run, styles)
    return [f"{r['id']}: {n['html']} {n['failureSummary']}" for r in rules for n in r["nodes"]]


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def print_letters(page: Page, size: int) -> None:
    """Set the font size in the browser's settings, as people with poor eyesight do; 16 is the default."""
    _settings_of(page).send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})


@lru_cache(maxsize=1)
def _settings_of(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)
