"""The reference card is complete: every path of a document has a line, or a reason why it needs none."""

import re
from contextlib import suppress
from enum import EnumType

import pytest
from hypothesis import given, settings

from scorepad.rulebook.card import build_card
from scorepad.rules import RulesError, from_document, preset, slugs, to_document
from scorepad.rules import words as w
from scorepad.rules.document import apply_patch, walk
from scorepad.rules.lookup import opening_steps
from tests.rules.documents import EVERY_RULE
from tests.support.drawn_rounds import quick
from tests.support.rule_documents import rule_documents

TABLES = [(slug, at) for slug in slugs() for at in range(len(preset(slug).tables))]

ANYTHING = object()
SILENT = (
    # The identity of the rule set: the card has its name, document and notes outside its sections.
    (r"schema|slug|name|summary|document|parent|notes\.\d+|provenance\..*", ANYTHING),
    # Empty: no such bonus, combination, note, choice or total, so no line about one.
    (r"combinations|bonuses|choices|notes|end\.targets|provenance\.\w+", []),
    (r"end\.(rounds|minutes)", "none"),
    # Not played, without a limit, or without a cost: no line means just that.
    (r"tables\.\d+\.knee|books\.\w+\.unfinished", 0),
    (r"melds\.\w+|books\.\w+\.most|play\.hand_limit", "any"),
    (r"books\.\w+\.begun", "any_time"),
    (r"play\.(swipe|passed)|going_out\.partner_in_foot", (False, "none")),
    (r"bonuses\.\w+\.(most|kind|grade_of)", (1, "special", "")),
    (r"going_out\.penalty", 0),
    (r"opening\.steps\.\d+\.books|books\.\w+\.ranks", []),
    (r"(threes|otherwise)\..*\.(when\..*|pays)", ("either", {}, [])),
    # Applies at every table, in every round or way: the line has no condition.
    (r".*\.(players|rounds|concealed)", ([], "either")),
    # The table that a line is for: the card is for a single table.
    (r"(opening\.steps|(going_out|bonuses\.\w+)\.cases|end\.targets)\.\d+\.players\.\d+", ANYTHING),
    # A name in documents, or the singular or plural of a word that is shown.
    (r".*\.code|books\.\w+\.one|bonuses\.\w+\.many", ANYTHING),
    # The sign of the points shows it.
    (r".*\.reward", ANYTHING),
    # What a choice would change; its label and its options' labels are shown.
    (r"choices\..*", ANYTHING),
)
"""Patterns of paths that need no line, each with the value or values for which it needs none."""

SPEAKS_ELSEWHERE = (
    # One player alone has no partner.
    (r"going_out\.(leave|partner_in_foot)", lambda rules, table: table.team_size == 1),
    # A last card that must be melded cannot be discarded.
    (r"going_out\.wild_discard", lambda rules, table: rules.going_out.last_card is w.LastCard.MELD),
    # Nothing else has the same grade or group.
    (r"bonuses\.\w+\.grade_of", lambda rules, table: not shared(b.grade_of for b in rules.bonuses)),
    (r"combinations\.\w+\.group", lambda rules, table: not shared(c.group for c in rules.combinations)),
    # “Exactly” changes nothing if the whole pile is taken.
    (r"play\.take\.exactly", lambda rules, table: rules.play.take.cards is None),
)
"""Paths that mean nothing at some tables, or with some other values."""


def shared(names):
    """Whether two of these names are the same."""
    listed = [name for name in names if name]
    return len(set(listed)) < len(listed)


def needs_no_line(path, value):
    for pattern, silent in SILENT:
        if re.fullmatch(pattern, path):
            values = silent if isinstance(silent, tuple) else (silent,)
            alike = (value == other and type(value) is type(other) for other in values)
            if silent is ANYTHING or any(alike):
                return True
    return False


def missing(rule_set, table):
    """Return the paths that need a line but have none on the card."""
    covered = build_card(rule_set, table).paths
    own_name = {f"books.{kind.code}.counts_for.1": kind.code for kind in rule_set.books}
    silent = [pattern for pattern, when in SPEAKS_ELSEWHERE if when(rule_set, table)]
    return [
        path
        for path, value in walk(to_document(rule_set))
        if path not in covered
        and not needs_no_line(path, value)
        and own_name.get(path) != value
        and not any(re.fullmatch(pattern, path) for pattern in silent)
        and not other_table(path, rule_set, table)
    ]


