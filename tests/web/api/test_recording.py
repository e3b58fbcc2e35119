"""A program records a round as a phone does: once for each key, with conflicts, checks and problems."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

from scorepad.store.tokens import StoredResponses, TokenRole
from scorepad.web import create_app
from scorepad.web.api import games
from tests.support.waiting import PATIENCE
from tests.web.api.programs import Program, program
from tests.web.driving import OUT_FIRST, Visitor
from tests.web.hosting import clubs_of


def rounds_of(game):
    return f"/games/{game}/rounds"


def test_a_round_is_drafted_finished_and_corrected(begun, scorer):
    there = rounds_of(begun.game)
    status, drafted = scorer.post(there, {"cells": {"team1.clean": 2}}, "draft")
    assert (status, drafted["saved"], drafted["sheet"]["number"]) == (200, "draft", 2)
    status, finished = scorer.post(there, {"cells": OUT_FIRST, "finish": True, "round": 2}, "finish")
    assert (status, finished["saved"], finished["sheet"]["finished"]) == (200, "finished", True)
    assert begun.record.course.now == (9000, 0)
    assert "Test finished round 2. On to round 3." in begun.visitor.get(f"{begun.address}/board").text
    correction = {"round": 2, "cells": {"team1.melded": "1000"}}
    assert scorer.post(there, correction, "unpressed")[0] == 409
    assert begun.record.course.now == (9000, 0)
    assert scorer.post(there, correction | {"finish": True}, "pressed")[0] == 200
    assert begun.record.course.now == (9100, 0)
    history = begun.visitor.get(f"{begun.address}/history")
    assert history.text.count(", by Test") == 4


def test_pages_of_a_game_that_is_over_name_the_program_that_kept_score(begun, scorer):
    for number in (2, 3, 4):
        scorer.post(rounds_of(begun.game), {"cells": OUT_FIRST, "finish": True, "round": number}, f"finish {number}")
    result, story, sheet = (
        begun.visitor.get(f"{begun.address}/{page}").text for page in ("result", "story", "rounds/2/edit")
    )
    assert "The program “Test” finished rounds 2 to 4." in result
    assert "Test Rounds 2 to 4 (" in story
    assert "Test finished round 2." in sheet


def test_what_is_wrong_is_said_at_its_place_and_warnings_may_be_confirmed(begun, scorer):
    there = rounds_of(begun.game)
    cells = OUT_FIRST | {"team1.clean": "x"}
    status, problem = scorer.post(there, {"cells": cells, "finish": True}, "1")
    assert (status, [fault["pointer"] for fault in problem["errors"]]) == (422, ["/cells/team1.clean"])
    few = {"cells": OUT_FIRST | {"team1.melded": "55"}, "finish": True}
    status, problem = scorer.post(there, few, "2")
    assert (status, problem["errors"][0]["pointer"]) == (422, "/cells/team1.melded")
    status, done = scorer.post(there, few | {"confirm": problem["confirm"]}, "3")
    assert (status, done["saved"]) == (200, "finished")


def test_a_cell_that_someone_else_changed_is_a_conflict(begun, scorer):
    seen = scorer.get(f"/games/{begun.game}/live")["seq"]
    begun.sheet(2).save(team1__melded="300")
    status, problem = scorer.post(rounds_of(begun.game), {"cells": {"team1.melded": "350"}, "seen": seen}, "late")
    assert (status, [fault["pointer"] for fault in problem["errors"]]) == (409, ["/cells/team1.melded"])
    assert "300" in problem["errors"][0]["detail"]
    assert scorer.get(f"/games/{begun.game}/live")["conflicts"] == 1


def test_a_request_that_comes_again_is_answered_again_also_after_a_restart(tmp_path):
    body = {"cells": {"team1.clean": 1}}
    with closing(clubs_of(app := create_app(tmp_path))):
        table = Visitor(app).begin()
        scorer = program(table.visitor, TokenRole.SCORE)
        first = scorer.post(rounds_of(table.game), body, "one")
        table.sheet(1).save(team1__melded="300")
        entries = len(table.visitor.entries(table.game))
        assert scorer.post(rounds_of(table.game), body, "one") == first
        assert scorer.post(rounds_of(table.game), {"cells": {}}, "one")[0] == 422
    with closing(clubs_of(app := create_app(tmp_path))):
        again = Program(app, scorer.text)
        assert again.post(rounds_of(table.game), body, "one") == first
        assert again.post(rounds_of(table.game), body)[0] == 400
        assert len(Visitor(app).entries(table.game)) == entries


class _NotedLock:
    """A lock that calls `note` when a thread has to wait for it."""

    def __init__(self, lock, note):
        self.lock, self.note = lock, note

    def __enter__(self):
        if not self.lock.acquire(blocking=False):
            self.note()
            assert self.lock.acquire(timeout=PATIENCE)

    def __exit__(self, *error):
        self.lock.release()


def test_two_requests_with_one_key_at_once_record_only_the_first(begun, scorer, monkeypatch):
    there, others, second, is_in_between = rounds_of(begun.game), iter([{"team2.clean": 2}]), [], Event()
    record_first, lock = games._record, StoredResponses.lock

    def record(*request):
        for cells in others:
            second.append(pool.submit(scorer.post, there, {"cells": cells}, "one"))
            second[0].add_done_callback(lambda future: is_in_between.set())
            assert is_in_between.wait(PATIENCE)
        return record_first(*request)

    def noted(responses, token, key):
        return _NotedLock(lock(responses, token, key), is_in_between.set)

    monkeypatch.setattr(games, "_record", record)
    monkeypatch.setattr(StoredResponses, "lock", noted)
    with ThreadPoolExecutor() as pool:
        assert scorer.post(there, {"cells": {"team1.clean": 1}}, "one")[0] == 200
        assert second[0].result(PATIENCE)[0] == 422
    texts = {asked["name"]: asked["text"] for asked in scorer.get(f"{there}/2")["inputs"]}
    assert (texts["team1.clean"], texts["team2.clean"]) == ("1", "0")


def test_two_processes_record_a_key_once_and_answer_alike(begun, scorer, monkeypatch):
    there, body, find = rounds_of(begun.game), {"cells": {"team1.clean": 1}}, StoredResponses.find
    first = scorer.post(there, body, "one")
    begun.sheet(2).save(team1__melded="300")
    entries = len(begun.visitor.entries(begun.game))
    for cells, status in ((body["cells"], 200), ({"team1.clean": 2}, 422)):
        # The other process has not stored its answer yet when this one looks for it.
        looks = iter([None])
        monkeypatch.setattr(StoredResponses, "find", lambda *key, looks=looks: next(looks, find(*key)))
        again = scorer.post(there, {"cells": cells}, "one")
        assert again == first if status == 200 else again[0] == status
    assert len(begun.visitor.entries(begun.game)) == entries


def test_bodies_that_are_no_round_record_nothing(begun, scorer, nothing_recorded):
    for at, body in enumerate(
        ({}, [], {"cells": []}, {"cells": {"team1.clean": [1]}}, {"cells": {}, "round": 0}, {"cells": {}, "odd": 1},
         {"cells": {"team1.clean": True}}, {"cells": {}, "finish": "yes"}, {"cells": {}, "seen": -1})
    ):  # fmt: skip
        status, problem = scorer.post(rounds_of(begun.game), body, f"bad {at}")
        assert (status, problem["status"]) == (422, 422), body
    for half in (r'{"\ud800": 1}', r'{"cells": {"\ud800": 1}}'):
        assert scorer.post(rounds_of(begun.game), half, "half")[0] == 400
    assert scorer.post(rounds_of(begun.game), {"cells": {}, "round": 9}, "far")[0] == 404
    later = scorer.get(f"/games/{begun.game}/live")["seq"] + 1
    status, problem = scorer.post(rounds_of(begun.game), {"cells": {"team1.melded": 90}, "seen": later}, "later")
    assert (status, [fault["pointer"] for fault in problem["errors"]]) == (422, ["/seen"])
