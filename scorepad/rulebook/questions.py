"""Every question by the path of its key."""

from dataclasses import replace

from scorepad.rulebook import about_play, about_points
from scorepad.rulebook.keys import pattern_of
from scorepad.rulebook.question import Group, Question, Questions

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
