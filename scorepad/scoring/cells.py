"""The cells of a game: places, values with one class for each form, and both as JSON, the format of the store."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

# ---- Places

PLACE = re.compile(r"table|(team|seat)([1-9][0-9]?)")
"""Matches the text of any place."""


class PlaceKind(StrEnum):
    TABLE = "table"
    TEAM = "team"
    SEAT = "seat"


class Place(str):
    """The table, a team or a seat; teams and seats count from 1.

    A place is its own text ("table", "team1", "seat3"), so it can be a key of the store and a part of JSON.
    """

    __slots__ = ("kind", "number")

    kind: PlaceKind
    number: int

    @staticmethod
    @lru_cache(maxsize=32)
    def team(number: int) -> "Place":
        return parse_place(f"team{number}")

    @staticmethod
    @lru_cache(maxsize=64)
    def seat(number: int) -> "Place":
        return parse_place(f"seat{number}")

    @classmethod
    def _of(cls, kind: PlaceKind, number: int) -> Self:
        place = cls(f"{kind}{number}" if number else kind)
        place.kind, place.number = kind, number
        return place


@lru_cache(maxsize=512)
def parse_place(text: str) -> Place:
    """Return the place with this text. Raises ValueError for any other text."""
    if text == PlaceKind.TABLE:
        return TABLE
    match = PLACE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is not a place: a place is table, team1, team2, … or seat1, seat2, …")
    return Place._of(PlaceKind(match[1]), int(match[2]))


TABLE = Place._of(PlaceKind.TABLE, 0)


# ---- Values


@dataclass(frozen=True, slots=True)
class Points:
    """Points as typed: a number or a sum such as "120+85"."""

    typed: str


@dataclass(frozen=True, slots=True)
class Piles:
    """Cards counted in piles: (points of one card, as text; number of cards)."""

    piles: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CardCounts:
    """Cards counted one kind at a time: (name of the card, number of cards)."""

    cards: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things. `tapped` if a − or + button set it: two phones that tap at once may mean one or two.

    A 3 that was typed equals a 3 that was tapped.
    """

    number: int
    tapped: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class WentOut:
    """The round ended because the player in this seat went out."""

    seat: int


@dataclass(frozen=True, slots=True)
class StockRanOut:
    """The round ended because the stock ran out."""


@dataclass(frozen=True, slots=True)
class Alone:
    """The seat that plays alone against all others in a round; 0 if everyone plays alone."""

    seat: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A yes-or-no fact: a round is finished, a team has opened."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Text:
    """Free text, such as the reason for a ruling."""

    text: str


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points that the table adds or takes away, as typed, and the reason."""

    typed: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerId:
    """The person in a seat."""

    id: int


@dataclass(frozen=True, slots=True)
class StartingSeat:
    """The seat that starts a round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A partner's answer to "May I go out?": "yes" or "no"."""

    says: str


@dataclass(frozen=True, slots=True)
class CheckedBy:
    """The person who checked a team's counts, 0 if unknown."""

    player: int


@dataclass(frozen=True, slots=True)
class Bet:
    """What a person said before the game: the team that wins, 0 for no bet, and how sure they are, "" if not said."""

    team: int
    sure: str = ""


@dataclass(frozen=True, slots=True)
class EndDecision:
    """What the table decided about the end: over after a round, or not before one.

    `in_league` says whether a game that it ended early counts in the league.
    """

    over_after: int | None = None
    not_before: int | None = None
    in_league: bool = True
    last_round: int | None = None
    """The round with which the organiser of a night ends its sitting. The table may still be counting it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How many players and teams sit at the table."""

    players: int
    teams: int


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """Anything else, as JSON: the rule set of a game, its choices, or what a newer Scorepad wrote."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self.value == other.value

    def __hash__(self) -> int:
        return hash(repr(self.value))


CellValue = (
    Points
    | Piles
    | CardCounts
    | Count
    | WentOut
    | StockRanOut
    | Alone
    | Mark
    | Text
    | Adjusted
    | PlayerId
    | StartingSeat
    | Leave
    | CheckedBy
    | Bet
    | EndDecision
    | Shape
    | Document
)
"""Any value of a cell. A blank cell is None."""

CellName = tuple[int, str, str]
"""Round (0 is the whole game), place, field."""

Cells = Mapping[CellName, CellValue]
"""The values of a game's cells that are not blank."""


def counted(value: CellValue | None) -> int | None:
    """Return the number of a Count, None for any other value."""
    return value.number if isinstance(value, Count) else None


def is_yes(value: CellValue | None) -> bool:
    return isinstance(value, Mark) and value.yes


# ---- Values as JSON


def parse_value(value: Any) -> CellValue | None:
    """Parse a cell's JSON; None is a blank cell. Never raises: unknown JSON becomes a Document."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        return Document(value)
    parsed = _tagged(value) if "as" in value else _untagged(value)
    return Document(value) if parsed is None else parsed


def _tagged(value: Mapping[str, Any]) -> CellValue | None:
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
        case {"as": "lone_hand", "seat": int(seat)}:
            return Alone(seat)
    return None


def _untagged(value: Mapping[str, Any]) -> CellValue | None:
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
        case {"bet": int(team), "sure": str(sure), **rest} if not rest:
            return Bet(team, sure)
        case {"players": int(players), "teams": int(teams), **rest} if not rest:
            return Shape(players, teams)
    return _end(value)


def _end(value: Mapping[str, Any]) -> EndDecision | None:
    numbers = {name: number for name, number in value.items() if name != "in_league"}
    if numbers and set(numbers) <= {"over_after", "not_before", "last_round"}:
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
        case Alone(seat):
            return {"as": "lone_hand", "seat": seat}
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
        case Bet(team, sure):
            return {"bet": team, "sure": sure}
        case Shape(players, teams):
            return {"players": players, "teams": teams}
        case EndDecision(over_after, not_before, in_league, last_round):
            rounds = {"over_after": over_after, "not_before": not_before, "last_round": last_round}
            numbers = {name: number for name, number in rounds.items() if number is not None}
            return numbers if in_league else numbers | {"in_league": False}
        case Document(json):
            return json
    return None


def parse_values(values: Mapping[CellName, Any]) -> dict[CellName, CellValue]:
    """Return the parsed values of cells given as JSON, without the blank ones."""
    parsed = {name: parse_value(value) for name, value in values.items()}
    return {name: value for name, value in parsed.items() if value is not None}
