"""A club's JSON Lines as an import: checked for a preview, then recorded, all or nothing."""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from scorepad.exchange.imports import club_rows
from scorepad.exchange.imports.club_rows import BadLine, Lines, Rows, SmallLines, parsed
from scorepad.numbers import NotANumber, typed_adjustment
from scorepad.rules.faults import RulesError
from scorepad.rules.words import ALL_CARDS
from scorepad.scoring.cells import (
    TABLE,
    Adjusted,
    Alone,
    CardCounts,
    CellValue,
    EndDecision,
    Piles,
    PlaceKind,
    PlayerId,
    Shape,
    StartingSeat,
    StockRanOut,
    Text,
    WentOut,
    parse_place,
    parse_value,
)
from scorepad.scoring.game.agreement import AGREED, BROUGHT, NICKNAME, PAPER, SEATED, WHOLE_GAME, agreement
from scorepad.scoring.game.record import ALONE, HOW_ENDED, STARTER
from scorepad.scoring.quantity import count_of, quantity
from scorepad.store import Club, StoreError
from scorepad.store.checks import MAX_ROUNDS
from scorepad.store.exports import ENTRY, FIRST, GAME
from scorepad.store.imports import Import, NewImport
from scorepad.store.restoring import (
    IMPORT,
    CannotRestore,
    EntryRow,
    FilePerson,
    Fingerprints,
    GameRow,
    KnownKeys,
    RestoredRow,
    is_empty,
    restoring,
)

_KEY = f'"{IMPORT}'
_ENTRY = f'{{"line":"{ENTRY.name}"'


def fingerprints_in(path: Path) -> dict[int, str]:
    """Return the fingerprints by the games' numbers in the file. Skips lines with faults. Raises OSError."""
    fingerprints = Fingerprints()
    with path.open("rb") as stream, suppress(BadLine):
        for number, text in enumerate(Lines(stream), start=2):
            # All games come before all entries.
            if not fingerprints.by_game and text.startswith(_ENTRY):
                break
            if _KEY in text:
                with suppress(ValueError, StoreError):
                    _look(fingerprints, text, number)
    return fingerprints.by_game


def _look(fingerprints: Fingerprints, text: str, number: int) -> None:
    document = parsed(text, number)
    if document.get("line") == GAME.name:
        game = club_rows.check(GAME, document)
        fingerprints.begin(GameRow(game["id"], game["key"], game["created_at"]))
    elif document.get("line") == ENTRY.name:
        fingerprints.look(EntryRow(**club_rows.check(ENTRY, document)))


# Check that each game of a club's file could be opened, from its entries and what its table agreed on.
#
# A file may have more games than fit in memory. Only the agreement of each is kept, as texts that games share.


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
        elif row.field in (STARTER, HOW_ENDED, ALONE) and isinstance(
            value := _value(row.value), StartingSeat | WentOut | Alone
        ):
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
        case Alone(seat):
            return 0 <= seat <= MAX_SEATS
        case EndDecision(over_after, not_before, last_round=last_round):
            return all(number is None or _is_round(number) for number in (over_after, not_before, last_round))
    return True


def _is_round(number: object) -> bool:
    return type(number) is int and 1 <= number <= MAX_ROUNDS


_FIELDS: Mapping[str, Callable[[CellValue | None], bool]] = {
    SEATED: lambda value: isinstance(value, PlayerId),
    HOW_ENDED: lambda value: isinstance(value, WentOut | StockRanOut),
    ALONE: lambda value: isinstance(value, Alone),
    PAPER: lambda value: count_of(value) >= 0,
    BROUGHT: lambda value: isinstance(value, Adjusted),
    NICKNAME: lambda value: isinstance(value, Text),
}


EVERY = 5_000
"""Rows between two reports."""

Report = Callable[[int, int], None]
"""Called from time to time with the number of bytes read and the total."""

_PERSON = re.compile(r'\{"id":([0-9]{1,15})\}')
_START = b'{"line":"' + FIRST.encode() + b'"'


@dataclass(frozen=True, slots=True)
class ClubPlan:
    """The contents of a club's file, and the effect of importing it.

    With `faults`, nothing can be recorded. `is_exact`: the club is empty and would become the file's club. Otherwise
    the games are added, except for `known` ones that the club already has. `people` are the people of the file who are
    not merged into others; `matches` maps them to the people of the club with the same names.
    """

    faults: tuple[BadLine, ...]
    is_exact: bool
    games: int
    known: int
    entries: int
    people: tuple[FilePerson, ...] = ()
    matches: Mapping[int, int] = field(default_factory=dict)
    damaged: Mapping[int, BadLine] = field(default_factory=dict)
    """New games that no page could open, each with the line and the reason."""

    @property
    def new_games(self) -> int:
        """How many games would be added, without damaged ones."""
        return self.games - self.known - len(self.damaged)


