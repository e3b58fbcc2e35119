"""A table's codes: what they lead to, by which address, and what stands beside them."""

import re
from html import unescape

import pytest

from scorepad import addresses
from scorepad.addresses import Reachable
from scorepad.store import Role
from scorepad.web.access import permissions
from scorepad.web.access.invites import LABELS, is_loopback, qr_code, reach
from tests.web.driving import Visitor, guarded
from tests.web.pages import Page

LAN = "http://192.168.1.20:8484"


@pytest.fixture(scope="module")
def game(app):
    return Visitor(app).begin().game


def at_lan(app, role, game=0):
    """A visitor whose phone uses the machine's address in the network."""
    visitor = Visitor(app, role, game)
    token = visitor.client.get_cookie(permissions.COOKIE).value
    visitor.client.set_cookie(permissions.COOKIE, token, domain="192.168.1.20")
    return visitor


def invited(visitor, game, base=LAN):
    answer = visitor.client.get(f"/games/{game}/invite", base_url=base)
    guarded(answer)
    return Page.of(answer.status_code, answer.text)


def links_on(page):
    return [one.text for one in page.root.all("textarea")]


@pytest.fixture(scope="module")
def codes(app, game):
    """What a phone at the table sees."""
    return invited(at_lan(app, Role.SCORER, game), game)


def test_a_table_shows_a_link_for_scoring_and_one_for_watching(codes, game):
    scoring, watching = links_on(codes)
    assert re.fullmatch(rf"{LAN}/in/s{game}-[a-z2-7]{{26}}", scoring)
    assert re.fullmatch(rf"{LAN}/in/w{game}-[a-z2-7]{{26}}", watching)


def test_both_are_drawn_as_codes_without_script_or_style(codes):
    for link, role in zip(links_on(codes), (Role.SCORER, Role.WATCHER), strict=True):
        assert qr_code(link, LABELS[role]) in codes.source
    for picture in codes.classed("code"):
        assert picture["role"] == "img"
        assert not any(one["style"] or one.tag in ("style", "script") for one in picture.elements)


def test_a_code_is_black_on_white_with_its_quiet_zone():
    drawn = str(qr_code(f"{LAN}/in/s1-{'a' * 26}", "x"))
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', drawn)[1])
    assert f'<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/>' in drawn
    assert 'stroke="#000" d="M4 4.5h7' in drawn


def test_what_a_code_says_is_escaped():
    assert 'aria-label="&lt;b&gt;"' in qr_code("x", "<b>")


def test_each_has_its_own_six_digits_and_the_address_to_type_them_at(codes):
    words = [one.text for one in codes.classed("or-type")]
    assert len({*words}) == 2
    for said in words:
        assert re.fullmatch(r"Or type \d{3} \d{3} at 192\.168\.1\.20:8484/join", said)
    assert re.search("These digits work for 1[45] minutes", codes.text)


def test_looking_again_shows_the_same_digits(app, game, codes):
    again = invited(at_lan(app, Role.OWNER), game)
    assert [one.text for one in again.classed("or-type")] == [
        one.text for one in codes.classed("or-type")
    ]


def test_a_name_that_a_phone_used_is_the_name_in_the_code(app, game):
    visitor = Visitor(app, Role.SCORER, game)
    token = visitor.client.get_cookie(permissions.COOKIE).value
    visitor.client.set_cookie(permissions.COOKIE, token, domain="scorepad.local")
    page = invited(visitor, game, "https://scorepad.local")
    assert links_on(page)[0].startswith("https://scorepad.local/in/s")
    assert "scorepad.local/join" in page.text


