"""Write answers as JSON documents. docs/documents.md explains them.

Scores are written directly as JSON text, because `score` answers thousands of rounds. Most rounds share their lines, so
the text of each line is cached.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from json.encoder import encode_basestring
from typing import Any

from scorepad.rules.model import RuleSet
from scorepad.scoring.advice.going_out import OutAnswer, OutQuestion, can_go_out
from scorepad.scoring.advice.opening import OpeningAnswer, can_open
from scorepad.scoring.check import check
from scorepad.scoring.documents import pointer_of, read_opening, read_out, read_round
from scorepad.scoring.model import Level, Problem, ScoreLine
from scorepad.scoring.score import TeamScore, score
from scorepad.scoring.text.explain import line_text, waived_text
from scorepad.scoring.text.messages import problem_text

Document = dict[str, Any]

BATCH = 50
"""How many documents to score at once. Many more would evict each other's data from the CPU cache."""

to_json = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
"""Write a document as one line of JSON."""


class BadInput(ValueError):
    """A document with errors; `problems` are all of them."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = tuple(p for p in problems if p.level is Level.ERROR)
        super().__init__("; ".join(fault_text(problem) for problem in self.problems))


def fault_text(problem: Problem) -> str:
    """Return a problem as one line: its path and its sentence."""
    sentence = problem_text(problem)
    return f"{problem.path}: {sentence}" if problem.path else sentence


def has_errors(problems: tuple[Problem, ...]) -> bool:
    """Whether there is an error. Problems must list errors before warnings."""
    return bool(problems) and problems[0].level is Level.ERROR


def score_texts(rules: RuleSet, documents: Sequence[object]) -> list[str | BadInput]:
    """Answer documents of `score` in order, each with a line of JSON or with its errors.

    Each step runs for all documents before the next one starts, which keeps its code and data in the CPU cache.
    """
    read = [read_round(rules, data) for data in documents]
    checked = [problems if entry is None else check(entry) for entry, problems in read]
    sound = [None if has_errors(problems) else entry for (entry, _), problems in zip(read, checked, strict=True)]
    scores = [() if entry is None else score(entry) for entry in sound]
    return [
        BadInput(problems) if entry is None else _score_text(rules, entry.round_number, teams, problems)
        for entry, teams, problems in zip(sound, scores, checked, strict=True)
    ]


def score_document(rules: RuleSet, data: object) -> Document:
    """Answer one document of `score`. Raises BadInput."""
    (answer,) = score_texts(rules, [data])
    if isinstance(answer, BadInput):
        raise answer
    return _parsed(answer)


def _parsed(text: str) -> Document:
    document: Document = json.loads(text)
    return document


def _score_text(rules: RuleSet, round_number: int, teams: tuple[TeamScore, ...], problems: tuple[Problem, ...]) -> str:
    scores = ", ".join([_team_text(team) for team in teams])
    listed = to_json([_problem(problem) for problem in problems]) if problems else "[]"
    head = f'"rules": {encode_basestring(rules.slug)}, "round": {round_number}'
    return f'{{{head}, "teams": [{scores}], "problems": {listed}}}'


def scored_teams(teams: Sequence[TeamScore]) -> list[Any]:
    """Return the `teams` of an answer to `score`."""
    return [json.loads(_team_text(team)) for team in teams]


def _team_text(team: TeamScore) -> str:
    base, count, bonus = team.parts.values()
    name, lines = encode_basestring(team.name), ", ".join([_line_text(line) for line in team.lines])
    points = f'"base": {base}, "count": {count}, "bonus": {bonus}, "total": {base + count + bonus}'
    return f'{{"name": {name}, {points}, "lines": [{lines}]}}'


@lru_cache(maxsize=8192)
def _line_text(line: ScoreLine) -> str:
    document: Document = {"code": line.code, "part": str(line.part), "label": line.label}
    if line.count is not None:
        document["count"] = line.count
    if line.each is not None:
        document["each"] = line.each
    document["points"] = line.points
    document["text"] = line_text(line)
    if line.waived is not None:
        document["waived"] = waived_text(line)
    return to_json(document)


def _problem(problem: Problem) -> Document:
    return {
        "code": problem.code,
        "level": str(problem.level),
        "path": problem.path,
        "pointer": pointer_of(problem.path),
        "message": problem_text(problem),
    }


def can_go_out_document(rules: RuleSet, data: object) -> Document:
    """Answer one document of `can-go-out`. Raises BadInput."""
    question, problems = read_out(rules, data)
    if question is None:
        raise BadInput(problems)
    return _out(question, can_go_out(question))


def _out(question: OutQuestion, answer: OutAnswer) -> Document:
    document: Document = {
        "can_go_out": answer.can_go_out,
        "blockers": [_reason(problem) for problem in answer.blockers],
        "warnings": [_reason(problem) for problem in answer.warnings],
        "bonus": answer.bonus,
    }
    if answer.projected is not None:
        teams, problems = answer.projected.teams, answer.projected.problems
        text = _score_text(question.rules, question.round_number, teams, problems)
        document["projected"] = _parsed(text)
    return document


def can_open_document(rules: RuleSet, data: object) -> Document:
    """Answer one document of `can-open`. Raises BadInput."""
    question, problems = read_opening(rules, data)
    if question is None:
        raise BadInput(problems)
    return _opening(can_open(question))


def _opening(answer: OpeningAnswer) -> Document:
    return {
        "opens": answer.opens,
        "minimum": answer.minimum,
        "points": answer.points,
        "missing": answer.missing,
        **({"waived": True} if answer.waived else {}),
        "problems": [_reason(problem) for problem in answer.problems],
    }


def _reason(problem: Problem) -> Document:
    document: Document = {"code": problem.code, "message": problem_text(problem)}
    if problem.path:
        document |= {"path": problem.path, "pointer": pointer_of(problem.path)}
    for key in ("missing", "points"):
        if key in problem.facts and problem.code != "below_minimum":
            document[key] = problem.facts[key]
    return document
