"""The bin: a game goes in and comes out again, nothing of it is lost, and its pages stay readable."""

import pytest

from scorepad.web.games import game_list
from tests.web.driving import OUT_FIRST, Visitor


@pytest.fixture
def visitor(first_visitor) -> Visitor:
    """Every test here is about a club that holds its own games alone."""
    return first_visitor


@pytest.fixture
def own(visitor, table):
    """The own fields of a good form."""
    form = table.page().form("/starter")
    return {name: form.fields[name] for name in ("csrf_token", "key", "seen")}


def _bin(table):
    return table.visitor.send(table.page().form("/bin"))


def test_a_game_in_the_bin_leaves_the_list_and_is_found_in_the_bin(table):
    page = _bin(table)
    assert table.address not in page.links.values()
    assert "is in the bin. Nothing of it is lost." in page.said
    assert page.links["The bin"] == "/bin"
    assert table.address in table.visitor.get("/bin").links.values()


def test_the_list_leads_to_the_bin_only_when_something_is_in_it(table):
    assert "The bin" not in table.visitor.get("/").links
    assert "The bin is empty." in table.visitor.get("/bin").text


def test_a_game_comes_out_of_the_bin_as_it_was(table):
    table.play(1, **OUT_FIRST)
    before = table.record
    _bin(table)
    page = table.visitor.send(table.visitor.get("/bin").form("/restore"))
    assert "is back from the bin." in page.said
    assert table.record == before
    assert table.address in table.visitor.get("/").links.values()
    assert "The bin is empty." in table.visitor.get("/bin").text


@pytest.mark.parametrize("page", ["", "/rounds/1", "/history"])
def test_a_game_in_the_bin_can_still_be_read(table, page):
    table.play(1, **OUT_FIRST)
    _bin(table)
    assert table.visitor.get(table.address + page).status == 200


def test_its_own_pages_say_that_it_is_in_the_bin_and_take_it_out(table):
    _bin(table)
    page = table.visitor.get(f"{table.address}/history")
    assert "This game is in the bin." in page.text
    assert "This game is in the bin." not in table.visitor.send(page.form("/restore")).text


def test_undo_takes_a_game_out_of_the_bin(table):
    _bin(table)
    form = table.visitor.get(f"{table.address}/history").form("/undo")
    assert "Taken back: Into the bin." in table.visitor.send(form).said
    assert table.address in table.visitor.get("/").links.values()


def test_the_same_form_sent_twice_is_recorded_once(table):
    form = table.page().form("/bin")
    for _ in range(2):
        assert "is in the bin." in table.visitor.send(form).said
    assert [entry.value for entry in table.entries if entry.field == "binned"] == [True]


def test_a_game_that_was_moved_meanwhile_stays_where_it_is(table):
    late = table.page().form("/bin")
    _bin(table)
    table.visitor.send(table.visitor.get("/bin").form("/restore"))
    assert "someone else has just moved this game" in table.visitor.send(late).said
    assert table.address in table.visitor.get("/").links.values()


def test_a_form_that_had_been_used_for_something_else_changes_nothing(table, own):
    table.visitor.post(f"{table.address}/starter", own | {"seat": "1"})
    page = table.visitor.post(f"{table.address}/bin", own)
    assert "that page had been used before" in page.said


@pytest.mark.parametrize("way", ["bin", "restore"])
def test_without_our_token_nothing_is_moved(table, own, nothing_recorded, way):
    nothing_recorded()
    page = table.visitor.post(f"{table.address}/{way}", own | {"csrf_token": "x"})
    assert "press again" in page.said


@pytest.mark.parametrize("way", ["bin", "restore"])
def test_an_unknown_game_cannot_be_moved(visitor, own, way):
    assert visitor.post(f"/games/999/{way}", own).status == 404
    assert visitor.client.get(f"/games/1/{way}").status_code == 405


def test_the_bin_goes_on_on_a_next_page(visitor, monkeypatch):
    monkeypatch.setattr(game_list, "PAGE", 2)
    for _ in range(3):
        _bin(visitor.begin())
    page = visitor.get("/bin")
    assert [form.action for form in page.forms] == ["/games/3/restore", "/games/2/restore"]
    older = visitor.get(page.links["Older games"])
    assert [form.action for form in older.forms] == ["/games/1/restore"]
    assert older.links["Newest games"] == "/bin"


@pytest.mark.parametrize("before", ["", "x", "-1", "٣", "9" * 400])
def test_a_forged_page_number_shows_the_newest(table, before):
    _bin(table)
    assert len(table.visitor.get("/bin", before=before).forms) == 1
