"""Nicknames: a team's own name, which stands wherever the team does and comes back with its people."""

import pytest

from tests.web.driving import OUT_FIRST, filled
from tests.web.games.editing import keep, mend, preview
from tests.web.games.undoing import undo
from tests.web.result.test_rematch import end, press

ACES = {"team1__nickname": "The Aces"}


@pytest.fixture
def aces(visitor):
    return visitor.begin("good-sam", **ACES, **{"choice.length": "time"})


def nickname(page):
    return page.form().fields["team1.nickname"]


def test_the_nickname_stands_wherever_the_team_does_and_the_league_counts_the_people(aces, visitor):
    assert aces.record.agreement.teams == ("The Aces", "Bob & Dora")
    for address in (aces.address, f"{aces.address}/rounds/1/edit", f"{aces.address}/board", "/"):
        assert "The Aces" in visitor.get(address).text, address
    end(aces)
    for address in (f"{aces.address}/result", f"{aces.address}/story", f"{aces.address}/rounds/1", "/"):
        assert "The Aces" in visitor.get(address).text, address
    assert "The Aces" in visitor.client.get(f"{aces.address}/play.bgsplay").text
    league = visitor.get("/league", by="wins").text
    assert "Carla" in league
    assert "The Aces" not in league


def test_settings_give_change_and_take_a_nickname(begun):
    page = preview(begun, **ACES)
    assert "Ann & Carla are called The Aces." in page.text
    keep(begun, page)
    assert begun.record.agreement.teams[0] == "The Aces"
    assert "Nickname of team 1: The Aces" in begun.visitor.get(f"{begun.address}/history").text
    page = preview(begun, team1__nickname=" ")
    assert "Ann & Carla are no longer called The Aces." in page.text
    keep(begun, page)
    assert begun.record.agreement.teams[0] == "Ann & Carla"
    undo(begun)
    assert begun.record.agreement.teams[0] == "The Aces"


def test_a_nickname_stays_when_someone_takes_over_a_seat(begun):
    mend(begun, **ACES)
    mend(begun, seat1="Eve", since="now")
    begun.play(2, **OUT_FIRST)
    assert begun.record.agreement.teams == ("The Aces", "Bob & Dora")
    assert begun.record.rounds[0].entry.teams[0].name == "The Aces"


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        ("x" * 25, "", "at most 24 characters"),
        ("\u202eecA", "", "invisible characters"),
        ("Aces", "ÀCES", "Another team has this nickname too."),
    ],
)
def test_a_bad_nickname_is_refused_with_a_sentence_and_kept_as_typed(begun, first, second, sentence):
    page = preview(begun, team1__nickname=first, team2__nickname=second)
    assert page.status == 422
    assert sentence in page.text
    fields = page.form("/settings").fields
    assert (fields["team1.nickname"], fields["team2.nickname"]) == (first, second)
    assert begun.record.agreement.nicknames == ("", "")


def test_a_rematch_keeps_it_and_so_does_a_new_game_of_the_same_people(aces, visitor):
    rematch, _ = press(end(aces))
    assert rematch.record.agreement.teams[0] == "The Aces"
    ids = rematch.record.agreement.players
    page = visitor.get("/games/new/good-sam", seats="-".join(map(str, ids)))
    assert nickname(page) == "The Aces"
    swapped = [ids[1], ids[0], *ids[2:]]
    assert nickname(visitor.get("/games/new/good-sam", seats="-".join(map(str, swapped)))) == ""


def tap(visitor, page, button, **typed):
    """Tap a button of the form, such as "sit 3", after these texts were typed."""
    name, value = button.split()
    return visitor.post(page.form().action, filled(page.form(), typed) | {name: value})


def test_tapping_the_people_of_a_team_brings_its_nickname_and_it_may_be_cleared(aces, visitor):
    ids = aces.record.agreement.players
    page = visitor.get("/games/new/good-sam", seats="-".join(map(str, ids[:2])))
    page = tap(visitor, page, f"sit {ids[2]}")
    assert nickname(page) == "The Aces"
    page = tap(visitor, page, f"sit {ids[3]}", team1__nickname="")
    assert nickname(page) == ""
    page = tap(visitor, page, "stand 1", team1__nickname="Own")
    assert nickname(page) == "Own"


def test_someone_who_plays_alone_has_no_nickname(visitor):
    assert "nickname" not in visitor.get("/games/new/friends-family", table="2x2").text
