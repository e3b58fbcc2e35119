"""An evening and a season as a picture to share."""

import struct
from xml.etree import ElementTree

import pytest

from scorepad.web.result import picture
from tests.web.league.reading import begin_season

SVG = "{http://www.w3.org/2000/svg}"
DAY = "/evenings/2026-01-09"


def shared(visitor, page_address, monkeypatch):
    """The texts of the picture that a page shares, and its file name."""
    (share,) = [link for link in visitor.get(page_address).root.all("a") if link["data-share"]]
    answer = visitor.client.get(share["href"])
    assert (answer.mimetype, struct.unpack(">II", answer.data[16:24])) == ("image/png", (1200, 630))
    again = visitor.client.get(share["href"], headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    monkeypatch.setattr(picture, "png", str.encode)
    drawing = ElementTree.fromstring(visitor.client.get(share["href"]).text)
    return [text.text for text in drawing.iter(f"{SVG}text")], share["data-share"]


def test_an_evening_shows_who_was_best_and_how_games_ended(night, monkeypatch):
    texts, name = shared(night, DAY, monkeypatch)
    assert name == "scorepad-2026-01-09.png"
    assert texts[:5] == ["\u2068Ann, Bob\u2069", "3", "Games", "4", "People"]
    assert texts[5:7] == ["Best of the night, Friday, 9 Jan 2026", "Ann & Bob 6,000, Carla & Dora 0"]
    assert len(texts) <= 5 + picture.MAX_LINES + 1


def test_a_season_shows_its_champions_and_the_first_of_its_table(night, monkeypatch):
    begin_season(night, "2026-01-08", "2026-01-09")
    texts, name = shared(night, "/league/seasons/1", monkeypatch)
    assert name == "scorepad-season-1.png"
    assert texts[1:3] == ["4", "Games"]
    assert "8 Jan 2026 to 9 Jan 2026" in texts
    assert any(text.startswith(("Champion", "In the lead")) for text in texts)
    assert any(text.startswith("1.  ") for text in texts)


@pytest.mark.parametrize(
    ("address", "status", "location"),
    [
        ("/evenings/2026-01-01/picture.png", 303, "/evenings/2026-01-01"),
        ("/evenings/today/picture.png", 404, None),
        ("/league/seasons/1/picture.png", 303, "/league/seasons/1"),
        ("/league/seasons/9/picture.png", 404, None),
    ],
)
def test_there_is_no_picture_of_nothing(night, address, status, location):
    begin_season(night, "2025-01-08", "2025-01-09")
    answer = night.client.get(address)
    assert (answer.status_code, answer.location) == (status, location)
