"""The golden rounds of tests/vectors, through Python and through the command line."""

import json
from collections import defaultdict

import pytest
from click.testing import CliRunner

from scorepad.commands import score as commands
from scorepad.rules import slugs
from scorepad.scoring.documents.answers import BadInput, can_go_out_document, can_open_document, score_document
from tests.support.scoring import chosen, vectors

VERBS = {
    "score": (score_document, commands.score),
    "can-go-out": (can_go_out_document, commands.can_go_out),
    "can-open": (can_open_document, commands.can_open),
}
ALL = vectors()


def _codes(problems):
    return sorted({problem["code"] for problem in problems})


def _lines(team):
    """Code to points of every line but those that are worth nothing of themselves."""
    result = defaultdict(int)
    for line in team["lines"]:
        if line["points"] or ("waived" in line and line.get("each") != 0):
            result[line["code"]] += line["points"]
    return dict(result)


def _shown(verb, answer):
    """An answer as vectors show it: README.md beside them says how."""
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
        result = _shown(verb, VERBS[verb][0](chosen(slug, vector), vector["input"]))
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


def _batches():
    result = defaultdict(list)
    for slug, vector in ALL:
        choices = tuple(f"{key}={value}" for key, value in vector.get("choose", {}).items())
        result[slug, vector["verb"], choices].append(vector)
    return result


def test_the_command_line_gives_the_same_answers():
    for (slug, verb, choices), batch in _batches().items():
        options = [word for choice in choices for word in ("--choose", choice)]
        # An empty object at the end makes it JSON Lines, whatever the batch holds.
        text = "".join(json.dumps(vector["input"]) + "\n" for vector in batch) + "{}\n"
        result = CliRunner().invoke(VERBS[verb][1], [slug, *options], input=text)
        answers = [_shown(verb, json.loads(line)) for line in result.stdout.splitlines()]
        good = [vector["expect"] for vector in batch if "error" not in vector["expect"]]
        assert answers == good, (slug, verb)
        bad = {n for n, vector in enumerate(batch, start=1) if "error" in vector["expect"]}
        named = {int(line.split()[1].rstrip(":")) for line in result.stderr.splitlines()}
        assert named == {*bad, len(batch) + 1}, (slug, verb)
        assert result.exit_code == 2
