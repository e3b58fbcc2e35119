"""Browsers that lack what today's Chromium has: an init script takes it away, as each promised browser is without it.

tests/browser/test_engines.py plays in other browsers. Here every lack meets the same pages in a second.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import touches
from tests.browser.conftest import PHONE
from tests.browser.phone import Phone
from tests.browser.touches import WORTH

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

LACKS = {"no submitter": NO_SUBMITTER, "no index": NO_INDEX, "no :has()": NO_HAS, "no aria properties": NO_ARIA}


@pytest.fixture(params=LACKS.values(), ids=LACKS)
def old(request, new_context) -> Phone:
    context = new_context(**PHONE)
    context.add_init_script(request.param)
    return Phone(context.new_page())


def test_a_round_is_tallied_counted_and_finished(old, tables):
    tables.open(old, tables.begun())
    touches.by_points(old)


def test_a_round_is_counted_by_piles(old, tables):
    tables.open(old, tables.begun())
    touches.by_piles(old)


def test_what_a_round_still_lacks_is_named(old, tables):
    old.page.goto(f"{tables.url}/games/{tables.tallied()}/rounds/1/edit")
    old.choose("Ann went out")
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
