"""Every route with every method, as the application lists them: each response is a page, and nothing is recorded."""

import pytest

from tests.web.driving import guarded
from tests.web.pages import Page

METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "FOO")
NO_NUMBERS = (
    "0", "-1", "01", "1" + "0" * 400, "٣", "1%00", "%00", "..", "..%2f1", "%ED%A0%80", "1;2", "1.0",
)  # fmt: skip
NOWHERE = (
    "favicon.png", "games/", "static/css", "assets/old/scorepad.css", ".git/config", "instance/club.sqlite3",
)  # fmt: skip


def _ask(visitor, address, method):
    data = {"x": "1"} if method == "POST" else None
    return visitor.client.open(address, method=method, data=data)


@pytest.mark.parametrize("method", METHODS)
def test_every_route_answers_every_method_with_a_page_and_never_breaks(
    visitor, routes, played, nothing_recorded, method
):
    nothing_recorded()
    for address, allowed in routes.items():
        with _ask(visitor, address, method) as answer:
            # An application without a number of threads serves no streams, which is not an error.
            no_room = address.endswith("/stream") and answer.status_code == 503
            assert answer.status_code < 500 or no_room, address
            # A form with faults is shown at its own URL, and reloading that must not fail: GET redirects.
            refused = 302 if method == "GET" else 405
            assert answer.status_code == refused if method not in allowed else answer.status_code != 405, address
            guarded(answer)
            if answer.status_code == 405:
                assert set(answer.headers["Allow"].split(", ")) == allowed
                page = Page(405, answer.text)
                assert method == "HEAD" or page.heading == "That cannot be done here"
            assert address != played.address or method != "GET" or "Cookie" in answer.headers["Vary"]


@pytest.mark.parametrize("bad", NO_NUMBERS)
def test_a_number_that_is_none_is_no_page(visitor, played, nothing_recorded, bad):
    nothing_recorded()
    there = (f"/games/{bad}", f"/games/{bad}/open", f"/games/{bad}/out", f"/games/{bad}/rounds/1/edit",
             f"{played.address}/rounds/{bad}/edit", f"/games/new/{bad}", f"/assets/{bad}")  # fmt: skip
    for address in there:
        for method in ("GET", "POST"):
            answer = _ask(visitor, address, method)
            assert answer.status_code in (404, 405), address
            guarded(answer)
            assert Page(answer.status_code, answer.text).heading


@pytest.mark.parametrize("address", NOWHERE)
def test_an_address_that_is_nowhere_is_a_page_with_a_way_back(visitor, address):
    page = visitor.get(f"/{address}")
    assert (page.status, page.heading) == (404, "There is no such page")
    assert page.links["To the games"] == "/"


def test_a_fault_nobody_foresaw_is_a_page_without_a_traceback(visitor, played, monkeypatch, caplog):
    monkeypatch.setattr("scorepad.web.table.table.TablePage.of", lambda loaded: 1 / 0)
    answer = visitor.client.get(played.address)
    assert answer.status_code == 500
    assert Page(500, answer.text).heading == "Something went wrong in Scorepad"
    guarded(answer)
    assert "ZeroDivisionError" in caplog.text
    assert "ZeroDivisionError" not in answer.text
