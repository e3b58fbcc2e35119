"""A game scored again under other rules. The rounds are golden rounds of tests/vectors, under two rule sets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import preset, slugs
from scorepad.rules.lookup import table_for
from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.what_if import Why, can_score_again, doubt_text, end_text, outcome_text, what_if
from tests.support.cells import game_cells, stock_round
from tests.support.drawn_rounds import quick
from tests.support.scoring import item, rules

NAMES = {1: "Ann", 2: "Bob", 3: "Carla", 4: "Dora"}
FIRST = {
    ("team1", "clean"): 2, ("team1", "dirty"): 1, ("team1", "melded"): "410", ("seat1", "exact_cut"): 1,
    ("seat3", "left"): "0", ("team2", "clean"): 1, ("team2", "dirty"): 2, ("team2", "melded"): "385",
    ("seat2", "left"): "65", ("seat4", "left"): "0", ("seat2", "red_threes_held"): 1,
}  # fmt: skip
PREMIUM = {
    ("team1", "clean"): 2, ("team1", "dirty"): 4, ("team1", "aces"): 1, ("team1", "unfinished_sevens"): 1,
    ("team1", "melded"): "640", ("seat1", "exact_cut"): 1, ("seat3", "exact_cut"): 1, ("seat3", "left"): "80",
    ("seat3", "red_threes_held"): 1, ("team2", "melded"): "0", ("seat2", "left"): "0", ("seat4", "left"): "0",
}  # fmt: skip


def played(slug, counts, number=1):
    """Return a game that the table ended after a round in which seat 1 went out."""
    cells = game_cells(slug, 4)
    cells |= {(number, "table", "ended"): {"as": "out", "seat": 1}, (number, "table", "finished"): {"yes": True}}
    cells |= {(number, *cell): given_as(value) for cell, value in counts.items()}
    return cells | {(0, "table", "end"): {"over_after": number}}


def given_as(value):
    if isinstance(value, dict):
        return value
    return {"as": "count", "n": value} if isinstance(value, int) else {"as": "points", "typed": value}


def score(cells, other):
    return what_if(parse_values(cells), NAMES, preset(other) if isinstance(other, str) else other)


@pytest.mark.parametrize(
    ("slug", "counts", "other", "before", "after"),
    [
        ("partnership", FIRST, "partnership", (1910, 920), (1910, 920)),
        # 1,300 books, 410 melded, nothing for going out or the cut; 1,100 + 385 − 65 − 300.
        ("partnership", FIRST, "southern-ohio", (1910, 920), (1710, 1120)),
        # 2 × 300 + 100, 410, 100 + 100; 300 + 2 × 100 + 385 − 65 − 500.
        ("partnership", FIRST, "simpson", (1910, 920), (1310, 320)),
        # 500 for going out, 100 for the cut.
        ("partnership", FIRST, "catawba", (1910, 920), (2310, 1120)),
        # The book of aces is a red one there: 3 × 500 + 4 × 300 + 640 − 80 − 500 + 100 + 200.
        ("catawba", PREMIUM, "partnership", (3160, 0), (3060, 0)),
    ],
)
def test_a_round_is_worth_what_the_other_rules_say(slug, counts, other, before, after):
    comparison = score(played(slug, counts), other)
    assert (comparison.before.course.now, comparison.after.course.now) == (before, after)


CARDS = {"as": "cards", "cards": {"K": 1, "9": 2, "black3": 1}}
PILES = {"as": "piles", "piles": {"50": 2, "20": 3}}


@pytest.mark.parametrize(
    ("cell", "value", "points", "why"),
    [
        # King 10, nines 5, black three 0 under roth.
        (("seat2", "left"), CARDS, -20, None),
        (("team2", "melded"), PILES, 160, None),
        # Some of these tens may be nines and eights, which are fives there.
        (("team2", "melded"), {"as": "piles", "piles": {"50": 2, "10": 3}}, 130, Why.PILES),
        (("team2", "melded"), "130", 130, Why.TYPED),
        (("team2", "melded"), "0", 0, None),
    ],
)
def test_counted_cards_are_worth_what_they_are_there_and_typed_points_stay(cell, value, points, why):
    nothing = {("team1", "melded"): "0", ("team2", "melded"): "0", ("seat2", "left"): "0"}
    comparison = score(
        played("partnership", {**nothing, ("seat3", "left"): "0", ("seat4", "left"): "0", cell: value}), "roth"
    )
    assert comparison.after.course.now[1] == points
    assert [(doubt.cell, doubt.why) for doubt in comparison.doubts] == ([((1, *cell), why)] if why else [])


def test_points_that_mean_the_same_in_both_raise_no_doubt():
    assert score(played("partnership", FIRST), "simpson").doubts == ()


def test_what_the_other_rules_do_not_count_is_named():
    comparison = score(played("partnership", FIRST), "southern-ohio")
    (doubt,) = comparison.doubts
    assert doubt.why is Why.DROPPED
    assert doubt_text(doubt, comparison.before.agreement, NAMES) == "Round 1, Ann, exact cuts of 22: 1"


def test_what_the_other_rules_count_and_nobody_counted_is_named():
    missing = [field.code for field in score(played("partnership", FIRST), "catawba").missing]
    assert missing == ["aces", "sevens", "unfinished_aces", "unfinished_sevens"]


def test_a_bonus_a_player_becomes_one_a_team_where_the_rules_say_so():
    def for_teams(document):
        item(document, "bonuses", "exact_cut").update(per="team", code="cut_off", most=2)

    comparison = score(played("catawba", PREMIUM), rules("catawba", for_teams))
    assert comparison.after.rounds[0].entry.teams[0].bonuses == {"cut_off": 2}


def test_the_game_may_end_earlier_or_not_at_all():
    cells = game_cells("partnership") | {k: v for n in (1, 2, 3, 4) for k, v in stock_round(n, (3000, 100)).items()}
    shorter, longer = score(cells, "southern-ohio"), score(cells, "laguna-woods")
    assert (shorter.after.course.now, end_text(shorter)) == ((6000, 200), "The game would have ended after round 2.")
    target = score(cells, rules("roth", lambda d: d["end"]["targets"][0].update(points=50_000)))
    assert end_text(target) == "The game would not have been over after round 4."
    assert end_text(longer) == ""
    by_clock = score(cells, rules("good-sam", lambda d: d["end"].update(by="time", rounds="none", minutes=90)))
    assert (by_clock.ended, "by time" in end_text(by_clock)) == (True, True)


def test_the_outcome_is_said_in_words():
    teams = ("Ann", "Bob", "Carla")
    assert outcome_text((1,), (5200, 4100), teams[:2]) == "Ann won, 5,200 to 4,100"
    assert outcome_text((2,), (1, 3, 2), teams) == "Bob won, 3 to 2 and 1"
    assert outcome_text((1, 2), (3, 3, 1), teams, over=False) == "Ann and Bob were level, 3 to 1"
    assert outcome_text((1,), (1, 3, 2), teams) == "Ann won, 1 to 2 and 3"
    assert outcome_text((1, 2), (3, 3), teams[:2]) == "Ann and Bob tied at 3"


@given(st.sampled_from(slugs()), st.sampled_from(slugs()), st.data())
@settings(quick, max_examples=40)
def test_any_preset_scores_the_game_of_any_other_and_its_own_as_it_was(slug, other, data):
    table = data.draw(st.sampled_from(preset(slug).tables))
    cells = game_cells(slug, table.players)
    cells[0, "table", "shape"] = {"players": table.players, "teams": table.teams}
    melded = tuple(data.draw(st.integers(0, 3000)) for _ in range(table.teams))
    cells |= stock_round(1, melded, table.players) | {(0, "table", "end"): {"over_after": 1}}
    for book in preset(slug).books:
        cells[1, "team1", book.code] = {"as": "count", "n": data.draw(st.integers(0, 3))}
    assert not any(change.differs for change in score(cells, slug).totals)
    if can_score_again(preset(other), table):
        comparison = score(cells, other)
        counted = {doubt.cell for doubt in comparison.doubts} | comparison.cells.keys()
        assert table_for(preset(other), table.players, table.teams) == comparison.after.agreement.table
        assert {cell for cell in cells if cell[2] in ("melded", "left")} <= counted
