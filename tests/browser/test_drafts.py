"""A form that was left half filled in is there again, on every page with a form, until it is accepted."""

import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.leaving import leave
from tests.browser.phone import NO_CONNECTION
from tests.browser.tables import Tables
from tests.browser.test_phone_away import ASKS, IS_FULL
from tests.support.waiting import until

EXPECTED = (NO_CONNECTION, "a status of 4", "Clear-Site-Data header")
RESTORED = "Restored what you typed."
RESULTS = "Date,Team 1,Team 2,Points 1,Points 2\n2024-03-01,Ann & Bobo,Carla & Dora,5200,4100\n"

GO_TO = """(one) => {
  const { pile, step } = one.closest("[data-pile], [data-step]")?.dataset ?? {};
  if (!one.offsetParent) location.hash = pile ?? step;
}"""
"""Shows the step or the pile of an input, if a page shows one at a time."""

Values: TypeAlias = dict[str, str | bool]
Opened: TypeAlias = tuple[str, Values]
"""The URL of a page with a form, and what to type, choose or tick there, by the names of its inputs."""


def new_game(_page: Page, tables: Tables) -> Opened:
    return f"{tables.url}/games/new/partnership", {
        "seat1": "Wilhelm",
        "seat3": "Ro",
        "starter=seat3": True,
        "decks": "7",
    }


def settings(_page: Page, tables: Tables) -> Opened:
    return f"{tables.url}/games/{tables.begun()}/settings", {"team1.brought": "-50", "rules": "vegas"}


def person(_page: Page, tables: Tables) -> Opened:
    tables.begun()
    return f"{tables.url}/people/2/edit", {"name": "Bobb", "guest": True, "colour=3": True}


def people(_page: Page, tables: Tables) -> Opened:
    return f"{tables.url}/people", {"name": "Wilhelmi"}


def season(_page: Page, tables: Tables) -> Opened:
    return f"{tables.url}/league/seasons", {"name": "Wint", "figure=points": True}


def pasted_rules(_page: Page, tables: Tables) -> Opened:
    return f"{tables.url}/rules/add", {"text": 'name = "Ours'}


def own_rules(page: Page, tables: Tables) -> Opened:
    page.goto(f"{tables.url}/rules/new")
    page.get_by_role("button", name="Partnership").first.click()
    page.wait_for_url("**/edit/**")
    name = page.locator("#group .stepper input").first.get_attribute("name") or ""
    return page.url, {name: "7"}


def imported(page: Page, tables: Tables) -> Opened:
    page.goto(f"{tables.url}/import")
    file = {"name": "results.csv", "mimeType": "text/csv", "buffer": RESULTS.encode()}
    page.get_by_label("Choose a file").set_input_files([file])
    page.get_by_role("button", name="Look at this file").click()
    expect(page.locator("#decide")).to_be_visible()
    return page.url, {"rules": "vegas"}


def correction(_page: Page, tables: Tables) -> Opened:
    return f"{tables.url}/games/{tables.played()}/rounds/2/edit", {"seat2.left": "70", "team1.melded": "500"}


def piles(_page: Page, tables: Tables) -> Opened:
    return f"{tables.url}/games/{tables.tallied()}/rounds/1/count/seat2/left?by=piles", {"pile.50": "3", "pile.5": "12"}


PAGES = (new_game, settings, person, people, season, pasted_rules, own_rules, imported, correction, piles)


def fill(page: Page, values: Values) -> None:
    """Type, choose and tick, without leaving the last input."""
    for name, value in values.items():
        if value is True:
            label, _, choice = name.partition("=")
            box = page.locator(f'input[name="{label}"]' + (f'[value="{choice}"]' if choice else ""))
            box.evaluate("(one) => one.click()")
        elif page.locator(f'select[name="{name}"]').count():
            page.locator(f'select[name="{name}"]').select_option(value)
        else:
            box = page.locator(f'[name="{name}"]')
            box.evaluate(
                "(one) => { for (let at = one; at; at = at.parentElement) if (at.open === false) at.open = true; }"
            )
            box.evaluate(GO_TO)
            expect(box).to_be_visible()
            box.evaluate("(one) => { one.focus(); one.select(); }")
            page.keyboard.type(value)


