"""A game loaded from its club, as pages and saves need it."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorepad.play.sheet_form import OPENED
from scorepad.scoring.cell_json import parse_value, parse_values
from scorepad.scoring.cells import CellName, CellValue, PlayerId, Shape, counted
from scorepad.scoring.game.agreement import WHOLE_GAME, Agreement, Seating, is_binned
from scorepad.scoring.game.record import GameRecord, game
from scorepad.scoring.place import TABLE, Place
from scorepad.scoring.sheet import Sheet, build_sheet
from scorepad.store import Cell, Club

MOST_KEPT = 64
"""Loaded games that a club keeps in memory, each some tens of kilobytes."""

FINISHED = (TABLE, "finished")
"""Place and field of the mark that a round is finished."""


class NoSuchGameError(LookupError):
    """The club has no game of that number."""


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game at one moment.

    `seq` is the latest entry it holds. `version` is the game's latest entry and the version of the club's people when
    it was loaded: it stays the same while nothing here can have changed. `cells` has every cell with its entry,
    `values` those that are not blank, with merged people as who they are now; `spoken_names` are the names that
    sentences about the game may contain.
    """

    club: Club
    id: int
    seq: int
    version: tuple[int, int]
    cells: Mapping[CellName, Cell]
    values: Mapping[CellName, CellValue]
    names: Mapping[int, str]
    record: GameRecord
    agreement: Agreement
    spoken_names: frozenset[str]

    def is_finished(self, round_number: int) -> bool:
        """Return whether a round is finished."""
        return (round_number, *FINISHED) in self.values

    @property
    def is_binned(self) -> bool:
        """Whether the game is in the bin."""
        return is_binned(self.values)

    def values_in(self, round_number: int) -> dict[tuple[str, str], CellValue]:
        """Return the values of a round by place and field."""
        return values_in(self.values, round_number)

    def lost(self, round_number: int, team: int) -> list[str]:
        """Return the premium ranks that a team may no longer meld in a round."""
        rounds = self.record.rounds[round_number - 1 :]
        return list(rounds[0].entry.teams[team - 1].lost) if rounds else []

    def has_opened(self, round_number: int, team: int) -> bool:
        """Return whether a team is marked as opened in a round, or has counts that show it."""
        rounds = self.record.rounds[round_number - 1 :]
        if rounds and rounds[0].entry.teams[team - 1].opened:
            return True
        return (round_number, Place.team(team), OPENED) in self.values

    def sheet(self, round_number: int) -> Sheet:
        """Return the sheet of a round."""
        agreed = self.agreement
        return build_sheet(agreed.rules, agreed.table, round_number, agreed.decks)

    def seat_name(self, seat: int, round_number: int | None = None) -> str:
        """Return the name of the player in a seat: now, or in a round."""
        seating = self._seating(round_number)
        return self.names.get(seating.players[seat - 1], f"Seat {seat}")

    def teams_in(self, round_number: int) -> tuple[str, ...]:
        """Return the names of the teams in a round."""
        return self._seating(round_number).teams

    def _seating(self, round_number: int | None) -> Seating:
        seatings = self.agreement.seating
        if round_number is None or len(seatings) == 1:
            return seatings[-1]
        return next(s for s in reversed(seatings) if s.start <= max(round_number, 0))


class Games:
    """The games of a club, loaded. Keeps the most recently used ones until their version changes. Thread-safe."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._kept: OrderedDict[int, LoadedGame] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, number: int) -> LoadedGame:
        """Load a game. Raises NoSuchGameError."""
        # Read the version first: an entry recorded in between then makes the loaded game stale, never the other way.
        version = self._club.game_version(number)
        kept = self._kept.get(number)
        if kept is not None and kept.version == version:
            return kept
        loaded = load(self._club, number, version)
        with self._lock:
            self._kept[number] = loaded
            self._kept.move_to_end(number)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return loaded


def load(club: Club, number: int, version: tuple[int, int]) -> LoadedGame:
    """Load a game whose version was read just before. Raises NoSuchGameError."""
    cells = club.cells(number)
    if not cells:
        raise NoSuchGameError(number)
    values, names = with_people(club, values_of(cells))
    record = game(values, names)
    teams = {team.name for one in record.rounds for team in one.entry.teams}
    return LoadedGame(
        club=club,
        id=number,
        # A later entry has a higher seq, so a form made from this page is found to be older. Entries refused before
        # now count as seen: the page asks about them.
        seq=max(version[0], *(cell.seq for cell in cells.values())),
        version=version,
        cells=cells,
        values=values,
        names=names,
        record=record,
        agreement=record.agreement,
        spoken_names=frozenset({*names.values(), *record.agreement.teams, *teams}),
    )


def reload(loaded: LoadedGame) -> LoadedGame:
    """Load the same game again."""
    return load(loaded.club, loaded.id, loaded.club.game_version(loaded.id))


def values_of(cells: Mapping[CellName, Cell]) -> dict[CellName, CellValue]:
    """Return the parsed values of the cells that are not blank."""
    return parse_values({name: cell.value for name, cell in cells.items()})


def values_in(
    values: Mapping[CellName, CellValue], round_number: int
) -> dict[tuple[str, str], CellValue]:
    """Return the values of one round by place and field."""
    return {name[1:]: value for name, value in values.items() if name[0] == round_number}


def player_ids(values: Mapping[CellName, Any]) -> list[int]:
    """Return the ids of everyone who sits in a game."""
    return [value.id for value in values.values() if isinstance(value, PlayerId)]


def with_people(
    club: Club, values: dict[CellName, CellValue]
) -> tuple[dict[CellName, CellValue], dict[int, str]]:
    """Return a game's values with merged people as who they are now, and the names by id."""
    shown = club.people.current(player_ids(values))
    names = {player: name for number, (now, name) in shown.items() for player in (number, now)}
    if all(number == now for number, (now, _) in shown.items()):
        return values, names
    now = {
        cell: PlayerId(shown[value.id][0])
        for cell, value in values.items()
        if isinstance(value, PlayerId) and value.id in shown
    }
    return {**values, **now}, names


class UpcomingRound(NamedTuple):
    """The round to play next: its number, and how many players sit at the table."""

    number: int
    players: int


def upcoming_round(club: Club, game: int) -> UpcomingRound | None:
    """Return the round to play next without deriving the game: a phone in a hurry waits for it. None if no game."""
    fields = club.table_values(game, ("shape", "finished", "paper"))
    values = {name: parse_value(value) for name, value in fields.items()}
    shape = values.get((WHOLE_GAME, "shape"))
    if not isinstance(shape, Shape):
        return None
    finished = [round_number for round_number, field in values if field == FINISHED[1]]
    paper = counted(values.get((WHOLE_GAME, "paper"))) or 0
    return UpcomingRound(max([paper, *finished]) + 1, shape.players)


def new_key() -> str:
    """Return a random key for a form, so that sending it twice records it once."""
    return secrets.token_hex(16)
