"""Severe penalties, void rounds, premium books, adjustments."""

import pytest

from scorepad.rules import preset
from scorepad.scoring.answers import can_open_document
from tests.support.scoring import OUT, answer, item, points, rules

CUTS = {"exact_cut": 1}
LEFT = {"left": [0, 40], "red_threes": 1}
SHORT = {"books": {"clean": 2}, "melded": 300, **LEFT, "went_out": True, "bonuses": CUTS}
OTHER = {"books": {"clean": 1}, "melded": 220, "bonuses": {"exact_cut": 2}}


def _waived(team):
    return {line["code"]: line["waived"] for line in team["lines"] if "waived" in line}


def _sums(team):
    return team["base"], team["count"], team["bonus"], team["total"]


def test_after_going_out_too_soon_only_cuts_and_the_partner_s_cards_count():
    us, them = answer("partnership", SHORT, {**OTHER, "left": [40, 0], "red_threes": 2})["teams"]
    assert _sums(us) == (0, -540, -400, -940)
    assert set(_waived(us)) == {"clean", "melded", "going_out"}
    assert points(us)["severe_penalty"] == -500
    # The other team keeps books and melds and loses nothing for cards left.
    assert _sums(them) == (500, 220, 200, 920)
    assert set(_waived(them)) == {"left", "red_threes_held"}


def test_a_waived_line_stays_with_its_count_its_reason_and_no_points():
    team = answer("partnership", SHORT, OTHER)["teams"][0]
    clean = next(line for line in team["lines"] if line["code"] == "clean")
    assert (clean["count"], clean["each"], clean["points"]) == (2, 500, 0)
    assert clean["text"].startswith("2 red books: lost")
    assert clean["waived"] in clean["text"]


def test_a_round_in_which_a_ruling_let_it_stand_is_scored_as_usual():
    team = answer("partnership", {**SHORT, "ruling": "Agreed"}, OTHER)["teams"][0]
    counted = {"clean": 1000, "melded": 300, "left": -40, "red_threes_held": -500}
    assert points(team) == {**counted, "exact_cut": 100, "going_out": 100}


def test_combinations_and_unfinished_books_go_with_the_melds():
    two = {"code": "two", "label": "Two", "books": {"clean": 2}, "points": 50, "times": "each"}

    def change(document):
        document["combinations"] = [two]
        item(document, "books", "dirty")["unfinished"] = -100

    team = answer(rules("partnership", change), {**SHORT, "unfinished": {"dirty": 1}}, OTHER)
    assert {"two", "unfinished_dirty"} <= set(_waived(team["teams"][0]))
    assert team["teams"][0]["total"] == -940


def test_a_void_round_counts_nothing_and_says_why():
    teams = [{"books": {"clean": 3}, "left": {"K": 9}}, {"books": {"dirty": 2}, "melded": 185}]
    for team in answer("two-handed", *teams, players=2)["teams"]:
        assert _sums(team) == (0, 0, 0, 0)
        assert len(_waived(team)) == len(team["lines"]) > 0
        assert all("the round is void" in why for why in _waived(team).values())


ODD = {"books": {"clean": 9}, "melded": 3, "left": [7]}
"""Counts that make no sense: books of no cards, and points that no cards add up to."""


def test_nothing_is_asked_about_a_round_that_nobody_scores():
    assert answer("two-handed", ODD, ODD, players=2)["problems"] == []
    out = answer("two-handed", {**ODD, "left": [], "went_out": True}, ODD, players=2)["problems"]
    assert {problem["code"] for problem in out} >= {"fewer_than_books_need", "not_a_multiple"}


def test_nothing_is_asked_about_what_a_severe_penalty_waives():
    us, them = {**SHORT, "melded": 3}, {**OTHER, "left": [7, 0]}
    assert answer("partnership", us, them)["problems"] == []
    wrong = answer("partnership", {**us, "left": [7, 0]}, {**them, "melded": 3})["problems"]
    assert sorted(problem["path"] for problem in wrong) == ["teams[0].left[0]", *["teams[1].melded"] * 3]


@pytest.mark.parametrize(
    ("slug", "teams"), [("two-handed", [{}, {}]), ("partnership", [SHORT, OTHER]), ("catawba", [{}, {}])]
)
def test_the_table_s_own_adjustment_counts_in_every_round(slug, teams):
    own = [{"points": -50, "reason": "A misdeal"}, {"points": 20, "reason": "b"}]
    before = answer(slug, *teams)["teams"][0]
    after = answer(slug, {**teams[0], "adjustments": own}, teams[1])["teams"][0]
    assert after["bonus"] - before["bonus"] == -30
    assert "Adjustment, A misdeal: −50" in [line["text"] for line in after["lines"]]


def test_a_lost_premium_may_not_be_claimed_but_an_ordinary_book_may():
    assert answer("catawba", {"books": {"clean": 1}, "melded": 140, "lost": ["aces"]}, {})
    asked = {"round": 1, "melds": [{"rank": "A", "naturals": 4}]}
    assert can_open_document(preset("catawba"), asked)["opens"] is True
    result = can_open_document(preset("catawba"), {**asked, "lost": ["aces"]})
    assert [problem["code"] for problem in result["problems"]] == ["rank_cannot_be_melded", "below_minimum"]
    assert (result["points"], result["missing"]) == (0, 50)


@pytest.mark.parametrize(
    ("bonuses", "pays", "label"), [({}, 100, "Going out"), ({"concealed": 1}, 200, "Going out concealed")]
)
def test_going_out_pays_by_round_and_way(bonuses, pays, label):
    out = {**OUT, "books": {"clean": 1}, "bonuses": bonuses}
    line = answer("classic", out, {})["teams"][0]["lines"][-1]
    assert (line["code"], line["points"], line["label"]) == ("going_out", pays, label)


def test_a_line_of_cards_has_no_count_and_each():
    result = answer("partnership", {"melded": {"K": 5}, "left": [{"A": 2}, 5]}, {})
    assert result["teams"][0]["lines"] == [
        {"code": "melded", "part": "count", "label": "Cards melded", "points": 50,
         "text": "Cards melded: 5 kings = 50"},
        {"code": "left", "part": "count", "label": "Cards left", "points": -45,
         "text": "Cards left: 2 aces + 5 = −45"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("team", "text"),
    [
        ({"melded": 1200}, "Cards melded: 1,200"),
        ({"left": [{"K": 0}, 40]}, "Cards left: −40"),
        ({"melded": {"K": 0}}, "Cards melded: 0"),
        ({"books": {"clean": 1}}, "1 red book × 500 = 500"),
        ({"red_threes": 2}, "2 red threes left in hand or foot × −500 = −1,000"),
    ],
)
def test_a_line_s_sentence_is_one_a_table_can_read_aloud(team, text):
    assert text in [line["text"] for line in answer("partnership", team, {})["teams"][0]["lines"]]
