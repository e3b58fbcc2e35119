"""The overlay: the board's figures alone on a transparent ground, in the size that its query says."""

import pytest

from scorepad.live.presence import PageKind
from scorepad.store import Role
from scorepad.web.table.board import OverlaySize
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.live.open_page import OpenPage
from tests.web.result.test_rematch import press


def _overlay(table, query="", visitor=None):
    return (visitor or table.visitor).get(f"{table.address}/overlay{query}")


def _figures(page):
    return [" ".join(part.text.split()) for part in page.root.all("section")]


def _drawing(page):
    (svg,) = page.root.all("svg")
    return svg["width"], svg["viewbox"]


def test_it_shows_the_round_totals_and_who_leads_and_nothing_to_press(app, table):
    guest = Visitor(app, Role.WATCHER, table.game)
    page = _overlay(table, visitor=guest)
    assert page.heading == "Round 1 of 4"
    assert _figures(page) == ["Ann & Carla 0 needs 1 red, 1 black", "Bob & Dora 0 needs 1 red, 1 black"]
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(team1__clean="1", team1__dirty="1")
    for visitor in (guest, table.visitor):
        page = _overlay(table, visitor=visitor)
        assert page.heading == "Round 2 of 4"
        assert _figures(page)[0] == "Ann & Carla 4,500 leads by ▲ 4,500 ✓ has all it needs"
        assert [page.root.all(tag) for tag in ("a", "button", "form", "input")] == [[], [], [], []]


def test_the_end_says_who_won_and_a_game_in_the_bin_says_so(table):
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    page = _overlay(table)
    assert page.heading == "Ann & Carla won"
    assert "won by ▲" in _figures(page)[0]
    assert "needs" not in page.root.text
    table.visitor.send(table.visitor.get(f"{table.address}/result").form("/bin"))
    assert _overlay(table).heading == "This game is in the bin"


def test_a_query_says_its_size(table):
    assert _drawing(_overlay(table)) == ("100%", "0 0 420 196")
    assert _drawing(_overlay(table, "?width=600")) == ("600", "0 0 420 196")
    assert _drawing(_overlay(table, "?width=600&size=150&needs=1")) == ("600", "0 0 280 260")
    assert not _overlay(table).classed("with-needs")
    assert len(_overlay(table, "?needs=1").classed("with-needs")) == 1


@pytest.mark.parametrize("bad", ["0", "-5", "1e3", "99999", "١٢٠", "120px", "", '"><b>', "9" * 500])
def test_a_size_that_is_none_counts_as_not_said(table, bad):
    assert OverlaySize.of({"width": bad, "size": bad, "needs": bad}) == OverlaySize.of({})
    page = table.visitor.client.get(f"{table.address}/overlay", query_string={"width": bad, "size": bad})
    assert page.status_code == 200
    assert 'width="100%" viewBox="0 0 420 196"' in page.text


def test_it_follows_its_game_through_events_to_the_end(app, table):
    page = OpenPage(Visitor(app, Role.WATCHER, table.game), table, PageKind.OVERLAY)
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
        assert page.read_event()["parts"].keys() == {"figures"}
    assert "won by" in page.html
    assert page.requests == 1


def test_it_goes_on_to_a_rematch_by_itself_without_a_link(app, table):
    watcher = Visitor(app, Role.WATCHER, table.game)
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    assert "data-follow" not in _overlay(table, visitor=watcher).source
    page = OpenPage(watcher, table, PageKind.OVERLAY)
    new, _ = press(table)
    assert f'data-follow="{new.address}/overlay"' in page.read_event()["own"]["follow"]
    (mark,) = [one for one in _overlay(table, visitor=watcher).root.elements if "data-follow" in one.attributes]
    assert (mark["data-follow"], watcher.get(mark["data-follow"]).heading) == (f"{new.address}/overlay", "Round 1 of 4")


def test_it_brings_itself_up_to_date_without_scripts_and_answers_304_if_nothing_changed(app, table):
    guest = Visitor(app, Role.WATCHER, table.game)
    page = _overlay(table, visitor=guest)
    assert page.root.all("noscript")[0].all("meta")[0]["http-equiv"] == "refresh"
    tag = guest.client.get(f"{table.address}/overlay").headers["ETag"]
    assert guest.client.get(f"{table.address}/overlay", headers={"If-None-Match": tag}).status_code == 304


def test_a_phone_that_shows_it_watches_even_if_it_may_keep_score(app, table):
    table.page()
    Visitor(app).get(f"{table.address}/overlay")
    assert "1 watching" in table.page().root.text