@pytest.mark.parametrize("base", ["http://localhost:8484", "http://127.0.0.1:8484"])
def test_on_the_machine_itself_the_code_leads_to_its_address_in_the_network(
    first_visitor, tmp_path, base
):
    addresses.save(tmp_path, Reachable(8485, ("10.0.0.7", "192.168.1.20")))
    table = first_visitor.begin()
    token = first_visitor.client.get_cookie(permissions.COOKIE).value
    first_visitor.client.set_cookie(permissions.COOKIE, token, domain="127.0.0.1")
    page = invited(first_visitor, table.game, base)
    assert all(link.startswith("http://10.0.0.7:8485/in/") for link in links_on(page))
    assert "leads phones to its address in your network, 10.0.0.7:8485" in page.text
    assert "10.0.0.7:8485/join" in page.text


@pytest.mark.parametrize("kept", [None, Reachable(8484, ("10.0.0.7",), here=True), Reachable(8484)])
def test_where_no_phone_can_come_in_no_code_is_shown_but_what_to_do(first_visitor, tmp_path, kept):
    if kept:
        addresses.save(tmp_path, kept)
    page = first_visitor.get(f"{first_visitor.begin().address}/invite")
    assert links_on(page) == []
    assert "without --here" in page.text
    assert first_visitor.get("/phones").status == 200


def test_a_club_under_a_prefix_is_found_there(app):
    with app.test_request_context(base_url=f"{LAN}/c/thursday"):
        assert reach().origin == f"{LAN}/c/thursday"
        assert reach().host == "192.168.1.20:8484/c/thursday"


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("localhost", True),
        ("localhost:8484", True),
        ("LOCALHOST.", True),
        ("club.localhost:1", True),
        ("127.0.0.1:8484", True),
        ("127.9.9.9", True),
        ("[::1]:8484", True),
        ("0.0.0.0:8484", True),
        ("192.168.1.20:8484", False),
        ("[fd00::1]:8484", False),
        ("scorepad.local", False),
        ("localhost.example.org", False),
        ("127.0.0.1.example.org", False),
        ("", False),
    ],
)
def test_which_addresses_lead_to_the_machine_itself_alone(host, alone):
    assert is_loopback(host) == alone


def test_the_table_leads_there_from_its_fold_and_openly_while_one_is_alone(visitor):
    table = visitor.begin()
    openly = "Let another phone in"

    def ways():
        return [one for one in visitor.get(table.address).root.all("a") if one.text == openly]

    assert [one["href"] for one in ways()] == [f"{table.address}/invite"] * 2
    Visitor(visitor.app, Role.SCORER, table.game).get(table.address)
    assert len(ways()) == 1


def test_whoever_only_scores_sees_no_button_of_the_owners(codes):
    assert codes.forms == []
    assert "Phones at this table" not in codes.text


def test_an_owner_sees_who_is_let_in_at_this_table_and_may_send_them_away(app):
    owner = Visitor(app)
    table = owner.begin()
    for role in (Role.SCORER, Role.WATCHER):
        Visitor(app, role, table.game)
    scorer = owner.access.phones()[1]
    ann = table.record.agreement.players[0]
    owner.access.set_player(scorer.id, ann)
    page = owner.get(f"{table.address}/invite")
    assert [one.text.split(" came ")[0] for one in page.classed("phone-words")] == [
        f"A phone watches {_mark(page)}",
        f"Ann scores {_mark(page)}",
    ]
    back = owner.send(page.form(f"/{scorer.id}/dismiss"))
    assert back.heading == "Let another phone in"
    assert "The phone was sent away" in back.said
    assert not owner.access.phones()[1].passes


def _mark(page):
    return page.classed("game-mark")[0].text


def test_a_table_that_is_none_has_no_codes(visitor):
    assert visitor.get("/games/99999/invite").status == 404


@pytest.mark.parametrize("role", [None, Role.READER, Role.WATCHER])
def test_who_may_not_score_sees_no_code(app, game, role):
    visitor = Visitor(app, role, game if role is Role.WATCHER else 0)
    page = visitor.get(f"/games/{game}/invite")
    assert page.status == 403
    assert "/in/" not in unescape(page.source)


def test_a_scorer_of_another_table_sees_no_code(app, game):
    assert Visitor(app, Role.SCORER, game + 1).get(f"/games/{game}/invite").status == 403
