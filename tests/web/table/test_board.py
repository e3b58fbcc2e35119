"""The board: all that whoever watches wants to know, and nothing that could be pressed or would lead nowhere."""

import pytest

from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Table, Visitor, level_round


def _board(table):
    return table.visitor.get(f"{table.address}/board")


def _team(page, name):
    return next(one.text for one in page.root.all("section") if one["aria-label"] == name)


def test_a_game_that_was_only_begun(table):
    page = _board(table)
    assert page.heading == "Round 1 of 4"
    assert "The game has begun. Nothing was counted yet." in page.root.text
    assert _team(page, "Ann & Carla") == (
        "Ann & Carla 0 opens with 50 to go out: 1 red book (clean), 1 black book (dirty)"
    )


def test_totals_the_round_so_far_and_what_each_still_needs(table):
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(**{"team1.clean": "1", "team2.dirty": "2"})
    page = _board(table)
    assert page.heading == "Round 2 of 4"
    assert _team(page, "Ann & Carla") == (
        "Ann & Carla 4,500 this round +500 4,500 ahead ✓ opened to go out: 1 black book (dirty)"
    )
    assert _team(page, "Bob & Dora") == (
        "Bob & Dora 0 this round +600 4,500 behind ✓ opened to go out: 1 red book (clean)"
    )


def test_the_books_to_go_out_are_there(table):
    table.sheet(1).save(**{"team1.clean": "1", "team1.dirty": "1"})
    assert "✓ has the books to go out" in _team(_board(table), "Ann & Carla")


def test_who_starts_and_when_the_game_ends(visitor):
    table = visitor.begin("southern-ohio")
    assert "to 6,000 points" in _board(table).root.text
    table.decide(seat="3")
    assert "Carla starts" in _board(table).root.text


def test_that_nobody_said_who_starts(table):
    level_round(table, 1)
    assert "Nobody has said yet who starts" in _board(table).root.text


def test_the_last_change_and_who_made_it(table):
    form = table.page().form("/scorer")
    table.visitor.post(form.action, {**form.fields, "player": "2"})
    table.sheet(1).save(**{"team1.clean": "2"})
    name = table.visitor.club.people.names([2])[2]
    assert f"Last: Red books, Ann & Carla: 0 → 2 ({name})" in _board(table).root.text
    table.visitor.send(table.page().form("/undo"))
    assert "Last: Taken back: Red books, Ann & Carla" in _board(table).root.text


def test_after_the_end_it_shows_who_won(visitor):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    table.play(1, **OUT_FIRST)
    table.decide(decision="over")
    page = _board(table)
    assert page.heading == "Ann & Carla won"
    assert "Time was up after round 1." in page.root.text
    assert "Winner, " in _team(page, "Ann & Carla")
    assert "behind" in _team(page, "Bob & Dora")
    assert "opens with" not in page.root.text


def test_a_tie_has_no_winner(visitor):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    level_round(table, 1)
    table.decide(decision="over")
    page = _board(table)
    assert page.heading == "A tie"
    assert page.root.text.count("Tied for first") == 2


@pytest.mark.parametrize(
    ("role", "links"),
    [
        (Role.WATCHER, {"Rules"}),
        (Role.READER, {"Rules"}),
        (Role.SCORER, {"Rules", "Table"}),
        (Role.OWNER, {"Rules", "Table"}),
    ],
)
def test_every_link_leads_where_its_viewer_may_go_and_nothing_can_be_sent(app, table, role, links):
    guest = Visitor(app, role, 0 if role in (Role.READER, Role.OWNER) else table.game)
    page = _board(Table(guest, table.game))
    assert page.links.keys() - {"Skip to the page"} == links
    for address in page.links.values():
        if not address.startswith("#"):
            assert guest.client.get(address).status_code == 200, address
    assert page.root.all("form", "button", "input") == []


def test_without_scripts_it_is_asked_for_again(table):
    (refresh,) = _board(table).root.all("noscript")
    assert refresh.all("meta")[0]["http-equiv"] == "refresh"


def test_it_brings_itself_up_to_date(app, table):
    guest = Visitor(app, Role.WATCHER, table.game)
    board = next(one for one in _board(Table(guest, table.game)).root.elements if one["data-mark"])
    assert "data-fresh" in board.attributes
    assert guest.client.head(board["data-stream"]).status_code in (200, 503)


def test_a_board_nobody_touched_stands_and_one_that_changed_does_not(app, table):
    guest, address = Visitor(app, Role.WATCHER, table.game), f"{table.address}/board"
    guest.client.get(address)
    tag = guest.client.get(address).headers["ETag"]
    asked = {"If-None-Match": tag}
    assert guest.client.get(address, headers=asked).status_code == 304
    table.sheet(1).save(**{"team1.clean": "2"})
    assert guest.client.get(address, headers=asked).status_code == 200


def test_a_table_that_plays_again_is_one_step_away(app, visitor, table):
    guest = Visitor(app, Role.WATCHER, table.game)
    later = visitor.begin()
    visitor.access.copy_passes(table.game, later.game)
    page = guest.get(f"{table.address}/board")
    assert page.links["The table plays again: the next game"] == f"{later.address}/board"
    assert "plays again" not in guest.get(f"{later.address}/board").root.text


def test_a_game_in_the_bin_says_so(table):
    table.visitor.send(table.page().form("/bin"))
    assert "This game is in the bin." in _board(table).root.text


def test_no_such_game(visitor):
    assert visitor.get("/games/999999/board").status == 404
