"""All errors in a document are reported at once, each with its path, and no value is coerced."""

import pytest

from scorepad.rules import preset
from scorepad.scoring.answers import can_go_out_document, can_open_document, fault_text, score_document
from scorepad.scoring.model import Level, Problem
from tests.support.scoring import OUT, answer, faults, round_of


def _faults(data, slug="partnership"):
    return faults(score_document, preset(slug), data)


def _problems(answer):
    return [(problem["code"], problem["path"]) for problem in answer["problems"]]


def test_every_fault_of_a_round_is_named_at_once_with_its_path():
    texts = {"name": "", "score_before": 1.5, "melded": "410", "went_out": "yes", "ruling": 3}
    counts = {"books": {"clen": 1, "clean": -1}, "red_threes": True, "threes": {"blue": 1}}
    lists = {"unfinished": [], "lost": ["aces"], "adjustments": [{}, 5]}
    more = {"bonuses": {"cut": 1}, "left": [1, 2, {"kings": 3}], "extra": 0}
    wrong = texts | counts | lists | more
    result = {path for _, path in _faults({"round": "1", "ended": "no", "teams": [wrong, 7]})}
    keys = (
        *("extra", "name", "score_before", "books.clen", "books.clean", "unfinished", "melded"),
        *("left", "left[2].kings", "red_threes", "threes.blue", "bonuses.cut", "went_out"),
        *("lost[0]", "adjustments[0].points", "adjustments[0].reason", "adjustments[1]", "ruling"),
    )
    assert result == {"round", "ended", "teams[1]", *(f"teams[0].{key}" for key in keys)}


def test_every_error_of_a_well_formed_round_is_named_at_once():
    books = {"books": {"clean": 2, "aces": 2}, "unfinished": {"sevens": 1}, "lost": ["sevens"]}
    team = {**books, "melded": 9000, "left": {"joker": 11}, "went_out": True}
    assert _faults(round_of(team, {"went_out": True}), "catawba") == [
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
    assert _problems(answer("friends-family", team, {"melded": {"black3": 3, "9": 3}})) == [
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
    result = _faults({**round_of({}, {}), **dict.fromkeys(keys, 1)})
    assert [path for _, path in result] == keys


@pytest.mark.parametrize(
    ("verb", "keys"),
    [
        (score_document, {"round", "ended", "teams"}),
        (can_go_out_document, {"round", "books", "in_foot", "last_card"}),
        (can_open_document, {"round", "melds"}),
    ],
)
def test_a_document_is_an_object_with_every_key(verb, keys):
    rules = preset("partnership")
    assert set(faults(verb, rules, {})) == {("missing_key", key) for key in keys}
    for data in (None, [], "", 0, 1.5, True, [{}], "round"):
        assert faults(verb, rules, data) == [("wrong_type", "")], data


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
        result = _faults({**round_of({}, {}), key: value})
        assert [path for _, path in result] == [key], value


@pytest.mark.parametrize("value", [3, "x", None])
@pytest.mark.parametrize("key", ["books", "threes", "bonuses", "lost", "adjustments"])
def test_a_part_of_a_team_has_its_own_kind(key, value):
    assert _faults(round_of({key: value}, {})) == [("wrong_type", f"teams[0].{key}")]


def test_an_adjustment_has_its_limit():
    huge = {"adjustments": [{"points": 10**7, "reason": "Dealt twice"}]}
    assert _faults(round_of(huge, {})) == [("bad_value", "teams[0].adjustments[0].points")]


@pytest.mark.parametrize(
    "team",
    [
        *[{"score_before": -(10**40)}, {"score_before": 10**40}, {"melded": 0, "left": 0}],
        *[{"left": []}, {"left": [{}, 0]}, {"books": {"clean": 0}}],
        {"adjustments": [{"points": -50, "reason": "Talked across the table"}]},
        {"name": "Åsa & Ölof 👩‍👩‍👧 123"},
    ],
)
def test_what_is_unusual_and_right_is_accepted(team):
    assert _faults(round_of(team, {})) == []


def test_a_sheet_without_the_books_is_refused_until_the_table_records_its_ruling():
    short = {**OUT, "books": {"clean": 1}}
    refused = [("books_missing", "teams[0].went_out")]
    assert _faults(round_of(short, {}), "southern-ohio") == refused
    result = answer("southern-ohio", {**short, "ruling": "Nobody saw it in time"}, {})
    assert _problems(result) == [("table_ruling", "teams[0].went_out")]
    assert result["teams"][0]["total"] == 500 + 900


def test_a_fault_in_one_line_says_where_and_what():
    facts = {"value": "“x”", "wanted": "a list"}
    for path, text in (("teams", "teams: “x” is not a list."), ("", "“x” is not a list.")):
        assert fault_text(Problem("wrong_type", Level.ERROR, path, facts)) == text
