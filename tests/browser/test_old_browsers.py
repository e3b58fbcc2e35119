"""A browser that lacks what today's Chromium has: an init script takes away what any promised browser is without.

The tests/browser/test_in_*.py play in other browsers. Here all lacks meet the same pages in a second.
"""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import touches
from tests.browser.conftest import PHONE
from tests.browser.phone import NO_CONNECTION, Phone
from tests.browser.touches import WORTH

EXPECTED = (NO_CONNECTION,)

NO_SUBMITTER = """{
  const Whole = FormData;
  globalThis.FormData = function (form) { return form ? new Whole(form) : new Whole(); };
}"""
"""Chrome before 112, Firefox before 111, Safari before 16.4."""

NO_INDEX = """for (const one of [CSSStyleSheet, CSSGroupingRule]) {
  const { insertRule } = one.prototype;
  one.prototype.insertRule = function (...given) {
    if (given.length < 2 && this instanceof CSSGroupingRule) throw new TypeError("2 arguments required");
    return insertRule.apply(this, given);
  };
}"""
"""Chromium before 120."""

NO_HAS = """{
  const refuse = (text) => { if (/:has\\(/.test(text)) throw new DOMException(text, "SyntaxError"); };
  for (const place of [Document, Element, DocumentFragment]) {
    for (const name of ["querySelector", "querySelectorAll", "matches", "closest"]) {
      const ask = place.prototype[name];
      if (ask) place.prototype[name] = function (text) { refuse(text); return ask.call(this, text); };
    }
  }
  for (const place of [CSSStyleSheet, CSSGroupingRule]) {
    const { insertRule } = place.prototype;
    place.prototype.insertRule = function (text, ...at) { refuse(text); return insertRule.call(this, text, ...at); };
  }
}"""
"""Firefox before 121, Chromium before 105."""

NO_ARIA = """for (const name of Object.keys(Object.getOwnPropertyDescriptors(Element.prototype)))
  if (/^aria[A-Z]/.test(name)) delete Element.prototype[name];
"""
"""Firefox before 119."""

LATE_STYLES = """{
  const { get } = Object.getOwnPropertyDescriptor(HTMLLinkElement.prototype, "sheet");
  let isLoaded = false;
  Object.defineProperty(HTMLLinkElement.prototype, "sheet", { get() { return isLoaded ? get.call(this) : null; } });
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
    isLoaded = true;
    for (const link of document.querySelectorAll("link")) link.dispatchEvent(new Event("load"));
  }));
}"""
"""WebKit: a script may run before the style sheets of its page have loaded."""

LACKS = NO_SUBMITTER + NO_INDEX + NO_HAS + NO_ARIA + LATE_STYLES


@pytest.fixture
def old(context) -> Phone:
    """A phone whose browser lacks everything that one of the promised browsers is without."""
    context.add_init_script(LACKS)
    return Phone(context.new_page())


def test_a_round_is_tallied_counted_and_finished_and_the_next_is_counted_by_piles(old, tables):
    tables.open(old, tables.begun())
    touches.by_points(old)
    old.press("Count the round")
    touches.count_piles(old, "Ann & Carla", "Cards melded", {50: 5, 20: 6, 10: 4})


def test_what_a_round_still_lacks_is_named(old, tables):
    old.page.goto(f"{tables.url}/games/{tables.tallied()}/rounds/1/edit")
    old.choose("Ann went out")
    old.recorded("Ann went out")
    old.cut_off()
    old.press("Finish the round")
    lacking = old.page.locator("#lacking")
    expect(lacking).to_contain_text("still missing: Cards melded, Ann & Carla")


def test_named_buttons_of_the_questions_are_sent(old, tables):
    table = tables.owner.begin("southern-ohio", starter="seat2")
    table.sheet(1).save(**{"team1.clean": "2", "team1.dirty": "1"})
    tables.open(old, table.game)
    old.press("May we go out?")
    old.at_page("May we go out?")
    old.press("Ann")
    expect(old.page.locator("#answer")).to_contain_text("Ask Carla")
    old.press("Carla says no")
    expect(old.page.locator("#answer")).to_contain_text("said no")
    old.press("Carla says yes after all")
    old.press("Ann goes out, count the round")
    old.at_page("Count round 1")


def test_a_fault_in_a_name_goes_when_it_is_typed_again(old, tables):
    page = old.page
    page.goto(f"{tables.url}/games/new/two-handed")
    old.press("Begin the game")
    faults = page.locator("main .error").filter(visible=True)
    expect(faults).to_have_count(3)
    page.get_by_label("Name, seat 1").fill("Ann")
    expect(faults).to_have_count(2)


def test_a_tap_on_the_letter_of_a_rank_breaks_nothing(context, tables):
    phone = Phone(context.new_page())
    tables.open(phone, tables.begun())
    phone.press("Can we open?")
    phone.at_page("Can we open?")
    phone.tap(phone.page.locator(".ranks .sign").first)
    phone.tap(phone.page.get_by_role("button", name="Kings: one more"))
    expect(phone.page.locator("#answer")).to_contain_text("10 of 50 points")


