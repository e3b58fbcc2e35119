"""The owner's link admits a limited number of phones, and every owner's phone tells of each new one until confirmed."""

import pytest

from scorepad.serving.invite_links import link_path
from scorepad.store import Pass, Role
from tests.web.driving import Visitor, level_round

UP = "This link is used up"


@pytest.fixture
def owner(first_visitor):
    return first_visitor


def comes(owner, phone=None):
    """Open the owner's link on a phone (default: a new one). Return the phone and the page."""
    phone = phone or Visitor(owner.app, None)
    return phone, phone.get(link_path(owner.app.config["HOME"]))


def notices(page):
    return [element for element in page.root.elements if "data-new-owners" in element.attributes]


def finish_a_game(owner):
    table = owner.begin()
    for number in range(1, 5):
        level_round(table, number)


def let_a_day_pass(owner):
    """Make every phone that became an owner by the link one that came a day earlier."""
    with owner.access._writing() as db:
        db.conn.execute("UPDATE arrival SET came = datetime(came, '-1 day') || '+00:00'")


def allow(owner, number):
    return owner.send(owner.get("/phones").form("/uses"), most=number)


def test_each_owners_phone_is_told_where_it_is_read_and_never_above_a_game(owner):
    finish_a_game(owner)
    comes(owner)
    let_a_day_pass(owner)
    table = owner.begin()
    second, scorer = Visitor(owner.app), Visitor(owner.app, Role.SCORER, table.game)
    _, first_page = comes(owner)
    assert not notices(first_page)
    for phone, address in ((owner, table.address), (owner, f"{table.address}/board"), (scorer, table.address)):
        assert not notices(phone.get(address)), address
    for phone in (owner, second):
        for address in ("/", "/phones"):
            (notice,) = notices(phone.get(address))
            assert "used the owner’s link" in notice.text
        seen = phone.get("/").form("/confirm")
        assert phone.send(seen).heading == "Games"
        assert not notices(phone.get("/phones"))
    # A page that was opened before the next phone joined does not confirm that phone.
    comes(owner)
    owner.send(seen)
    assert notices(owner.get("/"))


def test_a_young_clubs_phones_are_one_quiet_line_until_someone_looks(owner):
    comes(owner)
    comes(owner)
    (line,) = notices(owner.get("/"))
    assert (line.tag, line.text) == ("p", "2 more phones own this club. See the phones")
    finish_a_game(owner)
    # Whoever came on the first evening is no surprise afterwards either.
    assert [notice.tag for notice in notices(owner.get("/"))] == ["p"]
    let_a_day_pass(owner)
    assert [notice.tag for notice in notices(owner.get("/"))] == ["p"]
    owner.send(owner.get("/phones").form("/confirm"))
    assert not notices(owner.get("/"))
    comes(owner)
    assert [notice.tag for notice in notices(owner.get("/"))] == ["section"]


def test_a_club_is_young_until_its_first_game_is_over(owner):
    comes(owner)
    let_a_day_pass(owner)
    owner.begin()
    comes(owner)
    assert [notice.tag for notice in notices(owner.get("/"))] == ["p"]
    finish_a_game(owner)
    assert [notice.tag for notice in notices(owner.get("/"))] == ["section"]


def test_a_new_owner_changes_no_page_of_a_game(owner):
    table = owner.begin()
    table.page()
    before = owner.client.get(table.address).headers["ETag"]
    comes(owner)
    assert owner.client.get(table.address, headers={"If-None-Match": before}).status_code == 304


def test_a_new_owner_is_sent_away_from_the_notice_and_one_that_left_is_named_too(owner):
    finish_a_game(owner)
    comes(owner)
    let_a_day_pass(owner)
    new, _ = comes(owner)
    page = owner.send(owner.get("/").form(f"/{new.phone.id}/dismiss"))
    assert "The phone was sent away" in page.said
    assert not new.passes
    assert "It no longer has access." in notices(page)[0].text
    owner.send(page.form("/confirm"))
    leaves, _ = comes(owner)
    leaves.access.forget(leaves.phone.id)
    assert "It no longer has access." in notices(owner.get("/phones"))[0].text


def test_a_link_is_used_up_until_an_owner_lets_in_more_or_makes_a_new_one(owner):
    first, _ = comes(owner)
    page = allow(owner, "2")
    assert "can let in 1 more phone." in page.said
    assert "It has let in 1 phone and can let in 1 more." in page.text
    second, _ = comes(owner)
    # A phone that is sent away still counts as a use of the link.
    owner.access.dismiss(second.phone.id)
    third, page = comes(owner)
    assert (page.status, page.heading, third.passes) == (403, UP, frozenset())
    assert "scorepad link --new" in page.text
    assert "It is used up" in owner.get("/phones").text
    assert comes(owner, first)[1].status == 200
    allow(owner, "3")
    assert comes(owner, third)[1].status == 200
    assert comes(owner)[1].heading == UP
    owner.access.renew(Role.OWNER, keep=owner.phone.id)
    assert comes(owner)[0].passes == {Pass(Role.OWNER)}


@pytest.mark.parametrize("number", ["", "-1", "x", "1000", "٣", "9" * 400])
def test_a_number_that_is_none_comes_back_as_typed(owner, number):
    page = allow(owner, number)
    assert page.status == 422
    assert page.beside("most") == "Type a number from 0 to 999."
    assert page.form("/uses").fields["most"] == number
    assert owner.access.owner_link.uses() == (0, 10)
