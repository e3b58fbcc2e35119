"""The owner's link admits a limited number of phones, and every owner's phone shows each new one until confirmed."""

import pytest

from scorepad.serving.invite_links import link_path
from scorepad.store import Pass, Role
from tests.web.driving import Visitor

UP = "This link is used up"


@pytest.fixture
def owner(first_visitor):
    return first_visitor


def comes(owner, phone=None):
    """Open the owner's link on a phone (default: a new one). Return the phone and the page."""
    phone = phone or Visitor(owner.app, None)
    return phone, phone.get(link_path(owner.app.config["HOME"]))


def notices(page):
    return [section for section in page.root.all("section") if "data-new-owners" in section.attributes]


def allow(owner, number):
    return owner.send(owner.get("/phones").form("/uses"), most=number)


def test_every_owners_phone_hears_of_a_new_one_until_it_has_seen_it(owner):
    table = owner.begin()
    second, scorer = Visitor(owner.app), Visitor(owner.app, Role.SCORER, table.game)
    table.page()
    before = owner.client.get(table.address).headers["ETag"]
    _, first_page = comes(owner)
    assert not notices(first_page)
    assert not notices(scorer.get(table.address))
    assert owner.client.get(table.address, headers={"If-None-Match": before}).status_code == 200
    for phone in (owner, second):
        for address in (table.address, "/", "/people"):
            (notice,) = notices(phone.get(address))
            assert "A phone used the owner’s link" in notice.text
        seen = phone.get("/people").form("/confirm")
        assert phone.send(seen).heading == "People"
        assert not notices(phone.get(table.address))
    # A page that was opened before the next phone joined does not confirm that phone.
    comes(owner)
    owner.send(seen)
    assert notices(owner.get("/"))


def test_a_new_owners_phone_is_sent_away_from_the_notice_and_one_that_left_is_named_too(owner):
    new, _ = comes(owner)
    page = owner.send(owner.get("/").form(f"/{new.phone.id}/dismiss"))
    assert "The phone was sent away" in page.said
    assert not new.passes
    assert "It no longer has access." in notices(page)[0].text
    owner.send(page.form("/confirm"))
    leaves, _ = comes(owner)
    leaves.access.forget(leaves.phone.id)
    assert "It no longer has access." in notices(owner.get("/"))[0].text


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
