"""The headers of every response: what may be loaded, cached, framed and used, and how it is compressed."""

import gzip
import re

import pytest
from werkzeug.test import create_environ

from scorepad.paths import static_dir
from scorepad.store import Role
from scorepad.web.app.cookies import FAREWELL, name_of
from scorepad.web.app.permissions import COOKIE
from tests.web.driving import Visitor, guarded, phone_cookie, session_cookie


@pytest.fixture(scope="module")
def answers(app, routes):
    """The responses to the owner and to a stranger at every route, and at a URL without a route."""
    answers = []
    for who in (Role.OWNER, None):
        for address in [*routes, "/nowhere", "/games/999"]:
            with Visitor(app, who).client.get(address) as answer:
                answers.append(answer)
    return answers


def test_every_answer_is_guarded_and_says_each_header_once(answers):
    for answer in answers:
        guarded(answer)
        names = [name for name, _ in answer.headers if name not in ("Set-Cookie", "Vary")]
        assert len(names) == len(set(names))
    assert {200, 303, 403, 404} <= {answer.status_code for answer in answers}


def test_a_page_may_keep_the_screen_awake_and_fill_it_and_has_no_use_for_anything_else(answers):
    (policy,) = {answer.headers["Permissions-Policy"] for answer in answers}
    allowed = dict(feature.split("=", 1) for feature in policy.split(", "))
    own = {name for name, who in allowed.items() if who == "(self)"}
    assert own == {"screen-wake-lock", "fullscreen"}
    assert {who for name, who in allowed.items() if name not in own} == {"()"}
    assert {"camera", "microphone", "geolocation", "usb", "payment"} <= allowed.keys()


def test_no_page_is_kept_by_anybody_else_and_each_is_asked_for_again(answers):
    for answer in answers:
        # Responses that are the same for everyone and reveal nothing.
        common = re.match(r"/(assets/|favicon|manifest|worker|service|sw)", answer.request.path)
        kept = answer.headers["Cache-Control"]
        assert common or kept.startswith(("private, no-cache", "no-store")), answer.request.path


def test_only_over_https_are_browsers_told_to_stay_there(visitor, answers):
    assert not any("Strict-Transport-Security" in answer.headers for answer in answers)
    with visitor.client.get("/", base_url="https://localhost") as answer:
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_every_cookie_is_out_of_reach_of_scripts_and_other_sites(app, values, scheme):
    client = Visitor(app, None).client
    cookies, address = [], f"/in/{values['word']}"
    while address:
        answer = client.get(address, base_url=f"{scheme}://localhost")
        cookies += answer.headers.getlist("Set-Cookie")
        address = answer.location
    prefix = "__Host-" if scheme == "https" else ""
    names = {cookie.partition("=")[0] for cookie in cookies}
    word = prefix + name_of(FAREWELL, app.secret_key)
    assert names == {prefix + session_cookie(app), prefix + phone_cookie(app), word}
    for cookie in cookies:
        # A script has to compare the word.
        assert ("HttpOnly" in cookie) == (not cookie.startswith(word))
        for part in ("SameSite=Lax", "Path=/", "Max-Age=34560000"):
            assert part in cookie
        assert ("Secure" in cookie) == (scheme == "https")
        assert "Domain" not in cookie


PACKED = ("gzip", "gzip, deflate, br, zstd", "*", "br, gzip;q=0.5")


@pytest.mark.parametrize("accepted", [*PACKED, "", "identity", "br", "gzip;q=0"])
def test_a_page_is_packed_for_a_browser_that_accepts_gzip(visitor, accepted):
    answer = visitor.client.get("/games/new", headers={"Accept-Encoding": accepted})
    is_gzipped = answer.headers.get("Content-Encoding") == "gzip"
    assert is_gzipped == (accepted in PACKED)
    assert b"</html>" in (gzip.decompress(answer.data) if is_gzipped else answer.data)
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_an_answer_of_a_few_bytes_is_plain(visitor):
    answer = visitor.client.get("/manifest.webmanifest", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(("name", "gone"), [("scorepad.js", "import "), ("scorepad.css", "/*")])
def test_an_asset_is_small_kept_for_ever_and_plain_for_other_browsers(app, visitor, name, gone):
    with app.test_request_context():
        address = app.jinja_env.globals["asset"](name)
    small = visitor.client.get(address, headers={"Accept-Encoding": "gzip"})
    plain = visitor.client.get(address)
    assert small.headers["Content-Encoding"] == "gzip"
    assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert "immutable" in small.headers["Cache-Control"]
    assert gzip.decompress(small.data) == plain.data
    assert gone not in plain.text


def test_no_selector_changes_when_a_style_sheet_is_minified():
    # Inside @media and @container rcssmin drops the space of "a :is(b)", which then means another element. Write
    # "a *:is(b)", which it keeps.
    sheets = {file.name: file.read_text("utf-8") for file in (static_dir() / "css").glob("*.css")}
    assert sheets
    plain = {name: re.sub(r"/\*.*?\*/", "", text, flags=re.S) for name, text in sheets.items()}
    bad = {name: re.findall(r"[\w)\]] :[a-z-]+", text) for name, text in plain.items()}
    assert {name: selectors for name, selectors in bad.items() if selectors} == {}


@pytest.mark.parametrize("path", ["/games/new", "/nowhere"])
def test_an_answer_is_handed_to_the_server_in_one_piece(app, visitor, path):
    cookie = f"{COOKIE}={visitor.token}"
    environ = create_environ(path, headers={"Cookie": cookie})
    body = app.wsgi_app(environ, lambda status, headers, error=None: None)
    assert isinstance(body, list)
    assert b"</html>" in body[0]
