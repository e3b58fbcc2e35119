"""The inputs of a group of questions, each with its value and the parent's value."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorepad.rulebook import labels
from scorepad.rulebook.about_play import FROM_TOTAL
from scorepad.rulebook.answers import NO, YES, Answers, answers_at
from scorepad.rulebook.keys import Key, Kind, model_keys, pattern_of
from scorepad.rulebook.layout import sections
from scorepad.rulebook.question import Group, Question
from scorepad.rulebook.questions import question_at
from scorepad.rules.document import NOT_RULES, Document, value_at
from scorepad.rules.item_names import item_names
from scorepad.rules.model import EACH_BOOK
from scorepad.scoring.text.explain import format_number, join_words, lower_first

Texts = tuple[str, ...]
"""The value of an input: one text, or one for each ticked answer."""

CHOICE = Question("", "Once you decide it here, it is no longer asked.")
OPEN = "ask"
"""The value for a choice that is left to each game."""

MISSING = object()

_CASE = re.compile(r"(.*\.(?:cases|targets))\.(\d+)(.*)")

NO_NUMBER = {"all": "the whole pile", "none": "none", "usual": "as usual", EACH_BOOK: "one for each book"}
"""Labels of the words that replace a number."""


@dataclass(frozen=True, slots=True)
class Field:
    """One input. `answers` are its fixed answers, if it has any.

    `parent` is the parent's value in words; "" if it has no such rule.
    """

    path: str
    question: Question
    key: Key
    label: str
    texts: Texts
    answers: Answers
    parent: str
    is_yours: bool

    @property
    def text(self) -> str:
        return self.texts[0] if self.texts else ""

    @property
    def may_be_negative(self) -> bool:
        """Whether the number may be below 0."""
        return self.question.is_signed or self.text.startswith("−")


@dataclass(frozen=True, slots=True)
class FormSection:
    """Inputs under a title, with those that are rarely changed apart, unless all are folded.

    `item` is set if it can be removed. `is_yours` marks an item that the parent does not have; then no single input of
    it is marked. `options` are the paths of the answers to a choice.
    """

    title: str
    item: str
    usual: tuple[Field, ...]
    rare: tuple[Field, ...]
    is_folded: bool
    is_yours: bool = False
    options: tuple[str, ...] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        return (*self.usual, *self.rare)


def form(document: Document, parent: Document, group: Group) -> list[FormSection]:
    """Return the inputs of a group. Both documents have every key."""
    result = []
    in_the_open = [f"{path}.counts_for" for path in labels.alone(document)]
    for section in sections(document, group):
        fields = [field_at(document, parent, path) for path in section.paths]
        if section.labels:
            fields = [_apart(field, section.labels[field.path]) for field in fields]
        is_added = bool(section.item) and find_value(parent, at_parent(document, parent, section.item)) is MISSING
        if is_added:
            fields = [replace(field, is_yours=False) for field in fields]
        if group is Group.CHOICES:
            fields = [_by_origin(field, is_own=is_added) for field in fields]
        # What is folded already has no second fold.
        usual = tuple(f for f in fields if section.is_folded or f.path in in_the_open or not _is_rare(f))
        rare = tuple(field for field in fields if field not in usual)
        shown = (section.title, section.item, usual, rare, section.is_folded, is_added, section.options)
        result.append(FormSection(*shown))
    return result


def _by_origin(field: Field, *, is_own: bool) -> Field:
    """Make all questions rare but the labels of a table’s own choice, or the decision about a parent’s choice."""
    is_words = field.path.endswith(".label")
    if field.path.endswith(".players") or is_words == is_own:
        return field
    return replace(field, question=replace(field.question, is_rare=True))


def _is_rare(field: Field) -> bool:
    """Whether an input is rarely needed. The rounds and players of a special case are not rare once they are set."""
    return field.question.is_rare and not (field.text and field.path.endswith((".rounds", ".players")))


def _apart(field: Field, label: str) -> Field:
    """Return an input with a label that is clear on its own, and with only the help about leaving it empty."""
    empty = field.question.help[field.question.help.find("Empty:") :] if "Empty:" in field.question.help else ""
    return replace(field, label=label, question=replace(field.question, help=empty))


def field_at(document: Document, parent: Document, path: str) -> Field:
    if is_choice(path):
        return _choice(document, path)
    pattern = pattern_of(path)
    key, question = model_keys()[pattern], question_at(path)
    is_start = pattern == "opening.steps.*.from"
    if is_start and document["opening"]["by"] == "total":
        question = FROM_TOTAL
    value, above = find_value(document, path), find_value(parent, at_parent(document, parent, path))
    if path in NOT_RULES:
        # A name is always the table's own.
        above = value
    is_other = is_start and document["opening"]["by"] != parent["opening"]["by"]
    has_none = path in NOT_RULES or (above is MISSING and not key.is_counted) or is_other
    return Field(
        path,
        question,
        key,
        _label(document, path, question),
        texts_of(value, key, question),
        answers_at(document, path, key, question),
        "" if has_none else words_of(parent, above, path),
        value != above,
    )


def is_choice(path: str) -> bool:
    """Whether a path is that of a whole choice, which an input can decide for all games."""
    return path.startswith("choices.") and not pattern_of(path)


def at_parent(document: Document, parent: Document, path: str) -> str:
    """Return the path in the parent for a path in a draft. New cases come first, so cases are counted from the end."""
    match = _CASE.match(path)
    here, there = (value_at(whole, match[1]) if match else None for whole in (document, parent))
    if not match or not isinstance(here, list) or not isinstance(there, list):
        return path
    return f"{match[1]}.{int(match[2]) - len(here) + len(there)}{match[3]}"


def find_value(document: Document, path: str) -> Any:
    """Return the value at a path; MISSING if there is none."""
    above, _, last = path.rpartition(".")
    holder = value_at(document, above) if above else document
    if isinstance(holder, Mapping):
        return holder.get(last, MISSING)
    value = value_at(document, path)
    return MISSING if value is None else value


def texts_of(value: Any, key: Key, question: Question) -> Texts:
    """Return the texts of an input for a value."""
    if value is MISSING or value == key.none != "":
        return ("",)
    match key.kind:
        case Kind.NUMBER:
            return (_number(value, question).replace(",", ""),)
        case Kind.YES_NO:
            return (YES if value else NO,)
        case Kind.NUMBERS:
            return (", ".join(map(str, value)),)
        case Kind.SOME if key.path == "notes":
            return ("\n".join(value),)
        case Kind.SOME:
            return tuple(map(str, value))
    return (str(value),)


def _number(value: Any, question: Question) -> str:
    return format_number(-value if question.is_cost else value)


def words_of(document: Document, value: Any, path: str) -> str:
    """Return a value in words."""
    pattern = pattern_of(path)
    key, question = model_keys()[pattern], question_at(path)
    if value is MISSING:
        return "none"
    if value == key.none != "":
        return NO_NUMBER.get(key.none, "no limit")
    answers = dict(answers_at(document, path, key, question))
    match key.kind:
        case Kind.NUMBER:
            return _number(value, question)
        case Kind.NUMBERS:
            return join_words([str(number) for number in value]) or "any"
        case Kind.SOME:
            return join_words([lower_first(answers.get(name, name)) for name in value]) or "none"
        case Kind.TEXT:
            return answers.get(value, f"“{value}”")
    return lower_first(answers[texts_of(value, key, question)[0]])


def _label(document: Document, path: str, question: Question) -> str:
    """Return the label of an input. Counts of books are labelled with the name of the books."""
    pattern, name = pattern_of(path), path.rpartition(".")[2]
    if pattern == "cards.*":
        return labels.card_label(name)
    if pattern.endswith(".*"):
        label = labels.books_label(document, name)
        return f"{question.text}{lower_first(label)}" if question.text else label
    if pattern == "choices.*.options.*.label":
        return _answer_label(document, path, question)
    if pattern == "threes.*.pays.*.points":
        return _price_label(value_at(document, path.removesuffix(".points")), question)
    if pattern == "bonuses.*.cases.*.points":
        case = value_at(document, path.rpartition(".")[0])
        when = labels.case_label(case, "")
        return f"{question.text}, {lower_first(when)}" if when else question.text
    return question.text


def _answer_label(document: Document, path: str, question: Question) -> str:
    choice, _, rest = path.partition(".options.")
    names = item_names(value_at(document, choice)["options"])
    return f"{question.text} {names.index(rest.removesuffix('.label')) + 1}"


def _price_label(step: Any, question: Question) -> str:
    if not isinstance(step, Mapping):
        return question.text
    text = question.text if step["per"] == "card" else question.text.replace("Each costs", "All together cost")
    text = text.replace("for each", "for all together") if step["per"] == "all" else text
    return text if step["from"] == 1 else f"{text}, from {step['from']} on"


def _choice(document: Document, path: str) -> Field:
    choice = value_at(document, path)
    answers = tuple((option["value"], option["label"]) for option in choice["options"])
    key = Key(path, Kind.WORD)
    return Field(path, CHOICE, key, choice["label"], (OPEN,), ((OPEN, "Ask for each game"), *answers), "", False)
