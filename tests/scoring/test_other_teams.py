"""Books that pay only some teams, cards left that count for the others, rules that hold for every team."""

from dataclasses import replace

import pytest

from scorepad.rulebook.card import build_card
from scorepad.rules import from_document, preset, to_document
from scorepad.scoring.advice.waiting import standing_after, weigh_waiting
from scorepad.scoring.documents import read_out
from scorepad.scoring.model import TeamRound
from tests.support.scoring import OUT, answer, item, points, rules

ANY = {"went_out": "either", "opened": "either", "has": {}, "lacks": {}}
FOR_OTHERS = [{"of": ["left"], "counts": "others"}]


def with_wild_books(when, **more):
    """Return partnership rules with wild books for 2,000 that pay only a team that meets a condition."""

    def change(document):
        clean = item(document, "books", "clean")
        wild = {"code": "wild", "one": "Wild book", "many": "Wild books", "made_of": "wilds", "points": 2000}
        document["books"].append({**clean, **wild, "counts_for": [], "when": ANY | when})
        document["melds"]["wild_melds"] = True
        document.update(more)

    return rules(change=change)


def lines(rule_set, *teams, **more):
    return [points(team) for team in answer(rule_set, *teams, **more)["teams"]]


def said(rule_set, section):
    card = build_card(rule_set, rule_set.tables[0])
    found = next(one for one in card.sections if one.code == section)
    return {line.label.text: [phrase.text for phrase in line.phrases] for line in found.lines}


OTHERS = {"books": {"dirty": 1, "wild": 1}, "melded": 400, "left": 65}


def test_a_book_pays_only_the_team_that_went_out():
    # By hand: 2 clean 1,000 + 1 dirty 300 + wild 2,000 + 600 − 40 + 100 = 3,960; the others 300 + 0 + 400 − 65 = 635.
    rule_set = with_wild_books({"went_out": "yes"})
    out = {"books": {"clean": 2, "dirty": 1, "wild": 1}, "melded": 600, "left": 40, "went_out": True}
    first, second = answer(rule_set, out, OTHERS)["teams"]
    assert points(first) == {"clean": 1000, "dirty": 300, "wild": 2000, "melded": 600, "left": -40, "going_out": 100}
    assert points(second) == {"dirty": 300, "wild": 0, "melded": 400, "left": -65}
    assert (first["total"], second["total"]) == (3960, 635)
    (wild,) = (line for line in second["lines"] if line["code"] == "wild")
    assert wild["text"] == "1 wild book: does not count, because it pays only if the team went out"
    assert said(rule_set, "books")["Wild books"][1:3] == ["7 cards", "only for a team that went out"]


@pytest.mark.parametrize(
    ("when", "others", "wild"),
    [
        ({"went_out": "no"}, OTHERS, 2000),
        ({"has": {"dirty": 1}}, OTHERS, 2000),
        ({"lacks": {"dirty": 1}}, OTHERS, 0),
        ({"went_out": "no", "has": {"clean": 1}}, OTHERS, 0),
    ],
)
def test_it_takes_the_conditions_that_other_rules_take(when, others, wild):
    assert lines(with_wild_books(when), OUT, others)[1]["wild"] == wild


def test_what_counts_otherwise_leaves_out_a_book_that_does_not_pay():
    minus = [{"of": ["books"], "when": ANY | {"went_out": "no"}, "counts": "minus"}]
    assert lines(with_wild_books({"went_out": "yes"}, otherwise=minus), OUT, OTHERS)[1] == {
        "dirty": -300, "wild": 0, "melded": 400, "left": -65,
    }  # fmt: skip


def for_others(when=ANY, **more):
    return rules(change=lambda document: document.update(otherwise=[{**FOR_OTHERS[0], "when": when}], **more))


def test_cards_left_count_for_the_other_team():
    # By hand: 800 + 340 + 100 + the others' 65 = 1,305; the others 300 + 200 + the partner's 25 = 525.
    out = {"books": {"clean": 1, "dirty": 1}, "melded": 340, "left": [0, 25], "went_out": True}
    first, second = answer(for_others(), out, {"books": {"dirty": 1}, "melded": 200, "left": 65})["teams"]
    assert points(first) == {
        "clean": 500, "dirty": 300, "melded": 340, "left": 0, "going_out": 100, "left_by_others": 65,
    }  # fmt: skip
    assert points(second) == {"dirty": 300, "melded": 200, "left": 0, "left_by_others": 25}
    assert (first["total"], second["total"]) == (1305, 525)
    assert [line["text"] for line in second["lines"][2:]] == [
        "Cards left, 65: counts for the other teams instead",
        "Cards left by the others: 25",
    ]
    assert said(for_others(), "values")["Cards left"] == ["count plus for the other teams instead", "for every team"]


def test_cards_counted_one_by_one_count_for_the_others_too():
    # A joker 50, a king 10, a black three 5.
    assert lines(for_others(), OUT, {"left": {"joker": 1, "K": 1, "black3": 1}})[0]["left_by_others"] == 65


def test_only_cards_of_the_teams_named_count_for_the_others():
    losers = for_others(ANY | {"went_out": "no"})
    out = {**OUT, "left": [0, 25]}
    assert lines(losers, out, {"melded": 200, "left": 65}) == [
        {"clean": 2000, "dirty": 1500, "melded": 900, "left": -25, "going_out": 100, "left_by_others": 65},
        {"melded": 200, "left": 0},
    ]


def test_a_severe_penalty_takes_what_others_have_left_and_gives_them_the_partners_cards():
    too_soon = {"books": {"clean": 1}, "melded": 300, "left": [0, 25], "went_out": True}
    first, second = lines(for_others(), too_soon, {"melded": 200, "left": 65})
    assert first == {"clean": 0, "melded": 0, "left": 0, "going_out": 0, "severe_penalty": -500}
    assert second == {"melded": 200, "left": 0, "left_by_others": 25}


def test_a_void_round_gives_nothing():
    void = rules("two-handed", lambda document: document.update(otherwise=FOR_OTHERS))
    assert [sum(team.values()) for team in lines(void, {"left": 40}, {"left": 25})] == [0, 0]


def test_without_a_condition_a_rule_holds_for_every_team():
    nothing = rules(change=lambda document: document.update(otherwise=[{"of": ["left"], "counts": "nothing"}]))
    _, second = answer(nothing, OUT, {"melded": 50, "left": 65})["teams"]
    assert points(second) == {"melded": 50, "left": 0}
    (left,) = (line for line in second["lines"] if line["code"] == "left")
    assert left["waived"] == "does not count, because this holds for every team"


def test_rules_are_written_in_the_oldest_schema_that_can_say_them():
    assert preset("partnership").schema == 2
    for rule_set in (for_others(), with_wild_books({"went_out": "yes"})):
        assert rule_set.schema == 3
        assert to_document(from_document(to_document(rule_set))) == to_document(rule_set)


def test_cards_that_count_for_the_others_are_not_said_to_be_unknown():
    asked = {"round": 1, "books": {"clean": 1, "dirty": 1}, "in_foot": True, "last_card": "discard"}
    question, problems = read_out(for_others(), asked)
    assert not problems
    teams = (TeamRound("Ours", melded=300), TeamRound("Theirs", melded=200, left=(65,)))
    assert standing_after(replace(question, teams=teams), (0, 0)).after == (1265, 200)
    codes = [consideration.code for consideration in weigh_waiting(replace(question, teams=teams))]
    assert "others_cards_unknown" not in codes
