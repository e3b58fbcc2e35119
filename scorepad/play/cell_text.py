"""The text of a cell's value: as it stands in an input, and as a sentence gives it."""

from collections.abc import Mapping

from scorepad.rules.cards import ALL_CARDS
from scorepad.rules.model import RuleSet
from scorepad.rules.words import CardPlace
from scorepad.scoring.cells import (
    Adjusted,
    CardCounts,
    CellName,
    CellValue,
    Count,
    Mark,
    Piles,
    Points,
    StockRanOut,
    Text,
    WentOut,
    counted,
)
from scorepad.scoring.quantity import card_points, quantity
from scorepad.scoring.sheet import Kind
from scorepad.scoring.text.explain import cards_text, format_number

NEWER = "something that only a newer Scorepad knows"


def value_text(value: CellValue | None) -> str:
    """Return a value as it was given: "3", "120+85", "2 × 50, 3 × 20", "−50 (dealt wrong)"."""
    match value:
        case None:
            return "blank"
        case Count(count):
            return format_number(count)
        case Points(typed):
            return typed
        case Piles() | CardCounts():
            return packet_text(value) or "no cards"
        case Adjusted(typed, reason):
            points = f"−{typed.lstrip('-−– ')}" if typed[:1] in "-−–" else typed
            return f"{points} ({reason})" if reason else points
        case Text(text):
            return f"“{text}”"
        case Mark(yes):
            return "yes" if yes else "no"
    json = getattr(value, "value", None)
    return json if isinstance(json, str) else NEWER


def change_text(before: CellValue | None, after: CellValue | None) -> str:
    """Return both values of a change: "2 → 3". A number of things begins at 0."""
    if before is None:
        return f"0 → {value_text(after)}" if counted(after) else value_text(after)
    return f"{value_text(before)} → {value_text(after)}"


def packet_text(value: CellValue | None) -> str:
    """Return how cards were counted: "2 × 50, 3 × 20" or "1 joker, 7 kings"; "" if they were given as points."""
    match value:
        case Piles(piles):
            by_points = sorted(piles, key=lambda pile: (len(pile[0]), pile[0]), reverse=True)
            return ", ".join(f"{count} × {points}" for points, count in by_points if count)
        case CardCounts(cards):
            counts = dict(cards)
            return ", ".join(
                cards_text(card, counts[card]) for card in ALL_CARDS if counts.get(card)
            )
    return ""


def packet_points(rules: RuleSet, value: CellValue, field: str) -> int:
    """Return the points of cards counted as piles or singly: to add if melded, to take if left."""
    packet = quantity(value)
    lies = CardPlace.HELD if field == Kind.LEFT else CardPlace.LAID
    return packet if isinstance(packet, int) else card_points(rules, packet, lies)


def input_text(rules: RuleSet, value: CellValue | None, field: str, part: str = "") -> str:
    """Return what an input shows for a value; cards counted as piles or singly show their points.

    `part` is "points" or "reason" for the two inputs of an adjustment.
    """
    match value:
        case Count(count):
            return str(count)
        case Points(typed):
            return typed
        case Piles() | CardCounts():
            return str(packet_points(rules, value, field))
        case WentOut(seat):
            return f"seat{seat}"
        case StockRanOut():
            return "stock"
        case Mark(yes):
            return "1" if yes else ""
        case Text(text):
            return text
        case Adjusted(typed, reason):
            return typed if part == "points" else reason
    return ""


def packet_texts(values: Mapping[CellName, CellValue], round_number: int) -> dict[str, str]:
    """Return how the cards of a round were counted that were not given as points, by input name."""
    texts = {
        f"{place}.{field}": packet_text(value)
        for (in_round, place, field), value in values.items()
        if in_round == round_number and field in (Kind.MELDED, Kind.LEFT)
    }
    return {name: text for name, text in texts.items() if text}
