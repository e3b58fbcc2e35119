"""Score sheets on paper: one page for every preset and two to six teams, with the fields of the sheet."""

import pytest

from scorepad import addresses
from scorepad.play.rules import own_rules
from scorepad.play.rules.own_rules import Sender
from scorepad.rulebook.paper import END_ROWS, TEAMS
from scorepad.rules import preset, slugs
from scorepad.scoring.sheet import build_sheet
from tests.browser.furnished import Games, furnish
from tests.browser.tables import visiting
from tests.browser.test_printing import ONE_PAGE, pages
from tests.support.server import serving_club
from tests.support.waiting import until

LONG = {"schema": 2, "name": "W" * 60, "parent": "catawba", "set": {"end.rounds": 12, "books.clean.many": "W" * 40}}
"""Own rules with the longest names and the longest game."""

# Reads everything in one call: one evaluation takes as long for one value as for all.
SHEET = """() => {
  const sheet = document.querySelector(".sheet-of-paper"), all = (places) => [...document.querySelectorAll(places)];
  return {
    words: document.body.innerText,
    over: sheet.scrollHeight - sheet.clientHeight,
    bands: all(".band").map((band) => [...band.querySelectorAll("tbody tr")].map((row) => row.dataset.line)),
    rounds: all(".band th[scope=colgroup]").length,
    totals: all(".band [data-line=total] td").length,
    smallest: Math.min(...all(".band tbody :is(th, small)").map((one) => parseFloat(getComputedStyle(one).fontSize))),
  };
}"""
FEWEST_AND_MOST = (min(TEAMS), max(TEAMS))

SMALLEST = 10.6
"""CSS pixels (8 points): the smallest text is the price of a line when six teams share a page."""


@pytest.fixture(scope="module")
def reachable(tmp_path_factory):
    """A club that other phones can reach, so that its sheets have a QR code."""
    home = tmp_path_factory.mktemp("reachable") / "instance"
    home.mkdir(mode=0o700)
    furnish(home)
    with visiting(home) as owner:
        own_rules.save_new(owner.club, LONG, Sender("long"))
    with serving_club(home) as url:
        # The server saves its own address first.
        until((home / addresses.FILE).exists)
        addresses.save(home, addresses.Reachable(8484, ("192.168.1.20",)))
        yield url


@pytest.mark.parametrize(("number", "slug"), [*enumerate(slugs())])
def test_the_sheet_of_every_preset_fits_on_one_page_for_two_to_six_teams(reader, reachable, number, slug):
    rules = preset(slug)
    table = rules.tables[0]
    fields = [field.code for field in build_sheet(rules, table, 1, table.decks).fields if field.asked]
    reader.emulate_media(media="print")
    for teams in TEAMS:
        reader.goto(f"{reachable}/rules/{slug}/sheet?teams={teams}")
        sheet = reader.evaluate(SHEET)
        assert "Scan to begin a game" in sheet["words"]
        # A sheet that does not overflow fits on one page of both paper sizes.
        assert sheet["over"] <= 0
        assert teams != FEWEST_AND_MOST[number % 2] or pages(reader) == ONE_PAGE
        assert sheet["bands"] == [[*fields, *END_ROWS]] * len(sheet["bands"]) != []
        assert sheet["totals"] == sheet["rounds"] * teams
        assert rules.end.rounds in (sheet["rounds"], None)
        assert sheet["smallest"] > SMALLEST


@pytest.mark.parametrize("game", [Games.TIE, Games.LONG, Games.PREMIUM])
def test_the_sheet_of_a_game_fits_on_one_page_with_the_longest_names(reader, reachable, game):
    reader.goto(f"{reachable}/games/{game}/sheet")
    assert pages(reader) == ONE_PAGE
    assert reader.get_by_text("Scan to type this game in").count() == 1


@pytest.mark.parametrize("teams", TEAMS)
def test_the_sheet_of_own_rules_fits_on_one_page_whatever_they_are_called(reader, reachable, teams):
    reader.goto(f"{reachable}/rules/{'w' * 60}/sheet?teams={teams}")
    assert pages(reader) == ONE_PAGE


def test_paper_is_black_on_white_in_the_dark_and_has_nothing_to_tap(reader, reachable):
    reader.goto(f"{reachable}/rules/partnership/sheet")
    reader.emulate_media(media="print")
    assert reader.locator("a:visible, button:visible").count() == 0
    colours = "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    assert reader.locator(".sheet-of-paper").evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert reader.locator(".band td, .band th, .paper-facts p").evaluate_all(
        "found => [...new Set(found.map(one => getComputedStyle(one).color))]"
    ) == ["rgb(0, 0, 0)"]


def test_a_second_page_would_be_counted(reader, reachable):
    reader.goto(f"{reachable}/rules/partnership/sheet")
    reader.evaluate("document.querySelector('.sheet-of-paper').style.height = '290mm'")
    assert pages(reader) == {"A4": 2, "Letter": 2}
