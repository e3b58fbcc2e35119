"""The receipt of a round: what stands in its rows, who leads after it, and how teams share its tables."""

from dataclasses import replace

import pytest

from scorepad.rules import preset
from scorepad.rules.words import Winner
from scorepad.scoring.documents import read_round
from scorepad.scoring.receipt import Amount, Receipt
from scorepad.scoring.score import TeamScore, score

RULES = preset("partnership")
OUT = {"books": {"dirty": 2}, "melded": 300, "left": [0, 40], "went_out": True}
OTHER = {"books": {"clean": 1}, "melded": 220, "left": [35, 10], "red_threes": 2, "bonuses": {"exact_cut": 2}}


def _receipt(*teams, before=(0, 0), every=False):
    named = [{"name": name, **team} for name, team in zip(("Ann & Carla", "Bob & Dora"), teams, strict=True)]
    document = {"round": 2, "players": 4, "ended": "went_out", "teams": named}
    entry, problems = read_round(RULES, document)
    assert problems == ()
    return Receipt.of(entry, score(entry), before, every=every)


def _rows(receipt):
    return {row.label: row.amounts for row in receipt.rows}


def test_what_a_penalty_takes_stays_with_how_it_was_counted_and_no_points():
    rows = _rows(_receipt(OUT, OTHER))
    assert rows["Black books"] == (Amount("2 × 300", 0, True), None)
    assert rows["Red books"] == (None, Amount("1 ×", 500, False))
    assert rows["Cards left"] == (Amount("", -40, False), Amount("", 0, True))
    assert rows["Red threes left"] == (None, Amount("2 × −500", 0, True))
    assert rows["Exact cuts of 22"] == (None, Amount("2 × 100", 200, False))
    assert rows["Severe penalty"] == (Amount("", -500, False), None)


def test_the_amounts_of_a_team_add_up_to_its_round_and_its_total():
    receipt = _receipt(OUT, OTHER, before=(1145, 1930))
    sums = [sum(row.amounts[at].points for row in receipt.rows if row.amounts[at]) for at in range(2)]
    assert sums == [team.total for team in receipt.scores]
    assert receipt.after == (1145 + sums[0], 1930 + sums[1])
    assert receipt.leader == 2
    assert receipt.lead == receipt.after[1] - receipt.after[0]


def test_every_row_that_a_round_can_have_includes_the_usual_ones():
    usual, every = (_receipt(OUT, OTHER, every=every) for every in (False, True))
    kept = [row.key for row in every.rows if any(row.amounts)]
    assert kept == [row.key for row in usual.rows]
    assert len(every.rows) > len(usual.rows)


def test_nobody_leads_a_tie_and_the_lowest_total_can():
    tied = _receipt({"melded": 100, "went_out": False}, {"melded": 100}, before=(0, 0))
    assert tied.leader is None
    ahead = replace(tied, before=(50, 0))
    assert (ahead.leader, ahead.lead) == (1, 50)
    lowest = replace(ahead, rules=replace(RULES, end=replace(RULES.end, winner=Winner.LOWEST)))
    assert (lowest.leader, lowest.lead) == (2, 50)


@pytest.mark.parametrize(
    ("names", "sizes"),
    [
        (["Ann"], [1]),
        (["Ann & Carla", "Bob & Dora"], [2]),
        (["Ann", "Bob", "Carla"], [3]),
        (["Maximiliane", "Bob", "Carla"], [2, 1]),
        (["A", "B", "C", "D"], [2, 2]),
        (["A", "B", "C", "D", "E", "F"], [3, 3]),
    ],
)
def test_a_table_has_as_many_teams_as_fit_beside_each_other(names, sizes):
    receipt = replace(_receipt(OUT, OTHER), scores=tuple(TeamScore(name, ()) for name in names))
    assert [len(block) for block in receipt.blocks] == sizes
