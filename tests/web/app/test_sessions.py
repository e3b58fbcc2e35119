"""Sessions and their cookie: they survive a clock that steps back, and a cookie that was tampered with."""

import time
from itertools import count

import pytest

from scorepad.web import create_app
from scorepad.web.app import cookies, security
from tests.web.driving import OUT_FIRST, Visitor, session_cookie

YEAR = 365 * 24 * 3600


@pytest.mark.parametrize(("page", "form"), [(0, -2 * YEAR), (0, 2 * YEAR), (YEAR, 0)])
def test_an_open_page_can_be_sent_after_the_clock_was_set(table, monkeypatch, page, form):
    real, step = time.time, page
    monkeypatch.setattr(time, "time", lambda: real() + step)
    sheet = table.sheet()
    step = form
    assert sheet.finish(**OUT_FIRST).page.said.startswith("Round 1 is finished.")


TAMPERED = (
    "", "x", ".", "a.b.c", "eyJhIjoxfQ.forged", "é", "%ED%A0%80", "0" * 3000, "=" * 100, '"quoted;',
    ".eJyrVkrLz1eyUkpKLFKqBQAdegQ0.x",
)  # fmt: skip


@pytest.mark.parametrize("cookie", TAMPERED)
def test_a_cookie_that_was_tampered_with_is_a_fresh_session(app, table, cookie):
    visitor = Visitor(app)
    visitor.client.set_cookie(session_cookie(app), cookie)
    page = visitor.get(table.address)
    assert page.status == 200
    assert visitor.send(page.form("/starter"), seat="2").status == 200


def test_the_cookie_outlives_the_browser_and_a_clock_that_stands_in_1970(app, table, monkeypatch):
    # Max-Age takes precedence over Expires, and does not depend on the clock.
    monkeypatch.setattr(time, "time", lambda: 0.0)
    cookie = Visitor(app).client.get(table.address).headers["Set-Cookie"]
    assert f"Max-Age={400 * 24 * 3600};" in cookie


def test_the_cookie_is_sent_again_only_when_it_has_changed(table):
    table.page()
    for _ in range(2):
        answer = table.visitor.client.get(table.address)
        assert "_session." not in answer.headers.get("Set-Cookie", "")


def test_a_token_is_worth_nothing_in_another_session(app, table):
    form = table.page().form("/starter")
    other = Visitor(app)
    other.get(table.address)
    assert table.visitor.send(form, seat="2").status == 200
    assert other.send(form, seat="2").status == 422


def test_a_session_outlives_the_server(tmp_path):
    first = create_app(tmp_path)
    visitor = Visitor(first)
    sheet = visitor.begin().sheet()
    first.extensions["scorepad.club"].close()
    second = create_app(tmp_path)
    returned = Visitor(second)
    name = session_cookie(first)
    returned.client.set_cookie(name, visitor.client.get_cookie(name).value)
    page = returned.send(sheet.form, **OUT_FIRST, action="finish")
    second.extensions["scorepad.club"].close()
    assert page.said.startswith("Round 1 is finished.")


def test_a_message_is_shown_once(table):
    assert table.sheet().save(**{"team1.melded": "300"}).page.said.startswith("Saved.")
    assert table.sheet().page.said == ""


def test_a_cookie_that_no_browser_keeps_is_a_fresh_session_and_not_cached(app, table):
    before = cookies._checked.cache_info().currsize
    headers = {"Cookie": f"{session_cookie(app)}={'0' * 100_000}"}
    assert app.test_client(use_cookies=False).get("/join", headers=headers).status_code == 200
    assert cookies._checked.cache_info().currsize == before


def test_the_token_of_a_sessions_first_page_is_known_when_it_comes_back(app, table, monkeypatch):
    clock = count(2_000_000_000)
    monkeypatch.setattr(time, "time", lambda: next(clock))
    visitor = Visitor(app)
    first_page = visitor.get(f"{table.address}/rounds/1/edit")
    monkeypatch.setattr(security._CSRF, "protect", None)
    assert visitor.send(first_page.form("/rounds/1/edit"), action="save").said.startswith("Saved.")
