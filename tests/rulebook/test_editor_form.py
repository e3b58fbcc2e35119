"""A draft and its form: changing an answer and changing it back gives the same rule set."""

import copy
import tomllib

import pytest
import tomli_w
from hypothesis import Phase, given, settings

from scorepad.rulebook.form import form, is_choice
from scorepad.rulebook.house_rules import house_rules
from scorepad.rulebook.parse import parse
from scorepad.rules import from_document, preset, slugs, to_document
from scorepad.rules.keys import Group, Kind
from scorepad.rules.model import KEYS
from scorepad.rules.own import differences, own_document
from tests.support import drawn_rounds
from tests.support.rule_documents import rule_documents

quick = settings(drawn_rounds.quick, max_examples=15, phases=[p for p in Phase if p is not Phase.shrink])
SHAPE = (
    "opening.by",
    "end.by",
    "going_out.without_books",
    ".counted",
    ".pays.1.points",
    ".grade_of",
    ".group",
    ".made_of",
)
"""Answers that determine which other questions and answers exist."""

_NAMES_IT = "names the rule set; people use its name"
_ADDED = "is decided when the item is added"
_EFFECT = "is what the pages of an answer ask"

NO_QUESTION = {
    "schema": "is the language of the file",
    "slug": _NAMES_IT,
    "parent": "is what the table began with",
    "provenance.reported": "is about the parent’s source",
    "provenance.assumed": "is about the parent’s source",
    "provenance.own": "follows from what differs",
    "threes.*.color": _ADDED,
    "threes.*.place": _ADDED,
    "books.*.code": _ADDED,
    "combinations.*.code": _ADDED,
    "bonuses.*.code": _ADDED,
    "choices.*.key": _ADDED,
    "choices.*.typed": _ADDED,
    "choices.*.options.*.value": _ADDED,
    "choices.*.options.*.reported": "is about the parent’s source",
    "choices.*.options.*.assumed": "is about the parent’s source",
    "choices.*.options.*.set.*": _EFFECT,
    "choices.*.options.*.add.*": _EFFECT,
}
"""Keys without a question, each with the reason as the end of a sentence."""


VALUES = {path: key for path, key in KEYS.items() if key.kind is not Kind.PART}


def whole(rules):
    return to_document(rules, every_key=True)


def test_every_key_of_the_model_has_a_question_or_a_reason():
    assert {path for path, key in VALUES.items() if key.question is None} == {*NO_QUESTION}
    assert all(key.group for key in VALUES.values() if key.question is not None)


WORDS = [key for key in VALUES.values() if key.kind is Kind.WORD and key.question is not None]


@pytest.mark.parametrize("key", WORDS, ids=lambda key: key.path)
def test_every_word_of_a_key_has_an_answer(key):
    assert list(key.words) == [word for word in key.words if key.labels.get(word, word.answer)]


def other(field):
    """Return a different answer to a question."""
    if field.key.kind in (Kind.NUMBER, Kind.NUMBERS):
        return (str(int(field.text.replace("−", "-") or "7") + 30),) if field.key.kind is Kind.NUMBER else ("7, 9",)
    if field.key.kind is Kind.SOME and field.answers:
        # A need that no book counts for has no name, so keep all of them.
        return tuple(value for value, _ in field.answers)
    values = [value for value, _ in field.answers]
    if values:
        return (values[(values.index(field.text) + 1) % len(values)],)
    return (f"{field.text} too",)


def fields(document, group):
    return [field for section in form(document, document, group) for field in section.fields]


def sorted_names(document):
    """Return a document with sorted lists of names, because ticks have no order."""
    result = copy.deepcopy(document)
    for book in result["books"]:
        book["ranks"].sort()
        book["counts_for"].sort()
    result["melds"]["natural_ranks"].sort()
    for rule in result["otherwise"]:
        rule["of"].sort()
    for step in result["opening"]["steps"]:
        step["books"].sort()
    return result


@quick
@given(rule_documents())
def test_what_is_typed_over_and_typed_back_is_the_same(document):
    document = whole(from_document(document))
    for group in Group:
        shown = [
            f
            for f in fields(document, group)
            if not f.path.endswith(SHAPE) and not is_choice(f.path) and sorted(other(f)) != sorted(f.texts)
            # Asked here only as long as going out needs other books.
            if not (group is Group.OFTEN and f.path.endswith(".counts_for"))
        ]
        typed = parse(document, group, {field.path: other(field) for field in shown})
        assert typed.faults == {}
        assert set(typed.changed) == {field.path for field in shown}
        back = parse(typed.document, group, {field.path: field.texts for field in shown})
        assert sorted_names(back.document) == sorted_names(document), group


@pytest.mark.parametrize("slug", slugs())
def test_a_form_that_comes_back_untouched_changes_nothing(slug):
    document = whole(preset(slug))
    for group in Group:
        result = parse(document, group, {field.path: field.texts for field in fields(document, group)})
        assert (result.document, result.changed, result.faults) == (document, (), {})


def test_a_need_that_several_kinds_meet_together_is_made_by_ticks_and_a_number():
    document = whole(preset("partnership"))
    ticked = {f"books.{code}.counts_for": (code, "any") for code in ("clean", "dirty")}
    document = parse(document, Group.BOOKS, ticked).document
    assert "going_out.cases.1.needs.any" in [field.path for field in fields(document, Group.OUT)]
    out = {"going_out.cases.1.needs.any": ("2",), "going_out.cases.1.needs.clean": ("0",)}
    needs = from_document(parse(document, Group.OUT, out).document).going_out.cases[0].needs
    assert dict(needs) == {"dirty": 1, "any": 2}


@quick
@given(rule_documents(), rule_documents())
def test_the_fewest_differences_make_the_rules_from_any_parent(drawn, parent):
    parent, document = from_document(parent), whole(from_document(drawn))
    own = own_document(parent, document)
    again = whole(from_document(tomllib.loads(tomli_w.dumps(own)), lambda _: parent))
    names = ("slug", "name", "summary", "document", "parent", "notes", "provenance")
    assert {k: v for k, v in again.items() if k not in names} == {k: v for k, v in document.items() if k not in names}
    assert len(differences(parent, whole(parent))) == 0
    changes = differences(parent, document)
    starts = [p for p in changes.set if "opening.by" in changes.set and p.startswith("opening.steps.") and ".from" in p]
    assert len(house_rules(document, whole(parent), parent)) == len(changes) - len(starts)
