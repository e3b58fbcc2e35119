"""What the inputs of a round show for the values of its cells."""

from collections.abc import Mapping

from scorepad.play.sheet_form import Input
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
    Place,
    Points,
    StockRanOut,
    Text,
    WentOut,
)
from scorepad.scoring.quantity import card_points, quantity
from scorepad.scoring.sheet import Kind
from scorepad.scoring.text.explain import packet_text


def texts(
    rules: RuleSet, values: Mapping[CellName, CellValue], round_number: int, inputs: tuple[Input, ...]
) -> dict[str, str]:
    """Return the text of each of these inputs, by input name."""
    return {i.name: shown_text(rules, values.get((round_number, i.place, i.field)), i) for i in inputs}


def shown_text(rules: RuleSet, value: CellValue | None, shown: Input) -> str:
    """Return the text of an input for a value of its cell; None is blank."""
    if value is None:
        return shown.start
    text = input_text(rules, value, shown.field, shown.part)
    return "" if shown.control == "check" and text == "0" else text


def packet_points(rules: RuleSet, value: CellValue, field: str) -> int:
    """Return the points of cards counted in piles or one by one: to add if melded, to subtract if left."""
    packet = quantity(value)
    lies = CardPlace.HELD if field == Kind.LEFT else CardPlace.LAID
    return packet if isinstance(packet, int) else card_points(rules, packet, lies)


def input_text(rules: RuleSet, value: CellValue | None, field: str, part: str = "") -> str:
    """Return the text of an input for a value; cards counted in piles or one by one show their points.

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
            return Place.seat(seat)
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
    """Return how the cards of a round were counted, by input name, where they were not entered as points."""
    texts = {
        f"{place}.{field}": packet_text(value)
        for (in_round, place, field), value in values.items()
        if in_round == round_number and field in (Kind.MELDED, Kind.LEFT)
    }
    return {name: text for name, text in texts.items() if text}
