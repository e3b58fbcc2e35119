"""Every page in every state: it passes axe, nothing sticks out of it, and controls are large enough to tap."""

from itertools import chain

import pytest
from werkzeug.routing import Map, Rule

from scorepad.web.app.addresses import ADDRESSES
from scorepad.web.app.factory import NumberConverter
from tests.browser import host_states, league_states
from tests.browser.clubs import Name
from tests.browser.looks import (
    LARGE_LETTERS,
    PHONES,
    RUN_AXE_ON_COLOURS,
    check_that_it_fits,
    check_that_it_reads,
    check_with_axe,
    print_letters,
    resize,
    unfit,
    violations,
)
from tests.browser.states import MID, STATES, TABLES, seen_in, states

EXPECTED = ("a status of 404", "ERR_INTERNET_DISCONNECTED")
EVERY_PAGE = seen_in({Name.GAMES: STATES, **host_states.STATES})
TABLET = (768, 1024)
IN_CONTRAST = states(
    (MID, "Rounds so far"), (f"{MID}/rounds/2/edit", "red books"), (f"{MID}/rounds/1", "Severe penalty")
)
"""The table, the counting page of a round, and a round with its score."""

QUIET = "getComputedStyle(document.documentElement).getPropertyValue('--quiet')"
"""The colour of secondary text. With more contrast, there is no secondary colour."""


NO_PAGES = {
    "bg_stats.download", "calendar.show", "evenings.picture", "exports.download", "feed.show", "games.continue_",
    "import_templates.download", "imports.show", "join.arrive", "join.enter", "nights.picture", "nights.result_csv",
    "nights.result_json", "picture.show", "rule_links.download", "rules.download", "seasons.picture",
    "streams.stream", "years.newest",
}  # fmt: skip
"""Addresses that answer with a file or another page, and the preview of an import, which is reached by a file."""


def test_every_page_of_the_site_is_among_the_states():
    pages = [page for page in ADDRESSES if page.method == "GET" and not page.path.startswith("/api/")]
    rules = [Rule(page.path, endpoint=page.endpoint) for page in pages]
    adapter = Map(rules, converters={"number": NumberConverter}).bind("localhost")
    all_states = chain(STATES, *league_states.STATES.values(), *host_states.STATES.values())
    addresses = {state.address.partition("?")[0].partition("#")[0] for state in all_states}
    visited = {adapter.match(address, method="GET")[0] for address in addresses if adapter.test(address, method="GET")}
    assert {page.endpoint for page in pages} - visited == NO_PAGES


@EVERY_PAGE
def test_axe_finds_nothing(shown):
    check_with_axe(shown)


@EVERY_PAGE
def test_nothing_sticks_out_and_everything_can_be_tapped(shown):
    check_that_it_fits(shown)


@EVERY_PAGE
def test_words_stand_apart_and_whole(shown):
    check_that_it_reads(shown)


def test_axe_finds_nothing_before_the_first_game(onlooker, clubs):
    onlooker.goto(clubs.url(Name.EMPTY))
    assert "Start your first game" in onlooker.inner_text("main")
    assert violations(onlooker) == []


@pytest.mark.parametrize("state", IN_CONTRAST, ids=str)
def test_axe_finds_nothing_where_more_contrast_is_asked_for(onlooker, furnished, state):
    state.reach(onlooker, furnished)
    resize(onlooker, (390, 844))
    for scheme in ("light", "dark"):
        onlooker.emulate_media(color_scheme=scheme, contrast="no-preference")
        quiet = onlooker.evaluate(QUIET)
        onlooker.emulate_media(contrast="more")
        assert onlooker.evaluate(QUIET) != quiet
        assert violations(onlooker) == [], scheme
    onlooker.emulate_media(contrast="null")


@pytest.mark.parametrize("state", TABLES, ids=str)
def test_a_table_fits_on_a_tablet_held_upright(onlooker, furnished, state):
    resize(onlooker, TABLET)
    state.reach(onlooker, furnished)
    assert unfit(onlooker) == []
    onlooker.evaluate("scrollTo(9999, 0)")
    assert onlooker.evaluate("scrollX") == 0


def test_axe_would_find_something(onlooker, furnished):
    onlooker.goto(furnished)
    onlooker.evaluate("document.documentElement.removeAttribute('lang')")
    assert [line.split(":")[0] for line in violations(onlooker)] == ["html-has-lang"]
    onlooker.emulate_media(color_scheme="light")
    onlooker.evaluate("document.querySelector('main').style.color = '#ccc'")
    assert {line.split(":")[0] for line in violations(onlooker, RUN_AXE_ON_COLOURS)} == {"color-contrast"}


@pytest.mark.parametrize(("scheme", "colours"), [("light", "#ccc, white"), ("dark", "black, #333")])
def test_a_colour_that_no_page_had_is_judged_in_its_scheme(onlooker, furnished, scheme, colours):
    onlooker.goto(furnished)
    check_with_axe(onlooker)
    onlooker.evaluate(f"document.querySelector('main').style.color = 'light-dark({colours})'")
    with pytest.raises(AssertionError, match=f"^{scheme}, "):
        check_with_axe(onlooker)


def test_what_does_not_fit_would_be_found(onlooker, furnished):
    onlooker.goto(furnished)
    resize(onlooker, PHONES[0])
    onlooker.evaluate("document.body.style.width = '370px'")
    onlooker.evaluate("document.querySelector('.button').style.height = '40px'")
    onlooker.evaluate("document.querySelector('.button').style.minHeight = '0'")
    stretched, low = unfit(onlooker)
    assert (stretched, low.rpartition(": ")[2]) == ("the page sticks out by 10", "40 high, not 48")


def test_letters_do_grow(onlooker, furnished):
    onlooker.goto(furnished)
    print_letters(onlooker, LARGE_LETTERS)
    assert onlooker.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
