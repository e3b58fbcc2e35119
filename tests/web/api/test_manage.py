"""A program begins a game and a rematch, changes settings and people, and undoes, as the pages do."""

import pytest

from scorepad.store.tokens import TokenRole
from tests.web.api.programs import program
from tests.web.driving import OUT_FIRST

FOUR = [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}, {"name": "Di"}]


@pytest.fixture
def manager(visitor):
    return program(visitor, TokenRole.MANAGE)


def pointers(problem):
    return [fault["pointer"] for fault in problem.get("errors", [])]


def test_a_game_begins_once_with_people_by_name_and_id(visitor, manager):
    zoe = visitor.club.people.add("Zoe")
    body = {"rules": "partnership", "seats": [{"id": zoe.id}, *FOUR[1:]], "starter": 2, "nicknames": ["The Aces", ""]}
    status, game = manager.post("/games", body, "begin")
    assert (status, game["state"], [seat["name"] for seat in game["seats"]]) == (
        200,
        "playing",
        ["Zoe", "Bo", "Cy", "Di"],
    )
    assert game["teams"][0]["name"] == "The Aces"
    assert manager.get(f"/games/{game['id']}/live")["starter"] == "Bo"
    assert manager.post("/games", body, "begin") == (status, game)
    assert manager.get("/games", limit=1)["games"][0]["id"] == game["id"]
    assert "Zoe" in visitor.get(f"/games/{game['id']}").text


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"rules": "nosuch"}, ["/rules"]),
        ({"seats": FOUR[:1]}, ["/seats"]),
        ({"teams": 3}, ["/teams"]),
        ({"seats": [*FOUR[:3], {"name": "ann"}]}, ["/seats/3"]),
        ({"seats": [*FOUR[:3], {"name": " "}]}, ["/seats/3"]),
        ({"seats": [*FOUR[:3], {"id": 999}]}, ["/seats/3/id"]),
        ({"seats": [*FOUR[:3], {}]}, ["/seats/3"]),
        ({"seats": [*FOUR[:3], {"name": "Di", "odd": 1}]}, ["/seats/3/odd"]),
        ({"seats": [*FOUR[:3], "Di"]}, ["/seats/3"]),
        ({"decks": 99}, ["/decks"]),
        ({"decks": "5"}, ["/decks"]),
        ({"starter": 5}, ["/starter"]),
        ({"starter": True}, ["/starter"]),
        ({"starter": -1}, ["/starter"]),
        ({"paper": 999}, ["/paper"]),
        ({"nicknames": ["A" * 25, ""]}, ["/nicknames/0"]),
        ({"nicknames": ["A"]}, ["/nicknames"]),
        ({"brought": [10**9, 0]}, ["/brought/0"]),
        ({"brought": [10**400, 0]}, ["/brought/0"]),
        ({"choices": {"a/b~": 1}}, ["/choices/a~1b~0"]),
        ({"choices": {"nosuch": "x"}}, []),
        ({"odd": 1, "decks": None}, ["/decks", "/odd"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_new_game_is_said_at_its_place(manager, nothing_recorded, change, where):
    status, problem = manager.post("/games", {"rules": "partnership", "seats": FOUR} | change, "wrong")
    assert (status, sorted(pointers(problem))) == (422, where), problem


def test_settings_are_previewed_then_saved_and_a_later_entry_refuses_them(begun, manager):
    there, game = f"/games/{begun.game}/settings", manager.get(f"/games/{begun.game}")
    seats = [{"id": seat["id"]} for seat in game["seats"]]
    body = {"seats": [{"name": "Eve"}, *seats[1:]], "nicknames": ["Owls", ""], "preview": True}
    status, changed = manager.post(there, body, "preview")
    assert (status, changed["saved"], changed["game"]["seats"]) == (200, False, game["seats"])
    assert any("Eve instead of" in sentence for sentence in changed["changes"])
    seen = manager.get(f"/games/{begun.game}/live")["seq"]
    begun.sheet(2).save(team1__melded="300")
    status, problem = manager.post(there, body | {"preview": False, "seen": seen}, "late")
    assert (status, problem["detail"].split(".")[0]) == (409, "Someone else has just recorded something in this game")
    status, changed = manager.post(there, body | {"preview": False}, "save")
    assert (status, changed["saved"], changed["game"]["seats"][0]["name"]) == (200, True, "Eve")
    assert changed["game"]["teams"][0]["name"] == "Owls"
    assert manager.post(there, {}, "nothing")[1]["saved"] is False
    assert manager.post(there, {"seats": [*seats[:3], seats[0]]}, "twice")[0] == 422
    for wrong in ({"rules": "nosuch"}, {"since": "soon"}, {"since": 9}, {"only_round": 9}, {"seen": 10**6, "decks": 6}):
        status, problem = manager.post(there, wrong, str(wrong))
        assert (status, pointers(problem)) == (422, [f"/{next(iter(wrong))}"]), problem


def test_someone_takes_over_from_a_round_on_and_other_rules_score_again(begun, manager):
    there = f"/games/{begun.game}/settings"
    seats = [{"id": seat["id"]} for seat in manager.get(f"/games/{begun.game}")["seats"]]
    status, changed = manager.post(there, {"seats": [*seats[:3], {"name": "Fay"}], "since": "now"}, "over")
    rounds = changed["game"]["rounds"]
    assert (status, rounds[0]["seats"][3]["id"], changed["game"]["seats"][3]["name"]) == (200, seats[3]["id"], "Fay")
    status, changed = manager.post(there, {"rules": "friends-family", "preview": True}, "rules")
    assert (status, any(text.startswith("Rules: ") for text in changed["changes"])) == (200, True)


def test_a_rematch_begins_after_the_end_and_only_once(begun, manager):
    there = f"/games/{begun.game}/rematch"
    assert manager.post(there, {}, "early")[0] == 409
    for number in (2, 3, 4):
        begun.play(number, **OUT_FIRST)
    status, first = manager.post(there, {}, "one")
    assert (status, first["began"]) == (200, True)
    assert manager.post(there, {}, "two") == (200, {"game": first["game"], "began": False})
    assert manager.get(f"/games/{first['game']}")["seats"] == manager.get(f"/games/{begun.game}")["seats"]


def test_a_program_takes_back_and_brings_back_what_it_recorded_itself(begun, scorer):
    there = f"/games/{begun.game}"
    assert scorer.get(f"{there}/undo") == {"undo": None, "redo": None}
    assert scorer.post(f"{there}/undo", {}, "none")[0] == 409
    scorer.post(f"{there}/rounds", {"cells": {"team1.melded": "300"}}, "melded")
    begun.sheet(2).save(team2__melded="90")
    step = scorer.get(f"{there}/undo")["undo"]
    assert "300" in step["text"]
    status, taken = scorer.post(f"{there}/undo", {"seq": step["seq"]}, "undo")
    assert (status, taken["text"].startswith("Taken back: "), taken["live"]["teams"][0]["so_far"]) == (200, True, 0)
    assert scorer.post(f"{there}/undo", {"seq": step["seq"]}, "undo") == (status, taken)
    assert scorer.post(f"{there}/undo", {"seq": step["seq"]}, "again")[0] == 409
    status, taken = scorer.post(f"{there}/redo", {}, "redo")
    assert (status, taken["live"]["teams"][0]["so_far"], taken["live"]["teams"][1]["so_far"]) == (200, 300, 90)


def test_people_are_added_and_renamed_with_the_conflicts_of_the_page(visitor, manager):
    status, added = manager.post("/players", {"name": "Uma"}, "add")
    assert (status, added["name"], added["guest"]) == (200, "Uma", False)
    assert manager.post("/players", {"name": "uma"}, "taken")[0] == 409
    assert manager.post("/players", {"name": "\u200b"}, "invisible")[0] == 422
    there = f"/players/{added['id']}"
    status, changed = manager.post(there, {"name": "Ulla", "guest": True, "colour": 3}, "rename")
    assert (status, changed) == (200, added | {"name": "Ulla", "guest": True, "colour": 3})
    status, problem = manager.post(there, {"name": "Una", "seen": {"name": "Uma"}}, "late")
    assert (status, "has just changed Ulla" in problem["detail"]) == (409, True)
    assert manager.post(there, {"colour": 9}, "colour")[0] == 422
    assert manager.post("/players/9999", {"guest": True}, "who")[0] == 404
    visitor.club.people.forget(added["id"])
    assert manager.post(there, {"name": "Una"}, "gone")[0] == 410


def test_a_token_that_keeps_score_may_not_change_the_club(begun, scorer, nothing_recorded):
    for there in (f"/games/{begun.game}/settings", "/games", "/players", "/players/1"):
        status, problem = scorer.post(there, {}, "no")
        assert (status, "may only read and keep score" in problem["detail"]) == (403, True)
