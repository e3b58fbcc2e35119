"""A question about a key of the rules, and the groups of questions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scorepad.rulebook.words import capitalize_first


class Group(StrEnum):
    """Questions that people think of together; each group has a page."""

    OFTEN = "often"
    CARDS = "cards"
    THREES = "threes"
    BOOKS = "books"
    OPENING = "opening"
    OUT = "out"
    BONUSES = "bonuses"
    DEAL = "deal"
    END = "end"
    NAME = "name"
    CHOICES = "choices"


TITLES: Mapping[Group, str] = {
    Group.OFTEN: "What tables often change",
    Group.CARDS: "Card values",
    Group.THREES: "Threes",
    Group.BOOKS: "Books",
    Group.OPENING: "Opening",
    Group.OUT: "Going out",
    Group.BONUSES: "Bonuses",
    Group.DEAL: "The deal and the pile",
    Group.END: "The end",
    Group.NAME: "Name and notes",
    Group.CHOICES: "What each game decides",
}

ABOUT: Mapping[Group, str] = {
    Group.OFTEN: "Books, threes, openings, going out, the deal: on one page.",
    Group.CARDS: "What each card is worth: added if it is melded, taken away if it is left.",
    Group.THREES: "What threes pay or cost.",
    Group.BOOKS: "Which kinds of book there are and what they pay, and what a meld may hold.",
    Group.OPENING: "What a team needs for its first melds.",
    Group.OUT: "What going out pays, and what it needs.",
    Group.BONUSES: "Exact cuts, and anything else that pays or costs points.",
    Group.DEAL: "Who plays with how many cards, and how a turn goes.",
    Group.END: "When the game is over.",
    Group.NAME: "The name of your rules, and notes about anything else.",
    Group.CHOICES: "What a new game asks, such as 11 or 13 cards, and what each answer changes.",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one key, in a sentence, with one sentence of help.

    `labels` are the answers where the key has words; `step` is what − and + change. `is_cost` numbers are entered
    without their minus sign; `is_signed` numbers may have one. `is_rare` questions are folded under the others.
    """

    text: str
    help: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    step: int = 1
    is_cost: bool = False
    is_signed: bool = False
    is_rare: bool = False


def sentences(phrases: Mapping[Any, str]) -> dict[str, str]:
    """Return phrases as answers that start with a capital, by the words they are for."""
    return {str(word): capitalize_first(phrase) for word, phrase in phrases.items()}


Questions = Mapping[str, Question]
"""Questions by the paths of their keys, with a `*` for each item and name."""

ANY_PLAYERS = "Empty: for any number. Several with commas: 2, 4."
ANY_ROUND = "Empty: in every round. Several with commas: 1, 2."
