"""`scorepad can-go-out`: the design's example, JSON Lines, and what is refused."""

import json

from tests.cli.saying import GOOD, answers, complaints, run

EXAMPLE = {
    "round": 1,
    "players": 2,
    "books": {"clean": 3, "dirty": 4},
    "in_foot": True,
    "last_card": "discard",
    "card": "2",
}


def test_the_design_s_example_comes_out_as_it_says():
    (answer,) = answers(run("can-go-out", "friends-family", given=json.dumps(EXAMPLE)))
    assert answer == {
        "can_go_out": False,
        "blockers": [
            {
                "code": "wild_discard",
                "message": "A wild card may not be discarded, and a two is one.",
            }
        ],
        "warnings": [],
        "bonus": 100,
    }


def test_what_lacks_stands_beside_the_blocker():
    asked = {**EXAMPLE, "books": {"clean": 3, "dirty": 2}, "card": "K"}
    (answer,) = answers(run("can-go-out", "friends-family", given=json.dumps(asked)))
    (blocker,) = answer["blockers"]
    assert blocker["missing"] == {"dirty": 2}


def test_questions_may_be_json_lines_under_a_choice():
    given = "".join(
        json.dumps({**EXAMPLE, "books": {"clean": n, "dirty": 1}, "card": "K"}) + "\n"
        for n in (0, 1)
    )
    result = run("can-go-out", "friends-family", "--choose", "books=short", given=given)
    assert [one["can_go_out"] for one in answers(result)] == [False, True]


def test_a_blocker_is_an_answer_and_no_failure():
    assert run("can-go-out", "southern-ohio", given=json.dumps(GOOD["can-go-out"])).exit_code == 0


def test_every_fault_is_said_with_its_path():
    asked = {
        "round": 1.5,
        "books": {"clean": "two"},
        "in_foot": 1,
        "last_card": "fold",
        "teams": [3],
    }
    said = complaints(run("can-go-out", "catawba", given=json.dumps(asked)))
    assert {line.split(":")[0] for line in said} == {
        *("round", "books.clean", "in_foot", "last_card", "teams", "teams[0]")
    }


def test_with_teams_the_projected_round_is_part_of_the_answer():
    teams = [{"name": "Us", "melded": 300}, {"name": "Them", "left": 40}]
    asked = {**GOOD["can-go-out"], "books": {"clean": 1, "dirty": 1}, "teams": teams}
    (answer,) = answers(run("can-go-out", "partnership", given=json.dumps(asked)))
    assert [team["total"] for team in answer["projected"]["teams"]] == [1200, -40]
