"""Requests that do not come from our pages: no token, not a form, too large, malformed. Nothing is recorded."""

from functools import wraps
from io import BufferedReader, BytesIO

import pytest

from scorepad.play.form_data import STALE
from scorepad.store import StoreError
from scorepad.web.app.forms import CHECKS_TOKEN_ITSELF, MORE
from tests.web.conftest import records_no_entry
from tests.web.driving import Visitor, guarded
from tests.web.guests import kept
from tests.web.pages import Page

FORM = "application/x-www-form-urlencoded"


def _kept(app):
    """Everything stored about the club and its phones, except what the league recomputes."""
    tables = kept(app.extensions[f"scorepad.{name}"].path for name in ("club", "access"))
    return {at: rows for at, rows in tables.items() if not at[1].startswith("league_")}


def _inputs(page):
    """The texts of a page's text inputs."""
    inputs = [box for box in page.root.all("input") if box["type"] not in ("hidden", "checkbox", "radio")]
    return {box["name"]: box["value"] for box in inputs}


@pytest.mark.parametrize(
    ("name", "text"),
    [*[("csrf_token", token) for token in (None, "", "x", "forged.token.here", "İ.x.y")],
     ("key", "x"), ("key", "A" * 32), ("seen", ""), ("seen", "-1")],
)  # fmt: skip
def test_a_form_of_no_page_of_ours_changes_nothing_and_comes_back_as_typed(app, visitor, posts, own, name, text):
    before, came_back = _kept(app), 0
    for address, typed in posts.items():
        fields = {**own, **typed, name: text}
        sent = {name: text for name, text in fields.items() if text is not None}
        answer = visitor.client.post(address, data=sent)
        assert answer.status_code in (303, 422), address
        guarded(answer)
        page = visitor.get(answer.location) if answer.location else Page(422, answer.text)
        assert STALE in page.said, address
        shown = _inputs(page) if answer.status_code == 422 else {}
        back = {asked: typed[asked] for asked in shown if asked in typed}
        assert back.items() <= shown.items(), address
        came_back += len(back)
    assert came_back >= 20
    assert _kept(app) == before


def test_no_view_runs_before_the_token_is_checked(app, visitor, posts, own, monkeypatch):
    ran = []

    def note(endpoint, view):
        return wraps(view)(lambda **_: ran.append(endpoint) or "")

    for endpoint, view in app.view_functions.items():
        monkeypatch.setitem(app.view_functions, endpoint, note(endpoint, view))
    adapter = app.url_map.bind("localhost")
    for address, typed in posts.items():
        endpoint, _ = adapter.match(address, method="POST")
        answer = visitor.client.post(address, data={**own, **typed, "csrf_token": "x"})
        assert (answer.status_code == 200) == (endpoint in CHECKS_TOKEN_ITSELF), address
    # An open house has one more view that checks the token; see tests/web/host.
    assert set(ran) == CHECKS_TOKEN_ITSELF - {"start.start"}


def test_a_token_without_its_cookie_is_refused(app, posts, own, nothing_recorded):
    nothing_recorded()
    for address, typed in posts.items():
        answer = Visitor(app).client.post(address, data={**own, **typed})
        assert answer.status_code in (303, 422), address


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/xml", "", "x", FORM + "x", None])
def test_a_body_that_is_no_form_is_refused(visitor, posts, nothing_recorded, kind):
    nothing_recorded()
    for address in posts:
        answer = visitor.client.post(address, data=b'{"seat": 2}', content_type=kind)
        page = Page(answer.status_code, answer.text)
        assert (page.status, page.heading) == (415, "That was not a form"), address


@pytest.mark.parametrize("name", ["csrf_token", "key", "seen", "team1.melded", "x"])
def test_a_file_in_a_forms_place_is_refused(visitor, posts, own, nothing_recorded, name):
    nothing_recorded()
    for address, typed in posts.items():
        fields = {**own, **typed, name: (BytesIO(b"x"), "x.txt")}
        assert visitor.client.post(address, data=fields).status_code == 415, address


