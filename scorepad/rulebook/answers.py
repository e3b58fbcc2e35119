"""The answers to questions with fixed answers: words, ranks, kinds of book, and items that exclude each other."""

from collections.abc import Mapping

from scorepad.rulebook import labels
from scorepad.rulebook.keys import Key, Kind
from scorepad.rulebook.question import Question
from scorepad.rulebook.words import capitalize_first
from scorepad.rules.cards import RANKS, SEQUENCE, THREE
from scorepad.rules.codes import JOINT
from scorepad.rules.document import Document, value_at
from scorepad.rules.item_names import item_names
from scorepad.scoring.text.explain import CARD_NAMES, join_words

Answers = tuple[tuple[str, str], ...]
"""The values of inputs, each with its label."""

YES, NO = "yes", "no"

ANY_KIND = "any"
"""The name of the need that books of any kind meet together."""


def answers_at(document: Document, path: str, key: Key, question: Question) -> Answers:
    """Return the answers to a question with their labels; none if it asks for a number or text."""
    if key.kind is Kind.YES_NO:
        return ((YES, "Yes"), (NO, "No"))
    if key.kind is Kind.WORD or (key.kind is Kind.SOME and key.words):
        return tuple((word, question.labels[word]) for word in key.words)
    if key.path == "books.*.ranks":
        is_sequence = value_at(document, f"{path.rpartition('.')[0]}.made_of") == "sequence"
        ranks = SEQUENCE if is_sequence else RANKS
        return tuple((rank, capitalize_first(CARD_NAMES[rank][1])) for rank in ranks)
    if key.path == "melds.natural_ranks":
        return tuple((rank, capitalize_first(CARD_NAMES[rank][1])) for rank in (*RANKS, THREE))
    if key.kind is Kind.SOME and key.path != "notes":
        names = {name: labels.books_label(document, name) for name in labels.book_names(document)}
        return tuple((names if key.path != "books.*.counts_for" else {**_joint_needs(names), **names}).items())
    if key.path == "bonuses.*.grade_of":
        return _grades(document, path)
    if key.path == "combinations.*.group":
        return _groups(document, path)
    return ()


def _joint_needs(names: Mapping[str, str]) -> dict[str, str]:
    """Return the needs that several kinds can meet together: "any", and a name that is still free."""
    joint = (JOINT, *(f"{JOINT}_{n}" for n in range(2, len(names) + 3)))
    free = next(name for name in joint if name not in names)
    return {ANY_KIND: "Any kind, together", free: "Some kinds, together: tick this at each of them"}


def _grades(document: Document, path: str) -> Answers:
    """Return the sets of bonuses that exclude each other, labelled with their bonuses."""
    grades: dict[str, list[str]] = {}
    for name, bonus in zip(item_names(document["bonuses"]), document["bonuses"], strict=True):
        others = grades.setdefault(bonus["grade_of"], [])
        if not path.startswith(f"bonuses.{name}."):
            others.append(bonus["one"])
    named = [(code, join_words(others) or "This one alone") for code, others in grades.items() if code]
    return (("", "None"), *named)


def _groups(document: Document, path: str) -> Answers:
    """Return the groups of combinations, labelled with the other combinations in them, and those that can start one."""
    sets, current = document["combinations"], value_at(document, path)
    groups: dict[str, list[str]] = {current: []} if current else {}
    for name, item in zip(item_names(sets), sets, strict=True):
        if not path.startswith(f"combinations.{name}."):
            groups.setdefault(item["group"] or item["code"], []).append(item["label"])
    return (("", "None"), *((code, join_words(others) or "This one alone") for code, others in groups.items()))
