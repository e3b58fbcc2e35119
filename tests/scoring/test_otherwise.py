"""Cards and books that count plus, minus or nothing for a team that meets a condition."""

import pytest

from scorepad.scoring.phone import sheet_data
from scorepad.scoring.sheet import build_sheet
from tests.support.scoring import answer, points, rules

ALWAYS = {"went_out": "either", "opened": "either", "has": {}, "lacks": {}}


def counting(*listed):
    """Return the partnership game with these exceptions: what they are about, the condition, the sign."""
    tables = [{"of": of, "when": {**ALWAYS, **when}, "counts": counts} for of, when, counts in listed]
    return rules(change=lambda document: document.update(otherwise=tables))


TEAM = {"books": {"clean": 1, "dirty": 2}, "melded": 340, "left": 45}
DIRTY = {**TEAM, "books": {"dirty": 2}}


@pytest.mark.parametrize(
    ("listed", "team", "lines"),
    [
        ([(["melded"], {"lacks": {"clean": 1}}, "minus")], DIRTY, {"dirty": 600, "melded": -340, "left": -45}),
        ([(["melded"], {"lacks": {"clean": 1}}, "minus")], TEAM,
         {"clean": 500, "dirty": 600, "melded": 340, "left": -45}),
        ([(["books", "left"], {"lacks": {"clean": 1}}, "nothing")], DIRTY, {"dirty": 0, "melded": 340, "left": 0}),
        ([(["left", "books"], {"went_out": "no"}, "minus")], DIRTY, {"dirty": -600, "melded": 340, "left": -45}),
        ([(["left"], {"opened": "yes"}, "plus")], DIRTY, {"dirty": 600, "melded": 340, "left": 45}),
        # The first match decides, even if it states the usual sign.
        ([(["melded"], {"has": {"dirty": 2}}, "plus"), (["melded"], {"lacks": {"clean": 1}}, "minus")], DIRTY,
         {"dirty": 600, "melded": 340, "left": -45}),
        ([(["melded"], {"went_out": "yes"}, "nothing"), (["melded"], {"lacks": {"clean": 1}}, "minus")], DIRTY,
         {"dirty": 600, "melded": -340, "left": -45}),
        # Counted as cards.
        ([(["melded", "left"], {"lacks": {"clean": 1}}, "minus")],
         {"melded": {"K": 4}, "left": [{"black3": 1}, 20]}, {"melded": -40, "left": -25}),
    ],
)  # fmt: skip
def test_the_first_rule_that_fits_the_team_decides_how_a_line_counts(listed, team, lines):
    assert points(answer(counting(*listed), team, {})["teams"][0]) == lines


def test_a_line_says_why_it_counts_otherwise_and_is_waived_where_it_does_not():
    listed = (["books"], {"went_out": "no", "lacks": {"clean": 2}}, "minus"), (["melded"], {"opened": "yes"}, "nothing")
    team = answer(counting(*listed), TEAM, {})["teams"][0]
    clean, dirty, melded, left = team["lines"]
    why = "because the team did not go out and has fewer than 2 red books"
    assert clean["text"] == f"1 red book × −500 = −500, {why}"
    assert (dirty["count"], dirty["each"], dirty["points"]) == (2, -300, -600)
    assert (melded["points"], melded["waived"]) == (0, "does not count, because the team opened")
    assert melded["text"] == "Cards melded, 340: does not count, because the team opened"
    assert "waived" not in clean
    assert left["text"] == "Cards left: −45"
    assert (team["base"], team["count"], team["total"]) == (-1100, -45, -1145)


def test_a_severe_penalty_and_the_phone_go_by_the_same_rules():
    changed = counting((["left", "melded"], {"lacks": {"dirty": 1}}, "minus"), (["left"], {"went_out": "no"}, "plus"))
    us, them = answer(changed, {"books": {"clean": 2}, "melded": 300, "left": 40, "went_out": True}, DIRTY)["teams"]
    assert points(us) == {"clean": 0, "melded": 0, "left": -40, "severe_penalty": -500, "going_out": 0}
    assert points(them) == {"dirty": 600, "melded": 340, "left": 0}
    fields = {field["code"]: field for field in sheet_data(build_sheet(changed, changed.tables[0], 1, 5))["fields"]}
    assert fields["melded"]["rules"] == [{"lacks": {"dirty": 1}, "points": -1}]
    assert fields["left"]["rules"][1] == {"went_out": False, "points": 1}
    assert (fields["left"]["points"], "rules" in fields["clean"]) == (-1, False)
