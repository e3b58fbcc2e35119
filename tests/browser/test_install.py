"""The offer to put the club on the home screen: once, after the first finished game, in the way that works here."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import NewContext
from tests.browser.tables import Tables
from tests.web.driving import OUT_FIRST

SAFARI = "Object.defineProperty(navigator, 'standalone', { value: false })"
HTTP = "Object.defineProperty(window, 'isSecureContext', { value: false })"
ASK = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = () => { document.title = "asked"; };
  dispatchEvent(event);
  return event.defaultPrevented;
}"""


@pytest.fixture(scope="module")
def url(tables: Tables) -> str:
    table = tables.owner.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    return tables.url


def home(context: BrowserContext, url: str, script: str = "") -> Page:
    page = context.new_page()
    if script:
        context.add_init_script(script)
    page.goto(url)
    page.wait_for_load_state()
    return page


def offer(page: Page):
    return page.get_by_role("region", name="Keep your games on the home screen")


def test_the_browsers_own_question_is_asked_by_a_button(new_context: NewContext, url: str):
    page = home(new_context(), url)
    expect(offer(page)).to_be_hidden()
    assert page.evaluate(ASK)
    expect(offer(page)).to_contain_text("One tap then opens them, like an app.")
    offer(page).get_by_role("button", name="Put them there").click()
    expect(page).to_have_title("asked")
    expect(offer(page)).to_be_hidden()


@pytest.mark.parametrize(("script", "words"), [(SAFARI, "Add to Home Screen"), (HTTP, "if Scorepad had https")])
def test_each_phone_is_told_its_own_way_and_only_once(new_context: NewContext, url: str, script: str, words: str):
    context = new_context(has_touch=True, is_mobile=True)
    page = home(context, url, script)
    expect(offer(page)).to_contain_text(words)
    expect(offer(page).get_by_role("button")).to_have_text(["Not now"])
    page.reload()
    expect(offer(page)).to_be_visible()
    offer(page).get_by_role("button", name="Not now").tap()
    expect(offer(page)).to_be_hidden()
    page.reload()
    page.wait_for_load_state()
    expect(page.get_by_role("link", name="League")).to_be_visible()
    expect(offer(page)).to_be_hidden()


def test_a_computer_over_http_is_offered_nothing(new_context: NewContext, url: str):
    page = home(new_context(), url, HTTP)
    expect(page.get_by_role("link", name="League")).to_be_visible()
    expect(offer(page)).to_be_hidden()
