"""Pages are sent with gzip to browsers that accept it."""

import gzip

import pytest


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
