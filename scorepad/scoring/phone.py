"""The sheet as a phone needs it: all the numbers of a round as plain data, so that it can add up between two answers.

`static/js/score.js` reads this and does with it what `score.py` does. It travels in every sheet's page, so it is short:
only fields that a form asks for, and a condition that asks nothing is left out.
"""

from collections.abc import Mapping
from typing import Any

from scorepad.rules.model import Combination, Condition, OutCase, RuleSet, Step, Threes
from scorepad.rules.words import Answer, Place, StockRound, WithoutBooks
from scorepad.scoring.game import seats_of
from scorepad.scoring.round_cells import MOST_ADJUSTMENTS
from scorepad.scoring.sheet import Field, Kind, Sheet

Data = dict[str, Any]

_PLACES = {Kind.MELDED: Place.LAID, Kind.LEFT: Place.HELD}


def numbers(page: Sheet) -> Data:
    """What a phone adds a round of this sheet up by; may be written as JSON. Points are whole numbers.

    `seats` has the seats of every team. A field's `place` says where its cards lie, `rules` (the first that holds
    counts) what threes pay. `out` has both cases of going out, each need as a number and the books that count for
    it. `penalty` is None where nobody can go out without books.
    """
    rules, table = page.rules, page.table
    return {
        "seats": [list(seats_of(team, table)) for team in range(table.teams)],
        "fields": [_field(field) for field in page.fields if field.asked],
        "combinations": [_combination(one) for one in rules.combinations],
        "out": {
            "usual": _out(rules, page.out(concealed=False)),
            "concealed": _out(rules, page.out(concealed=True)),
        },
        "penalty": _penalty(rules),
        "void": rules.stock.round is StockRound.VOID,
        "adjustments": MOST_ADJUSTMENTS,
    }


def _field(field: Field) -> Data:
    said: Data = {
        "code": field.code,
        "part": str(field.part),
        "kind": str(field.kind),
        "about": str(field.about),
    }
    if field.kind in _PLACES:
        return {**said, "place": str(_PLACES[field.kind])}
    if field.threes:
        rules = [_threes(rule) for rule in field.threes]
        return {**said, "place": str(field.threes[-1].place), "rules": rules}
    return {**said, "points": field.points}


def _threes(rule: Threes) -> Data:
    return {**_when(rule.when), "pays": [_step(step) for step in rule.pays]}


def _when(when: Condition) -> Data:
    answers = {"went_out": when.went_out, "opened": when.opened}
    asked: Data = {
        fact: answer is Answer.YES
        for fact, answer in answers.items()
        if answer is not Answer.EITHER
    }
    books: Mapping[str, Mapping[str, int]] = {"has": when.has, "lacks": when.lacks}
    return asked | {key: dict(counts) for key, counts in books.items() if counts}


def _step(step: Step) -> Data:
    return {"from": step.start, "points": step.points, "per": str(step.per)}


def _combination(one: Combination) -> Data:
    return {"books": dict(one.books), "points": one.points, "times": str(one.times)}


def _out(rules: RuleSet, case: OutCase) -> Data:
    needs = [{"least": least, "of": _books_for(rules, need)} for need, least in case.needs.items()]
    return {"points": case.points, "needs": needs}


def _books_for(rules: RuleSet, need: str) -> list[str]:
    """The books that count for a need, one that its rule names twice twice: see `needs.counted_for`."""
    return [kind.code for kind in rules.books for named in kind.counts_for if named == need]


def _penalty(rules: RuleSet) -> int | None:
    out = rules.going_out
    return out.penalty if out.without_books is WithoutBooks.SEVERE_PENALTY else None
