"""The bin: a game is moved there and restored, nothing of it is lost, and its pages stay readable."""

import pytest

from scorepad.web.games import game_list
from tests.web.driving import OUT_FIRST


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


def move_to_bin(table):
    return table.visitor.send(table.page().form("/bin"))


def test_a_game_leaves_the_list_and_comes_back_from_the_bin_as_it_was(visitor, table):
    table.play(1, **OUT_FIRST)
    before = table.record
    assert "The bin" not in visitor.get("/").links
    page = move_to_bin(table)
    assert table.address not in page.links.values()
    assert page.said == f"Game {table.game} is in the bin. Nothing is lost."
    assert page.links["The bin"] == "/bin"
    page = visitor.get("/bin")
    assert table.address in page.links.values()
    page = visitor.send(page.form("/restore"))
    assert page.said.startswith(f"Game {table.game} is back from the bin.")
    assert table.record == before
    assert table.address in visitor.get("/").links.values()
    assert "The bin is empty." in visitor.get("/bin").text


def test_a_game_in_the_bin_can_be_read_and_its_own_pages_take_it_out(visitor, table):
    table.play(1, **OUT_FIRST)
    move_to_bin(table)
    pages = [visitor.get(table.address + end) for end in ("", "/rounds/1", "/history")]
    assert [page.status for page in pages] == [200, 200, 200]
    assert "This game is in the bin." in pages[2].text
    assert "This game is in the bin." not in visitor.send(pages[2].form("/restore")).text


def test_the_same_form_sent_twice_is_recorded_once_and_taken_back_by_undo(visitor, table):
    form = table.page().form("/bin")
    for _ in range(2):
        assert "is in the bin." in visitor.send(form).said
    assert [entry.value for entry in table.entries if entry.field == "binned"] == [True]
    form = visitor.get(f"{table.address}/history").form("/undo")
    assert "Taken back: Into the bin." in visitor.send(form).said
    assert table.address in visitor.get("/").links.values()


def test_a_game_that_was_moved_meanwhile_stays_where_it_is(visitor, table):
    late = table.page().form("/bin")
    move_to_bin(table)
    visitor.send(visitor.get("/bin").form("/restore"))
    assert "someone else has just moved this game" in visitor.send(late).said
    assert table.address in visitor.get("/").links.values()


def test_a_form_that_was_used_for_something_else_changes_nothing(visitor, table):
    form = table.page().form("/starter")
    visitor.send(form, seat="1")
    page = visitor.post(f"{table.address}/bin", form.fields)
    assert "that page was already sent once" in page.said


def test_the_bin_goes_on_on_a_next_page(visitor, monkeypatch):
    monkeypatch.setattr(game_list, "PAGE", 2)
    for _ in range(3):
        move_to_bin(visitor.begin())
    page = visitor.get("/bin")
    assert [form.action for form in page.forms] == ["/games/3/restore", "/games/2/restore"]
    older = visitor.get(page.links["Older games"])
    assert [form.action for form in older.forms] == ["/games/1/restore"]
    assert older.links["Newest games"] == "/bin"
    for before in ("", "x", "-1", "٣", "9" * 400):
        assert len(visitor.get("/bin", before=before).forms) == 2