def other_table(path, rule_set, table):
    """Whether a path belongs to another table, or to a case that never applies at this one."""
    parts = path.split(".")
    if parts[0] == "tables":
        return rule_set.tables[int(parts[1]) - 1] != table
    cases = cases_of(rule_set, path)
    if cases is None:
        return False
    at = next(int(part) for part in parts if part.isdigit())
    reached = [n for n, c in enumerate(cases, start=1) if not c.players or table.players in c.players]
    if "opening" in path:
        held = opening_steps(rule_set, table.players)
        reached = [n for n in reached if cases[n - 1] in held]
    else:
        final = [n for n in reached if always(cases[n - 1])]
        reached = [n for n in reached if not final or "deals" in path or n <= final[0]]
    return at not in reached


def always(case):
    return not getattr(case, "rounds", ()) and getattr(case, "concealed", "either") == "either"


def cases_of(rule_set, path):
    cases = {f"bonuses.{bonus.code}.cases.": bonus.cases for bonus in rule_set.bonuses} | {
        "opening.steps.": rule_set.opening.steps,
        "going_out.cases.": rule_set.going_out.cases,
        "end.targets.": rule_set.end.targets,
        "deals.": rule_set.deals,
    }
    return next((cases for start, cases in cases.items() if path.startswith(start)), None)


@pytest.mark.parametrize(("slug", "at"), TABLES)
def test_every_value_of_a_preset_has_its_line(slug, at):
    assert missing(preset(slug), preset(slug).tables[at]) == []


@settings(quick, max_examples=25)
@given(rule_documents())
def test_every_value_of_any_rule_set_has_its_line(document):
    rule_set = from_document(document)
    assert [missing(rule_set, table) for table in rule_set.tables] == [[]] * len(rule_set.tables)


def test_a_value_without_a_line_would_be_reported(monkeypatch):
    monkeypatch.setattr("scorepad.rulebook.card.stock", lambda writer: None)
    rule_set = preset("catawba")
    assert missing(rule_set, rule_set.tables[0]) == ["stock.runs_out", "stock.round"]


VOCABULARIES = [[*map(str, kind)] for kind in vars(w).values() if isinstance(kind, EnumType)]


def others(value):
    """Return other possible values for a path: other words of its vocabulary, or similar values."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value + 5, value - 1]
    if value == []:
        return [["clean"]]
    words = [word for words in VOCABULARIES if value in words for word in words if word != value]
    return words or [other for other in (f"{value} too", "dirty", "A", "5", 1) if other != value]


def everywhere(rule_set):
    """Return the phrases on the cards of all tables of a rule set."""
    cards = [build_card(rule_set, table) for table in rule_set.tables]
    return [[p.text for section in card.sections for p in section.all_phrases] for card in cards]


def mutants(path, value):
    """Return rule sets with another value at a path: one for a number or list, one for each other word."""
    rule_sets = []
    for other in others(value):
        with suppress(RulesError):
            rule_sets.append(from_document(apply_patch(WITH_A_PILE, {path: other}, {})))
        if rule_sets and not isinstance(value, str):
            break
    return rule_sets


# “Exactly” needs a number of cards to take. Choices are left out because reading a document tries each, which is slow.
WITH_A_PILE = apply_patch(EVERY_RULE, {"play.take.cards": 7, "choices": []}, {})
BEFORE = everywhere(from_document(WITH_A_PILE))
BOUND = (
    r"tables\.\d\.(players|teams)|threes\..*\.(color|place|counted)|threes\.black\..*\.(from|per)"
    r"|opening\.by|opening\.steps\.1\.from|going_out\.without_books|end\.by|books\.dirty\.counts_for\.1"
)
"""Paths where another value alone is never valid, because a value elsewhere must match it."""

NEEDED = [
    (path, value)
    for path, value in walk(WITH_A_PILE)
    if not needs_no_line(path, value) and not re.fullmatch(BOUND, path)
]


@pytest.mark.parametrize(("path", "value"), NEEDED, ids=[path for path, _ in NEEDED])
def test_another_value_makes_another_card(path, value):
    rule_sets = mutants(path, value)
    assert rule_sets
    assert BEFORE not in map(everywhere, rule_sets)
