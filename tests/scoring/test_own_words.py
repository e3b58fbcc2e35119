"""What a table's own rules can express, each in a small document of own rules."""

from functools import cache

import pytest

from scorepad.rulebook.card import build_card
from scorepad.rules import from_document, parse, preset, to_document
from scorepad.scoring.answers import can_go_out_document, can_open_document, score_document
from tests.support.scoring import answer, faults, meld, points, round_of


@cache
def own(text, parent="pennies"):
    return parse(f'schema = 2\nname = "Ours"\nparent = "{parent}"\n{text}', preset)


def card(rules):
    """Return every phrase of a rule set's reference card."""
    sections = build_card(rules, rules.tables[0]).sections
    return [phrase.text for section in sections for phrase in section.all_phrases]


def may_go_out(rules, **question):
    question = {"round": 1, "in_foot": True, "last_card": "discard", "partner_says": "yes"} | question
    result = can_go_out_document(rules, question)
    return {problem["code"]: problem.get("missing") for problem in result["blockers"]}


CANASTAS = """
[add]
"books.clean.counts_for" = ["canasta"]
"books.dirty.counts_for" = ["canasta"]
combinations = [{ code = "three", label = "Three", books = { canasta = 2, wild = 1 }, points = 400, times = "each" }]
[set]
"going_out.cases.1.needs" = { canasta = 2 }
"threes.red.laid(1).when.lacks" = { canasta = 3 }
"opening.steps.1.books" = ["canasta"]
"""
"""Clean and dirty books are canastas: two go out, one opens, two pay with a wild book; without three, threes cost."""


def test_a_need_that_several_kinds_meet_together_is_named_wherever_kinds_are():
    rules = own(CANASTAS)
    assert may_go_out(rules, books={"clean": 1, "wild": 3}) == {"books_missing": {"canasta": 1}}
    assert may_go_out(rules, books={"clean": 1, "dirty": 1}) == {}
    teams = {"books": {"clean": 2, "dirty": 3, "wild": 2}}, {"books": {"dirty": 2}, "threes": {"red": {"laid": 2}}}
    ours, theirs = (points(team) for team in answer(rules, *teams)["teams"])
    assert (ours["three"], theirs["red_threes_laid"]) == (800, -200)
    teams[1]["books"]["clean"] = 1
    assert points(answer(rules, *teams)["teams"][1])["red_threes_laid"] == 200
    shown = [[meld("K", 6)], [meld("2", 7)], [meld("K", 7)]]
    assert [can_open_document(rules, {"round": 1, "melds": melds})["opens"] for melds in shown] == [False, False, True]
    canastas = "clean books or dirty books"
    counts = "counts as 1 clean book or 1 canasta to go out"
    assert {counts, f"2 {canastas} (canasta)", f"for 2 {canastas} and 1 wild book"} <= {*card(rules)}
    assert any(f"without 3 {canastas}" in phrase for phrase in card(rules))


WILD = """
[[add.books]]
code = "wild"
one = "Wild"
many = "Wilds"
made_of = "wilds"
ranks = []
cards = 7
points = 9
unfinished = 0
most = 1
counts_for = []
begun = "any_time"
"""


def test_a_joint_need_without_a_name_of_its_own_is_said_by_its_kinds():
    joint = CANASTAS.replace("canasta", "joint").replace("clean.counts_for", "sevens.counts_for")
    assert {
        "counts as 1 dirty book or 1 of dirty books and books of sevens to go out",
        "2 dirty books or books of sevens",
    } <= {*card(own(joint))}
    assert "1 clean book or dirty book" in card(own(WILD, "classic"))


SETS = """[add]
combinations = [
    { code = "grand", label = "Grand", books = { clean = 3, dirty = 3 }, points = 500, times = "once", group = "sets" },
    { code = "small", label = "Small", books = { clean = 2, dirty = 2 }, points = 300, times = "each", group = "sets" },
    { code = "both", label = "Both", books = { clean = 1, dirty = 1 }, points = 50, times = "each" },
]"""


def test_of_a_group_of_combinations_only_the_best_pays_and_the_others_stay_as_lines():
    def paid(clean, dirty):
        (team, _) = answer(own(SETS), {"books": {"clean": clean, "dirty": dirty}}, {})["teams"]
        sets = [line for line in team["lines"] if line["code"] in ("grand", "small", "both")]
        return [line["points"] for line in sets], [line.get("waived", "") for line in sets]

    other = "does not count, because only the best of its group pays"
    assert paid(2, 2) == ([300, 100], ["", ""])
    assert paid(3, 3) == ([500, 0, 150], ["", other, ""])
    assert paid(4, 4) == ([0, 600, 200], [other, "", ""])
    assert "not together with Grand: the best pays" in card(own(SETS))


NEEDS = """[set]
"going_out.cases.1.needs" = { clean = 1 }
"going_out.cases.1.red_threes" = 2
"books.sevens.must_finish" = true
"""
BEGUN = {"books": {"clean": 1}, "unfinished": {"sevens": 1}, "threes": {"red": {"laid": 1}}}


def test_going_out_may_need_red_threes_laid_down_and_every_premium_book_finished():
    rules, enough = own(NEEDS), {"books": {"clean": 1}, "threes": {"red": {"laid": 2}}}
    unmet = {"premium_unfinished": None, "red_threes_missing": {"red_threes": 1}}
    assert (may_go_out(rules, **BEGUN), may_go_out(rules, **enough)) == (unmet, {})
    assert faults(score_document, rules, round_of({**BEGUN, "went_out": True}, {})) == [
        (code, "teams[0].went_out") for code in unmet
    ]
    assert points(answer(rules, {**enough, "went_out": True}, {})["teams"][0])["red_threes_laid"] == -200
    phrases = "2 red threes laid down", "once begun, it must be finished to go out"
    assert {*phrases} <= {*card(rules)}


