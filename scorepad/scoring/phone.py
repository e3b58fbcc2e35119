"""What a phone computes by itself, as plain data: provisional totals, and answers to questions during play.

`static/js/score.js` computes with the sheet as `score.py` does. Every sheet's page contains it, so it is short: it has
only the fields that a form asks for, and leaves out conditions that always hold.

`static/js/questions.js` looks answers up. Their data holds no rule: every entry is an answer of `can_go_out` or
`can_open` to a part of a question that does not depend on the rest. What does (several finished books in an opening, a
sequence, going out at once) has no entry, and the phone says that it needs the server.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from scorepad.rules import codes, lookup
from scorepad.rules.model import ANY_TEAM, Condition, OutCase, RuleSet, Table, Threes
from scorepad.rules.words import (
    WILD_CARDS,
    Answer,
    CardPlace,
    Color,
    LastCard,
    LoneHand,
    Sign,
    StockRound,
    WithoutBooks,
)
from scorepad.scoring.advice.going_out import OutQuestion, can_go_out
from scorepad.scoring.advice.opening import OpeningAnswer, OpeningQuestion, can_open
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.game.record import MAX_ADJUSTMENTS
from scorepad.scoring.model import Level, Meld, Problem
from scorepad.scoring.needs import UNMET, counted_for
from scorepad.scoring.score import SIGNS, about
from scorepad.scoring.sheet import Field, Kind, Sheet
from scorepad.scoring.sides import own_codes
from scorepad.scoring.text.messages import problem_text

# ---- Provisional totals

Data = dict[str, Any]

_SUM = "+"
"""The prefix of a sum's code. No field's code starts with it."""

_RED_THREES = codes.threes_code(Color.RED, CardPlace.LAID)
_SPARE_THREES = f"{_SUM}{_SUM}"

_PLACES = {Kind.MELDED: CardPlace.LAID, Kind.LEFT: CardPlace.HELD}


def sheet_data(sheet: Sheet) -> Data:
    """Return the numbers that a phone scores a round with, as JSON data.

    `seats`: the seats of each team. `place` of a field: where its cards lie; its `points`: what one adds. `rules` of a
    field: what threes pay, or other points; the first match counts, and other teams get what it `gives`. `sums`: what
    counts for each need. `out`: both ways of going out, and what they need. `combinations`: lists of which the best one
    pays. `penalty`: None if no one can go out without books. `alone`: one may play against all others, who share every
    field but their `own`.
    """
    rules, table, going_out = sheet.rules, sheet.table, sheet.rules.going_out
    return {
        "seats": [list(seats_of(team, table)) for team in range(1, table.teams + 1)],
        "fields": [_field(rules, field) for field in sheet.fields if field.asked],
        "sums": _sums(rules),
        "combinations": _groups(rules),
        "out": {"usual": _out(rules, sheet.out(concealed=False)), "concealed": _out(rules, sheet.out(concealed=True))},
        "penalty": going_out.penalty if going_out.without_books is WithoutBooks.SEVERE_PENALTY else None,
        "void": rules.stock.round is StockRound.VOID,
        "adjustments": MAX_ADJUSTMENTS,
        **({} if table.lone_hand is LoneHand.NONE else {"alone": True, "own": [*own_codes(table)]}),
    }


def _field(rules: RuleSet, field: Field) -> Data:
    data: Data = {"code": field.code, "part": str(field.part), "kind": str(field.kind), "about": str(field.about)}
    if field.threes:
        return {**data, "place": str(field.threes[-1].place), "rules": [_threes(rules, rule) for rule in field.threes]}
    place = _PLACES.get(field.kind)
    each = 1 if place else field.points
    if place:
        data["place"] = str(place)
    usual = -each if place is CardPlace.HELD else each
    paid = next((book.when for book in rules.books if book.code == field.code), ANY_TEAM)
    counted = [(rule.when, rule.counts) for rule in about(field.kind, rules.otherwise)]
    listed = [
        {**_condition(rules, when), "points": SIGNS[sign] * each} | ({"gives": each} if sign is Sign.OTHERS else {})
        for other, sign in counted
        if (when := _both(paid, other))
    ]
    if not paid.always:
        listed.append({**_condition(rules, paid), "points": usual})
        usual = 0
    return {**data, **({"rules": listed} if listed else {}), "points": usual}


def _both(one: Condition, other: Condition) -> Condition | None:
    """Return the condition of a team that meets both, None if no team can."""
    answers = {}
    for fact in ("went_out", "opened"):
        stated = {getattr(one, fact), getattr(other, fact)} - {Answer.EITHER}
        if len(stated) > 1:
            return None
        answers[fact] = stated.pop() if stated else Answer.EITHER
    has = {name: max(when.has.get(name, 0) for when in (one, other)) for name in (*one.has, *other.has)}
    fewer = (*one.lacks, *other.lacks)
    lacks = {name: min(when.lacks[name] for when in (one, other) if name in when.lacks) for name in fewer}
    return Condition(**answers, has=has, lacks=lacks)


def _threes(rules: RuleSet, rule: Threes) -> Data:
    pays = [{"from": step.start, "points": step.points, "per": str(step.per)} for step in rule.pays]
    return {**_condition(rules, rule.when), "pays": pays}


def _condition(rules: RuleSet, when: Condition) -> Data:
    answers = {"went_out": when.went_out, "opened": when.opened}
    facts: Data = {fact: answer is Answer.YES for fact, answer in answers.items() if answer is not Answer.EITHER}
    books: Mapping[str, Mapping[str, int]] = {"has": when.has, "lacks": when.lacks}
    return facts | {key: _named(rules, counts) for key, counts in books.items() if counts}


def _groups(rules: RuleSet) -> list[list[Data]]:
    """Return the combinations by group; each combination without a group is alone."""
    groups: dict[str, list[Data]] = {}
    for combination in rules.combinations:
        books = _named(rules, combination.books)
        data = {"code": combination.code, "books": books, "points": combination.points, "times": str(combination.times)}
        groups.setdefault(combination.group or f"{_SUM}{combination.code}", []).append(data)
    return [*groups.values()]


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


# ---- Questions during play

Rows = tuple[tuple[str, str], ...]
"""The rows of a form for melds: the code of each in input names, and the rank of its cards."""

RED_THREES = codes.threes_code(Color.RED, CardPlace.LAID)
"""The code of red threes laid down, which the form of a question asks for."""

MOST = 12
"""The largest number of one kind that has a text. Few tables lay as many books."""

MOST_NATURALS, MOST_WILDS = 8, 6
"""The largest meld that a phone knows the answer for."""

_TOGETHER = ("below_minimum", "book_required", "natural_meld_needed", "nothing_melded")
"""The problems of an opening that are not about one meld."""

_PARTNER = ("partner_not_asked", "partner_said_no", "partner_foot_unknown", "partner_not_in_foot")


_FOOT = {"": None, "yes": True, "no": False}


def out_data(sheet: Sheet) -> Data:
    """Return the answers to "May we go out?" in this round.

    `cards`: problems by "in foot|last card|card"; `partner`: by "partner says|partner in foot". `unmet`: the needs,
    usual and in one turn; `unfinished`: the texts for each number of books that are begun. `penalised`: whether the
    rules punish unmet needs.
    """
    usual = OutQuestion(
        rules=sheet.rules,
        round_number=sheet.round_number,
        table=sheet.table,
        decks=sheet.decks,
        books={},
        unfinished={},
        in_foot=True,
        last_card=LastCard.DISCARD,
    )
    kept = (*WILD_CARDS, *sheet.rules.going_out.no_discard)
    cards = product((False, True), (LastCard.DISCARD, LastCard.MELD), ("", *kept))
    return {
        "cards": {
            f"{1 if foot else ''}|{last}|{card}": _problems(
                replace(usual, in_foot=foot, last_card=last, card=card), (*UNMET, *_PARTNER, "severe_penalty")
            )
            for foot, last, card in cards
        },
        "partner": {
            f"{says}|{foot}": [
                problem
                for problem in _problems(replace(usual, partner_says=says, partner_in_foot=_FOOT[foot]), ())
                if problem["code"] in _PARTNER
            ]
            for says, foot in product(("", "yes", "no"), _FOOT)
        },
        "unmet": {"1" if concealed else "": [*_needs(sheet, concealed)] for concealed in (False, True)},
        "unfinished": {
            f"begun.{field.name}": [_warnings(replace(usual, unfinished={field.name: n})) for n in range(1, MOST + 1)]
            for field in sheet.unfinished
            if field.points
        },
        "penalised": sheet.rules.going_out.without_books is WithoutBooks.SEVERE_PENALTY,
    }


def _problems(question: OutQuestion, without: Iterable[str]) -> list[Data]:
    answer = can_go_out(question)
    return [
        {"code": problem.code, "blocks": problem.level is Level.BLOCKER, "text": problem_text(problem)}
        for problem in (*answer.blockers, *answer.warnings)
        if problem.code not in without
    ]


def _warnings(question: OutQuestion) -> str:
    problems = can_go_out(question).warnings
    return next((problem_text(problem) for problem in problems if problem.code == "unfinished_books"), "")


def _needs(sheet: Sheet, concealed: bool) -> Iterable[Data]:
    """Yield each kind of need: a text around the items that are missing.

    An item is missing as often as `least` exceeds the sum of inputs by name, each with its weight.
    """
    rules, case = sheet.rules, sheet.out(concealed)
    books = [
        {"least": least, "of": _weights(rules, need), "texts": _parts(rules, "books_missing", "missing", need, least)}
        for need, least in case.needs.items()
    ]
    begun = [
        {"least": 0, "of": {f"begun.{book.code}": -1}, "texts": _parts(rules, "premium_unfinished", "begun", book.code)}
        for book in rules.books
        if book.must_finish
    ]
    yield {"code": "books_missing", "items": books, **_around(rules, "books_missing", "missing")}
    yield {"code": "premium_unfinished", "items": begun, **_around(rules, "premium_unfinished", "begun")}
    if case.red_threes != 0:
        yield _red_threes(rules, case)


def _red_threes(rules: RuleSet, case: OutCase) -> Data:
    each = {} if case.red_threes is not None else {f"books.{book.code}": -1 for book in rules.books}
    texts = [problem_text(_unmet("red_threes_missing", missing={"red_threes": n})) for n in range(1, 3 * MOST)]
    items = [{"least": case.red_threes or 0, "of": {"threes.red.laid": 1, **each}, "texts": texts}]
    return {"code": "red_threes_missing", "items": items, "before": "", "after": ""}


def _weights(rules: RuleSet, need: str) -> dict[str, int]:
    counted = {book.code: counted_for(rules, {book.code: 1}).get(need, 0) for book in rules.books}
    return {f"books.{code}": weight for code, weight in counted.items() if weight}


def _unmet(code: str, **facts: object) -> Problem:
    return Problem(code, Level.BLOCKER, "", facts)


def _parts(rules: RuleSet, code: str, fact: str, name: str, most: int = MOST) -> list[str]:
    """Return what the sentence says for each number of missing books of one name."""
    around = _around(rules, code, fact)
    texts = [problem_text(_unmet(code, rules=rules, **{fact: {name: n}})) for n in range(1, most + 1)]
    return [text.removeprefix(around["before"]).removesuffix(around["after"]) for text in texts]


def _around(rules: RuleSet, code: str, fact: str) -> dict[str, str]:
    """Return the beginning and the end of the sentence around the missing books."""
    before, _, after = problem_text(_unmet(code, rules=rules, **{fact: {}})).rpartition(" ")
    return {"before": f"{before} ", "after": after}


@lru_cache(maxsize=32)
def opening_data(rules: RuleSet, table: Table, round_number: int, decks: int, rows: Rows) -> Data:
    """Return the answers to "Can we open?" about one meld in each of these rows.

    `rows`: for each code, what a card counts, and by "naturals,wild cards" a meld's problems, what its book counts, and
    whether it is the book that an opening may need. `sentences`: the problems, which the rows name by position.
    `natural`: the problem if wild cards lie beside no natural meld. `book`: the cards of the smallest book. `waived`:
    whether an empty hand needs no minimum.
    """
    usual = OpeningQuestion(rules, round_number, table, decks, 0, ())
    sentences: dict[tuple[str, str], int] = {}
    data = {code: _row(usual, code, rank, sentences) for code, rank in rows}
    lone = can_open(replace(usual, melds=(Meld("K", 2, ("joker",)),)))
    return {
        "rows": data,
        "sentences": [[code, text] for code, text in sentences],
        "natural": _text_of(lone, "natural_meld_needed"),
        "book": min((book.cards for book in rules.books), default=0),
        "waived": can_open(replace(usual, hand_after=0)).waived,
        "smallest": rules.melds.smallest,
    }


def _text_of(answer: OpeningAnswer, code: str) -> str:
    return next((problem_text(problem) for problem in answer.problems if problem.code == code), "")


def _row(usual: OpeningQuestion, code: str, rank: str, sentences: dict[tuple[str, str], int]) -> Data:
    def answer(naturals: int, *wilds: str) -> OpeningAnswer:
        return can_open(replace(usual, melds=(Meld(rank, naturals, wilds),)))

    is_wild = rank in WILD_CARDS
    value = 0 if is_wild else answer(1).points
    joker, two = (answer(0 if is_wild else 1, card).points - value for card in ("joker", "2"))
    cells = {}
    for naturals, wilds in product(range(1 if is_wild else MOST_NATURALS + 1), range(MOST_WILDS + 1)):
        if not naturals and not wilds:
            continue
        found = answer(naturals, *["joker"] * wilds)
        problems = [(p.code, problem_text(p)) for p in found.problems if p.code not in _TOGETHER]
        places = [sentences.setdefault(problem, len(sentences)) for problem in problems]
        needed = any(problem.code == "book_required" for problem in found.problems)
        paid = found.points - value * naturals - joker * wilds
        cells[f"{naturals},{wilds}"] = [places, paid, 0 if needed else 1]
    return {"value": value, "joker": joker, "two": two, "cells": cells}


def side_data(
    *, rules: RuleSet, table: Table, round_number: int, decks: int, score_before: int, lost: tuple[str, ...], rows: Rows
) -> Data:
    """Return what differs by team: its minimum, the sentence about a book that it needs, and the rows that it lost."""
    question = OpeningQuestion(rules, round_number, table, decks, score_before, (), lost)
    nothing = can_open(question)
    lone = {code: can_open(replace(question, melds=(Meld(rank, 3),))) for code, rank in rows if lost}
    sentences = {code: _text_of(answer, "rank_cannot_be_melded") for code, answer in lone.items()}
    return {
        "minimum": nothing.minimum,
        "book": _text_of(nothing, "book_required"),
        "lost": {code: sentence for code, sentence in sentences.items() if sentence},
    }
