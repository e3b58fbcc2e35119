"""A table's page of codes: the links, their host, and the text beside them."""

import re

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.store import Role
from scorepad.web.access.phones import LABELS, external_address, is_loopback, qr_code
from tests.web.access.conftest import known_at, listed
from tests.web.driving import Visitor, guarded
from tests.web.pages import Page

LAN = "http://192.168.1.20:8484"


def invited(visitor, game, base=LAN):
    answer = visitor.client.get(f"/games/{game}/invite", base_url=base)
    guarded(answer)
    return Page(answer.status_code, answer.text)


def links_on(page):
    return [link.text for link in page.root.all("textarea")]


def digits_on(page):
    return [words.text for words in page.classed("or-type")]


@pytest.fixture(scope="module")
def codes(app, game):
    return invited(known_at(Visitor(app, Role.SCORER, game), "192.168.1.20"), game)


def test_a_table_shows_a_link_for_scoring_and_one_for_watching_as_codes(codes, game):
    links = links_on(codes)
    for link, role in zip(links, (Role.SCORER, Role.WATCHER), strict=True):
        assert re.fullmatch(rf"{LAN}/in/{role[0]}{game}-[a-z2-7]{{26}}", link)
        assert qr_code(link, LABELS[role]) in codes.source
    for picture in codes.classed("code"):
        assert picture["role"] == "img"
        # The Content-Security-Policy allows no inline styles or scripts.
        assert not any(one["style"] or one.tag in ("style", "script") for one in picture.elements)


def test_it_tells_the_address_of_the_overlay(codes, game):
    assert f"(OBS): {LAN}/games/{game}/overlay" in codes.text


def test_a_code_is_black_on_white_with_its_quiet_zone_and_an_escaped_label():
    drawn = str(qr_code(f"{LAN}/in/s1-{'a' * 26}", "<b>"))
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', drawn)[1])
    assert f'<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/>' in drawn
    assert 'stroke="#000" d="M4 4.5h7' in drawn
    assert 'aria-label="&lt;b&gt;"' in drawn


def test_each_has_its_own_six_digits_which_another_phone_shows_too(app, game, codes):
    assert len(set(digits_on(codes))) == 2
    for words in digits_on(codes):
        assert re.fullmatch(r"Or type \d{3} \d{3} at 192\.168\.1\.20:8484/join", words)
    assert re.search("These digits work for 1[45] minutes", codes.text)
    again = invited(known_at(Visitor(app), "192.168.1.20"), game)
    assert digits_on(again) == digits_on(codes)


def test_a_name_or_a_prefix_that_a_phone_used_is_in_the_code(app, game):
    visitor = known_at(Visitor(app, Role.SCORER, game), "scorepad.local")
    page = invited(visitor, game, "https://scorepad.local")
    assert links_on(page)[0].startswith("https://scorepad.local/in/s")
    assert "scorepad.local/join" in page.text
    with app.test_request_context(base_url=f"{LAN}/c/thursday"):
        assert external_address().origin == f"{LAN}/c/thursday"
        assert external_address().host == "192.168.1.20:8484/c/thursday"


@pytest.mark.parametrize("base", ["http://localhost:8484", "http://127.0.0.1:8484"])
def test_the_machine_itself_shows_its_address_in_the_network(first_visitor, tmp_path, base):
    addresses.save(tmp_path, Reachable(8485, ("10.0.0.7", "192.168.1.20")))
    game = first_visitor.begin().game
    page = invited(known_at(first_visitor, "127.0.0.1"), game, base)
    assert all(link.startswith("http://10.0.0.7:8485/in/") for link in links_on(page))
    assert "takes phones to its address in your network, 10.0.0.7:8485" in page.text
    assert "10.0.0.7:8485/join" in page.text


@pytest.mark.parametrize("kept", [None, Reachable(8484, ("10.0.0.7",), here=True), Reachable(8484)])
def test_where_no_phone_can_come_in_the_page_shows_what_to_do(first_visitor, tmp_path, kept):
    if kept:
        addresses.save(tmp_path, kept)
    page = first_visitor.get(f"{first_visitor.begin().address}/invite")
    assert links_on(page) == []
    assert "without --here" in page.text
    assert first_visitor.get("/phones").status == 200


LOOPBACK = (
    "localhost", "localhost:8484", "LOCALHOST.", "club.localhost:1", "127.0.0.1:8484", "127.9.9.9", "[::1]:8484",
    "0.0.0.0:8484",
)  # fmt: skip
OTHERS = (
    "192.168.1.20:8484", "[fd00::1]:8484", "scorepad.local", "localhost.example.org", "127.0.0.1.example.org", "",
)  # fmt: skip


def test_which_hosts_are_the_machine_itself():
    assert [host for host in (*LOOPBACK, *OTHERS) if is_loopback(host)] == [*LOOPBACK]


def test_the_table_always_leads_there(visitor):
    table = visitor.begin()
    Visitor(visitor.app, Role.SCORER, table.game).get(table.address)
    assert table.page().links["Let another phone in"] == f"{table.address}/invite"


def test_an_owner_alone_sees_who_is_let_in_here_and_may_send_them_away(app, visitor, codes):
    assert codes.forms == []
    assert "Phones at this table" not in codes.text
    table = visitor.begin()
    scorer = Visitor(app, Role.SCORER, table.game).phone
    Visitor(app, Role.WATCHER, table.game)
    visitor.access.set_player(scorer.id, table.record.agreement.players[0])
    page = visitor.get(f"{table.address}/invite")
    mark = page.classed("game-mark")[0].text
    assert listed(page) == [f"A phone watches {mark}", f"Ann scores {mark}"]
    back = visitor.send(page.form(f"/{scorer.id}/dismiss"))
    assert back.heading == "Let another phone in"
    assert "The phone was sent away" in back.said
    assert not visitor.access.phones()[1].passes
