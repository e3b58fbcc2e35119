"""A lone hand against partners of one round: three-handed Canasta as published, worked by hand.

The rounds follow the rules of cutthroat Canasta: who takes the pile first plays alone, the others add up what they have
and each gets the sum, but a red three counts only for its owner, plus or minus as their side has melded or not.
"""

import pytest

from scorepad.rules import RulesError, preset
from scorepad.scoring.answers import can_go_out_document, score_document
from scorepad.scoring.check import check
from scorepad.scoring.documents import read_round
from tests.support.lone_hand import cutthroat
from tests.support.scoring import answer, faults, points, round_of

ANN = {"name": "Ann", "books": {"dirty": 1}, "melded": 215, "left": 90}
BOB = {"name": "Bob", "books": {"clean": 1}, "melded": 320, "left": 45, "threes": {"red": {"laid": 1}}}
CARLA = {
    "name": "Carla", "books": {"dirty": 1}, "melded": 150, "left": 0, "threes": {"red": {"laid": 2}}, "went_out": True
}  # fmt: skip


def totals(rules, *teams, alone):
    return [team["total"] for team in answer(rules, *teams, players=3, alone=alone)["teams"]]


def test_partners_of_the_round_each_get_what_both_made_and_their_own_red_threes():
    # Ann alone: 300 + 215 − 90 = 425. Bob and Carla: 500 + 300 + (320 + 150) − 45 + 100 for going out = 1,325,
    # with one red three 1,425 for Bob and with two 1,525 for Carla.
    ann, bob, carla = answer(cutthroat(), ANN, BOB, CARLA, players=3, alone=1)["teams"]
    assert points(ann) == {"dirty": 300, "melded": 215, "left": -90}
    shared = {"clean": 500, "dirty": 300, "melded": 470, "left": -45, "going_out": 100}
    assert points(bob) == shared | {"red_threes_laid": 100}
    assert points(carla) == shared | {"red_threes_laid": 200}
    assert [team["total"] for team in (ann, bob, carla)] == [425, 1425, 1525]
    assert [team["name"] for team in (ann, bob, carla)] == ["Ann", "Bob", "Carla"]


def test_a_table_may_share_the_red_threes_too():
    # Three red threes: 300 for each of the partners.
    assert totals(cutthroat(**{"tables.1.lone_hand": "shared"}), ANN, BOB, CARLA, alone=1) == [425, 1625, 1625]


def test_everyone_counts_alone_if_no_one_took_the_pile_before_the_stock_ran_out():
    # Ann 300 + 215 − 90 = 425; Bob 500 + 320 − 45 + 100 = 875; Carla 300 + 150 + 200 = 650.
    assert totals(cutthroat(), ANN, BOB, CARLA | {"went_out": False}, alone=0) == [425, 875, 650]


def test_a_red_three_counts_minus_for_the_partner_of_a_side_that_never_melded():
    # Neither Bob nor Carla melded: 45 and 60 left are −105 for both, Bob's red three −100 more.
    bob = {"name": "Bob", "left": 45, "threes": {"red": {"laid": 1}}}
    carla = {"name": "Carla", "left": 60}
    ann = {"name": "Ann", "books": {"dirty": 2}, "melded": 300, "went_out": True}
    assert totals(cutthroat(), ann, bob, carla, alone=1) == [1000, -205, -105]
    # Once Carla melded, it is their side's: 60 − 45 = 15 and + 100. A total of 0 opens with 50.
    assert totals(cutthroat(), ann, bob, carla | {"melded": 60, "left": 0}, alone=1) == [1000, 115, 15]


def test_an_adjustment_is_its_own_players():
    fined = BOB | {"adjustments": [{"points": -50, "reason": "misdeal"}]}
    assert totals(cutthroat(), ANN, fined, CARLA, alone=1) == [425, 1375, 1525]


def test_cards_counted_one_by_one_score_like_points():
    # Bob: 4 kings 40, 2 aces 40, a joker 50, a red three: 130 and the three. Left: two queens, 20.
    by_card = {
        "name": "Bob",
        "books": {"dirty": 1},
        "melded": {"K": 4, "A": 2, "joker": 1, "red3": 1},
        "left": {"Q": 2},
    }
    by_points = {"name": "Bob", "books": {"dirty": 1}, "melded": 130, "left": 20, "threes": {"red": {"laid": 1}}}
    for carla in (CARLA, CARLA | {"melded": {"9": 5, "A": 5}, "threes": {}}):
        assert totals(cutthroat(), ANN, by_card, carla, alone=1) == totals(cutthroat(), ANN, by_points, carla, alone=1)


