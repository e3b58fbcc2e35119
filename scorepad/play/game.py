"""A game loaded from its club, with its people, as pages and saves need it."""

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from scorepad.league.game_facts import game_seats, round_seats
from scorepad.rules import RulesError
from scorepad.scoring.cells import CellName, CellValue, PlayerId, parse_value, parse_values
from scorepad.scoring.game.agreement import PAPER, SEATED, WHOLE_GAME, Agreement, Seating, is_binned
from scorepad.scoring.game.course import Phase, Totals, seats_of
from scorepad.scoring.game.record import DELETED, FINISHED, GameRecord, game_after, total_changes
from scorepad.scoring.game.record import game as game_record
from scorepad.scoring.sheet import Sheet, build_sheet
from scorepad.store import (
    JSON,
    NO_PLAYER,
    Cell,
    Club,
    Damaged,
    GameNews,
    LoggedEntry,
    NoSuchGame,
    OpenConflict,
    Phone,
    StoreError,
)

MAX_KEPT = 320
"""The most games that a club keeps in memory, about 65 kB each. Enough for 250 tables that play at once."""

FIRST_RECENT, MAX_RECENT = 4, 300
"""How many log entries are read when a game is loaded, and the most that are kept with it."""


MAX_EFFECTS = 3
"""The most changes of totals that are kept with a game: pages show those of the last minute."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What an Undo or Redo button takes back: an action's number and name, and the earlier values of its cells."""

    seq: int
    text: str
    before: dict[CellName, CellValue | None]


@dataclass(frozen=True, slots=True)
class Offer:
    """What a phone may take back as of entry `at`; `undo` is None if that is nothing.

    `cells` are those of the action, and `others` is how many actions of other phones came after it.
    """

    at: int
    next_round: int
    undo: Undo | None = None
    cells: frozenset[CellName] = frozenset()
    others: int = 0


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A snapshot of a game. While its `version` is unchanged, so is everything here."""

    club: Club
    id: int
    seq: int
    """The latest entry that it includes."""
    version: tuple[int, int]
    """The game's latest entry, and the version of the club's people, when it was loaded."""
    cells: Mapping[CellName, Cell]
    """Every cell with its latest entry."""
    values: Mapping[CellName, CellValue]
    """The values that are not blank, with merged people resolved."""
    names: Mapping[int, str]
    record: GameRecord
    agreement: Agreement
    spoken_names: frozenset[str]
    """The names that sentences about the game may contain."""
    is_binned: bool
    conflicts: tuple[OpenConflict, ...]
    """The open ones."""
    recent: tuple[LoggedEntry, ...]
    """The newest log entries, newest first."""
    older: list[tuple[LoggedEntry, ...]] = field(compare=False)
    """One batch of the entries before those, once it is read."""
    actions: dict[int, tuple[tuple[Any, ...], int]] = field(compare=False)
    """What forms did, and with how many entries, by the last of these, as far as anyone asked."""
    offers: dict[tuple[Phone, str, int | None], Offer] = field(compare=False)
    """What each phone can undo and redo, in the game and in a round, as of the latest entry for which it was asked."""
    replaced: Mapping[int, JSON]
    """The value that an entry replaced, by its number, for some entries."""
    effects: tuple["Effect", ...] = field(default=(), compare=False)
    """The latest changes of totals since the game is in memory, oldest first."""

    def has_round(self, round_number: int) -> bool:
        """Return whether this is a round that has begun, or the next one to play."""
        course, begun = self.record.course, len(self.record.rounds)
        return round_number <= (begun if course.phase is Phase.OVER else max(begun, course.next_round))

    def is_finished(self, round_number: int) -> bool:
        return (round_number, *FINISHED) in self.values

    def values_in(self, round_number: int) -> dict[tuple[str, str], CellValue]:
        """Return the values of a round by place and field."""
        return {name[1:]: v for name, v in self.values.items() if name[0] == round_number}

    def lost(self, round_number: int, team: int) -> list[str]:
        """Return the premium ranks that a team may no longer meld in a round."""
        rounds = self.record.rounds[round_number - 1 : round_number]
        return [rank for record in rounds for rank in record.entry.teams[team - 1].lost]

    def has_opened(self, round_number: int, team: int) -> bool:
        """Return whether a team is marked as opened in a round, or has counts that show it."""
        return any(record.opened[team - 1] for record in self.record.rounds[round_number - 1 : round_number])

    def sheet(self, round_number: int) -> Sheet:
        """Return the sheet of a round."""
        return build_sheet(self.agreement.rules, self.agreement.table, round_number, self.agreement.decks)

    def seat_name(self, seat: int, round_number: int | None = None) -> str:
        """Return the name of the player in a seat: now, or in the given round."""
        return self.names.get(self.seating_in(round_number).players[seat - 1], f"Seat {seat}")

    def names_with(self, people: Iterable[int]) -> Mapping[int, str]:
        """Return the names of the game's players and of these people, by id."""
        missing = {*people} - self.names.keys() - {NO_PLAYER}
        return {**self.names, **self.club.people.names(missing)} if missing else self.names

    @property
    def seated(self) -> tuple[tuple[int, str], ...]:
        """The id and name of each player now at the table whose name is known."""
        return tuple((p, self.names[p]) for p in self.agreement.seating[-1].players if p in self.names)

    def teams_in(self, round_number: int) -> tuple[str, ...]:
        """Return the names of the teams in a round."""
        return self.seating_in(round_number).teams

    def seating_in(self, round_number: int | None) -> Seating:
        """Return the seats and teams now, or in the given round."""
        return [s for s in self.agreement.seating if round_number is None or s.start <= max(round_number, 0)][-1]


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """New entries that changed a total, or who sits where, apart from finishing a round.

    `changes` are by how much each team's total changed, `after` is the game with these entries.
    """

    before: GameRecord
    after: LoadedGame
    entries: tuple[LoggedEntry, ...]
    changes: Totals