def is_club_file(start: bytes) -> bool:
    """Whether a file that begins with these bytes contains a club."""
    return start.removeprefix(b"\xef\xbb\xbf").lstrip().replace(b" ", b"").startswith(_START)


class Seats:
    """Counts the games of each person in a file."""

    def __init__(self) -> None:
        self._games: Counter[int] = Counter()
        self._last: dict[int, int] = {}

    def look(self, row: EntryRow) -> None:
        if row.field == SEATED and (match := _PERSON.fullmatch(row.value)):
            person = int(match[1])
            # The entries of a game are usually adjacent, so remembering the last game of each person is enough.
            self._games[person] += self._last.get(person) != row.game
            self._last[person] = row.game

    def games(self, person: int, small: SmallLines) -> int:
        """Return the games of a person, including those of people merged into them."""
        return self._games[person] + sum(self._games[other] for other in small.merged_into(person))


def games_in(path: Path) -> int:
    """Return how many games a file declares, 0 if it declares none."""
    with path.open("rb") as stream, suppress(BadLine):
        return Rows(stream).lines.counts.get("games", 0)
    return 0


def scan(club: Club, path: Path, report: Report) -> ClubPlan:
    """Check the whole file without recording anything. Raises OSError and StoreError."""
    entries, fingerprints = 0, fingerprints_in(path)
    with path.open("rb") as stream, club.reading() as db:
        try:
            rows = Rows(stream)
        except BadLine as fault:
            return ClubPlan((fault,), False, 0, 0, 0)
        known, seats, readable = KnownKeys(db, fingerprints), Seats(), Readable()
        here: set[int] = set()
        for row in _reported(rows, report, path.stat().st_size):
            if type(row) is GameRow:
                readable.begin(row, rows.number)
                if known.add(row):
                    here.add(row.number)
            elif type(row) is EntryRow:
                entries += 1
                seats.look(row)
                readable.look(row, rows.number, rows.small.names)
        exact = is_empty(db)
    if rows.faults:
        return ClubPlan(tuple(rows.faults), exact, len(rows.games), known.count, entries)
    readable.finish()
    damaged = {game: fault for game, fault in sorted(readable.damaged.items()) if game not in here}
    small = rows.small
    people = tuple(person._replace(games=seats.games(person.id, small)) for person in small.everyone())
    matches = {} if exact else _matches(club, people)
    return ClubPlan((), exact, len(rows.games), known.count, entries, people, matches, damaged)


def _matches(club: Club, people: Sequence[FilePerson]) -> dict[int, int]:
    """Match the people of the file by name with people of the club, the first of several, each at most once."""
    matches: dict[int, int] = {}
    taken: set[int] = set()
    for person in people:
        here = next((now.id for now in club.people.named(person.name) if now.id not in taken), None)
        if here is not None:
            matches[person.id] = here
            taken.add(here)
    return matches


def record(
    club: Club, path: Path, people: Mapping[int, int], new: NewImport, report: Report, left_out: Collection[int] = ()
) -> Import:
    """Record a club's file: the whole club into an empty one, or its games, except `left_out`, beside others.

    `people` maps ids of the file to people of the club; other people are added. Raises StoreError, with a message for
    people, and records nothing if the file has faults.
    """
    fingerprints = fingerprints_in(path)
    try:
        with path.open("rb") as stream:
            rows = Rows(stream)
            with restoring(club.imports, new, people, fingerprints) as into:
                for row in _reported(rows, report, path.stat().st_size):
                    if rows.faults:
                        break
                    if game_of(row) not in left_out:
                        into.put(row, rows.number)
                if rows.faults:
                    raise rows.faults[0]
            return club.imports.get(into.number)
    except (BadLine, CannotRestore) as fault:
        raise StoreError(f"Line {fault.line}: {fault}" if fault.line else str(fault)) from None


def game_of(row: RestoredRow) -> int:
    """Return the number, in the file, of the game that a row belongs to, 0 for none."""
    return row.number if type(row) is GameRow else row.game if type(row) is EntryRow else 0


def _reported(rows: Rows, report: Report, size: int) -> Iterator[RestoredRow]:
    for at, row in enumerate(rows):
        if at % EVERY == 0:
            report(min(rows.lines.done, size), size)
        yield row
    report(size, size)
