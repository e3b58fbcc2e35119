"""Check that each game of a club's file could be opened, from its entries and what its table agreed on.

A file may have more games than fit in memory. Only the agreement of each is kept, as texts that games share.
"""

import json
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from scorepad.exchange.imports.club.lines_of_file import BadLine
from scorepad.rules.faults import RulesError
from scorepad.rules.words import ALL_CARDS
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    CardCounts,
    CellValue,
    EndDecision,
    Piles,
    PlaceKind,
    PlayerId,
    Shape,
    StartingSeat,
    StockRanOut,
    WentOut,
    parse_place,
    parse_value,
)
from scorepad.scoring.game.agreement import AGREED, BROUGHT, PAPER, SEATED, WHOLE_GAME, agreement
from scorepad.scoring.game.record import HOW_ENDED, STARTER
from scorepad.scoring.quantity import NotANumber, count_of, quantity, typed_adjustment
from scorepad.store.checks import MAX_ROUNDS
from scorepad.store.restoring.rows import EntryRow, GameRow

MAX_SEATS = 24
_ROOM = 32 * 1024 * 1024
"""The most characters of different agreements in memory: a few thousand rule sets."""

_Agreed = tuple[str | None, ...]
_NOTHING: _Agreed = (None,) * len(AGREED)


class Readable:
    """The games read so far. `damaged` has, by game, the line and the reason why it could not be opened."""

    def __init__(self) -> None:
        self.damaged: dict[int, BadLine] = {}
        self._lines: dict[int, int] = {}
        self._agreed: dict[int, _Agreed] = {}
        self._seats: dict[int, tuple[int, int]] = {}
        self._alike: dict[_Agreed, _Agreed] = {}
        self._texts: dict[str, str] = {}
        self._room = _ROOM

    def begin(self, row: GameRow, line: int) -> None:
        self._lines[row.number] = line
        self._agreed[row.number] = _NOTHING

    def look(self, row: EntryRow, line: int, people: Collection[int]) -> None:
        """Check the value of an entry. `people` are the ids in the file."""
        if row.field in AGREED and row.round == WHOLE_GAME and row.place == TABLE and row.status == "applied":
            agreed = self._agreed[row.game]
            at = AGREED.index(row.field)
            now = (*agreed[:at], self._shared(row.value), *agreed[at + 1 :])
            self._agreed[row.game] = self._alike.setdefault(now, now)
        elif row.value != "null" and (fault := _fault(row.field, row.place, row.value, people)):
            self.damaged.setdefault(row.game, BadLine(line, f"Game {row.game} cannot be read: {fault}"))
        elif row.field in (STARTER, HOW_ENDED) and isinstance(value := _value(row.value), StartingSeat | WentOut):
            self._seats[row.game] = max((value.seat, line), self._seats.get(row.game, (0, 0)))

    def _shared(self, text: str) -> str:
        """Return one shared string for all games with this text, "" once there are too many."""
        if text not in self._texts:
            self._room -= len(text)
            if self._room < 0:
                return ""
            self._texts[text] = text
        return self._texts[text]

    def finish(self) -> None:
        """Check the agreement of each table, and that everyone who started or went out had a seat at it."""
        for game, agreed in self._agreed.items():
            if fault := _fault_of(agreed):
                self.damaged.setdefault(game, BadLine(self._lines[game], f"Game {game} cannot be read: {fault}"))
        for game, (seat, line) in self._seats.items():
            if game not in self.damaged and seat > (players := _players_of(self._agreed[game])):
                fault = f"there is no seat {seat} at a table of {players}."
                self.damaged[game] = BadLine(line, f"Game {game} cannot be read: {fault}")


@lru_cache(maxsize=10_000)
def _fault_of(agreed: _Agreed) -> str:
    if "" in agreed:
        return ""
    missing = [field for field, text in zip(AGREED, agreed, strict=True) if text in (None, "null")]
    if missing := [field for field in missing if field != "choices"]:
        return f"it has no entry for {', '.join(missing)}."
    values = {field: parse_value(json.loads(text)) for field, text in zip(AGREED, agreed, strict=True) if text}
    try:
        agreement({(WHOLE_GAME, TABLE, name): value for name, value in values.items() if value is not None}, {})
    except RulesError as error:
        return f"rules: {error.faults[0]}"
    except Exception:
        # Any error here would also break each of the game's pages.
        return "its rules, choices, shape or decks have a value of another kind."
    return ""


def _players_of(agreed: _Agreed) -> int:
    """Return the number of players at a table; the largest there is if its agreement was too much to keep."""
    text = agreed[AGREED.index("shape")]
    shape = parse_value(json.loads(text)) if text else None
    return shape.players if isinstance(shape, Shape) else MAX_SEATS


def _fault(field: str, place: str, text: str, people: Collection[int]) -> str:
    value = _value(text)
    if isinstance(value, PlayerId):
        if parse_place(place).kind is not PlaceKind.SEAT:
            return f"{place} is not a seat for a person."
        return "" if value.id in people else f"no line above describes person {value.id}."
    return _fault_of_value(field, text)


@lru_cache(maxsize=20_000)
def _fault_of_value(field: str, text: str) -> str:
    value = _value(text)
    try:
        fits = _FIELDS.get(field, _fits)(value) and _fits(value)
    except (NotANumber, TypeError, ValueError):
        fits = False
    return "" if fits else f"{field} has a value that does not belong there: {text[:60]}."


@lru_cache(maxsize=20_000)
def _value(text: str) -> CellValue | None:
    return parse_value(json.loads(text))


def _fits(value: CellValue | None) -> bool:
    match value:
        case CardCounts(cards):
            return quantity(value) is not None and all(name in ALL_CARDS for name, _ in cards)
        case Piles():
            return quantity(value) is not None
        case Adjusted(typed):
            return typed_adjustment(typed) is not None
        case WentOut(seat) | StartingSeat(seat):
            return 1 <= seat <= MAX_SEATS
        case EndDecision(over_after, not_before):
            return all(number is None or _is_round(number) for number in (over_after, not_before))
    return True


def _is_round(number: object) -> bool:
    return type(number) is int and 1 <= number <= MAX_ROUNDS


_FIELDS: Mapping[str, Callable[[CellValue | None], bool]] = {
    SEATED: lambda value: isinstance(value, PlayerId),
    HOW_ENDED: lambda value: isinstance(value, WentOut | StockRanOut),
    PAPER: lambda value: count_of(value) >= 0,
    BROUGHT: lambda value: isinstance(value, Adjusted),
}