def _with_effects(before: LoadedGame, after: LoadedGame, entries: tuple[LoggedEntry, ...]) -> LoadedGame:
    """Return a game with what its new entries changed about totals, so that pages can say so."""
    applied = tuple(entry for entry in entries if entry.status == "applied")
    is_moved = any(entry.field in (DELETED, PAPER) for entry in applied)
    changes = total_changes(before.record, after.record, is_moved=is_moved)
    effects = before.effects
    if applied and (any(changes) or any(entry.field == SEATED for entry in applied)):
        effects = (*effects[1 - MAX_EFFECTS :], Effect(before.record, replace(after, effects=()), applied, changes))
    return replace(after, effects=effects)


class UnreadableGame(Exception):
    """A stored game that cannot be read because the club's file is damaged. The argument is the game's number."""


class Games:
    """A cache of a club's loaded games: keeps the most recently used and updates them with new entries. Thread-safe."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self._kept = OrderedDict[int, LoadedGame]()
        self._lock = threading.Lock()

    def load(self, game: int) -> LoadedGame:
        """Load a game. Raises NoSuchGame, UnreadableGame, and RulesError if it needs a newer Scorepad."""
        kept = self._kept.get(game)
        try:
            news = self.club.news(game, kept.version) if kept else None
            if kept and news is None:
                return kept
            loaded = (apply_entries(kept, news) if kept and news else None) or load(self.club, game)
            if kept and news and news.has_known:
                loaded = _with_effects(kept, loaded, news.entries)
        except Exception as error:
            # A damaged file can raise any exception.
            if isinstance(error, (StoreError, RulesError)) and not isinstance(error, Damaged):
                raise
            raise UnreadableGame(game) from error
        with self._lock:
            self._kept[game] = loaded
            self._kept.move_to_end(game)
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return loaded

    def kept(self, game: int) -> LoadedGame | None:
        """Return a game from memory as it was last loaded, without checking for newer entries."""
        return self._kept.get(game)

    def load_round(self, game: int, round_number: int) -> LoadedGame:
        """Load a game that has this round, or plays it next. Raises NoSuchGame."""
        if (loaded := self.load(game)).has_round(round_number):
            return loaded
        raise NoSuchGame(f"Game {game} has no round {round_number}.")


def load(club: Club, game: int) -> LoadedGame:
    """Load a game from the club's file. Raises NoSuchGame."""
    with club.reading():
        version = club.game_version(game)
        cells = club.cells(game)
        if not cells:
            raise NoSuchGame(f"There is no game {game}.")
        values, names = with_people(club, values_of(cells))
        conflicts = tuple(club.open_conflicts(game))
        recent = tuple(club.log(game, limit=FIRST_RECENT))
    record = game_record(values, names)
    teams = {team for seating in record.agreement.seating for team in seating.teams}
    return LoadedGame(
        club=club,
        id=game,
        # Entries refused until now count as seen, because the page asks about them.
        seq=version[0],
        version=version,
        cells=cells,
        values=values,
        names=names,
        record=record,
        agreement=record.agreement,
        spoken_names=frozenset({*names.values(), *teams}),
        is_binned=is_binned(values),
        conflicts=conflicts,
        recent=recent,
        older=[],
        actions={},
        offers={},
        replaced={},
    )


