"""The picture of a result: its contents, who may see it, and that no name breaks it."""

import struct
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from scorepad.web.app.design_tokens import colours, fills
from scorepad.web.result import picture
from scorepad.web.result.result import ResultPage
from tests.web.driving import Table, level_round
from tests.web.kept import keep

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def drawn(monkeypatch):
    """Return the SVG of a game's picture: its texts and other elements."""
    monkeypatch.setattr(picture, "png", str.encode)

    def drawing(table):
        return ElementTree.fromstring(table.visitor.client.get(f"{table.address}/result.png").text)

    return drawing


def texts(drawing):
    return [text.text.replace("\u2068", "").replace("\u2069", "") for text in drawing.iter(f"{SVG}text")]


@pytest.fixture
def won(visitor):
    return keep(visitor, "southern-ohio", (2000, 1500), (4500, 20))


def test_it_is_a_png_of_the_size_that_messengers_show_and_is_sent_once(won):
    answer = won.visitor.client.get(f"{won.address}/result.png")
    assert answer.mimetype == "image/png"
    assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
    again = won.visitor.client.get(f"{won.address}/result.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_it_shows_who_won_all_totals_and_the_line_of_the_lead(won, drawn):
    drawing = drawn(won)
    assert {"♠", "Ann & Carla", "win by 4,980", "6,500", "1,520", "Bob & Dora"} <= set(texts(drawing))
    assert any(text.startswith("Southern Ohio · 2 rounds · ") for text in texts(drawing))
    assert len(list(drawing.iter(f"{SVG}polyline"))) == 1
    assert {stop.get("stop-color") for stop in drawing.iter(f"{SVG}stop")} == {*fills()[0]}


def test_an_upright_one_for_chats_has_the_words_of_the_result(won):
    answer = won.visitor.client.get(f"{won.address}/result.png?upright=1")
    assert struct.unpack(">II", answer.data[16:24]) == (1080, 1350)
    page = ResultPage(won.loaded, "")
    drawn = picture.Picture(page, "", *picture.UPRIGHT)
    assert (drawn.words[1], drawn.special) == (page.win_by, page.special)
    assert page.special in won.page().text


def test_a_tie_is_nobodys_colour(visitor, drawn):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    level_round(table, 1)
    table.decide(decision="over")
    drawing = drawn(table)
    assert "A tie" in texts(drawing)
    assert {stop.get("stop-color") for stop in drawing.iter(f"{SVG}stop")} == {
        colours()["felt"],
        colours()["felt-deep"],
    }


def test_no_name_is_wider_than_its_room_or_spoils_the_drawing(visitor, drawn):
    names = {f"seat{seat}": letter * 40 for seat, letter in enumerate("Wm<Ж漢i", start=1)}
    table = visitor.begin("laguna-woods", "6x3", **names)
    level_round(table, 1)
    table.decide(decision="over")
    rows = [text for text in texts(drawn(table)) if " & " in text and "…" in text and "·" not in text]
    assert len(rows) == 6
    assert max(map(len, rows)) < 30


def test_names_of_every_script_stand_apart_from_the_words_beside_them(visitor, drawn):
    won = keep(visitor, "southern-ohio", (2000, 1500), (4500, 20), names=("עברית", "Bob", "Carla", "Dora"))
    shown = {text.text for text in drawn(won).iter(f"{SVG}text")}
    assert {"\u2068עברית & Carla\u2069", "win by 4,980"} <= shown


def test_a_rule_set_may_have_any_name(won):
    assert picture.png("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>\x01</text></svg>")


def test_a_long_name_of_rules_leaves_room_for_the_rounds_and_the_day(won):
    result = ResultPage(won.loaded, "")
    rules = replace(result.game.agreement.rules, name="W" * 500)
    long = replace(result.game, agreement=replace(result.game.agreement, rules=rules))
    caption = picture.Picture(replace(result, game=long), "22 Nov 2026").caption
    assert caption.endswith("W… · 2 rounds · 22 Nov 2026")
    assert len(caption) < 50


def test_before_the_end_there_is_the_table_instead(table):
    level_round(table, 1)
    answer = table.visitor.client.get(f"{table.address}/result.png")
    assert (answer.status_code, answer.location) == (302, table.address)
    assert "Share picture" in Table(table.visitor, table.game).decide(decision="over").links
