"""The printable score sheet: its contents, and the target of its QR code."""

import re

import pytest

from scorepad import addresses
from scorepad.rules import preset, slugs
from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.rules.bad_slugs import BAD_SLUGS

HERE = "http://192.168.1.20:8484"


@pytest.fixture
def reachable(visitor):
    addresses.save(visitor.app.config["HOME"], addresses.Reachable(8484, ("192.168.1.20",)))
    return visitor


@pytest.fixture
def coded(monkeypatch):
    """The URLs for which QR codes were rendered."""
    drawn = []
    monkeypatch.setattr("scorepad.web.exchange.paper.qr_code", lambda url, label: drawn.append(url) or label)
    return drawn


def row(page, code):
    """The texts of a line, round by round."""
    rows = [row for row in page.root.all("tr") if row["data-line"] == code]
    return [cell.text for row in rows for cell in row.all("td")]


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_has_an_empty_sheet_whose_code_begins_a_game(reachable, coded, slug):
    page = reachable.get(f"/rules/{slug}/sheet")
    assert (page.status, set(row(page, "total"))) == (200, {""})
    (table,) = {f"{table.players}x{table.teams}" for table in preset(slug).tables[:1]}
    assert coded == [f"{HERE}/games/new/{slug}?table={table}"]


def test_own_rules_have_one_with_their_points(reachable, ours):
    assert "× 700" in reachable.get(f"/rules/{ours.slug}/sheet").text.replace("\xa0", " ")


def test_the_sheet_of_a_game_has_what_was_counted_and_leads_back_to_it(reachable, coded):
    table = reachable.begin()
    table.play(1, **OUT_FIRST)
    page = reachable.get(f"{table.address}/sheet")
    assert row(page, "clean")[:4] == ["4", "0", "", ""]
    assert row(page, "melded")[:2] == ["900", "0"]
    assert row(page, "went_out")[:2] == ["✓", ""]
    assert row(page, "total")[:2] == ["4,500", "0"]
    (code,) = coded
    assert re.fullmatch(rf"{HERE}/in/s{table.game}-[a-z2-7]+", code)
    stranger = Visitor(reachable.app, None)
    assert stranger.get(code.removeprefix(HERE)).status == 200
    assert stranger.get(table.address).heading != "This club is private"


def test_who_only_reads_gets_no_code_that_keeps_score(reachable, coded):
    game = reachable.begin().game
    assert Visitor(reachable.app, Role.READER).get(f"/games/{game}/sheet").status == 200
    assert coded == [f"{HERE}/games/{game}"]


def test_a_long_game_goes_on_on_another_sheet(visitor):
    page = visitor.get("/rules/roth/sheet", **{"from": "13"})
    assert "Round 13" in page.text
    assert "Round 12" not in page.text


@pytest.mark.parametrize("text", BAD_SLUGS)
def test_bad_numbers_are_the_usual_ones(visitor, text):
    assert visitor.get("/rules/roth/sheet", **{"teams": text, "from": text}).status == 200
    assert visitor.get("/rules/roth/sheet", table=text).status == 404
    assert visitor.get("/rules/roth/sheet", teams=text).text == visitor.get("/rules/roth/sheet").text
