"""The owner's page of phones: the list, sending away, letting in again, and new links."""

import pytest

from scorepad.live.codes import MAX_WRONG_IN_ALL
from scorepad.store import Pass, Role
from scorepad.web.access import phones
from scorepad.web.app import permissions
from tests.web.access.conftest import listed
from tests.web.driving import Visitor

BOX = "Tick the box first"


def renewing(page, role):
    forms = [form for form in page.forms if form.action.endswith("/renew")]
    return next(form for form in forms if form.fields["role"] == role)


def test_every_phone_stands_there_with_what_it_may_do(first_visitor):
    owner, app = first_visitor, first_visitor.app
    page = owner.get(owner.get("/").links["Phones"])
    assert listed(page) == ["This phone owns the club"]
    assert "No other phones yet" in page.text
    game = owner.begin().game
    reader, scorer = Visitor(app, Role.READER), Visitor(app, Role.SCORER, game)
    scorer.gains(Role.WATCHER, game)
    player = owner.club.people.active()[0]
    owner.access.set_player(scorer.phone.id, player.id)
    owner.access.dismiss(reader.phone.id)
    page = owner.get("/phones")
    assert listed(page) == [f"{player.name} scores Game 1", "A phone Sent away", "This phone owns the club"]
    assert "bdi" in {one.tag for one in page.classed("phone-words")[0].elements}


def test_a_phone_at_many_tables_is_listed_in_short(app, visitor):
    scorer = Visitor(app, Role.SCORER, 101)
    for game in range(102, 106):
        scorer.gains(Role.SCORER, game)
    words = listed(visitor.get("/phones"))[0]
    assert [game for game in range(101, 106) if str(game) in words] == [103, 104, 105]
    assert words.endswith("2 earlier tables")


def test_many_phones_come_a_page_at_a_time(app, visitor, monkeypatch):
    monkeypatch.setattr(phones, "PAGE", 2)
    for _ in range(4):
        Visitor(app, Role.READER)
    first = visitor.get("/phones")
    second = visitor.get(first.links["Earlier phones"])
    assert len(listed(first)) == len(listed(second)) == 2
    assert visitor.get(second.links["Latest phones"]).source != second.source
    assert "No earlier phones" in visitor.get("/phones?before=1").text
    for before in ("x", "-1", "٣", "9" * 400, ""):
        assert listed(visitor.get("/phones", before=before)) == listed(first)


def test_a_phone_is_sent_away_and_let_in_again_and_twice_is_no_fault(app, visitor, game):
    other = Visitor(app, Role.SCORER, game)
    form = visitor.get("/phones").form(f"/{other.phone.id}/dismiss")
    for _ in range(2):
        page = visitor.send(form)
        assert "The phone was sent away" in page.said
        assert other.get(f"/games/{game}").status == 403
    page = visitor.send(page.form("/readmit"))
    assert "has its access back" in page.said
    assert other.get(f"/games/{game}").status == 200


def test_a_phone_whose_link_has_ended_meanwhile_must_scan_the_new_one(app, visitor):
    game = visitor.begin().game
    other = Visitor(app, Role.SCORER, game)
    page = visitor.send(visitor.get("/phones").form(f"/{other.phone.id}/dismiss"))
    visitor.access.renew(Role.SCORER, game)
    page = visitor.send(page.form(f"/{other.phone.id}/readmit"))
    assert "must scan the new code" in page.said


def test_an_owner_leaves_by_a_tick_only_and_comes_in_again_by_the_link(visitor):
    page = visitor.get("/phones")
    assert "scorepad link" in page.text
    page = visitor.send(page.form(f"/{visitor.phone.id}/dismiss"))
    assert page.status == 422
    assert BOX in page.beside("leave")
    assert visitor.passes == {Pass(Role.OWNER)}
    page = visitor.send(page.form(f"/{visitor.phone.id}/dismiss"), sure="1")
    assert page.heading == "Join a table"
    assert visitor.token == ""
    assert visitor.get("/phones").status == 403
    visitor.client.set_cookie(permissions.COOKIE, visitor.access.admit(None, Role.OWNER))
    assert visitor.get("/phones").status == 200


def test_a_table_gets_a_new_link_once_that_was_ticked(app, visitor):
    table = visitor.begin()
    scorer, watcher = (Visitor(app, role, table.game) for role in (Role.SCORER, Role.WATCHER))
    page = visitor.get(f"{table.address}/invite")
    unsure = visitor.send(renewing(page, "scorer"))
    assert unsure.status == 422
    assert BOX in unsure.beside("scorer-link-new")
    assert not unsure.beside("watcher-link-new")
    assert scorer.passes
    page = visitor.send(renewing(unsure, "scorer"), sure="1")
    assert page.heading == "Let another phone in"
    assert "Everyone who used the old one needs it" in page.said
    assert not scorer.passes
    assert watcher.passes
    # Pressing twice makes one new link.
    quick = Visitor(app, Role.SCORER, table.game)
    again = visitor.send(renewing(unsure, "scorer"), sure="1")
    assert "There was a new link already" in again.said
    assert quick.passes


@pytest.mark.parametrize(("role", "words"), [("owner", "every other owner’s phone"), ("reader", "")])
def test_a_new_link_for_owners_or_readers_ends_the_old_one(app, visitor, role, words):
    other = Visitor(app, Role(role))
    form = renewing(visitor.get("/phones"), role)
    assert BOX in visitor.send(form).beside(f"{role}-link-new")
    page = visitor.send(form, sure="1")
    assert page.status == 200
    assert words in page.said
    assert other.get("/").heading == "Join a table"
    assert visitor.passes == {Pass(Role.OWNER)}


def test_all_are_sent_away_but_this_phone(app, visitor, game):
    others = [Visitor(app), Visitor(app, Role.READER), Visitor(app, Role.SCORER, game)]
    form = visitor.get("/phones").form("/renew-all")
    assert BOX in visitor.send(form).beside("all")
    assert all(other.passes for other in others)
    page = visitor.send(form, sure="1")
    assert "All other phones have lost access" in page.said
    left = [phone for phone in listed(page) if not phone.endswith("Sent away")]
    assert left == ["This phone owns the club"]
    assert not any(other.passes for other in others)


@pytest.mark.parametrize(
    ("role", "game"), [("", "0"), ("king", "0"), ("owner", "1"), ("scorer", "0"), ("scorer", "x"), ("watcher", "٣")]
)
def test_an_unknown_link_is_not_replaced(visitor, role, game):
    fields = visitor.get("/phones").form("/renew-all").fields | {"generation": "1", "sure": "1"}
    page = visitor.post("/phones/renew", fields | {"role": role, "game": game})
    assert "Nothing was changed" in page.said
    fields |= {"role": "scorer", "game": "99999"}
    assert visitor.post("/phones/renew", fields).status == 404


def test_owners_are_told_when_typing_codes_pauses(first_visitor):
    clubs = first_visitor.app.extensions["scorepad.clubs"]
    assert "Too many wrong codes" not in first_visitor.get("/phones").text
    for number in range(MAX_WRONG_IN_ALL):
        clubs.home.codes.check("wrong", f"10.0.{number // 250}.{number % 250}")
    text = first_visitor.get("/phones").text
    assert "For 60 more minutes, no one can type a code. Links and scanned codes still work." in text