MULTIPART = "multipart/form-data; boundary=b"
PART = b'--b\r\nContent-Disposition: form-data; name="%d"\r\n\r\n2\r\n'


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"team1.melded=" + b"1" * 64 * 1024, FORM, {413}),
        (b"".join(PART % n for n in range(601)) + b"--b--\r\n", MULTIPART, {413}),
        ("&".join(f"name{n}=1" for n in range(601)).encode(), FORM, {303, 422}),
        (b"&=&=%&%zz=%ff;;", FORM, {303, 422}),
        (b"\xff\xfe\x00=\xed\xa0\x80", FORM, {303, 422}),
        (b"", FORM, {303, 422}),
        (b"--b\r\n", MULTIPART, {303, 422}),
        (PART % 1, MULTIPART, {303, 422}),
        (b"seat=2", "multipart/form-data", {303, 422}),
        (b"--b\r\n\r\n\r\n--b--\r\n", MULTIPART, {303, 422}),
        (b"x", f"{MULTIPART}{'b' * 9000}", {303, 422}),
    ],
)
def test_a_broken_body_changes_nothing(visitor, posts, nothing_recorded, body, kind, status):
    nothing_recorded()
    for address in posts:
        answer = visitor.client.post(address, data=body, content_type=kind)
        assert answer.status_code in status, address
        guarded(answer)
        if status == {413}:
            assert Page(413, answer.text).heading == "That is too much at once"


def test_a_form_with_hundreds_of_unknown_names_is_answered_in_a_line(visitor, played, own):
    fields = {**own, **{f"name{n}": "1" for n in range(4_000)}}
    page = visitor.post(f"{played.address}/rounds/2/edit", fields)
    assert page.status == 422
    assert len(page.said) < 1_000


def test_with_our_token_every_route_records_once_what_the_tests_above_sent(app, visitor, posts, own):
    for number, (address, typed) in enumerate(posts.items()):
        before = visitor.club.latest_seq()
        # As from a current page: some routes ask again if anything was entered since.
        fields = {**own, **typed, "key": f"{number:032x}", "seen": str(before)}
        answer = visitor.client.post(address, data=fields)
        # A preview of rules, an import without a file, and a new token, which is shown once, do not redirect.
        answers = {"/rules/add": 200, "/import": 422, "/phones/tokens": 200}
        assert answer.status_code == answers.get(address, 303), address
        recorded = visitor.club.latest_seq() > before
        assert recorded != records_no_entry(address), address
        now = _kept(app)
        again = visitor.client.post(address, data=fields)
        assert again.location == answer.location or address.endswith("/forget"), address
        assert _kept(app) == now or address == "/phones/renew-all", address


class Unread(BytesIO):
    """The body of a form that must not be read."""

    def read(self, *args):
        raise AssertionError("a form was read that no one had let in")

    readline = readinto = read


def test_a_form_of_a_stranger_is_not_even_read(app, played, nothing_recorded):
    body, starter = Unread(b"seat=1"), f"{played.address}/starter"
    client = Visitor(app, role=None).client
    assert client.post(starter, input_stream=body, content_type=FORM).status_code == 403


def test_a_form_of_unknown_length_is_not_read(app, played):
    owner, body = Visitor(app), Unread(b"x=1")
    chunked = {"input_stream": body, "content_type": FORM, "environ_overrides": {"HTTP_TRANSFER_ENCODING": "chunked"}}
    for address in ("/join", "/leave", f"{played.address}/starter", f"{played.address}/rounds/2/edit", "/import"):
        for headers in ({}, {MORE: "1"}):
            answer = owner.client.post(address, headers=headers, **chunked)
            page = Page(answer.status_code, answer.text)
            assert (page.status, page.heading) == (411, "The form has no length"), address


def test_a_form_that_was_not_read_is_not_read_for_an_error_either(app, played, monkeypatch):
    def refuse(*args):
        raise StoreError("The club is busy.")

    owner = Visitor(app)
    monkeypatch.setattr(type(app.extensions["scorepad.access"]), "phone", refuse)
    body = BufferedReader(Unread(b"x=1"))
    length = {"CONTENT_LENGTH": "3"}
    answer = owner.client.post("/leave", input_stream=body, content_type=FORM, environ_overrides=length)
    assert answer.status_code == 503
