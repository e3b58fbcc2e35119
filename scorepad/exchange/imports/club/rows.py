"""The rows of a club's JSON Lines, checked one by one: the contents of each line, and whether it fits those before.

An entry that Scorepad wrote is read with a regular expression, which takes a fifth of the time of a JSON parser. An
entry of another program may have its keys in any order, and is parsed like any other line.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import IO, Any

from scorepad.exchange.imports.club import keys
from scorepad.exchange.imports.club.lines_of_file import BadLine, Lines, parsed
from scorepad.exchange.imports.club.small_lines import SmallLines
from scorepad.scoring.cells import PLACE
from scorepad.store import Entry, StoreError
from scorepad.store.checks import canonical, check_entry, check_key
from scorepad.store.exports.lines import ALL, ENTRY, GAME
from scorepad.store.file.parsing import parse_json
from scorepad.store.restoring.rows import EntryRow, GameRow, RestoredRow, SmallRow, is_time

MAX_FAULTS = 50
"""The most faults that are listed. Reading stops after this many."""

MAX_GAMES = 1_000_000
"""The most games of a file: ten times the largest one tested."""

_WORD = r"[!#-\[\]-~]"
_ENTRY = re.compile(
    r'\{"line":"entry","seq":([0-9]{1,12}),"game":([0-9]{1,10}),"round":([0-9]{1,4}),"place":"([a-z]+[0-9]*)",'
    rf'"field":"({_WORD}{{1,100}})","key":"({_WORD}{{1,200}})","base":(null|[0-9]{{1,15}}|"{_WORD}{{1,200}}"),'
    r'"status":"(applied|same|conflict|held)","device":(null|"[0-9a-f]{8}(?:\.[0-9]{1,15})?"),'
    r'"at":"([0-9T:.+-]{10,40})",'
    r'"value":(.*)\}',
    re.ASCII,
)
_ORDER = {line.name: at for at, line in enumerate(ALL)}
_LINES = {line.name: line for line in ALL}
_STATUSES = ("applied", "same", "conflict", "held")
_place = lru_cache(maxsize=200)(PLACE.fullmatch)


@lru_cache(maxsize=2_000)
def _value(text: str) -> str:
    """Return the canonical text of a value. Raises StoreError."""
    return canonical(parse_json(text))


class Rows:
    """The rows of a file, in order, and its faults."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Read the first line. Raises BadLine."""
        self.lines = Lines(stream)
        self.faults: list[BadLine] = []
        self.games: set[int] = set()
        self.small = SmallLines()
        self._stage, self._seq, self._game = 0, 0, 0

    @property
    def number(self) -> int:
        """The number of the line read last."""
        return self.lines.number

    def __iter__(self) -> Iterator[RestoredRow]:
        """Yield the rows that have no fault. Afterwards `faults` is complete. Faults are collected, never raised."""
        try:
            for text in self.lines:
                try:
                    yield self._entry_quickly(text) or self._row(text)
                except BadLine as fault:
                    self._add(fault)
                except (ValueError, StoreError) as error:
                    self._add(BadLine(self.number, str(error)))
        except BadLine as fault:
            self.faults.append(fault)

    def _add(self, fault: BadLine) -> None:
        self.faults.append(fault)
        if len(self.faults) >= MAX_FAULTS:
            raise BadLine(self.number, f"There are {MAX_FAULTS} faults already: nothing more was read.")

    def _entry_quickly(self, text: str) -> EntryRow | None:
        if (match := _ENTRY.fullmatch(text)) is None:
            return None
        seq, game, number, place, field, key, base, status, device, at, value = match.groups()
        return self._entry(
            EntryRow(
                int(seq),
                key,
                int(game),
                int(number),
                place,
                field,
                _value(value),
                None if base == "null" else base[1:-1] if base[0] == '"' else int(base),
                status,
                None if device == "null" else device[1:-1],
                at,
            )
        )

    def _row(self, text: str) -> RestoredRow:
        document = parsed(text, self.number)
        line = _LINES.get(document.get("line", ""))
        if line is None:
            raise ValueError("A line must say what it is: person, game, entry and so on. This one says something else.")
        if _ORDER[line.name] < self._stage:
            raise ValueError(f"A line “{line.name}” must come before the lines above it.")
        values = keys.check(line, document)
        self._begin(_ORDER[line.name])
        if line is GAME:
            return self._new_game(values)
        if line is ENTRY:
            return self._whole_entry(values)
        self.small.check(line, values)
        return SmallRow(line.table, values)

    def _begin(self, stage: int) -> None:
        """Start the lines of a kind. Raises ValueError if people are merged into someone who does not exist."""
        before, self._stage = self._stage, stage
        if before < stage:
            self.small.check_merged()

    def _new_game(self, values: dict[str, Any]) -> GameRow:
        game = GameRow(values["id"], values["key"], values["created_at"])
        if not self._game < game.number <= keys.LARGEST_ID:
            raise ValueError(f"number: games come by their numbers, from 1: {game.number} cannot follow {self._game}.")
        if len(self.games) >= MAX_GAMES:
            raise ValueError(f"There are more than {MAX_GAMES:,} games.")
        check_key(game.key)
        if not is_time(game.created_at):
            raise ValueError("created_at: this is no time with its zone, such as 2026-11-19T17:30:00.000+00:00.")
        self._game = game.number
        self.games.add(game.number)
        return game

    def _whole_entry(self, values: dict[str, Any]) -> EntryRow:
        row = EntryRow(**values)
        value = parse_json(row.value)
        check_entry(Entry(row.key, row.game, row.round, row.place, row.field, value, row.base, row.device))
        if row.status not in _STATUSES:
            raise ValueError(f"status: one of {', '.join(_STATUSES)}.")
        return self._entry(row)

    def _entry(self, row: EntryRow) -> EntryRow:
        if self._stage != _ORDER[ENTRY.name]:
            self._begin(_ORDER[ENTRY.name])
        if row.game not in self.games:
            raise ValueError(f"No line above describes game {row.game}.")
        if row.seq <= self._seq:
            raise ValueError(f"Entries come by their numbers: {row.seq} cannot come after {self._seq}.")
        if not _place(row.place):
            raise ValueError("place: table, team1… or seat1….")
        if not is_time(row.at):
            raise ValueError("at: this is no time with its zone.")
        self._seq = row.seq
        return row