def test_partners_together_have_the_books_to_go_out():
    out = {"name": "Carla", "books": {"dirty": 1}, "melded": 150, "went_out": True}
    assert answer(cutthroat(), ANN, BOB, out, players=3, alone=1)["problems"] == []
    alone = faults(score_document, cutthroat(), round_of(ANN, BOB, out, players=3, alone=3))
    assert alone == [("books_missing", "teams[2].went_out")]


def test_a_problem_of_both_partners_is_named_once():
    # A clean and a dirty book have 14 cards, at least 70 points; together they counted 60.
    few = [BOB | {"melded": 30}, {"name": "Carla", "books": {"dirty": 1}, "melded": 30, "went_out": True}]
    entry, _ = read_round(cutthroat(), round_of(ANN, *few, players=3, alone=1))
    (problem,) = [problem for problem in check(entry) if problem.code == "fewer_than_books_need"]
    assert problem.path == "teams[2].melded"
    assert problem.facts["counted"] == 60


def test_the_lower_total_of_the_partners_decides_what_their_opening_needed():
    # From 3,000 on 120, from 1,500 on 90: Bob has 3,100 and Carla 1,600, and which of them opened is not known.
    bob, carla = {"name": "Bob", "score_before": 3100}, {"name": "Carla", "score_before": 1600}
    for melded, warnings in ((95, []), (85, ["below_minimum"])):
        found = answer(cutthroat(), ANN, bob | {"melded": melded}, carla, players=3, alone=1)["problems"]
        assert [problem["code"] for problem in found] == warnings


def test_cards_that_count_for_the_others_count_once():
    # Bob left 45 and Carla 20: 65 for Ann. Ann left 90: 90 for each of the partners.
    rules = cutthroat(otherwise=[{"of": ["left"], "counts": "others"}])
    bob, carla = {"name": "Bob", "left": 45}, {"name": "Carla", "left": 20}
    assert totals(rules, {"name": "Ann", "left": 90}, bob, carla, alone=1) == [65, 90, 90]


def test_a_severe_penalty_is_for_both_partners():
    # Without a book Carla goes out: both lose what they melded and take −500, and Ann loses nothing for her cards left.
    rules = cutthroat(**{"going_out.without_books": "severe_penalty", "going_out.penalty": -500})
    bob, carla = {"name": "Bob", "melded": 60, "left": 40}, {"name": "Carla", "went_out": True}
    assert totals(rules, ANN, bob, carla, alone=1) == [515, -540, -540]


def test_going_out_asks_for_the_partners_books_and_their_leave():
    teams = [ANN, {"name": "Bob", "books": {"clean": 1}, "melded": 320}, {"name": "Carla", "went_out": True}]
    question = {
        "round": 1,
        "players": 3,
        "books": {"dirty": 1},
        "in_foot": True,
        "last_card": "discard",
        "teams": teams,
    }
    alone = can_go_out_document(cutthroat(), question | {"alone": 3})
    assert [one["code"] for one in alone["blockers"]] == ["books_missing"]
    together = can_go_out_document(cutthroat(), question | {"alone": 1})
    assert together["can_go_out"]
    assert [one["code"] for one in together["warnings"]] == ["partner_not_asked"]
    said_no = can_go_out_document(cutthroat(), question | {"alone": 1, "partner_says": "no"})
    assert [one["code"] for one in said_no["blockers"]] == ["partner_said_no"]


def test_a_document_must_say_who_was_alone_and_only_where_someone_can_be():
    entry = round_of(ANN, BOB, CARLA, players=3)
    assert faults(score_document, cutthroat(), entry) == [("missing_key", "alone")]
    assert faults(score_document, cutthroat(), entry | {"alone": 4}) == [("bad_value", "alone")]
    assert faults(score_document, cutthroat(), entry | {"alone": "Ann"}) == [("wrong_type", "alone")]
    usual = round_of({"name": "A"}, {"name": "B"}, alone=1)
    assert faults(score_document, preset("partnership"), usual) == [("unknown_name", "alone")]


@pytest.mark.parametrize(
    "changes", [{"tables.1.teams": 1}, {"tables.1.players": 6}, {"tables.1.players": 2, "tables.1.teams": 2}]
)
def test_a_lone_hand_needs_three_single_players(changes):
    with pytest.raises(RulesError) as raised:
        cutthroat(**changes)
    assert "lone_hand" in {fault.path.rpartition(".")[2] for fault in raised.value.faults}
