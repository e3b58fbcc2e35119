"""After an undo one is back on the page on which it was pressed, and nowhere else."""

import pytest

from tests.web.driving import OUT_FIRST


def _tally(table, count):
    table.sheet().save(**{"team1.clean": count})


def _form(page):
    return page.form("/undo")


@pytest.mark.parametrize("page", ["", "/rounds/1/edit", "/rounds/1", "/history", "/out"])
def test_undo_leads_back_to_the_page_it_was_pressed_on(table, page):
    _tally(table, "2")
    _tally(table, "3")
    form = _form(table.visitor.get(f"{table.address}/history"))
    fields = form.fields | {"back": table.address + page}
    answer = table.visitor.client.post(form.action, data=fields)
    assert answer.location == table.address + page


@pytest.mark.parametrize(
    "back",
    ["", "//evil.example", "https://evil.example/", "/games/999", "/", "/games/1/starter", "\x00",
     "/games/{game}/../1", "/games/{game}/rounds/9", "/games/{game}//x", "%ED%A0%80"],
)  # fmt: skip
def test_undo_leads_nowhere_but_to_pages_of_the_game(table, back):
    _tally(table, "2")
    form = _form(table.page())
    fields = form.fields | {"back": back.replace("{game}", str(table.game))}
    assert table.visitor.client.post(form.action, data=fields).location == table.address


def test_undo_of_the_round_a_page_shows_leads_to_the_table(table):
    table.play(1, **OUT_FIRST)
    form = _form(table.page())
    fields = form.fields | {"back": f"{table.address}/rounds/2/edit"}
    assert table.visitor.client.post(form.action, data=fields).location == table.address
