"""A code joins with its last digit, and only then."""

from playwright.sync_api import expect

from tests.browser.conftest import NewContext
from tests.browser.tables import Tables


def test_a_code_is_sent_with_its_last_digit_and_a_wrong_one_can_be_typed_again(
    new_context: NewContext, tables: Tables
) -> None:
    page = new_context(has_touch=True).new_page()
    page.context.clear_cookies()
    page.goto(f"{tables.url}/join")
    sent = []
    page.on(
        "request", lambda request: sent.append(request.post_data_json["code"]) if request.method == "POST" else None
    )
    for code in ("000000", "111111"):
        page.locator("#code").fill("")
        page.locator("#code").press_sequentially(code[:-1])
        assert code not in sent
        with page.expect_response("**/join"):
            page.locator("#code").press_sequentially(code[-1])
        expect(page.get_by_role("alert").first).to_be_visible()
    assert sent == ["000000", "111111"]
