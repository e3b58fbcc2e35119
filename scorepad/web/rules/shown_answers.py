"""The answers to a choice made for each game, as the editor lists them."""

from typing import NamedTuple

from scorepad.rulebook.house_rules import HouseRule, effects
from scorepad.rules.document import Document, value_at


class ShownAnswer(NamedTuple):
    """An answer with its effects; `can_go` if enough others would be left to remove it."""

    path: str
    label: str
    effects: list[HouseRule]
    can_go: bool


def shown_answers(document: Document, paths: tuple[str, ...]) -> list[ShownAnswer]:
    return [
        ShownAnswer(path, value_at(document, path)["label"], effects(document, path), len(paths) > 2) for path in paths
    ]
