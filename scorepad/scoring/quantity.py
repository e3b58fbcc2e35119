"""Quantities as people give them: points, sums, piles by value, or card by card.

A quantity in a cell is one of
`{"as": "points", "typed": "120+85"}`, `{"as": "piles", "piles": {"50": 2, "20": 3}}` (points of one card to
number of cards), `{"as": "cards", "cards": {"K": 7}}`, `{"as": "count", "n": 2}` or `{"as": "tally", "n": 2}`.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scorepad.rules.lookup import general_threes
from scorepad.rules.model import CARDS, THREES, RuleSet
from scorepad.rules.words import Color, Counted, Place
from scorepad.scoring.model import Cards, Quantity

NAMES = (*CARDS, *THREES)
"""Every card there is, as documents name them."""

MOST_DIGITS = 6
"""Digits a typed number may have; no table plays for more."""

LONGEST_SUM = 200
"""Characters of a typed sum."""

_NUMBER = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+")


class NotANumber(ValueError):
    """Something typed that is no number; the message is a sentence for the person who typed it."""


def typed_points(text: str) -> int:
    """The points of what was typed: "410", "1,200" or "120+85+40".

    Raises NotANumber for anything else, for other scripts' digits, and for numbers beyond `MOST_DIGITS`.
    """
    if len(text) > LONGEST_SUM:
        raise NotANumber(f"That is too long; type a number of at most {MOST_DIGITS} digits.")
    parts = [part.strip(" \t\u00a0\u202f") for part in text.strip().rstrip("+").split("+")]
    return sum(_whole(part) for part in parts)


def typed_adjustment(text: str) -> int:
    """The points of an adjustment: as `typed_points`, with a plus or minus sign before it. Raises NotANumber."""
    bare = text.strip()
    sign = -1 if bare[:1] in ("-", "−", "–") else 1
    return sign * typed_points(bare[1:] if bare[:1] in ("-", "−", "–", "+") else bare)


def _whole(part: str) -> int:
    if not _NUMBER.fullmatch(part):
        raise NotANumber("Type points as a number such as 410, or a sum such as 120+85+40.")
    digits = part.replace(",", "")
    if len(digits.lstrip("0")) > MOST_DIGITS:
        raise NotANumber(f"That number is too large; {MOST_DIGITS} digits are the most.")
    return int(digits)


def card_points(rules: RuleSet, cards: Cards, place: Place) -> int:
    """What cards are worth as cards: points to add if laid, to take away if held.

    Threes are among them only where the rules count them with the cards.
    """
    values = _card_values(rules, place)
    return sum([values[name] * count for name, count in cards.items()])


@lru_cache(maxsize=256)
def _card_values(rules: RuleSet, place: Place) -> dict[str, int]:
    sign = -1 if place is Place.HELD else 1
    values = dict(rules.cards)
    for name, color in (("black3", Color.BLACK), ("red3", Color.RED)):
        rule = general_threes(rules, color, place)
        values[name] = sign * rule.pays[0].points if rule.counted is Counted.WITH_CARDS else 0
    return values


def threes_in(packet: Cards, color: Color) -> int:
    """How many threes of a colour are among cards."""
    return packet.get(f"{color}3", 0)


def quantity(cell: Mapping[str, Any]) -> Quantity:
    """The points or cards that a cell of the store holds. Raises NotANumber where it holds neither."""
    match cell:
        case {"as": "points", "typed": str(text)}:
            return typed_points(text)
        case {"as": "piles", "piles": Mapping() as piles}:
            return sum(typed_points(str(value)) * _number(count) for value, count in piles.items())
        case {"as": "cards", "cards": Mapping() as cards}:
            return {str(name): _number(count) for name, count in cards.items()}
    raise NotANumber("This was written by a Scorepad that counts in another way.")


def count_of(cell: Mapping[str, Any]) -> int:
    """The number that a counted cell of the store holds. Raises NotANumber where it holds none."""
    return _number(cell.get("n"))


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10**MOST_DIGITS:
        raise NotANumber("That is not a number of cards.")
    return value
