"""In print, the card of every preset and the sheet of a season take one page each, without controls."""

import re

import pytest
from playwright.sync_api import Page

from scorepad.rules import slugs
from tests.browser.clubs import Name
from tests.browser.furnished import Games

ONE_PAGE = {"A4": 1, "Letter": 1}
PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")
SMALLEST_PRINT = 11.9
"""CSS pixels: 9 points, like a telephone directory."""

SIZES = "texts => texts.map(text => parseFloat(getComputedStyle(text).fontSize))"


def pages(reader: Page) -> dict[str, int]:
    """Return how many sheets the page takes, by paper size."""
    pdfs = {paper: reader.pdf(format=paper, print_background=True) for paper in ("A4", "Letter")}
    return {paper: len(PAGE_OF_PDF.findall(pdf)) for paper, pdf in pdfs.items()}


def on_paper(reader: Page, address: str) -> Page:
    reader.goto(address)
    reader.emulate_media(media="print")
    return reader


@pytest.mark.parametrize("slug", slugs())
def test_the_card_of_every_preset_fits_on_one_page_in_letters_that_can_be_read(reader, club, slug):
    page = on_paper(reader, f"{club}/rules/{slug}")
    assert pages(page) == ONE_PAGE
    assert min(page.locator("dt, dd, li:visible, .legend p").evaluate_all(SIZES)) > SMALLEST_PRINT


def test_the_card_of_a_game_fits_on_one_page(reader, furnished):
    for game in (Games.PREMIUM, Games.LONG, Games.MID):
        reader.goto(f"{furnished}/games/{game}/rules")
        assert pages(reader) == ONE_PAGE


@pytest.mark.parametrize("name", [Name.ONE_GAME, Name.SEASON])
def test_the_sheet_of_a_season_of_forty_evenings_fits_on_one_page(reader, clubs, name):
    page = on_paper(reader, f"{clubs.url(name)}/league/seasons/1/sheet")
    assert pages(page) == ONE_PAGE
    assert page.locator("nav:visible, button:visible, .button:visible, summary:visible").count() == 0
    assert min(page.locator("td, th, p:visible, h2").evaluate_all(SIZES)) > SMALLEST_PRINT


def test_a_longer_season_takes_more_pages_and_cuts_no_row(reader, clubs):
    page = on_paper(reader, f"{clubs.url(Name.CROWD)}/league/seasons/1/sheet")
    assert min(pages(page).values()) > 1
    assert set(page.locator("tr").evaluate_all("rows => rows.map(row => getComputedStyle(row).breakInside)")) == {
        "avoid"
    }


def test_a_second_page_would_be_counted(reader, club):
    reader.goto(f"{club}/rules/partnership")
    reader.evaluate("document.querySelector('.reference').style.fontSize = '14pt'")
    assert pages(reader) == {"A4": 2, "Letter": 2}


def test_paper_has_nothing_to_tap_and_nothing_that_is_only_so_now(reader, furnished):
    page = on_paper(reader, f"{furnished}/games/{Games.MID}/rules")
    assert page.locator("a:visible, button:visible, .flag:visible").count() == 0
    assert page.locator("main").evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 0)"


def test_marks_are_signs_on_paper_and_the_legend_says_what_they_mean(reader, club):
    page = on_paper(reader, f"{club}/rules/partnership")
    assert page.locator(".legend .mark").inner_text() == "*\xa0assumed"
    assert {mark.inner_text() for mark in page.locator(".leaf .mark").all()} == {"*"}