def apply_entries(loaded: LoadedGame, news: GameNews) -> LoadedGame | None:
    """Return a game with newer entries applied; None if it must be reloaded as people or the agreement may differ."""
    entries = news.entries
    if len(entries) + len(loaded.recent) > MAX_RECENT or news.version[1] != loaded.version[1] or not news.has_known:
        return None
    cells, values, replaced = {**loaded.cells}, {**loaded.values}, {**loaded.replaced}
    changed = {entry.round for entry in entries if entry.status == "applied"}
    for entry in entries:
        if entry.status == "applied":
            if entry.round == WHOLE_GAME or entry.field == SEATED:
                return None
            cell = entry.cell
            replaced[entry.seq] = cells[cell].value if cell in cells else None
            cells[cell] = Cell(entry.value, entry.seq, entry.device, entry.at)
            apply_entry(values, entry)
    is_asked = loaded.conflicts or any(entry.status == "conflict" for entry in entries)
    return replace(
        loaded,
        seq=news.version[0],
        version=news.version,
        cells=cells,
        values=values,
        record=game_after(loaded.record, values, changed),
        conflicts=tuple(loaded.club.open_conflicts(loaded.id)) if is_asked else (),
        recent=(*reversed(entries), *loaded.recent),
        replaced=replaced,
    )


def values_of(cells: Mapping[CellName, Cell]) -> dict[CellName, CellValue]:
    """Return the parsed values of the cells that are not blank."""
    return parse_values({name: cell.value for name, cell in cells.items()})


def apply_entry(values: dict[CellName, CellValue], entry: LoggedEntry) -> None:
    """Apply an entry to `values`; a blank removes its cell."""
    cell, value = entry.cell, parse_value(entry.value)
    if value is None:
        values.pop(cell, None)
    else:
        values[cell] = value


# The people of a game: its players, whom merged players became, and the scorer behind each entry.


_DEVICE = re.compile(r"[0-9a-f]{8}\.([0-9]{1,15})")


def player_ids(values: Mapping[CellName, Any]) -> list[int]:
    """Return the ids of all players of a game."""
    return [value.id for value in values.values() if isinstance(value, PlayerId)]