UNKNOWN = {
    # Firefox before 121.
    "@supports not selector(:has(*))": "@media all",
    ":has(": ":unknown(",
    # Chromium before 111, Safari before 16.2.
    "color-mix(": "unknown(",
    # Firefox before 128, Safari before 17.4.
    ' / ""': " / unknown()",
    # Chromium before 108.
    "dvh": "unknown",
}
"""What older browsers do not know in a style sheet: they skip it, as today's Chromium skips what it does not know."""


@pytest.fixture
def plain(context) -> Phone:
    """A phone whose browser knows none of these."""

    def age(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        for known, unknown in UNKNOWN.items():
            text = text.replace(known, unknown)
        route.fulfill(response=answer, body=text)

    context.route("**/*.css", age)
    return Phone(context.new_page())


def style(page: Page, selector: str, name: str, part: str = "") -> str:
    return page.locator(selector).first.evaluate(
        "(one, [name, part]) => getComputedStyle(one, part)[name]", [name, part]
    )


def test_suits_and_ticks_show_without_alternative_texts(plain, tables):
    page = tables.open(plain, tables.tallied())
    suits = [style(page, f'.panel[data-team="{team}"] .suit', "content", "::before") for team in (1, 2)]
    assert [suit[:2] for suit in suits] == ['"♠', '"♦']
    assert style(page, ".toggle[aria-pressed=true]", "content", "::after") == '"✓"'


def test_the_navigation_and_the_bar_do_not_cover_each_other(plain, tables):
    page = tables.open(plain, tables.tallied())
    plain.tap(page.locator('[aria-label="Red books: one more"]').first)
    plain.recorded("Red books")
    for selector in (".game-top .menu summary", ".bar-round", ".undo .button"):
        box = page.locator(selector).first
        assert box.evaluate("""(one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }"""), selector
        expect(box).to_be_in_viewport(ratio=1)
    assert style(page, ".game-top", "backgroundColor") == style(page, ".bar", "backgroundColor")


def test_the_winners_stand_on_a_dark_ground(plain, tables):
    page = tables.open(plain, tables.played())
    touches.end_early(plain, rounds=2)
    assert sum(map(int, re.findall(r"\d+", style(page, ".win", "backgroundColor"))[:3])) < 300


def test_a_step_fills_the_screen_with_its_keys(plain, tables):
    page = plain.page
    page.goto(f"{tables.url}/games/{tables.tallied()}/rounds/1/edit")
    plain.choose("Ann went out")
    expect(page.locator("#keypad")).to_be_in_viewport(ratio=1)
    expect(page.locator(".bottom .main")).to_be_hidden()
    assert page.locator("[data-key='5']").bounding_box()["height"] >= 48
    plain.type("410")
    plain.next()
    expect(page.locator("html")).to_have_attribute("data-at", "seat3.left")


STEPS_FAIL = """CSSGroupingRule.prototype.insertRule = () => { throw new TypeError("no rules"); };"""
LIVE_FAILS = """globalThis.EventSource = class { constructor() { throw new TypeError("no streams"); } };"""
SENDING_FAILS = """globalThis.FormData = undefined;"""


class TestAScriptThatCannotStart:
    """The plain form is left, complete and usable. Its errors are expected here."""

    @pytest.fixture
    def half(self, browser):
        def opened(lack: str) -> Phone:
            context = browser.new_context(**PHONE)
            contexts.append(context)
            context.add_init_script(lack)
            return Phone(context.new_page())

        contexts = []
        yield opened
        for context in contexts:
            context.close()

    def finish(self, page: Page) -> None:
        """Fill in the whole form, as without scripts, and press its button."""
        page.get_by_role("radio", name="Ann went out").check()
        for (whose, label), text in touches.POINTS.items():
            touches.group(page, whose).get_by_label(label, exact=True).fill(text)
        page.get_by_label(touches.THREES, exact=True).last.fill("1")
        page.get_by_role("button", name="Finish the round").click()
        expect(page.locator(".done .suit")).to_have_text(WORTH)

    @pytest.mark.parametrize("lack", [STEPS_FAIL, LIVE_FAILS, STEPS_FAIL + LIVE_FAILS])
    def test_a_round_is_counted_in_the_plain_form(self, half, tables, lack):
        page = half(lack).page
        page.goto(f"{tables.url}/games/{tables.tallied()}/rounds/1/edit")
        page.wait_for_load_state()
        is_live = "live" in (page.locator("html").get_attribute("class") or "")
        assert is_live == (LIVE_FAILS not in lack)
        if lack == LIVE_FAILS:
            # The steps work without the rest, and the browser sends the form.
            page.locator('[data-go="check"]').click()
            page.get_by_role("button", name="Finish the round").click()
            expect(page.get_by_role("alert").first).to_contain_text("Not finished")
            return
        expect(page.locator("html")).not_to_have_class("walk")
        expect(page.locator("fieldset.team")).to_have_count(2)
        if not is_live:
            expect(page.get_by_role("button", name="Save and see the score")).to_be_visible()
        self.finish(page)

    def test_a_form_that_cannot_be_sent_in_the_background_is_sent_by_the_browser(self, half, tables):
        phone = half("")
        page = tables.open(phone, tables.tallied())
        page.evaluate(SENDING_FAILS)
        opened = page.locator('[id="team1.opened"]')
        with page.expect_navigation():
            phone.tap(opened)
        expect(opened).to_have_attribute("aria-pressed", "true")
