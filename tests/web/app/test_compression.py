"""What is sent is as small as the browser can unpack: pages, scripts and style sheets."""

import gzip
import re

import pytest

from scorepad.paths import static_dir


@pytest.mark.parametrize("accepted", ["gzip", "gzip, deflate, br, zstd", "*", "br, gzip;q=0.5"])
def test_a_page_is_compressed_for_a_browser_that_accepts_gzip(visitor, accepted):
    answer = visitor.client.get("/games/new", headers={"Accept-Encoding": accepted})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert b"</html>" in gzip.decompress(answer.data)


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0"])
def test_a_page_is_plain_for_every_other_browser(visitor, accepted):
    answer = visitor.client.get("/games/new", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert b"</html>" in answer.data


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
