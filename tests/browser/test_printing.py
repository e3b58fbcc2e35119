"""The reference card on paper: every preset on one page, black on white, and nothing to be tapped."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from scorepad.rules import slugs
from tests.browser.furnished import Games

PAPERS = ("A4", "Letter")
PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")
SMALLEST_PRINT = 11.9
"""CSS pixels: 9 points, what a telephone directory had."""


@pytest.fixture(scope="module")
def reader(browser: Browser) -> Iterator[Page]:
    """Somebody with a printer, who reads in the dark."""
    context = browser.new_context(color_scheme="dark")
    yield context.new_page()
    context.close()


def pages(reader: Page, paper: str) -> int:
    """How many pages of that paper a page takes."""
    return len(PAGE_OF_PDF.findall(reader.pdf(format=paper, print_background=True)))


def on_paper(reader: Page, address: str) -> Page:
    """A page as it is printed."""
    reader.goto(address)
    reader.emulate_media(media="print")
    return reader


@pytest.mark.parametrize("slug", slugs())
def test_the_card_of_every_preset_fits_on_one_page(reader: Page, club: str, slug: str) -> None:
    reader.goto(f"{club}/rules/{slug}")
    assert {paper: pages(reader, paper) for paper in PAPERS} == dict.fromkeys(PAPERS, 1)


@pytest.mark.parametrize("slug", slugs())
def test_it_is_printed_in_letters_that_can_be_read(reader: Page, club: str, slug: str) -> None:
    page = on_paper(reader, f"{club}/rules/{slug}")
    sizes = page.locator("dt, dd, li:visible, .legend p").evaluate_all(
        "found => found.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) > SMALLEST_PRINT


def test_the_card_of_a_game_fits_on_one_page(reader: Page, furnished: str) -> None:
    for game in (Games.PREMIUM, Games.LONG, Games.MID):
        reader.goto(f"{furnished}/games/{game}/rules")
        assert {paper: pages(reader, paper) for paper in PAPERS} == dict.fromkeys(PAPERS, 1)


def test_a_second_page_would_be_counted(reader: Page, club: str) -> None:
    reader.goto(f"{club}/rules/partnership")
    reader.evaluate("document.querySelector('.reference').style.fontSize = '14pt'")
    assert pages(reader, "A4") == 2


def test_paper_has_nothing_to_tap_and_nothing_that_is_only_so_now(
    reader: Page, furnished: str
) -> None:
    page = on_paper(reader, f"{furnished}/games/{Games.MID}/rules")
    assert page.locator("a:visible, button:visible, .flag:visible").count() == 0
    assert page.locator("main").evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 0)"


def test_marks_are_signs_on_paper_and_the_legend_says_what_they_mean(
    reader: Page, club: str
) -> None:
    page = on_paper(reader, f"{club}/rules/partnership")
    assert page.locator(".legend .mark").inner_text() == "*\xa0assumed"
    assert {mark.inner_text() for mark in page.locator(".leaf .mark").all()} == {"*"}
