"""The owner's page of phones: who is let in, sending away, letting in again, and links made anew."""

import pytest

from scorepad.play.submission import STALE
from scorepad.store import Pass, Role
from scorepad.web.access import permissions, phone_list
from tests.web.driving import Visitor

BOX = "Tick the box first"


@pytest.fixture(scope="module")
def game(app):
    return Visitor(app).begin().game


def listed(page):
    return [one.text.split(" came ")[0] for one in page.classed("phone-words")]


def renewing(page, role):
    (form,) = [
        one for one in page.forms if one.action.endswith("/renew") if one.fields["role"] == role
    ]
    return form


def test_every_phone_stands_there_with_what_it_may_do(first_visitor):
    owner, app = first_visitor, first_visitor.app
    game = owner.begin().game
    reader = Visitor(app, Role.READER)
    scorer = Visitor(app, Role.SCORER, game)
    mark = "♥\ufe0e\u00a01"
    owner.access.let_in(scorer.client.get_cookie(permissions.COOKIE).value, Role.WATCHER, game)
    owner.access.set_player(scorer.phone.id, owner.club.people.active()[0].id)
    owner.access.dismiss(reader.phone.id)
    page = owner.get("/phones")
    name = owner.club.people.active()[0].name
    assert listed(page) == [
        f"{name} scores {mark}".replace("\u00a0", " "),
        "A phone Sent away",
        "This phone owns the club",
    ]
    assert "bdi" in {one.tag for one in page.classed("phone-words")[0].elements}


def test_an_empty_list_says_so(first_visitor):
    page = first_visitor.get("/phones")
    assert listed(page) == ["This phone owns the club"]
    assert "No other phones yet" in page.text


def test_the_list_of_games_leads_there(visitor):
    assert visitor.get("/").links["Phones that are let in"] == "/phones"


def test_many_tables_of_one_phone_are_told_in_short(app, visitor):
    phone = Visitor(app, Role.SCORER, 101)
    token = phone.client.get_cookie(permissions.COOKIE).value
    for game in range(102, 106):
        visitor.access.let_in(token, Role.SCORER, game)
    said = listed(visitor.get("/phones"))[0]
    assert [part for part in ("101", "102", "103", "104", "105") if part in said] == [
        "103",
        "104",
        "105",
    ]
    assert said.endswith("2 earlier tables")


def test_many_phones_come_a_page_at_a_time(app, visitor, monkeypatch):
    monkeypatch.setattr(phone_list, "PAGE", 2)
    for _ in range(4):
        Visitor(app, Role.READER)
    first = visitor.get("/phones")
    assert len(listed(first)) == 2
    second = visitor.get(first.links["Earlier phones"])
    assert len(listed(second)) == 2
    assert visitor.get(second.links["Latest phones"]).source != second.source
    assert "No earlier phones" in visitor.get("/phones?before=1").text


@pytest.mark.parametrize("before", ["x", "-1", "٣", "9" * 400, ""])
def test_a_page_that_is_none_is_the_first(visitor, before):
    assert visitor.get("/phones", before=before).status == 200


def test_a_phone_is_sent_away_and_let_in_again(app, visitor, game):
    other = Visitor(app, Role.SCORER, game)
    number = other.phone.id
    page = visitor.send(visitor.get("/phones").form(f"/{number}/dismiss"))
    assert "The phone was sent away" in page.said
    assert other.get(f"/games/{game}").status == 403
    page = visitor.send(page.form(f"/{number}/readmit"))
    assert "let in again" in page.said
    assert other.get(f"/games/{game}").status == 200


def test_sending_away_twice_is_no_fault(app, visitor, game):
    other = Visitor(app, Role.SCORER, game)
    form = visitor.get("/phones").form(f"/{other.phone.id}/dismiss")
    for _ in range(2):
        assert visitor.send(form).status == 200
    assert other.passes == frozenset()


def test_a_phone_whose_link_was_made_anew_meanwhile_must_scan_a_new_one(app, visitor):
    table = visitor.begin()
    other = Visitor(app, Role.SCORER, table.game)
    page = visitor.send(visitor.get("/phones").form(f"/{other.phone.id}/dismiss"))
    visitor.access.renew(Role.SCORER, table.game)
    page = visitor.send(page.form(f"/{other.phone.id}/readmit"))
    assert "it has to scan the new one" in page.said


def test_an_owner_does_not_send_their_own_phone_away_by_a_slip(visitor):
    page = visitor.get("/phones")
    number = visitor.phone.id
    assert "scorepad link" in page.text
    page = visitor.send(page.form(f"/{number}/dismiss"))
    assert page.status == 422
    assert BOX in page.beside("leave")
    assert visitor.passes == {Pass(Role.OWNER)}


