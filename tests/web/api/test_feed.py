"""The Atom feed of finished games: who may read it, stable ids, and texts with any characters."""

from xml.etree.ElementTree import fromstring

import pytest

from scorepad.store import Role
from scorepad.store.tokens import TokenRole
from tests.web.api.programs import program
from tests.web.driving import Visitor
from tests.web.league.tiny_league import play

ATOM = "{http://www.w3.org/2005/Atom}"


def entries(visitor):
    feed = fromstring(visitor.client.get("/games.atom").text)
    return {entry.findtext(f"{ATOM}id"): entry for entry in feed.iter(f"{ATOM}entry")}


def test_each_finished_game_has_an_entry_whose_id_stays(first_visitor):
    game = play(first_visitor, (6500, 20), day=5)
    first_visitor.begin()
    ((number, entry),) = entries(first_visitor).items()
    assert number.startswith("urn:uuid:")
    assert entry.findtext(f"{ATOM}title") == f"Game {game}: Ann & Carla won"
    assert "6,500" in entry.findtext(f"{ATOM}summary")
    first_visitor.club.people.change(1, name="<Ann> & “Bo”")
    first_visitor.post(
        f"/games/{game}/rounds/1/edit",
        first_visitor.get(f"/games/{game}/rounds/1/edit").form(f"/games/{game}/rounds/1/edit").fields
        | {"team1.adjustment1.points": "6550", "action": "finish"},
    )
    ((again, corrected),) = entries(first_visitor).items()
    assert again == number
    assert corrected.findtext(f"{ATOM}updated") > entry.findtext(f"{ATOM}updated")
    assert "<Ann> & “Bo” & Carla" in corrected.findtext(f"{ATOM}summary")
    assert 'rel="alternate" type="application/atom+xml"' in first_visitor.get("/").source


def test_no_address_in_it_is_one_that_a_reader_with_a_token_may_not_open(app, visitor):
    feed = Visitor(app, None).client.get(f"/games.atom?token={program(visitor, TokenRole.FEED).text}").text
    assert [link.get("rel") for link in fromstring(feed).findall(f"{ATOM}link")] == ["alternate"]
    assert "scorepad_" not in feed


def test_a_reader_that_has_it_is_told_so(visitor):
    tag = visitor.client.get("/games.atom").headers["ETag"]
    assert visitor.client.get("/games.atom", headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(("role", "status"), [(Role.OWNER, 200), (Role.READER, 200), (None, 403)])
def test_phones_read_it_as_they_read_the_games(app, role, status):
    assert Visitor(app, role).client.get("/games.atom").status_code == status


@pytest.mark.parametrize(("may", "status"), [(TokenRole.FEED, 200), (TokenRole.READ, 403), (TokenRole.SCORE, 403)])
def test_of_tokens_only_one_for_the_feed_counts_in_an_address(app, visitor, may, status):
    text = program(visitor, may).text
    stranger = Visitor(app, None).client
    assert stranger.get(f"/games.atom?token={text}").status_code == status
    visitor.access.tokens.revoke(int(text.split("_")[1]))
    assert stranger.get(f"/games.atom?token={text}").status_code == 403
