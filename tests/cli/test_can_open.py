"""`scorepad can-open`: an answer, JSON Lines, and bad input."""

import json

from tests.cli.invoke import answers, ask, errors, run

MELD = {"rank": "K", "naturals": 2, "wilds": ["joker"]}
EXAMPLE = {"round": 2, "players": 4, "score_before": 0, "melds": [MELD]}


def test_melds_below_the_minimum_do_not_open():
    (answer,) = answers(ask("can-open", "partnership", EXAMPLE))
    (problem,) = answer.pop("problems")
    assert answer == {"opens": False, "minimum": 90, "points": 70, "missing": 20}
    message = "70 is below the opening minimum of 90 points."
    assert problem == {"code": "below_minimum", "message": message}


def test_questions_may_be_json_lines():
    stdin = "".join(json.dumps({**EXAMPLE, "round": n}) + "\n" for n in (1, 2, 3))
    result = run("can-open", "partnership", stdin=stdin)
    assert [answer["opens"] for answer in answers(result)] == [True, False, False]


def test_a_choice_may_allow_wild_melds():
    wild = {**EXAMPLE, "round": 1, "melds": [{"rank": "joker", "naturals": 3}]}
    (usual,) = answers(ask("can-open", "friends-family", wild))
    (chosen,) = answers(ask("can-open", "friends-family", wild, "--choose", "bolivias=on"))
    assert (usual["opens"], chosen["opens"]) == (False, True)


def test_every_fault_is_printed_with_its_path():
    melds = [{"rank": "kings"}, {"rank": "K", "naturals": 2, "wilds": ["3"]}, 5]
    lines = errors(ask("can-open", "partnership", {"round": 1, "melds": melds}))
    paths = [line.split(":")[0] for line in lines]
    assert paths == ["melds[0].rank", "melds[1].wilds[0]", "melds[2]"]
