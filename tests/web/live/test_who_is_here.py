"""Pages show who else has the game open, and change when that changes."""

import pytest

from scorepad.live.presence import PageKind, Viewer
from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Table, Visitor


def _phone_of(app, table, name):
    phone = Visitor(app)
    Table(phone, table.game).keeps_score(name)
    return phone


def _here(phone, table, page=""):
    page = phone.get(f"{table.address}{page}")
    lines = page.classed("here") or page.classed("done")
    return " ".join(lines[0].text.split()).replace(" ,", ",") if lines else ""


def test_a_phone_alone_reads_nothing_and_of_two_each_is_named_and_who_counts(app, table):
    ann, bob = _phone_of(app, table, "Ann"), Visitor(app)
    assert _here(ann, table) == ""
    Table(bob, table.game).keeps_score("Bob")
    assert _here(bob, table, "/rounds/1/edit") == "Here: Ann, Bob (counting)"
    assert _here(ann, table) == "Here: Ann, Bob (counting)"
    Table(bob, table.game).play(1, **OUT_FIRST)
    # A phone that corrects a round is not counting, and until something is entered pages say who finished the round.
    assert "at=correct" in ann.get(f"{table.address}/rounds/1/edit").source
    presence = app.extensions["scorepad.clubs"].home.presence
    presence.record_page_view(table.game, Viewer(bob.phone.id, bob.phone.player, True), PageKind.CORRECT)
    assert _here(ann, table).startswith("Bob finished round 1. On to round 2. +4,500")
    assert "Bob finished round 1. On to round 2." in ann.get(f"{table.address}/board").root.text
    Table(ann, table.game).sheet(2).save(team1__clean="1")
    assert _here(ann, table) == "Here: Ann, Bob"


def test_phones_without_a_name_and_watchers_are_counted(app, table):
    Visitor(app).get(table.address)
    assert _here(Visitor(app), table) == "Here: 2 phones"
    ann = _phone_of(app, table, "Ann")
    assert _here(ann, table) == "Here: Ann, 2 more phones"
    presence = app.extensions["scorepad.clubs"].home.presence
    presence.record_page_view(table.game, Viewer(99, 0, False), PageKind.BOARD)
    assert _here(ann, table) == "Here: Ann, 2 more phones · 1 watching"


def test_watchers_alone_are_counted_and_two_phones_of_a_player_are_one_person(app, table):
    boards = [Visitor(app, Role.WATCHER, table.game) for _ in range(2)]
    for board in boards:
        board.get(f"{table.address}/board")
    assert _here(boards[0], table, "/board") == "Here: 2 watching"
    _phone_of(app, table, "Ann").get(table.address)
    assert _here(_phone_of(app, table, "Ann"), table) == "Here: Ann · 2 watching"


def test_a_phone_that_comes_makes_the_page_new_once(app, table):
    ann = _phone_of(app, table, "Ann")

    def asked(etag):
        answer = ann.client.get(table.address, headers={"If-None-Match": etag})
        return answer.status_code, answer.headers["ETag"]

    _, etag = asked("")
    assert asked(etag)[0] == 304
    Visitor(app).get(table.address)
    status, etag = asked(etag)
    assert status == 200
    assert asked(etag)[0] == 304


@pytest.mark.parametrize("role", [Role.OWNER, Role.SCORER])
def test_another_phone_that_scores_is_known(app, table, role):
    presence = app.extensions["scorepad.clubs"].home.presence
    ann = _phone_of(app, table, "Ann")
    ann.get(table.address)
    assert not presence.others_score(table.game, ann.phone.id)
    Visitor(app, role, table.game if role is Role.SCORER else 0).get(table.address)
    assert presence.others_score(table.game, ann.phone.id)


def test_an_unknown_game_is_not_remembered(app):
    for _ in range(2):
        assert Visitor(app).get("/games/999").status == 404
    assert app.extensions["scorepad.clubs"].home.presence.here(999) == ()


def test_a_page_that_a_phone_only_keeps_for_later_shows_it_nowhere(app, table):
    ann, bob = _phone_of(app, table, "Ann"), _phone_of(app, table, "Bob")
    bob.get(table.address)
    for page in ("", "/rounds/1/edit"):
        answer = bob.client.get(f"{table.address}{page}", headers={"X-Scorepad-Keep": "1"})
        assert answer.status_code == 200
    assert _here(ann, table) == "Here: Ann, Bob"