def with_people(club: Club, values: dict[CellName, CellValue]) -> tuple[dict[CellName, CellValue], dict[int, str]]:
    """Return a game's values with merged people resolved, and names by id."""
    shown = club.people.current(player_ids(values))
    names = {player: name for asked, (now, name) in shown.items() for player in (asked, now)}
    if all(asked == now for asked, (now, _) in shown.items()):
        return values, names
    now = {
        cell: PlayerId(shown[value.id][0])
        for cell, value in values.items()
        if isinstance(value, PlayerId) and value.id in shown
    }
    return {**values, **now}, names


@lru_cache(maxsize=1024)
def read_device(device: str | None) -> tuple[str, int]:
    """Return the label of the phone that an entry came from, and the id of its scorer or NO_PLAYER."""
    text = device or ""
    match = _DEVICE.fullmatch(text)
    return text.partition(".")[0], int(match[1]) if match else NO_PLAYER


def player_of(device: str | None) -> int:
    """Return the id of the person who kept score on an entry's phone, or NO_PLAYER."""
    return read_device(device)[1]


@lru_cache(maxsize=4096)
def is_from(device: str | None, phone: Phone | None) -> bool:
    return phone is not None and read_device(device)[0] == phone.label


def scorer_name(device: str | None, names: Mapping[int, str]) -> str:
    """Return the name of the person who kept score on an entry's phone, "" if unknown."""
    return names.get(player_of(device), "")


class StandIn(NamedTuple):
    """A player who played some rounds in another player's seat. `player` and `owner` are ids."""

    player: int
    owner: int
    rounds: tuple[int, ...]


def seat_owners(record: GameRecord) -> dict[int, int]:
    """Return the owner of each seat: during the game the current player, after it the player the league credits."""
    agreed = record.agreement
    now = round_seats(agreed.players, {})
    if record.course.phase is not Phase.OVER:
        return now
    return now | game_seats([round_seats(agreed.players_in(n), {}) for n in _rounds(record)], agreed.table.players)


def team_names(record: GameRecord, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return the names of the teams: their nicknames, or the owners of their seats (see `seat_owners`)."""
    agreed = record.agreement
    if len(agreed.seating) == 1:
        return agreed.teams
    people = team_people(record, names)
    return tuple(name or " & ".join(of_team) for name, of_team in zip(agreed.nicknames, people, strict=True))


def team_people(record: GameRecord, names: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """Return the names of the owners of each team's seats."""
    owners, table = seat_owners(record), record.agreement.table
    seats = (seats_of(team, table) for team in range(1, table.teams + 1))
    return tuple(tuple(names.get(owners.get(seat, 0), f"Seat {seat}") for seat in of_team) for of_team in seats)


def stand_ins(record: GameRecord) -> Iterator[StandIn]:
    """Yield the stand-ins of the rounds that count, seat by seat."""
    for seat, owner in seat_owners(record).items():
        rounds: dict[int, list[int]] = {}
        for round_number in _rounds(record):
            rounds.setdefault(record.agreement.players_in(round_number)[seat - 1], []).append(round_number)
        yield from (StandIn(player, owner, tuple(at)) for player, at in rounds.items() if player not in (owner, 0))


def _rounds(record: GameRecord) -> list[int]:
    """Return the rounds that count and were not played on paper."""
    return [n for n in range(1, record.course.counted + 1) if not record.rounds[n - 1].on_paper]


def finisher(loaded: "LoadedGame", round_number: int, programs: Callable[[], Mapping[str, str]] = dict) -> str:
    """Return the name of the scorer or program that finished a round, "" if unknown.

    `programs` returns the names of programs by the labels of their tokens.
    """
    cell = loaded.cells.get((round_number, *FINISHED))
    player = player_of(cell.device) if cell else NO_PLAYER
    return loaded.names_with([player]).get(player, "") or finisher_program(loaded, round_number, programs())


def finisher_program(loaded: "LoadedGame", round_number: int, programs: Mapping[str, str]) -> str:
    """Return the name of the program that finished a round, "" if none did."""
    cell = loaded.cells.get((round_number, *FINISHED))
    return programs.get(read_device(cell.device)[0], "") if cell else ""
