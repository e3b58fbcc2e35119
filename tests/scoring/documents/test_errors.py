"""Everything wrong with a document is said at once, each with its path, and nothing is bent to fit."""

import pytest

from scorepad.rules import preset
from scorepad.scoring.documents.answers import (
    can_go_out_document,
    can_open_document,
    fault_text,
    score_document,
)
from scorepad.scoring.model import Level, Problem
from tests.support.scoring import OUT, answer, faults, round_of

BASE, CATAWBA = preset("partnership"), preset("catawba")


def _round(data, rule_set=BASE):
    return faults(score_document, rule_set, data)


def test_every_fault_of_a_round_is_named_at_once_with_its_path():
    team = {
        "name": "",
        "score_before": 1.5,
        "books": {"clen": 1, "clean": -1},
        "unfinished": [],
        "melded": "410",
        "left": [1, 2, {"kings": 3}],
        "red_threes": True,
        "threes": {"blue": 1},
        "bonuses": {"cut": 1},
        "went_out": "yes",
        "lost": ["aces"],
        "adjustments": [{}, 5],
        "ruling": 3,
        "extra": 0,
    }
    found = dict.fromkeys(
        path for _, path in _round({"round": "1", "ended": "no", "teams": [team, 7]})
    )
    assert set(found) == {
        *("round", "ended", "teams[1]", "teams[0].extra", "teams[0].name", "teams[0].score_before"),
        *("teams[0].books.clen", "teams[0].books.clean", "teams[0].unfinished", "teams[0].melded"),
        *("teams[0].left", "teams[0].left[2].kings", "teams[0].red_threes", "teams[0].threes.blue"),
        *("teams[0].bonuses.cut", "teams[0].went_out", "teams[0].lost[0]", "teams[0].ruling"),
        *("teams[0].adjustments[0].points", "teams[0].adjustments[0].reason"),
        "teams[0].adjustments[1]",
    }


def test_every_error_of_a_well_formed_round_is_named_at_once():
    team = {"books": {"clean": 2, "aces": 2}, "unfinished": {"sevens": 1}, "lost": ["sevens"]}
    bad = round_of(
        {**team, "melded": 9000, "left": {"joker": 11}, "went_out": True}, {"went_out": True}
    )
    assert _round(bad, CATAWBA) == [
        ("wrong_out", "ended"),
        ("more_than_the_decks", "teams[0].left.joker"),
        ("more_than_the_decks", "teams[0].melded"),
        ("books_missing", "teams[0].went_out"),
        ("premium_twice", "teams[0].books.aces"),
        ("premium_lost", "teams[0].unfinished.sevens"),
        ("books_missing", "teams[1].went_out"),
    ]


def test_every_warning_is_named_and_none_hides_another():
    team = {"books": {"clean": 5, "dirty": 1}, "melded": 42, "left": [3, 4], "bonuses": {}}
    found = answer("friends-family", team, {"melded": {"black3": 3, "9": 3}})
    assert [(one["code"], one["path"]) for one in found["problems"]] == [
        ("fewer_than_books_need", "teams[0].melded"),
        ("not_a_multiple", "teams[0].melded"),
        ("not_a_multiple", "teams[0].left[0]"),
        ("not_a_multiple", "teams[0].left[1]"),
        ("below_minimum", "teams[0].melded"),
        ("extra_books", "teams[0].books.clean"),
        ("threes_not_melded", "teams[1].melded.black3"),
        ("below_minimum", "teams[1].melded"),
    ]


def test_faults_stand_in_the_order_of_the_document():
    keys = [f"x{n}" for n in range(20)]
    found = _round({**round_of({}, {}), **dict.fromkeys(keys, 1)})
    assert [path for _, path in found] == keys


@pytest.mark.parametrize("data", [None, [], "", 0, 1.5, True, [{}], "round"])
def test_what_is_no_object_is_no_document(data):
    for verb in (score_document, can_go_out_document, can_open_document):
        assert faults(verb, BASE, data) == [("wrong_type", "")]


@pytest.mark.parametrize(
    ("verb", "missing"),
    [
        (score_document, {"round", "ended", "teams"}),
        (can_go_out_document, {"round", "books", "in_foot", "last_card"}),
        (can_open_document, {"round", "melds"}),
    ],
)
def test_an_empty_object_is_told_all_it_lacks(verb, missing):
    assert set(faults(verb, BASE, {})) == {("missing_key", key) for key in missing}


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("round", [0, -1, 1001, "1", 1.0, True, None, 10**30]),
        ("players", [0, 2, 5, "4", None, 10**4299, True]),
        ("decks", [0, 31, "5", None, False]),
        ("ended", ["", "WENT_OUT", None, 1, ["went_out"]]),
        ("teams", [None, {}, "x", [{}], [{}, {}, {}], []]),
    ],
)
def test_a_bad_value_at_the_top_is_refused_at_its_own_key(key, values):
    for value in values:
        found = _round({**round_of({}, {}), key: value})
        assert [path for _, path in found] == [key], value


@pytest.mark.parametrize(
    "team",
    [
        {"score_before": -(10**40)},
        {"score_before": 10**40},
        {"melded": 0, "left": 0},
        {"left": []},
        {"left": [{}, 0]},
        {"books": {"clean": 0}},
        {"adjustments": [{"points": -50, "reason": "Talked across the table"}]},
        {"name": "Åsa & Ölof 👩‍👩‍👧 123"},
    ],
    ids=range(8),
)
def test_what_is_unusual_and_right_is_accepted(team):
    assert _round(round_of(team, {})) == []


def test_a_sheet_without_the_books_is_refused_until_the_table_records_its_ruling():
    short = {**OUT, "books": {"clean": 1}}
    assert _round(round_of(short, {}), preset("southern-ohio")) == [
        ("books_missing", "teams[0].went_out")
    ]
    found = answer("southern-ohio", {**short, "ruling": "Nobody saw it in time"}, {})
    assert [one["code"] for one in found["problems"]] == ["table_ruling"]
    assert found["teams"][0]["total"] == 500 + 900


def test_a_fault_in_one_line_says_where_and_what():
    facts = {"value": "“x”", "wanted": "a list"}
    problem = Problem("wrong_type", Level.ERROR, "teams", facts)
    assert fault_text(problem) == "teams: “x” is not a list."
    assert fault_text(Problem("wrong_type", Level.ERROR, "", facts)) == "“x” is not a list."
