"""`scorepad can-open`: the design's example, JSON Lines, and what is refused."""

import json

from tests.cli.saying import answers, complaints, run

MELD = {"rank": "K", "naturals": 2, "wilds": ["joker"]}
EXAMPLE = {"round": 2, "players": 4, "score_before": 0, "melds": [MELD]}


def test_the_design_s_example_comes_out_as_it_says():
    (answer,) = answers(run("can-open", "partnership", given=json.dumps(EXAMPLE)))
    message = "70 points, but the opening minimum is 90."
    assert answer == {
        "opens": False,
        "minimum": 90,
        "points": 70,
        "missing": 20,
        "problems": [{"code": "below_minimum", "message": message}],
    }


def test_questions_may_be_json_lines():
    given = "".join(json.dumps({**EXAMPLE, "round": n}) + "\n" for n in (1, 2, 3))
    result = run("can-open", "partnership", given=given)
    assert [one["opens"] for one in answers(result)] == [True, False, False]


def test_a_choice_may_allow_wild_melds():
    wild = {**EXAMPLE, "round": 1, "melds": [{"rank": "joker", "naturals": 3}]}
    plain = answers(run("can-open", "friends-family", given=json.dumps(wild)))[0]
    chosen = run("can-open", "friends-family", "--choose", "bolivias=on", given=json.dumps(wild))
    assert (plain["opens"], answers(chosen)[0]["opens"]) == (False, True)


def test_every_fault_is_said_with_its_path():
    melds = [{"rank": "kings"}, {"rank": "K", "naturals": 2, "wilds": ["3"]}, 5]
    said = complaints(
        run("can-open", "partnership", given=json.dumps({"round": 1, "melds": melds}))
    )
    assert [line.split(":")[0] for line in said] == [
        "melds[0].rank",
        "melds[1].wilds[0]",
        "melds[2]",
    ]
