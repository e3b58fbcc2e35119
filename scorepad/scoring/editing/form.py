"""The inputs of a group of questions: what stands in each, and what the parent says there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.rules.cards import RANKS, SEQUENCE
from scorepad.rules.document import NOT_RULES, Document, value_at
from scorepad.rules.model import EACH_BOOK
from scorepad.rules.read import addresses
from scorepad.scoring.card.words import capitalize_first
from scorepad.scoring.editing import labels
from scorepad.scoring.editing.keys import Key, Kind, model_keys, pattern_of
from scorepad.scoring.editing.layout import sections
from scorepad.scoring.editing.question import Group, Question
from scorepad.scoring.editing.questions import question_at
from scorepad.scoring.text.explain import CARD_NAMES, format_number, join_words, lower_first

Texts = tuple[str, ...]
"""What stands in an input: one text, or one for each answer that is ticked."""

YES, NO = "yes", "no"

CHOICE = Question("", "Decided for good, it is no longer asked.")
OPEN = "ask"
"""The text of a choice that the table makes for each game."""

MISSING = object()

ANY_KIND = "any"
"""The name of a need that books of several kinds meet together."""

NO_NUMBER = {"all": "the whole pile", "none": "none", "usual": "as usual", EACH_BOOK: "one for each book"}
"""What people say for the word that stands for a number."""


@dataclass(frozen=True, slots=True)
class Field:
    """One input. `answers` are texts with their words, if there are only some.

    `parent` is what the parent says there, in words; "" if it has no such rule.
    """

    path: str
    question: Question
    key: Key
    label: str
    texts: Texts
    answers: tuple[tuple[str, str], ...]
    parent: str
    is_yours: bool

    @property
    def text(self) -> str:
        return self.texts[0] if self.texts else ""

    @property
    def may_be_negative(self) -> bool:
        """Whether a table may want a number below 0 here."""
        return self.question.is_signed or self.text.startswith("−")


@dataclass(frozen=True, slots=True)
class FormSection:
    """Inputs under a title, those that are rarely changed apart. `item` is set if it can be removed."""

    title: str
    item: str
    usual: tuple[Field, ...]
    rare: tuple[Field, ...]
    is_folded: bool

    @property
    def fields(self) -> tuple[Field, ...]:
        return (*self.usual, *self.rare)


def form(document: Document, parent: Document, group: Group) -> list[FormSection]:
    """Return the inputs of a group. Both documents have every key."""
    result = []
    for section in sections(document, group):
        fields = [field_at(document, parent, path) for path in section.paths]
        usual = tuple(field for field in fields if not field.question.is_rare)
        rare = tuple(field for field in fields if field.question.is_rare)
        result.append(FormSection(section.title, section.item, usual, rare, section.is_folded))
    return result


def field_at(document: Document, parent: Document, path: str) -> Field:
    if path.startswith("choices."):
        return _choice(document, path)
    pattern = pattern_of(path)
    key, question = model_keys()[pattern], question_at(path)
    value, above = find_value(document, path), find_value(parent, path)
    if path in NOT_RULES:
        # A name is always the table's own.
        above = value
    return Field(
        path,
        question,
        key,
        _label(document, path, question),
        texts_of(value, key, question),
        _answers(document, path, key, question),
        "" if path in NOT_RULES or (above is MISSING and not key.is_counted) else words_of(parent, above, path),
        value != above,
    )


def find_value(document: Document, path: str) -> Any:
    """Return the value at a path; MISSING if there is none."""
    above, _, last = path.rpartition(".")
    holder = value_at(document, above) if above else document
    if isinstance(holder, Mapping):
        return holder.get(last, MISSING)
    value = value_at(document, path)
    return MISSING if value is None else value


def texts_of(value: Any, key: Key, question: Question) -> Texts:
    """Return what stands in the input for a value."""
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
    """Return a value as people say it."""
    pattern = pattern_of(path)
    key, question = model_keys()[pattern], question_at(path)
    if value is MISSING:
        return "none"
    if value == key.none != "":
        return NO_NUMBER.get(key.none, "no limit")
    answers = dict(_answers(document, path, key, question))
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


def _answers(document: Document, path: str, key: Key, question: Question) -> tuple[tuple[str, str], ...]:
    if key.kind is Kind.YES_NO:
        return ((YES, "Yes"), (NO, "No"))
    if key.kind is Kind.WORD:
        return tuple((word, question.labels[word]) for word in key.words)
    if key.kind is Kind.SOME and key.words:
        return tuple((word, question.labels[word]) for word in key.words)
    if key.path == "books.*.ranks":
        is_sequence = value_at(document, f"{path.rpartition('.')[0]}.made_of") == "sequence"
        ranks = SEQUENCE if is_sequence else RANKS
        return tuple((rank, capitalize_first(CARD_NAMES[rank][1])) for rank in ranks)
    if key.path == "melds.natural_ranks":
        return tuple((rank, capitalize_first(CARD_NAMES[rank][1])) for rank in RANKS)
    if key.kind is Kind.SOME and key.path != "notes":
        names = {name: labels.books_label(document, name) for name in labels.book_names(document)}
        # A first kind has to be able to count for a need that several meet together.
        return tuple((names if key.path != "books.*.counts_for" else {ANY_KIND: "Any kind, together"} | names).items())
    if key.path == "bonuses.*.grade_of":
        return _grades(document, path)
    if key.path == "combinations.*.group":
        return _groups(document, path)
    return ()


def _grades(document: Document, path: str) -> tuple[tuple[str, str], ...]:
    """Return the sets of bonuses that rule each other out, each by the bonuses in it."""
    grades: dict[str, list[str]] = {}
    for name, bonus in zip(addresses(document["bonuses"]), document["bonuses"], strict=True):
        others = grades.setdefault(bonus["grade_of"], [])
        if not path.startswith(f"bonuses.{name}."):
            others.append(bonus["one"])
    named = [(code, join_words(others) or "This one alone") for code, others in grades.items() if code]
    return (("", "None"), *named)


def _groups(document: Document, path: str) -> tuple[tuple[str, str], ...]:
    """Return the groups of sets of books, each by the other sets in it; one without a group may begin its own."""
    sets, current = document["combinations"], value_at(document, path)
    groups: dict[str, list[str]] = {current: []} if current else {}
    for name, item in zip(addresses(sets), sets, strict=True):
        if not path.startswith(f"combinations.{name}."):
            groups.setdefault(item["group"] or item["code"], []).append(item["label"])
    return (("", "None"), *((code, join_words(others) or "This one alone") for code, others in groups.items()))


def _label(document: Document, path: str, question: Question) -> str:
    """Return the question as it stands above its input. A count of books is asked for by what they are called."""
    pattern, name = pattern_of(path), path.rpartition(".")[2]
    if pattern == "cards.*":
        return labels.card_label(name)
    if pattern.endswith(".*"):
        label = labels.books_label(document, name)
        return f"{question.text}{lower_first(label)}" if question.text else label
    if pattern == "threes.*.pays.*.points":
        return _price_label(value_at(document, path.removesuffix(".points")), question)
    if ".cases.*." in pattern and pattern.startswith("bonuses"):
        case = value_at(document, path.rpartition(".")[0])
        when = labels.case_label(case, "")
        return f"{question.text}, {lower_first(when)}" if when else question.text
    return question.text


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
