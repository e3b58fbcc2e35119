"""The golden rounds of tests/vectors."""

from collections import defaultdict

import pytest

from scorepad.rules import slugs
from scorepad.scoring.answers import BadInput, score_document
from tests.support.scoring import VERBS, chosen, vectors

ALL = vectors()


def _codes(problems):
    return sorted({problem["code"] for problem in problems})


def _lines(team):
    """Return points by code, without the lines that are worth nothing by themselves."""
    result = defaultdict(int)
    for line in team["lines"]:
        if line["points"] or ("waived" in line and line.get("each") != 0):
            result[line["code"]] += line["points"]
    return dict(result)


def _shown(verb, answer):
    """Return an answer in the form of the vectors, as their README.md describes it."""
    if verb == "score":
        parts = ("name", "base", "count", "bonus", "total")
        teams = [{key: team[key] for key in parts} for team in answer["teams"]]
        for team, scored in zip(teams, answer["teams"], strict=True):
            team["lines"] = _lines(scored)
        return {"teams": teams, "problems": _codes(answer["problems"])}
    if verb == "can-open":
        return {**answer, "problems": _codes(answer["problems"])}
    shown = {key: answer[key] for key in ("can_go_out", "bonus")}
    shown |= {key: _codes(answer[key]) for key in ("blockers", "warnings")}
    missing = [blocker["missing"] for blocker in answer["blockers"] if "missing" in blocker]
    return {**shown, "missing": missing[0]} if missing else shown


@pytest.mark.parametrize(("slug", "vector"), [pytest.param(s, v, id=f"{s}: {v['title']}") for s, v in ALL])
def test_a_round_worked_by_hand_comes_out_as_worked(slug, vector):
    verb, expected = vector["verb"], vector["expect"]
    try:
        result = _shown(verb, VERBS[verb](chosen(slug, vector), vector["input"]))
    except BadInput as error:
        result = {"error": sorted({problem.code for problem in error.problems})}
    assert result == expected


def test_every_line_says_in_a_sentence_what_its_points_are():
    for slug, vector in ALL:
        if vector["verb"] == "score" and "error" not in vector["expect"]:
            for team in score_document(chosen(slug, vector), vector["input"])["teams"]:
                for line in team["lines"]:
                    shown = f"{abs(line['points']):,}"
                    assert "waived" in line or shown in line["text"], line


@pytest.mark.parametrize("slug", slugs())
def test_every_preset_has_at_least_three_worked_rounds(slug):
    assert len([v for s, v in ALL if s == slug and v["verb"] == "score"]) >= 3
