"""A club's JSON Lines as an import: checked for a preview, then recorded, all or nothing."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scorepad.exchange.imports.club.lines_of_file import BadLine
from scorepad.exchange.imports.club.old_keys import fingerprints_in
from scorepad.exchange.imports.club.readable import Readable
from scorepad.exchange.imports.club.rows import Rows
from scorepad.exchange.imports.club.small_lines import SmallLines
from scorepad.scoring.game.agreement import SEATED
from scorepad.store import Club, StoreError
from scorepad.store.exports import FIRST
from scorepad.store.imports import Import, NewImport
from scorepad.store.restoring import (
    CannotRestore,
    EntryRow,
    FilePerson,
    GameRow,
    KnownKeys,
    RestoredRow,
    is_empty,
    restoring,
)

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


def look_through(club: Club, path: Path, report: Report) -> ClubPlan:
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
