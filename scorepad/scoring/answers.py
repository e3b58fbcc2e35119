"""Documents out: what the engine found, as the JSON documents of DESIGN describe it."""

import json
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.scoring.check import check
from scorepad.scoring.explain import WAIVED, line_text
from scorepad.scoring.going_out import OutAnswer, OutQuestion, Projected, can_go_out
from scorepad.scoring.messages import message
from scorepad.scoring.model import Level, Part, Problem, ScoreLine, TeamScore
from scorepad.scoring.opening import OpeningAnswer, can_open
from scorepad.scoring.reading import read_opening, read_out, read_round
from scorepad.scoring.score import score

Document = dict[str, Any]

_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False)


class BadInput(ValueError):
    """A document that cannot be used; `problems` holds every fault, and no warning."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = tuple(p for p in problems if p.level is Level.ERROR)
        super().__init__("; ".join(fault_text(problem) for problem in self.problems))


def fault_text(problem: Problem) -> str:
    """A problem as one line for people: where it is, then what is wrong."""
    sentence = message(problem)
    return f"{problem.path}: {sentence}" if problem.path else sentence


def has_errors(problems: tuple[Problem, ...]) -> bool:
    """Whether any of a document's problems is an error; they stand before the warnings."""
    return bool(problems) and problems[0].level is Level.ERROR


def score_document(rules: RuleSet, data: object) -> Document:
    """The answer of `score` to one document. Raises BadInput."""
    entry, problems = read_round(rules, data)
    if entry is not None:
        problems = check(entry)
    if entry is None or has_errors(problems):
        raise BadInput(problems)
    return {
        "rules": rules.slug,
        "round": entry.number,
        "teams": [team_document(team) for team in score(entry)],
        "problems": [problem_document(problem) for problem in problems],
    }


def to_json(document: object) -> str:
    """A document as one line of JSON."""
    return _ENCODER.encode(document)


def can_go_out_document(rules: RuleSet, data: object) -> Document:
    """The answer of `can-go-out` to one document. Raises BadInput."""
    question, problems = read_out(rules, data)
    if question is None:
        raise BadInput(problems)
    return _out(question, can_go_out(question))


def can_open_document(rules: RuleSet, data: object) -> Document:
    """The answer of `can-open` to one document. Raises BadInput."""
    question, problems = read_opening(rules, data)
    if question is None:
        raise BadInput(problems)
    return _opening(can_open(question))


def team_document(team: TeamScore) -> Document:
    """One team's score."""
    parts = team.parts
    return {
        "name": team.name,
        "base": parts[Part.BASE],
        "count": parts[Part.COUNT],
        "bonus": parts[Part.BONUS],
        "total": sum(parts.values()),
        "lines": [line_document(line) for line in team.lines],
    }


def line_document(line: ScoreLine) -> Document:
    """One line; `count` and `each` are absent for cards, `waived` where the line counts."""
    document: Document = {"code": line.code, "part": str(line.part), "label": line.label}
    if line.count is not None:
        document["count"] = line.count
    if line.each is not None:
        document["each"] = line.each
    document["points"] = line.points
    document["text"] = line_text(line)
    if line.waived is not None:
        document["waived"] = WAIVED[line.waived]
    return document


def problem_document(problem: Problem) -> Document:
    """A problem of a round."""
    return {
        "code": problem.code,
        "level": str(problem.level),
        "path": problem.path,
        "message": message(problem),
    }


def _reason(problem: Problem) -> Document:
    document: Document = {"code": problem.code, "message": message(problem)}
    if problem.path:
        document["path"] = problem.path
    for key in ("missing", "points"):
        if key in problem.facts and problem.code != "below_minimum":
            document[key] = problem.facts[key]
    return document


def _out(question: OutQuestion, answer: OutAnswer) -> Document:
    document: Document = {
        "can_go_out": answer.can_go_out,
        "blockers": [_reason(problem) for problem in answer.blockers],
        "warnings": [_reason(problem) for problem in answer.warnings],
        "bonus": answer.bonus,
    }
    if answer.projected is not None:
        document["projected"] = _projected(question, answer.projected)
    return document


def _projected(question: OutQuestion, projected: Projected) -> Document:
    return {
        "rules": question.rules.slug,
        "round": question.number,
        "teams": [team_document(team) for team in projected.teams],
        "problems": [problem_document(problem) for problem in projected.problems],
    }


def _opening(answer: OpeningAnswer) -> Document:
    return {
        "opens": answer.opens,
        "minimum": answer.minimum,
        "points": answer.points,
        "missing": answer.missing,
        "problems": [_reason(problem) for problem in answer.problems],
    }
