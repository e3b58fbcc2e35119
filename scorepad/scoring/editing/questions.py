"""Every question by the path of its key, and the reasons why some keys have none."""

from dataclasses import replace

from scorepad.scoring.editing import about_play, about_points
from scorepad.scoring.editing.keys import pattern_of
from scorepad.scoring.editing.question import Group, Question, Questions

BY_GROUP: dict[Group, Questions] = {
    # Repeats questions of the other groups.
    Group.OFTEN: {},
    Group.CARDS: about_points.CARDS,
    Group.THREES: about_points.THREES,
    Group.BOOKS: {**about_points.BOOKS, **about_points.MELDS},
    Group.OPENING: about_play.OPENING,
    Group.OUT: about_play.OUT,
    Group.BONUSES: about_points.BONUSES,
    Group.DEAL: about_play.DEAL,
    Group.END: about_play.END,
    Group.NAME: about_play.NAME,
    Group.CHOICES: about_play.CHOICES,
}

QUESTIONS: dict[str, Question] = {path: asked for group in BY_GROUP.values() for path, asked in group.items()}
GROUPS: dict[str, Group] = {path: group for group, asked in BY_GROUP.items() for path in asked}

_PRICE = "threes.*.pays.*.points"


def question_at(path: str) -> Question:
    """Return the question about the value at a path. Threes in hand cost points, so their price has no minus sign."""
    pattern = pattern_of(path)
    if pattern != _PRICE:
        return QUESTIONS[pattern]
    asked = about_points.HELD_PRICE if ".held" in path else QUESTIONS[pattern]
    return asked if path.endswith(".pays.1.points") else replace(asked, help=about_points.FURTHER_PRICE)


_NAMES_IT = "names the rule set; people use its name"
_ADDED = "is decided when the item is added"
_EFFECT = "is what the pages of an answer ask"

NO_QUESTION: dict[str, str] = {
    "schema": "is the language of the file",
    "slug": _NAMES_IT,
    "document": "is the source of the parent",
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
