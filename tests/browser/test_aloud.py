"""Reading aloud: after a tap, by itself after each round where the device is set to, and not at all without a voice."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.tables import COUNTED, TALLIED
from tests.support.waiting import until

VOICES = """(lang) => {
  const voices = { getVoices: () => lang ? [{ lang, name: "A voice" }] : [], said: [], cancelled: 0 };
  voices.speak = (utterance) => {
    voices.said.push(utterance.text);
    setTimeout(() => utterance.onstart?.());
  };
  voices.cancel = () => (voices.cancelled += 1);
  voices.addEventListener = () => {};
  Object.defineProperty(window, "speechSynthesis", { value: voices });
  window.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
}"""
"""Fakes the voices of a browser, which its headless kind lacks: what is said is noted, and goes on for ever."""

ROUND = ["Round 1.", "Ann and Carla: 1,910 points, now 1,910.", "Bob and Dora: 590 points, now 590."]


def _context(new_context, lang="en_US"):
    context = new_context()
    context.add_init_script(f"({VOICES})({lang!r})")
    return context


def _said(page):
    return page.evaluate("speechSynthesis.said")


def _button(page):
    return page.get_by_role("button", name="Read aloud")


def test_a_tap_reads_the_result_and_another_one_stops_it(new_context, tables):
    game = tables.played()
    page = _context(new_context).new_page()
    page.goto(f"{tables.url}/games/{game}/board")
    button = _button(page)
    button.click()
    assert _said(page) == [
        "Round 2.",
        "Ann and Carla: 1,910 points, now 3,820.",
        "Bob and Dora: 590 points, now 1,180.",
        "Ann and Carla lead by 2,640.",
    ]
    expect(button).to_have_attribute("aria-pressed", "true")
    before = page.evaluate("speechSynthesis.cancelled")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("speechSynthesis.cancelled") == before + 1
    assert len(_said(page)) == 4


def test_the_check_is_read_with_what_was_just_typed_and_minus_in_words(new_context, tables):
    table = tables.owner.begin(starter="seat2")
    table.play(1, **TALLIED, **COUNTED)
    table.sheet(2).save(**TALLIED | {"team2.clean": "0", "team2.dirty": "0"}, **COUNTED | {"team2.melded": "0"})
    page = _context(new_context).new_page()
    page.goto(f"{tables.url}/games/{table.game}/rounds/2/edit")
    phone = Phone(page, touch=False)
    phone.at_page("Count round 2")
    # The way there is walked in other tests.
    page.locator("[data-go=check]").first.dispatch_event("click")
    _button(page).click()
    said = _said(page)
    assert said[0] == "Round 2."
    assert said[2].startswith("Bob and Dora: minus ")


@pytest.mark.parametrize("lang", ["", "de-DE"])
def test_without_a_voice_in_the_pages_language_nothing_of_it_is_shown(new_context, tables, lang):
    page = _context(new_context, lang).new_page()
    page.goto(f"{tables.url}/games/{tables.played()}/board")
    # The script has run once the board says whether it stays awake.
    expect(page.locator("[data-awake]")).not_to_be_empty()
    expect(_button(page)).to_have_count(0)


def test_a_browser_without_speech_shows_its_pages_without_it(new_context, tables):
    context = new_context()
    context.add_init_script("Object.defineProperty(window, 'speechSynthesis', { value: undefined })")
    page = context.new_page()
    page.goto(f"{tables.url}/games/{tables.played()}/board")
    expect(page.locator("[data-awake]")).not_to_be_empty()
    expect(_button(page)).to_have_count(0)


def test_a_device_that_is_set_to_reads_each_round_once_whatever_it_has_open(new_context, tables):
    table = tables.owner.begin(starter="seat2")
    table.play(1, **TALLIED, **COUNTED)
    context = _context(new_context)
    pages = [context.new_page() for _ in range(2)]
    for page, path in zip(pages, ("/board", "/board"), strict=True):
        page.goto(f"{tables.url}/games/{table.game}{path}")
        expect(_button(page)).to_be_visible()
    pages[0].get_by_text("After each round, on this device").click()
    assert [_said(page) for page in pages] == [[], []]
    # A device shows one page at a time.
    Phone(pages[1]).put_away()
    table.play(2, **TALLIED, **COUNTED)
    until(lambda: len(_said(pages[0])) == 4)
    Phone(pages[1]).look_at()
    expect(pages[1].locator(".board-total").first).to_contain_text("3,820")
    assert _said(pages[1]) == []
    # Opened once more, a page says nothing of what was said.
    pages[1].reload()
    expect(_button(pages[1])).to_be_visible()
    assert _said(pages[1]) == []
    expect(pages[1].get_by_role("checkbox", name="After each round")).to_be_checked()
