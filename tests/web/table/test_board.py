"""The board: everything that watchers want to know, with nothing to press and no dead links."""

import re

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.live.presence import PageKind
from scorepad.store import Role
from scorepad.web.app.permissions import COOKIE
from scorepad.web.table.board import BoardPage
from tests.web.driving import OUT_FIRST, Visitor, level_round
from tests.web.live.open_page import OpenPage


def _board(table, visitor=None):
    return (visitor or table.visitor).get(f"{table.address}/board")


def _team(page, name="Ann & Carla"):
    return next(side.text for side in page.root.all("section") if side["aria-label"] == name)


def test_totals_the_round_so_far_and_what_each_still_needs(table):
    page = _board(table)
    assert page.heading == "Round 1 of 4"
    assert "The game has begun. Nothing is counted yet." in page.root.text
    assert _team(page) == "Ann & Carla 0 needs 1 red, 1 black needs 50 to open"
    table.play(1, **OUT_FIRST)
    table.sheet(2).save(team1__clean="1", team2__dirty="2")
    page = _board(table)
    assert page.heading == "Round 2 of 4"
    ours, theirs = "1 red needs 1 black this round +500", "2 black needs 1 red this round +600"
    assert _team(page) == f"Ann & Carla 4,500 {ours} ✓ opened leads by ▲ 4,500"
    assert _team(page, "Bob & Dora") == f"Bob & Dora 0 {theirs} ✓ opened"
    table.sheet(2).save(team1__dirty="1")
    assert "✓ has all it needs" in _team(_board(table))


def test_the_rounds_and_the_line_of_the_lead_follow_corrections_and_stay_after_the_end(table):
    def strip():
        return "".join(dot["class"][0] for dot in _board(table).root.all("i"))

    def line():
        return [dot["data-team"] for dot in _board(table).root.all("g") if dot["data-team"]]

    assert (strip(), line()) == ("hrrr", [])
    table.play(1, **OUT_FIRST)
    assert (strip(), line()) == ("fhrr", ["1"])
    table.sheet(1).finish(**{"team1.melded": "600"})
    assert "leads by ▲ 4,200" in _team(_board(table))
    for number in range(2, 5):
        table.play(number, **OUT_FIRST)
    assert (strip(), len(line())) == ("", 4)


def test_books_lie_as_stacks_in_the_tables_own_words(visitor):
    table = visitor.begin("laguna-woods", "6x3")
    table.sheet(1).save(team1__clean="9", team1__sevens="1")
    page = _board(table)
    assert "9 clean 1 sevens needs 1 dirty, 1 fives, 1 wild" in _team(page, "Ann & Dora")
    stacks = {item.text: item["data-n"] for item in page.root.all("li") if item["data-n"]}
    assert stacks == {"9 clean": "7", "1 sevens": "1"}


def test_the_luck_of_the_round(table):
    assert "Exact" not in _board(table).root.text
    table.sheet(1).save(seat1__exact_cut="1", seat4__exact_cut="1")
    assert "Exact cut of 22: Ann, Dora" in _board(table).root.text


def test_who_starts_and_when_the_game_ends(table, binding):
    assert "to 6,000 points" in _board(binding).root.text
    binding.decide(seat="3")
    assert "Carla starts" in _board(binding).root.text
    level_round(table, 1)
    assert "No one has said yet who starts" in _board(table).root.text


def test_the_last_change_and_who_made_it(table):
    table.keeps_score("Bob")
    table.sheet(1).save(team1__clean="2")
    assert "Last: Red books, Ann & Carla: 0 → 2 (Bob)" in _board(table).root.text
    table.visitor.send(table.page().form("/undo"))
    assert "Last: Taken back: Red books, Ann & Carla" in _board(table).root.text


