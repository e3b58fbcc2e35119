"""Parse quantities as people enter them: points, sums, piles by value, or card by card."""

import re
from functools import lru_cache

from scorepad.rules.lookup import general_threes
from scorepad.rules.model import RuleSet
from scorepad.rules.words import CardPlace, Color, Counted
from scorepad.scoring.cells import CardCounts, CellValue, Count, Piles, Points
from scorepad.scoring.model import Cards, Quantity

MAX_DIGITS = 6
"""The most digits of a typed number. No table plays for more."""

COUNTABLE = range(10**MAX_DIGITS + 1)
"""The numbers of cards or books that can be counted."""

NO_COUNT = "That is not a number of cards."

LONGEST_SUM = 200
"""The most characters of a typed sum."""

_NUMBER = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+")


class NotANumber(ValueError):
    """Typed text that is not a number. The message is a sentence for the person who typed it."""


def plain_number(text: str, longest: int = 9) -> int | None:
    """Return a number of at most `longest` ASCII digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= longest else None


def typed_points(text: str) -> int:
    """Return the points of typed text: "410", "1,200" or "120+85+40".

    Raises NotANumber for anything else, for digits of other scripts, and for numbers with more than `MAX_DIGITS`.
    """
    if len(text) > LONGEST_SUM:
        raise NotANumber(f"That is too long. Type a number of at most {MAX_DIGITS} digits.")
    parts = [part.strip(" \t\u00a0\u202f") for part in text.strip().rstrip("+").split("+")]
    return sum(_whole(part) for part in parts)


def typed_adjustment(text: str) -> int:
    """Return the points of an adjustment: like `typed_points`, but a sign may come first. Raises NotANumber."""
    bare = text.strip()
    sign = -1 if bare[:1] in ("-", "−", "–") else 1
    return sign * typed_points(bare[1:] if bare[:1] in ("-", "−", "–", "+") else bare)


def _whole(part: str) -> int:
    if not _NUMBER.fullmatch(part):
        raise NotANumber("Type points as a number such as 410, or a sum such as 120+85+40.")
    digits = part.replace(",", "")
    if len(digits.lstrip("0")) > MAX_DIGITS:
        raise NotANumber(f"That number is too large. Type at most {MAX_DIGITS} digits.")
    return int(digits)


def card_points(rules: RuleSet, cards: Cards, place: CardPlace) -> int:
    """Return what cards are worth: points to add if laid, to take away if held.

    Threes count only if the rules count them with the other cards.
    """
    values = _card_values(rules, place)
    return sum([values[name] * count for name, count in cards.items()])


@lru_cache(maxsize=256)
def _card_values(rules: RuleSet, place: CardPlace) -> dict[str, int]:
    sign = -1 if place is CardPlace.HELD else 1
    values = dict(rules.cards)
    for name, color in (("black3", Color.BLACK), ("red3", Color.RED)):
        rule = general_threes(rules, color, place)
        values[name] = sign * rule.pays[0].points if rule.counted is Counted.WITH_CARDS else 0
    return values


def threes_in(packet: Cards, color: Color) -> int:
    return packet.get(f"{color}3", 0)


def quantity(value: CellValue) -> Quantity:
    """Return the points or cards of a cell. Raises NotANumber if it holds neither."""
    match value:
        case Points(typed):
            return typed_points(typed)
        case Piles(piles):
            return sum(typed_points(str(each)) * _number(count) for each, count in piles)
        case CardCounts(cards):
            return {str(name): _number(count) for name, count in cards}
    raise NotANumber("This was written by an incompatible version of Scorepad.")


def count_of(value: CellValue | None) -> int:
    """Return the number of a counted cell. Raises NotANumber if it holds none."""
    return _number(value.number if isinstance(value, Count) else None)


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in COUNTABLE:
        raise NotANumber(NO_COUNT)
    return value
