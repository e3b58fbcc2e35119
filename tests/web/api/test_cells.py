"""The cells that a program sends: which it may name, what they may hold, and that all others stay as they are."""

import hashlib
import shutil
from contextlib import closing

from scorepad.store.tokens import StoredResponses, TokenRole
from scorepad.web import create_app
from scorepad.web.api import games
from tests.web.api.programs import program
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.hosting import clubs_of


def texts(scorer, game, number=2):
    """The text of each input of a round, by name."""
    return {asked["name"]: asked["text"] for asked in scorer.get(f"/games/{game}/rounds/{number}")["inputs"]}


def post(scorer, game, cells, key, **more):
    """Record cells of a game."""
    return scorer.post(f"/games/{game}/rounds", {"cells": cells} | more, key)


def test_a_new_token_records_in_a_club_that_came_without_its_access_file(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    with closing(clubs_of(app := create_app(old))):
        game = (table := Visitor(app).begin()).game
        assert post(program(table.visitor, TokenRole.SCORE), game, {"team1.melded": "100"}, "one")[0] == 200
    shutil.copy(old / "club.sqlite3", new)
    with closing(clubs_of(app := create_app(new))):
        scorer = program(Visitor(app), TokenRole.SCORE)
        assert post(scorer, game, {"team1.melded": "300"}, "one")[0] == 200
        assert texts(scorer, game, 1)["team1.melded"] == "300"


def test_a_request_recorded_before_an_update_is_recognized_by_its_earlier_key(begun, scorer, monkeypatch):
    token, cells = begun.visitor.access.tokens.find(scorer.text), {"team1.melded": "100"}
    earlier = hashlib.sha256(f"{token.id}\n{begun.game}\none".encode()).hexdigest()[:32]
    with monkeypatch.context() as before:
        before.setattr(games, "_form_key", lambda *of: earlier)
        before.setattr(StoredResponses, "keep", lambda responses, token, key, response: response)
        assert post(scorer, begun.game, cells, "one")[0] == 200
    entries = len(begun.visitor.entries(begun.game))
    assert post(scorer, begun.game, cells, "one")[0] == 200
    assert len(begun.visitor.entries(begun.game)) == entries


def test_a_mark_is_1_or_nothing(begun, scorer):
    name = "team1.opened"
    for at, (value, shown) in enumerate(((0, ""), (1, "1"), ("0", ""), ("1", "1"), ("", ""))):
        assert post(scorer, begun.game, {name: value}, f"right {at}")[0] == 200
        assert texts(scorer, begun.game)[name] == shown
    for at, value in enumerate((7, -1, "no", "yes")):
        status, problem = post(scorer, begun.game, {name: value}, f"wrong {at}")
        assert (status, [fault["pointer"] for fault in problem["errors"]]) == (422, [f"/cells/{name}"])
        assert texts(scorer, begun.game)[name] == ""


def test_finishing_with_an_earlier_seen_changes_only_the_cells_that_were_sent(begun, scorer):
    post(scorer, begun.game, OUT_FIRST, "draft")
    seen = scorer.get(f"/games/{begun.game}/live")["seq"]
    begun.tap("team1.dirty+1")
    status, finished = post(scorer, begun.game, {"team1.melded": "905"}, "finish", finish=True, seen=seen)
    assert (status, finished["saved"]) == (200, "finished")
    shown = texts(scorer, begun.game)
    assert (shown["team1.melded"], shown["team1.dirty"]) == ("905", "6")
    assert scorer.get(f"/games/{begun.game}/live")["conflicts"] == 0


def test_one_half_of_an_adjustment_leaves_the_other_as_it_is(begun, scorer):
    points, reason = "team1.adjustment1.points", "team1.adjustment1.reason"
    for at, (sent, status, stands) in enumerate(
        (
            ({points: "-50"}, 422, ("", "")),
            ({points: "-50", reason: "Late"}, 200, ("-50", "Late")),
            ({points: "-70"}, 200, ("-70", "Late")),
            ({reason: "Very late"}, 200, ("-70", "Very late")),
            ({points: ""}, 422, ("-70", "Very late")),
            ({points: "", reason: ""}, 200, ("", "")),
        )
    ):
        assert post(scorer, begun.game, sent, f"half {at}")[0] == status
        shown = texts(scorer, begun.game)
        assert (shown[points], shown[reason]) == stands


def test_names_that_the_sheet_does_not_have_are_refused_with_the_nearest(begun, scorer):
    names = ("action", "seen", "step", "csrf_token", "team1.checked", "team9.clean", "", "a" * 5000)
    for at, name in enumerate(names):
        status, problem = post(scorer, begun.game, {"team1.clean": 2, name: "1"}, f"unknown {at}")
        assert (status, [fault["pointer"] for fault in problem["errors"]]) == (422, [f"/cells/{name}"])
    problem = post(scorer, begun.game, {"team1.claen": 1}, "near")[1]
    assert problem["errors"][0]["detail"].endswith("Did you mean team1.clean?")
    assert texts(scorer, begun.game)["team1.clean"] == "0"


def test_answers_say_what_a_program_can_do_and_nothing_about_pages(begun, scorer):
    status, problem = post(scorer, begun.game, {"team1.melded": "905"}, "unpressed", round=1)
    assert (status, '"finish": true' in problem["detail"], "Press" in problem["detail"]) == (409, True, False)
    status, problem = post(scorer, begun.game, {"team1.clean": "x"}, "unreadable")
    assert (status, problem["detail"]) == (422, "Some cells cannot be read. Nothing was saved.")
    for number in (2, 3, 4):
        begun.play(number, **OUT_FIRST)
    for at, more in enumerate(({}, {"round": 5})):
        status, problem = post(scorer, begun.game, {"team1.clean": 1}, f"over {at}", **more)
        assert (status, "is over" in problem["detail"]) == (404, True)
