"""What a table's own rules can say beyond its parent, each in a small document of its own rules."""

from functools import cache

from scorepad.rules import parse, preset
from scorepad.scoring.card.reference_card import build_card
from scorepad.scoring.documents.answers import can_go_out_document, can_open_document
from tests.support.scoring import answer, meld, points


@cache
def own(text, parent="pennies"):
    return parse(f'schema = 2\nname = "Ours"\nparent = "{parent}"\n{text}', preset)


def card(rules):
    """Every phrase of a rule set's reference card."""
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
    assert {f"2 {canastas} (canasta)", f"for 2 {canastas} and 1 wild book"} <= {*card(rules)}
    assert any(f"without 3 {canastas}" in phrase for phrase in card(rules))


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