def test_after_the_end_it_shows_who_won_or_that_it_is_a_tie(visitor):
    won, tied = (visitor.begin("good-sam", **{"choice.length": "time"}) for _ in range(2))
    won.play(1, **OUT_FIRST)
    level_round(tied, 1)
    for table in (won, tied):
        table.decide(decision="over")
    page = _board(won)
    assert page.heading == "Ann & Carla won"
    assert "Time was up after round 1." in page.root.text
    assert "Winner, " in _team(page)
    assert "behind" in _team(page, "Bob & Dora")
    assert "to open" not in page.root.text
    page = _board(tied)
    assert page.heading == "A tie"
    assert page.root.text.count("Tied for first") == 2


@pytest.mark.parametrize(
    ("role", "links"),
    [(Role.WATCHER, {"Who will win?", "Rules", "Leave"}), (Role.READER, {"Rules", "Leave"}),
     (Role.SCORER, {"Who will win?", "Rules", "Leave", "Table"}),
     (Role.OWNER, {"Who will win?", "Rules", "Leave", "Table"})],
)  # fmt: skip
def test_every_link_leads_where_its_viewer_may_go_and_nothing_can_be_sent(app, table, role, links):
    guest = Visitor(app, role, 0 if role in (Role.READER, Role.OWNER) else table.game)
    page = _board(table, guest)
    assert page.links.keys() - {"Skip to content"} == links
    for address in page.links.values():
        if not address.startswith("#"):
            assert guest.client.get(address).status_code == 200, address
    assert page.root.all("form", "button", "input") == []


def test_it_brings_itself_up_to_date_with_scripts_and_without(app, table):
    guest = Visitor(app, Role.WATCHER, table.game)
    page = _board(table, guest)
    (refresh,) = page.root.all("noscript")
    assert refresh.all("meta")[0]["http-equiv"] == "refresh"
    board = next(part for part in page.root.elements if part["data-mark"])
    assert "data-fresh" in board.attributes
    assert guest.client.head(board["data-stream"]).status_code in (200, 503)


def test_the_first_watcher_renders_a_change_and_the_end_is_a_new_page(app, visitor, monkeypatch):
    table = visitor.begin("good-sam", **{"choice.length": "time"})
    first, second = (OpenPage(Visitor(app, Role.WATCHER, table.game), table, PageKind.BOARD) for _ in range(2))
    table.play(1, **OUT_FIRST)
    assert "parts" in first.read_event()
    with monkeypatch.context() as patch:
        patch.setattr(BoardPage, "of", None)
        assert "parts" in second.read_event()
    assert _main(first.html) == _main(second.html) == _main(visitor.client.get(first.address).text)
    table.decide(decision="over")
    assert "parts" not in second.read_event()


def _main(html):
    """The part of a board that is the same for all phones."""
    return html[html.index("<!--board-->") : html.index("<!--/foot-->")]


def test_a_table_that_plays_again_is_one_step_away(app, visitor, table):
    guest, later = Visitor(app, Role.WATCHER, table.game), visitor.begin()
    visitor.access.copy_passes(table.game, later.game)
    page = _board(table, guest)
    assert page.links["Next game at this table"] == f"{later.address}/board"
    assert "plays again" not in _board(later, guest).root.text


def test_a_game_in_the_bin_says_so(table):
    table.visitor.send(table.page().form("/bin"))
    assert "This game is in the bin." in _board(table).root.text


def test_it_says_where_to_come_in_and_shows_no_code(app, table):
    here = f"{table.address}/board"
    assert "To watch" not in table.visitor.get(here).root.text
    addresses.save(app.config["HOME"], Reachable(8484, ("192.168.1.20",)))
    assert "To watch: 192.168.1.20:8484/join" in _board(table).root.text
    guest = Visitor(app, Role.WATCHER, table.game)
    guest.client.set_cookie(COOKIE, guest.token, domain="10.0.0.7")
    for base in ("http://localhost", "http://10.0.0.7:8080", "http://localhost", "http://10.0.0.7:8080"):
        host = base.removeprefix("http://").replace("localhost", "192.168.1.20:8484")
        page = guest.client.get(f"{table.address}/board", base_url=base).text
        assert f"<strong>{host}/join</strong>, code at the table" in page
        assert not re.search(r"\d{3} \d{3}", page)
