"""`scorepad can-go-out`: an answer, JSON Lines, and bad input."""

import json

from tests.cli.invoke import GOOD, answers, ask, errors, run

EXAMPLE = {
    "round": 1,
    "players": 2,
    "books": {"clean": 3, "dirty": 4},
    "in_foot": True,
    "last_card": "discard",
    "card": "2",
}


def test_a_wild_card_may_not_be_discarded():
    (answer,) = answers(ask("can-go-out", "friends-family", EXAMPLE))
    (blocker,) = answer.pop("blockers")
    assert answer == {"can_go_out": False, "warnings": [], "bonus": 100}
    message = "A two is a wild card, and you may not discard a wild card."
    assert blocker == {"code": "wild_discard", "message": message}


def test_missing_books_are_counted_in_the_blocker():
    question = {**EXAMPLE, "books": {"clean": 3, "dirty": 2}, "card": "K"}
    (answer,) = answers(ask("can-go-out", "friends-family", question))
    assert [blocker["missing"] for blocker in answer["blockers"]] == [{"dirty": 2}]


def test_questions_may_be_json_lines_under_a_choice():
    questions = [{**EXAMPLE, "books": {"clean": n, "dirty": 1}, "card": "K"} for n in (0, 1)]
    stdin = "".join(json.dumps(question) + "\n" for question in questions)
    result = run("can-go-out", "friends-family", "--choose", "books=short", stdin=stdin)
    assert [answer["can_go_out"] for answer in answers(result)] == [False, True]


def test_a_blocker_is_an_answer_and_not_a_failure():
    assert ask("can-go-out", "southern-ohio", GOOD["can-go-out"]).exit_code == 0


def test_every_fault_is_printed_with_its_path():
    document = {"round": 1.5, "books": {"clean": "two"}, "in_foot": 1, "last_card": "fold"}
    lines = errors(ask("can-go-out", "catawba", {**document, "teams": [3]}))
    paths = {"round", "books.clean", "in_foot", "last_card", "teams", "teams[0]"}
    assert {line.split(":")[0] for line in lines} == paths


def test_with_teams_the_answer_has_the_projected_round():
    teams = [{"name": "Us", "melded": 300}, {"name": "Them", "left": 40}]
    question = {**GOOD["can-go-out"], "books": {"clean": 1, "dirty": 1}, "teams": teams}
    (answer,) = answers(ask("can-go-out", "partnership", question))
    assert [team["total"] for team in answer["projected"]["teams"]] == [1200, -40]
