"""The sheet as plain data, so that a phone can show provisional totals while people type.

`static/js/score.js` computes with this data as `score.py` does. Every sheet's page contains it, so it is short: it has
only the fields that a form asks for, and leaves out conditions that always hold.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scorepad.rules import codes, lookup
from scorepad.rules.model import Combination, Condition, OutCase, RuleSet, Step, Threes
from scorepad.rules.words import Answer, CardPlace, Color, StockRound, WithoutBooks
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.game.round_cells import MAX_ADJUSTMENTS
from scorepad.scoring.otherwise import SIGNS, about
from scorepad.scoring.sheet import Field, Kind, Sheet

Data = dict[str, Any]

_SUM = "+"
"""The prefix of a sum's code. No field's code starts with it."""

_RED_THREES = codes.threes_code(Color.RED, CardPlace.LAID)
_SPARE_THREES = f"{_SUM}{_SUM}"

_PLACES = {Kind.MELDED: CardPlace.LAID, Kind.LEFT: CardPlace.HELD}


def sheet_data(sheet: Sheet) -> Data:
    """Return the numbers that a phone scores a round with, as JSON data.

    `seats`: the seats of each team. `place` of a field: where its cards lie; its `points`: what one adds. `rules` of a
    field: what threes pay, or other points; the first match counts. `sums`: what counts for each need. `out`: both
    ways of going out, and what they need. `combinations`: lists of which the best one pays. `penalty`: None if no one
    can go out without books.
    """
    rules, table = sheet.rules, sheet.table
    return {
        "seats": [list(seats_of(team, table)) for team in range(1, table.teams + 1)],
        "fields": [_field(rules, field) for field in sheet.fields if field.asked],
        "sums": _sums(rules),
        "combinations": _groups(rules),
        "out": {"usual": _out(rules, sheet.out(concealed=False)), "concealed": _out(rules, sheet.out(concealed=True))},
        "penalty": _penalty(rules),
        "void": rules.stock.round is StockRound.VOID,
        "adjustments": MAX_ADJUSTMENTS,
    }


def _field(rules: RuleSet, field: Field) -> Data:
    data: Data = {"code": field.code, "part": str(field.part), "kind": str(field.kind), "about": str(field.about)}
    if field.threes:
        return {**data, "place": str(field.threes[-1].place), "rules": [_threes(rules, rule) for rule in field.threes]}
    place = _PLACES.get(field.kind)
    each = 1 if place else field.points
    if place:
        data["place"] = str(place)
    if otherwise := about(field.kind, rules.otherwise):
        data["rules"] = [{**_condition(rules, rule.when), "points": SIGNS[rule.counts] * each} for rule in otherwise]
    return {**data, "points": -each if place is CardPlace.HELD else each}


def _threes(rules: RuleSet, rule: Threes) -> Data:
    return {**_condition(rules, rule.when), "pays": [_step(step) for step in rule.pays]}


def _condition(rules: RuleSet, when: Condition) -> Data:
    answers = {"went_out": when.went_out, "opened": when.opened}
    facts: Data = {fact: answer is Answer.YES for fact, answer in answers.items() if answer is not Answer.EITHER}
    books: Mapping[str, Mapping[str, int]] = {"has": when.has, "lacks": when.lacks}
    return facts | {key: _named(rules, counts) for key, counts in books.items() if counts}


def _step(step: Step) -> Data:
    return {"from": step.start, "points": step.points, "per": str(step.per)}


def _groups(rules: RuleSet) -> list[list[Data]]:
    """Return the combinations by group; each combination without a group is alone."""
    groups: dict[str, list[Data]] = {}
    for combination in rules.combinations:
        groups.setdefault(combination.group or f"{_SUM}{combination.code}", []).append(_combination(rules, combination))
    return [*groups.values()]


def _combination(rules: RuleSet, combination: Combination) -> Data:
    books = _named(rules, combination.books)
    return {"books": books, "points": combination.points, "times": str(combination.times)}


def _out(rules: RuleSet, case: OutCase) -> Data:
    """Return what going out pays, and needs: a condition."""
    has = {_sum(rules, need): least for need, least in case.needs.items()}
    if case.red_threes is None:
        has[_SPARE_THREES] = 0
    elif case.red_threes:
        has[_RED_THREES] = case.red_threes
    lacks = {f"{codes.UNFINISHED}{book.code}": 1 for book in rules.books if book.must_finish}
    return {"points": case.points, "has": has, **({"lacks": lacks} if lacks else {})}


def _named(rules: RuleSet, books: Mapping[str, int]) -> dict[str, int]:
    """Return counts of books by the phone's codes: kinds have their own code, other names are sums."""
    return {name if lookup.book(rules, name) else _sum(rules, name): count for name, count in books.items()}


def _sums(rules: RuleSet) -> dict[str, dict[str, int]]:
    """Return what is added up, with a weight for each item: the books for each need, unless only the kind with its name
    counts for it, and the red threes laid down beyond one for each book.
    """
    sums = {_sum(rules, need): Counter(lookup.kinds_for_need(rules, need)) for need in lookup.book_names(rules)}
    data = {code: dict(kinds) for code, kinds in sums.items() if code.startswith(_SUM) and kinds}
    if any(case.red_threes is None for case in rules.going_out.cases):
        data[_SPARE_THREES] = {_RED_THREES: 1} | {book.code: -1 for book in rules.books}
    return data


def _sum(rules: RuleSet, need: str) -> str:
    """Return the code by which a phone counts the books for a need."""
    return need if lookup.kinds_for_need(rules, need) == (need,) else f"{_SUM}{need}"


def _penalty(rules: RuleSet) -> int | None:
    out = rules.going_out
    return out.penalty if out.without_books is WithoutBooks.SEVERE_PENALTY else None