def test_an_owner_may_leave_and_comes_in_again_by_the_link(visitor):
    number = visitor.phone.id
    form = visitor.get("/phones").form(f"/{number}/dismiss")
    page = visitor.send(form, sure="1")
    assert page.heading == "Come in"
    assert visitor.client.get_cookie(permissions.COOKIE) is None
    assert visitor.get("/phones").status == 403
    visitor.client.set_cookie(permissions.COOKIE, visitor.access.let_in(None, Role.OWNER))
    assert visitor.get("/phones").status == 200


@pytest.mark.parametrize("ending", ["dismiss", "readmit"])
def test_a_phone_that_is_none_is_no_page(visitor, ending):
    form = visitor.get("/phones").form("/renew-all")
    assert visitor.post(f"/phones/99999/{ending}", form.fields).status == 404


def test_a_tables_link_is_made_anew_once_that_was_ticked(app, visitor):
    table = visitor.begin()
    scorer = Visitor(app, Role.SCORER, table.game)
    watcher = Visitor(app, Role.WATCHER, table.game)
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


def test_pressed_twice_a_link_is_made_anew_once(app, visitor):
    table = visitor.begin()
    form = renewing(visitor.get(f"{table.address}/invite"), "watcher")
    visitor.send(form, sure="1")
    quick = Visitor(app, Role.WATCHER, table.game)
    assert "There was a new link already" in visitor.send(form, sure="1").said
    assert quick.passes


def test_an_owner_who_makes_the_owners_link_anew_is_not_locked_out(app, visitor):
    other = Visitor(app)
    page = visitor.send(renewing(visitor.get("/phones"), "owner"), sure="1")
    assert "every other owner’s phone" in page.said
    assert visitor.passes == {Pass(Role.OWNER)}
    assert other.passes == frozenset()


def test_the_link_for_reading_is_made_anew(app, visitor):
    reader = Visitor(app, Role.READER)
    form = renewing(visitor.get("/phones"), "reader")
    assert BOX in visitor.send(form).beside("reader-link-new")
    assert visitor.send(form, sure="1").status == 200
    assert reader.get("/").heading == "Come in"


def test_all_are_sent_away_but_this_phone(app, visitor):
    table = visitor.begin()
    others = [Visitor(app), Visitor(app, Role.READER), Visitor(app, Role.SCORER, table.game)]
    form = visitor.get("/phones").form("/renew-all")
    assert BOX in visitor.send(form).beside("all")
    assert all(other.passes for other in others)
    page = visitor.send(form, sure="1")
    assert "All other phones are out" in page.said
    assert [said for said in listed(page) if not said.endswith("Sent away")] == [
        "This phone owns the club"
    ]
    assert not any(other.passes for other in others)


@pytest.mark.parametrize(
    ("role", "game"),
    [("", "0"), ("king", "0"), ("owner", "1"), ("scorer", "0"), ("scorer", "x"), ("watcher", "٣")],
)
def test_a_link_that_is_none_is_not_made_anew(visitor, role, game):
    fields = visitor.get("/phones").form("/renew-all").fields
    typed = {"role": role, "game": game, "generation": "1", "sure": "1"}
    assert "Nothing was changed" in visitor.post("/phones/renew", fields | typed).said


def test_a_link_of_a_game_that_is_none_is_no_page(visitor):
    fields = visitor.get("/phones").form("/renew-all").fields
    typed = {"role": "scorer", "game": "99999", "generation": "1", "sure": "1"}
    assert visitor.post("/phones/renew", fields | typed).status == 404


def test_without_our_token_nobody_is_sent_away(app, visitor, game):
    other = Visitor(app, Role.SCORER, game)
    number, page = other.phone.id, visitor.get("/phones")
    bad = {"sure": "1", "role": "scorer", "game": str(game), "generation": "1", "key": "0" * 32}
    for address in (f"{number}/dismiss", f"{number}/readmit", "renew", "renew-all"):
        answer = visitor.post(f"/phones/{address}", bad)
        assert STALE in answer.text, address
    assert other.passes
    assert visitor.get("/phones").status == page.status


@pytest.mark.parametrize("role", [None, Role.READER, Role.SCORER, Role.WATCHER])
def test_nobody_but_an_owner_sees_or_sends_away(app, game, role):
    visitor = Visitor(app, role, game if role in (Role.SCORER, Role.WATCHER) else 0)
    owner = Visitor(app)
    fields = owner.get("/phones").form("/renew-all").fields | {"sure": "1"}
    assert visitor.get("/phones").status == 403
    for address in (f"{owner.phone.id}/dismiss", "renew", "renew-all"):
        assert visitor.post(f"/phones/{address}", fields).status == 403
    assert owner.passes