@pytest.mark.parametrize(
    ("team", "missing"),
    [({"threes": {"red": {"laid": 1}}}, 2), ({"melded": {"red3": 3}}, 0), ({"melded": {"K": 7}}, 3)],
)
def test_threes_of_the_round_count_and_may_be_needed_for_each_book(team, missing):
    rules = own(NEEDS.replace("= 2", '= "one_for_each_book"'))
    books = {"clean": 2, "dirty": 1}
    expected = {"red_threes_missing": {"red_threes": missing}} if missing else {}
    assert may_go_out(rules, books=books, teams=[{**team, "books": {"clean": 9}}, {}]) == expected
    assert "a red three laid down for each book" in card(rules)


def test_threes_that_the_cards_of_the_round_include_are_not_counted_twice():
    question = {"round": 1, "books": {}, "in_foot": True, "last_card": "meld", "teams": [{"melded": {"red3": 2}}, {}]}
    twice = [("threes_twice", "threes.red.laid")]
    assert faults(can_go_out_document, own(NEEDS), {**question, "threes": {"red": {"laid": 2}}}) == twice


def test_who_goes_out_without_its_threes_is_punished_where_the_rules_punish():
    rules = own(f'{NEEDS}"going_out.without_books" = "severe_penalty"\n"going_out.penalty" = -700')
    team = {"books": {"clean": 1}, "threes": {"red": {"laid": 1}}, "went_out": True}
    assert answer(rules, team, {})["teams"][0]["total"] == -700
    assert answer(rules, {**team, "ruling": "so agreed"}, {})["problems"][0]["message"] == (
        "Team 1 went out without 1 red three laid down. Your table allowed it: so agreed."
    )


def opens(rules, *melds, **question):
    result = can_open_document(rules, {"round": 1, "melds": list(melds)} | question)
    return [problem["code"] for problem in result["problems"]], result["points"]


def test_an_opening_may_have_no_wild_cards_or_only_beside_a_meld_without_any():
    none, beside = (own(f'set = {{ "melds.opening_wilds" = "{word}" }}') for word in ("none", "beside_natural"))
    natural, mixed, wild = meld("A", 3), meld("K", 3, "joker"), meld("2", 3)
    for meld_with_wilds in (mixed, wild):
        assert opens(none, natural, meld_with_wilds)[0] == ["wilds_in_opening"]
        assert opens(beside, meld_with_wilds)[0] == ["natural_meld_needed"]
        assert opens(beside, natural, meld_with_wilds)[0] == []
    assert opens(none, natural)[0] == opens(beside, natural)[0] == []
    assert {"none", "only beside a natural meld"} <= {*card(none), *card(beside)}


def test_some_ranks_never_take_wild_cards():
    rules = own('set = { "melds.natural_ranks" = ["7", "4"] }')
    assert opens(rules, meld("7", 3, "2"), meld("A", 3))[0] == ["rank_takes_no_wilds"]
    assert opens(rules, meld("8", 3, "2"), meld("A", 3))[0] == []
    assert "sevens and fours" in card(rules)


def test_the_points_of_a_finished_book_may_count_towards_the_minimum():
    rules, seven = own('set = { "opening.book_points" = true }'), meld("4", 7)
    assert opens(rules, seven, score_before=9000) == ([], 35 + 500)
    assert opens(rules, meld("7", 5, "2", "2")) == ([], 65 + 1500)
    assert opens(rules, meld("4", 6), score_before=9000) == (["below_minimum"], 30)
    assert opens(own("set = {}"), seven, score_before=9000) == (["below_minimum"], 35)
    low = {"melded": 35, "books": {"clean": 1}}, {}
    assert [p["code"] for p in answer(rules, *low)["problems"]] == []
    assert [p["code"] for p in answer(own("set = {}"), *low)["problems"]] == ["below_minimum"]


MARKED = """
[[add.bonuses]]
code = "luck"
one = "Piece of luck"
many = "Pieces of luck"
kind = "special"
per = "team"
most = 3
grade_of = ""
cases = [{ players = [], rounds = [], points = 50 }]
[set]
"books.dirty.points" = 350
"threes.red.held" = { counted = "apart", pays = [{ from = 1, points = -600, per = "card" }] }
"cards.Q" = 15
"""


def test_the_explanation_marks_what_is_of_the_table_and_no_source_of_the_parent_covers_it():
    ours = {"books": {"clean": 1, "dirty": 1}, "melded": {"K": 8, "A": 6}, "bonuses": {"luck": 2}, "went_out": True}
    parent = own(MARKED, "classic")
    changes = {"schema": 2, "name": "Theirs", "parent": "ours", "set": {"going_out.cases.2.points": 150}}
    child = from_document(changes, lambda _: parent)
    for rules, out in ((parent, "Going out: 100 (reported)"), (child, "Going out: 150 (your table’s own)")):
        teams = answer(from_document(to_document(rules)), ours, {"red_threes": 1})["teams"]
        assert [line["text"] for team in teams for line in team["lines"]] == [
            "1 clean book × 500 = 500 (500 is assumed)",
            "1 dirty book × 350 = 350 (350 is your table’s own)",
            "Cards melded: 8 kings, 6 aces = 200 (some card values are your table’s own)",
            "2 pieces of luck × 50 = 100 (50 is your table’s own)",
            out,
            "1 red three left in hand or foot × −600 = −600 (−600 is your table’s own)",
        ]
