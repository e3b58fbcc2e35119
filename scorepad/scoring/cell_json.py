"""Convert cell values from and to JSON, the format in which the store saves them."""

from collections.abc import Mapping
from typing import Any

from scorepad.scoring.cells import (
    Adjusted,
    CardCounts,
    CellName,
    CellValue,
    CheckedBy,
    Count,
    Document,
    EndDecision,
    Leave,
    Mark,
    Piles,
    PlayerId,
    Points,
    Shape,
    StartingSeat,
    StockRanOut,
    Text,
    WentOut,
)


def parse_value(value: Any) -> CellValue | None:
    """Parse a cell's JSON; None is a blank cell. Never raises: unknown JSON becomes a Document."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        return Document(value)
    parsed = _given(value) if "as" in value else _plain(value)
    return Document(value) if parsed is None else parsed


def _given(value: Mapping[str, Any]) -> CellValue | None:
    match value:
        case {"as": "count" | "tally" as way, "n": int(number)} if not isinstance(number, bool):
            return Count(number, tapped=way == "tally")
        case {"as": "points", "typed": str(typed)}:
            return Points(typed)
        case {"as": "piles", "piles": Mapping() as piles}:
            return Piles(tuple(piles.items()))
        case {"as": "cards", "cards": Mapping() as cards}:
            return CardCounts(tuple(cards.items()))
        case {"as": "out", "seat": int(seat)}:
            return WentOut(seat)
        case {"as": "stock"}:
            return StockRanOut()
    return None


def _plain(value: Mapping[str, Any]) -> CellValue | None:
    match value:
        case {"yes": yes, **rest} if not rest:
            return Mark(bool(yes))
        case {"id": int(player), **rest} if not rest and player > 0:
            return PlayerId(player)
        case {"typed": str(typed), **rest} if set(rest) <= {"reason"}:
            return Adjusted(typed, str(rest.get("reason", "")))
        case {"text": str(text), **rest} if not rest:
            return Text(text)
        case {"seat": int(seat), **rest} if not rest:
            return StartingSeat(seat)
        case {"says": str(says), **rest} if not rest:
            return Leave(says)
        case {"by": int(player), **rest} if not rest:
            return CheckedBy(player)
        case {"players": int(players), "teams": int(teams), **rest} if not rest:
            return Shape(players, teams)
    return _end(value)


def _end(value: Mapping[str, Any]) -> EndDecision | None:
    numbers = {name: number for name, number in value.items() if name != "in_league"}
    if numbers and set(numbers) <= {"over_after", "not_before"}:
        return EndDecision(**numbers, in_league=value.get("in_league") is not False)
    return None


def is_tally(value: Any) -> bool:
    """Whether the JSON of a value is a count that a − or + button set."""
    return isinstance(value, Mapping) and value.get("as") == "tally"


def value_json(value: CellValue | None) -> Any:
    """Return the JSON of a value, as the store saves it: the inverse of `parse_value`."""
    match value:
        case Count(number, tapped):
            return {"as": "tally" if tapped else "count", "n": number}
        case Points(typed):
            return {"as": "points", "typed": typed}
        case Piles(piles):
            return {"as": "piles", "piles": dict(piles)}
        case CardCounts(cards):
            return {"as": "cards", "cards": dict(cards)}
        case WentOut(seat):
            return {"as": "out", "seat": seat}
        case StockRanOut():
            return {"as": "stock"}
    return _plain_json(value)


def _plain_json(value: CellValue | None) -> Any:
    match value:
        case Mark(yes):
            return {"yes": yes}
        case PlayerId(player):
            return {"id": player}
        case Adjusted(typed, reason):
            return {"typed": typed, "reason": reason}
        case Text(text):
            return {"text": text}
        case StartingSeat(seat):
            return {"seat": seat}
        case Leave(says):
            return {"says": says}
        case CheckedBy(player):
            return {"by": player}
        case Shape(players, teams):
            return {"players": players, "teams": teams}
        case EndDecision(over_after, not_before, in_league):
            both = {"over_after": over_after, "not_before": not_before}
            numbers = {name: number for name, number in both.items() if number is not None}
            return numbers if in_league else numbers | {"in_league": False}
        case Document(json):
            return json
    return None


def parse_values(values: Mapping[CellName, Any]) -> dict[CellName, CellValue]:
    """Return the parsed values of cells given as JSON, without the blank ones."""
    parsed = {name: parse_value(value) for name, value in values.items()}
    return {name: value for name, value in parsed.items() if value is not None}