def shows(page: Page, values: Values) -> None:
    for name, value in values.items():
        if value is True:
            label, _, choice = name.partition("=")
            expect(page.locator(f'input[name="{label}"]' + (f'[value="{choice}"]' if choice else ""))).to_be_checked()
        else:
            expect(page.locator(f'[name="{name}"]')).to_have_value(value)


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(**PHONE | {"viewport": {"width": 1280, "height": 900}, "is_mobile": False}).new_page()


@pytest.mark.parametrize(
    ("form", "way"), [*zip(PAGES, cycle(("killed", "address")))], ids=[form.__name__ for form in PAGES]
)
def test_what_was_typed_is_there_again(page, tables, form, way):
    url, values = form(page, tables)
    page.goto(url)
    page.wait_for_load_state()
    fill(page, values)
    page = leave(page, way)
    page.goto(url)
    shows(page, values)


@pytest.mark.parametrize("way", ["link", "killed"])
def test_names_of_a_new_game_are_there_however_the_page_was_left_and_can_be_dropped(page, tables, way):
    url, _ = new_game(page, tables)
    tables.begun()
    page.goto(f"{tables.url}/people")
    page.goto(url)
    page.get_by_role("button", name="Ann", exact=True).click()
    expect(page.locator(".sitter", has_text="Ann")).to_be_visible()
    values = {"seat2": "Wilhelm", "decks": "7"}
    fill(page, values)
    page = leave(page, way)
    page.goto(url)
    shows(page, values | {"seat1": "Ann"})
    expect(page.get_by_role("button", name="Ann", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text(RESTORED)).to_be_visible()
    page.get_by_role("button", name="Start afresh").click()
    expect(page.get_by_text(RESTORED)).to_have_count(0)
    shows(page, {"seat1": "", "seat2": ""})


@pytest.mark.parametrize("form", [correction, person])
def test_a_page_asks_before_it_is_left_only_if_the_phone_could_not_keep_what_was_typed(page, tables, form):
    url, values = form(page, tables)
    page.goto(url)
    page.wait_for_load_state()
    name = next(iter(values))
    fill(page, {name: "70"})
    assert not page.evaluate(ASKS)
    page.evaluate(IS_FULL)
    fill(page, {name: "75"})
    assert page.evaluate(ASKS)
    page.goto(tables.url)
    page.goto(url)
    shows(page, {name: "70"})


def test_an_accepted_form_is_not_restored(page, tables):
    url, values = people(page, tables)
    page.goto(url)
    fill(page, values)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Wilhelmi is in the list now.")).to_be_visible()
    page.goto(url)
    page.wait_for_load_state()
    shows(page, {"name": ""})
    expect(page.get_by_text(RESTORED)).to_have_count(0)


def test_a_refused_form_is_restored(page, tables):
    tables.begun()
    url, _ = people(page, tables)
    page.goto(url)
    fill(page, {"name": "Ann"})
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#name-note")).to_be_visible()
    page.goto(tables.url)
    page.goto(url)
    shows(page, {"name": "Ann"})


def test_a_form_that_did_not_reach_the_server_is_there_again_and_counts_once(page, tables):
    url, _ = people(page, tables)
    page.goto(url)
    fill(page, {"name": "Xaver"})
    posted = []

    def lose_answer(route):
        posted.append(route.fetch(max_redirects=0).status)
        route.abort()

    page.route("**/people", lambda route: lose_answer(route) if route.request.method == "POST" else route.continue_())
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        page.get_by_role("button", name="Add", exact=True).click()
    assert posted == [303]
    page.unroute("**/people")
    page.goto(url)
    shows(page, {"name": "Xaver"})
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".people .person bdi", has_text="Xaver")).to_have_count(1)
    expect(page.locator("#name-note")).to_have_count(0)


def test_a_value_that_the_club_has_changed_meanwhile_is_not_overwritten_unseen(page, tables, new_context):
    url, _ = person(page, tables)
    page.goto(url)
    fill(page, {"name": "Robert"})
    page.goto("about:blank")
    other = new_context(**PHONE).new_page()
    other.goto(url)
    fill(other, {"name": "Bobby"})
    other.get_by_role("button", name="Save changes").click()
    expect(other.get_by_role("heading", level=1)).to_contain_text("Bobby")
    page.goto(url)
    shows(page, {"name": "Robert"})
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bobby")


