"""`scorepad can-go-out` and `scorepad can-open`: an answer, JSON Lines, choices, and bad input."""

import json

from tests.cli.invoke import GOOD, answers, ask, errors, run

OUT = {
    "round": 1,
    "players": 2,
    "books": {"clean": 3, "dirty": 4},
    "in_foot": True,
    "last_card": "discard",
    "card": "2",
}
MELD = {"rank": "K", "naturals": 2, "wilds": ["joker"]}
OPEN = {"round": 2, "players": 4, "score_before": 0, "melds": [MELD]}


def lines(*documents):
    return "".join(json.dumps(document) + "\n" for document in documents)


def test_a_wild_card_may_not_be_discarded():
    (answer,) = answers(ask("can-go-out", "friends-family", OUT))
    (blocker,) = answer.pop("blockers")
    assert answer == {"can_go_out": False, "warnings": [], "bonus": 100}
    message = "A two is a wild card, and you may not discard a wild card."
    assert blocker == {"code": "wild_discard", "message": message}


def test_missing_books_are_counted_in_the_blocker():
    question = {**OUT, "books": {"clean": 3, "dirty": 2}, "card": "K"}
    (answer,) = answers(ask("can-go-out", "friends-family", question))
    assert [blocker["missing"] for blocker in answer["blockers"]] == [{"dirty": 2}]


def test_a_blocker_is_an_answer_and_not_a_failure():
    assert ask("can-go-out", "southern-ohio", GOOD["can-go-out"]).exit_code == 0


def test_with_teams_the_answer_has_the_projected_round():
    teams = [{"name": "Us", "melded": 300}, {"name": "Them", "left": 40}]
    question = {**GOOD["can-go-out"], "books": {"clean": 1, "dirty": 1}, "teams": teams}
    (answer,) = answers(ask("can-go-out", "partnership", question))
    assert [team["total"] for team in answer["projected"]["teams"]] == [1200, -40]


def test_melds_below_the_minimum_do_not_open():
    (answer,) = answers(ask("can-open", "partnership", OPEN))
    (problem,) = answer.pop("problems")
    assert answer == {"opens": False, "minimum": 90, "points": 70, "missing": 20}
    message = "70 is below the opening minimum of 90 points."
    assert problem == {"code": "below_minimum", "message": message}


def test_a_choice_may_allow_wild_melds():
    wild = {**OPEN, "round": 1, "melds": [{"rank": "joker", "naturals": 3}]}
    (usual,) = answers(ask("can-open", "friends-family", wild))
    (chosen,) = answers(ask("can-open", "friends-family", wild, "--choose", "bolivias=on"))
    assert (usual["opens"], chosen["opens"]) == (False, True)


def test_questions_may_be_json_lines_under_a_choice():
    stdin = lines(*({**OUT, "books": {"clean": n, "dirty": 1}, "card": "K"} for n in (0, 1)))
    result = run("can-go-out", "friends-family", "--choose", "books=short", stdin=stdin)
    assert [answer["can_go_out"] for answer in answers(result)] == [False, True]
    result = run("can-open", "partnership", stdin=lines(*({**OPEN, "round": n} for n in (1, 2, 3))))
    assert [answer["opens"] for answer in answers(result)] == [True, False, False]


def test_every_fault_is_printed_with_its_path():
    out = {"round": 1.5, "books": {"clean": "two"}, "in_foot": 1, "last_card": "fold", "teams": [3]}
    paths = {line.split(":")[0] for line in errors(ask("can-go-out", "catawba", out))}
    assert paths == {"round", "books.clean", "in_foot", "last_card", "teams", "teams[0]"}
    melds = [{"rank": "kings"}, {"rank": "K", "naturals": 2, "wilds": ["3"]}, 5]
    faults = errors(ask("can-open", "partnership", {"round": 1, "melds": melds}))
    paths = [line.split(":")[0] for line in faults]
    assert paths == ["melds[0].rank", "melds[1].wilds[0]", "melds[2]"]
