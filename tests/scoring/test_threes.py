"""Threes that count apart, with the cards or never, by number and by condition."""

import pytest

from scorepad.rules import choose, preset, slugs
from scorepad.scoring.answers import score_document
from tests.support.scoring import OUT, answer, faults, points, round_of, rules

SEVENS = {"books": {"sevens": 1}, "melded": 90}


@pytest.mark.parametrize(
    ("slug", "team", "lines"),
    [
        # Threes that never count still have a line of 0.
        ("two-handed", {"red_threes": 2}, {"red_threes_held": 0}),
        ("catawba", {"left": {"black3": 3}}, {"left": 0}),
        ("partnership", {"left": [{"red3": 1}, {"red3": 1}]}, {"left": 0, "red_threes_held": -1000}),
        # One less than for all eight, or all four.
        ("pennies", {**SEVENS, "threes": {"red": {"laid": 7}}},
         {"sevens": 1500, "melded": 90, "red_threes_laid": 700}),
        ("classic", {"threes": {"red": {"laid": 3}}}, {"red_threes_laid": -300}),
        # A team that never melded: threes laid down are not a meld, in whatever form they were entered.
        ("classic", {"melded": {"red3": 3}}, {"melded": 0, "red_threes_laid": -300}),
        ("classic", {"melded": {"red3": 3, "K": 5}}, {"melded": 50, "red_threes_laid": 300}),
    ],
)  # fmt: skip
def test_threes_pay_by_colour_place_number_and_what_is_true_of_the_team(slug, team, lines):
    """Only cases that the golden rounds in tests/vectors do not have."""
    assert points(answer(slug, team, {})["teams"][0]) == lines


def test_melded_black_threes_count_with_the_cards_where_the_table_chose_it():
    chosen = choose(preset("friends-family"), {"black_threes": "meld"})
    result = answer(chosen, {"melded": {"black3": 3, "A": 4}}, {})
    assert points(result["teams"][0]) == {"melded": 95}
    assert result["problems"] == []


@pytest.mark.parametrize(
    ("team", "twice"),
    [
        ({"red_threes": 1, "left": {"red3": 1}}, "red_threes"),
        ({"red_threes": 1, "left": {"K": 1}}, "red_threes"),
        ({"red_threes": 1, "left": [10, {"K": 1}]}, "red_threes"),
        ({"threes": {"red": {"held": 1}}, "left": {"K": 1}}, "threes.red.held"),
        ({"threes": {"black": {"held": 1}}, "left": {"K": 1}}, "threes.black.held"),
        ({"threes": {"red": {"laid": 1}}, "melded": {"K": 5}}, "threes.red.laid"),
        ({"threes": {"black": {"laid": 1}}, "melded": {"K": 5}}, "threes.black.laid"),
        ({"threes": {"red": {"held": 1}}, "red_threes": 1}, "red_threes"),
        # A count of 0, or another place, does not count them twice.
        ({"red_threes": 0, "left": {"red3": 1}}, None),
        ({"threes": {"red": {"held": 0}}, "left": {"red3": 1}}, None),
        ({"threes": {"red": {"laid": 1}}, "left": {"red3": 1}}, None),
        ({"threes": {"red": {"held": 1}}, "melded": {"K": 5}}, None),
        ({"threes": {"red": {"laid": 2}}, "red_threes": 1}, None),
        ({"left": 60, "red_threes": 1}, None),
    ],
)
def test_threes_named_twice_are_refused(team, twice):
    result = faults(score_document, preset("whitnack"), round_of(team, {}))
    assert result == ([("threes_twice", f"teams[0].{twice}")] if twice else [])


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_accepts_threes_bonuses_and_unfinished_even_where_worth_nothing(slug):
    team = {"red_threes": 1, "bonuses": {}, "unfinished": {"clean": 1}, "left": 20}
    result = answer(slug, team, *[{}] * (preset(slug).tables[0].teams - 1))
    lines = points(result["teams"][0])
    assert lines["left"] == (0 if slug == "two-handed" else -20)
    assert lines["unfinished_clean"] == 0


PAYS = [{"from": 1, "points": -100, "per": "card"}]


def _red_held(document):
    threes = document["threes"]
    return next(rule for rule in threes if (rule["color"], rule["place"]) == ("red", "held"))


def test_threes_counted_with_the_cards_of_both_colours_fit_into_the_points_of_the_decks():
    with_cards = {"counted": "with_cards", "pays": PAYS}
    changed = rules("partnership", lambda document: _red_held(document).update(with_cards))
    left = dict.fromkeys(("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "2"), 20)
    result = answer(changed, {"left": {**left, "joker": 10, "black3": 10, "red3": 10}}, {})
    assert points(result["teams"][0])["left"] == -(500 + 800 + 1200 + 400 + 50 + 1000)


def test_a_condition_on_going_out_looks_at_the_team_that_did():
    def dearer_for_the_others(document):
        rule = _red_held(document)
        cheaper = {**rule, "when": {**rule["when"], "went_out": "yes"}, "pays": PAYS}
        document["threes"].insert(0, cheaper)

    changed = rules("partnership", dearer_for_the_others)
    result = answer(changed, {**OUT, "red_threes": 1}, {"red_threes": 1})
    assert [points(team)["red_threes_held"] for team in result["teams"]] == [-100, -500]