def test_a_correction_that_is_kept_is_compared_with_the_page_it_was_typed_on(page, tables, new_context):
    url, values = correction(page, tables)
    page.goto(url)
    fill(page, values)
    page.goto("about:blank")
    other = new_context(**PHONE | {"viewport": {"width": 1280, "height": 900}, "is_mobile": False}).new_page()
    other.goto(url)
    fill(other, {"seat4.left": "45"})
    other.goto(f"{url}#check")
    other.get_by_role("button", name="Save the correction").click()
    expect(other.get_by_text("Corrected: Dora 30 → 45.")).to_be_visible()
    page.goto(url)
    shows(page, values)
    page.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("Corrected:")).to_be_visible()
    game = int(url.split("/games/")[1].split("/")[0])
    until(lambda: len(tables.values(game, "melded")) == 3)
    typed = [value["typed"] for place in ("seat2", "seat4") for value in tables.values(game, "left", place)]
    assert typed == ["65", "65", "70", "30", "30", "45"]


def test_a_code_is_never_kept(page, tables):
    page.context.clear_cookies()
    page.goto(f"{tables.url}/join")
    page.locator("#code").focus()
    # With its last digit it would be sent.
    page.keyboard.type("12345")
    page.goto("about:blank")
    page.goto(f"{tables.url}/join")
    page.wait_for_load_state()
    shows(page, {"code": ""})
    assert "12345" not in page.evaluate("JSON.stringify(localStorage)")


def test_the_cards_of_both_ways_to_ask_stay_until_the_round_is_over(page, tables):
    game = tables.begun()
    url = f"{tables.url}/games/{game}/open"
    page.goto(url)
    melds = page.locator(".ranks .few input")
    name = melds.first.get_attribute("name")
    page.locator(f'[name=step][value="{name}+1"]').click()
    expect(page).to_have_url(re.compile(f"{name}=1"))
    page.get_by_role("link", name="Cards in hand").click()
    expect(page).to_have_url(re.compile("from=cards"))
    card = page.locator(".ranks .few input").first.get_attribute("name")
    assert card != name
    for number in ("1", "2"):
        page.locator(f'[name=step][value="{card}+1"]').click()
        expect(page).to_have_url(re.compile(f"{card}={number}"))
    page.get_by_role("link", name="Our melds").click()
    shows(page, {name: "1"})
    page = leave(page, "killed")
    page.goto(f"{url}?from=cards")
    shows(page, {card: "2"})
    page.locator(f'[name="{card}"]').fill("4")
    page.reload()
    shows(page, {card: "4"})
    page.get_by_role("button", name="Start afresh").click()
    expect(page.locator(f'[name="{card}"]')).not_to_have_value("4")
    page.goto(url)
    shows(page, {name: "1"})


def test_a_number_typed_while_a_restored_question_is_asked_stays(page, tables):
    url = f"{tables.url}/games/{tables.begun()}/open?from=cards"
    page.goto(url)
    card = page.locator(".ranks .few input").first.get_attribute("name")
    page.locator(f'[name="{card}"]').fill("2")
    asked = []
    page.route(re.compile(f"{card}=2"), lambda route: asked.append(route))
    with page.expect_request(re.compile(f"{card}=2")):
        page.goto(url)
    shows(page, {card: "2"})
    page.locator(f'[name="{card}"]').fill("4")
    asked[0].continue_()
    expect(page).to_have_url(re.compile(f"{card}=2"))
    page.unroute_all()
    page.reload()
    shows(page, {card: "4"})


def test_who_would_go_out_and_with_what_is_there_again(page, tables):
    game = tables.begun()
    url = f"{tables.url}/games/{game}/out"
    page.goto(url)
    page.locator("#seat-2").click()
    expect(page.locator("#seat-2")).to_have_attribute("aria-pressed", "true")
    page.locator('[name=step][value="books.clean+1"]').click()
    expect(page).to_have_url(re.compile("books.clean=1"))
    page = leave(page, "killed")
    page.goto(url)
    expect(page.locator("#seat-2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator('.facts input[type="text"][name="books.clean"]')).to_have_value("1")


def test_drafts_of_a_phone_that_leaves_are_gone(page, tables):
    url, values = people(page, tables)
    page.goto(url)
    fill(page, values)
    page.goto(f"{tables.url}/leave")
    page.get_by_role("button", name="Yes, leave").click()
    expect(page.get_by_text("This phone has left.")).to_be_visible()
    until(lambda: "Wilhelmi" not in page.evaluate("JSON.stringify(localStorage)"))
    assert Path(tables.home).exists()
