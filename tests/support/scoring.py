"""Short ways to write rounds in tests, so that each test states only what it is about."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scorepad.rules import RuleSet, choose, from_document, preset, to_document
from scorepad.scoring.answers import BadInput, can_go_out_document, can_open_document, score_document

Document = dict[str, Any]
VERBS = {"score": score_document, "can-go-out": can_go_out_document, "can-open": can_open_document}
VECTORS = Path(__file__).parents[1] / "vectors"
ONE_EACH = {"clean": 1, "dirty": 1}
OUT = {"books": {"clean": 4, "dirty": 5}, "melded": 900, "went_out": True}
"""A team that may go out under any of the five rule sets."""


def rules(slug: str = "partnership", change: Callable[[Document], object] = id) -> RuleSet:
    """Return a preset, changed by `change`, which may modify the rule document that it is given."""
    if change is id:
        return preset(slug)
    document = to_document(preset(slug))
    change(document)
    return from_document(document)


def with_sambas(document: Document) -> None:
    """A `change` that allows melding sequences, and adds a book of one."""
    samba = {**item(document, "books", "clean"), "code": "samba", "made_of": "sequence"}
    document["books"].append(samba)
    document["melds"]["sequences"] = True


def item(document: Document, part: str, code: str) -> Document:
    """Return the book, bonus or choice with this code (or key) in a rule document."""
    return next(one for one in document[part] if code in (one.get("code"), one.get("key")))


def round_of(*teams: Document, **more: Any) -> Document:
    """Return a round's document. It ends with `went_out` if a team went out, else because the stock ran out."""
    ended = "went_out" if any(team.get("went_out") for team in teams) else "stock_ran_out"
    return {"round": 1, "ended": ended, "teams": list(teams), **more}


def meld(rank: str, naturals: int = 0, *wilds: str, **more: Any) -> Document:
    """Return a meld for a question whether a team can open."""
    return {"rank": rank, "naturals": naturals, "wilds": list(wilds), **more}


def answer(rule_set: RuleSet | str, *teams: Document, **more: Any) -> Document:
    """Return the score of `round_of` these teams. `players` is optional."""
    found = preset(rule_set) if isinstance(rule_set, str) else rule_set
    return score_document(found, round_of(*teams, **more))


def points(team: Document) -> dict[str, int]:
    """Return the points of a scored team's lines, by code."""
    return {line["code"]: line["points"] for line in team["lines"]}


def faults(verb: Callable[[RuleSet, object], object], rule_set: RuleSet, data: object) -> list:
    """Return code and path of every problem of a document, an empty list if it is valid."""
    try:
        verb(rule_set, data)
    except BadInput as error:
        return [(problem.code, problem.path) for problem in error.problems]
    return []


def vectors() -> list[tuple[str, Document]]:
    """Return every golden round with the slug of its preset; `input` is parsed."""
    found = []
    for file in sorted(VECTORS.glob("*.toml")):
        for vector in tomllib.loads(file.read_text("utf-8"))["vector"]:
            found.append((file.stem, {**vector, "input": json.loads(vector["input"])}))
    return found


def chosen(slug: str, vector: Document) -> RuleSet:
    return choose(preset(slug), vector.get("choose", {}))
