"""The quantity in a cell, as people entered it: points, sums, piles by value, or card by card."""

from functools import lru_cache

from scorepad.numbers import MAX_DIGITS, NotANumber, typed_points
from scorepad.rules.lookup import general_threes
from scorepad.rules.model import RuleSet
from scorepad.rules.words import CardPlace, Color, Counted
from scorepad.scoring.cells import CardCounts, CellValue, Count, Piles, Points
from scorepad.scoring.model import Cards, Quantity

COUNTABLE = range(10**MAX_DIGITS + 1)
"""The numbers of cards or books that can be counted."""

NO_COUNT = "That is not a number of cards."


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
