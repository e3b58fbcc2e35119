"""The club's name: set in one step, shown where phones with access see it, and taken back."""

import json

import pytest

from scorepad import addresses
from scorepad.scoring.names import LONGEST_NAME
from scorepad.store import Role
from tests.web.driving import OUT_FIRST, Visitor

NAME = "Thursday “Ünï” club"


@pytest.fixture
def visitor(first_visitor):
    return first_visitor


def name_it(visitor, name, **more):
    return visitor.send(visitor.get("/club/name").forms[-2], name=name, **more)


def test_one_step_names_the_club_everywhere(visitor):
    page = name_it(visitor, f"  {NAME} ")
    assert f"This club is called {NAME.join('“”')} now." in page.text
    table = visitor.begin()
    for page in (visitor.get("/"), visitor.get("/league"), table.page()):
        assert page.title.endswith(NAME)
    assert visitor.get("/").classed("brand")[0].text == NAME
    manifest = json.loads(visitor.client.get("/manifest.webmanifest").text)
    assert (manifest["name"], manifest["short_name"]) == (NAME, NAME)
    assert f"<title>{NAME}: finished games</title>" in visitor.client.get("/games.atom").text
    addresses.save(visitor.app.config["HOME"], addresses.Reachable(8484, ("192.168.1.20",)))
    assert f"This is a table of {NAME}." in visitor.get(f"{table.address}/invite").text


def test_whoever_has_no_access_does_not_learn_it(visitor):
    name_it(visitor, NAME)
    stranger = Visitor(visitor.app, role=None)
    for address in ("/", "/join", "/manifest.webmanifest", "/games.atom", "/away", "/nowhere"):
        assert "Thursday" not in stranger.client.get(address, follow_redirects=True).text, address
    reader = Visitor(visitor.app, Role.READER)
    assert reader.get("/").title == NAME
    assert reader.get("/club/name").status == 403


def test_the_picture_of_a_result_shows_it(visitor, monkeypatch):
    drawings = []
    monkeypatch.setattr("scorepad.web.result.picture.png", lambda drawing: drawings.append(drawing) or b"")
    name_it(visitor, "W" * LONGEST_NAME)
    table = visitor.begin()
    for number in range(1, 5):
        table.play(number, **OUT_FIRST)
    visitor.client.get(f"{table.address}/result.png")
    assert "WWWWWWWWW…" in drawings[0]
    assert "Scorepad</text>" not in drawings[0]


def test_it_can_be_taken_back_once_and_also_taken_away(visitor):
    page = name_it(visitor, "First")
    assert "Undo: take the name away again" in page.text
    page = name_it(visitor, "Second")
    undo = page.forms[0]
    assert undo.fields["name"] == "First"
    page = visitor.send(undo)
    assert visitor.club.name() == "First"
    assert "This club is called “First” now." in page.text
    name_it(visitor, "")
    assert visitor.club.name() == ""
    assert visitor.get("/").title == "Games · Scorepad"


def test_a_page_that_showed_another_name_changes_nothing_and_keeps_what_was_typed(visitor):
    form = visitor.get("/club/name").form("/club/name")
    name_it(visitor, "Theirs")
    page = visitor.send(form, name="Mine")
    assert (page.status, visitor.club.name()) == (422, "Theirs")
    assert "Someone else has just called this club “Theirs”." in page.text
    assert page.forms[-2].fields["name"] == "Mine"
    assert visitor.send(page.forms[-2]).status == 200
    assert visitor.club.name() == "Mine"


@pytest.mark.parametrize("name", ["x" * (LONGEST_NAME + 1), "\u2800", "a\u202eb", "a\x00b"])
def test_a_name_that_cannot_be_stored_is_refused_and_shown_again(visitor, name):
    page = name_it(visitor, name)
    assert (page.status, visitor.club.name()) == (422, "")
    assert page.beside("name")


def test_a_stale_form_keeps_what_was_typed(visitor):
    page = name_it(visitor, "Mine", csrf_token="stale")
    assert (page.status, page.forms[-2].fields["name"]) == (422, "Mine")


def test_games_that_were_open_show_the_new_name(visitor):
    table = visitor.begin()
    tag = visitor.client.get(table.address).headers["ETag"]
    visitor.club.rename("Friday")
    answer = visitor.client.get(table.address, headers={"If-None-Match": tag})
    assert "Friday</title>" in answer.text


def test_the_table_says_who_will_probably_win_if_the_club_wants(visitor):
    table = visitor.begin()
    table.play(1, **OUT_FIRST)
    said = "Chance to win: Ann & Carla 95 %"
    assert said not in table.page().text
    assert said in visitor.get(f"{table.address}/board").text
    assert said in visitor.get(f"{table.address}/story").text
    page = visitor.send(visitor.get("/club/name").forms[-1], decision="yes")
    assert "The table says between rounds who will probably win." in page.text
    assert said in table.page().text
    table.sheet(2).save(**{"team1.melded": "300"})
    for address in ("", "/board", "/story"):
        assert "Chance to win" not in visitor.get(f"{table.address}{address}").text
    page = visitor.send(page.forms[-1], decision="no")
    assert "The table no longer says who will probably win." in page.text
