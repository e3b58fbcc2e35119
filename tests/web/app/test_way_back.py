"""After an undo one is back on the page on which it was pressed, and nowhere else."""

import pytest

from tests.web.driving import OUT_FIRST


def _undo(table, page, back):
    """Where an undo leads that was pressed on a page and says where it came from."""
    form = table.visitor.get(table.address + page).form("/undo")
    return table.visitor.client.post(form.action, data=form.fields | {"back": back}).location


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/1", "/history", "/out"])
def test_undo_leads_back_to_the_page_it_was_pressed_on(table, page):
    for count in ("2", "3"):
        table.sheet().save(**{"team1.clean": count})
    assert _undo(table, "/history", table.address + page) == table.address + page


@pytest.mark.parametrize(
    "back",
    ["", "//evil.example", "https://evil.example/", "/games/999", "/", "/games/1/starter", "\x00",
     "/games/{game}/../1", "/games/{game}/rounds/9", "/games/{game}//x", "%ED%A0%80"],
)  # fmt: skip
def test_undo_leads_nowhere_but_to_pages_of_the_game(table, back):
    table.sheet().save(**{"team1.clean": "2"})
    assert _undo(table, "", back.replace("{game}", str(table.game))) == table.address


def test_undo_of_the_round_a_page_shows_leads_to_the_table(table):
    table.play(1, **OUT_FIRST)
    assert _undo(table, "", f"{table.address}/rounds/2/edit") == table.address
