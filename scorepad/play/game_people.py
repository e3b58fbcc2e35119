"""The people of a game: its players, whom merged players became, and the scorer behind each entry."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from scorepad.league.game_facts import game_seats, round_seats
from scorepad.scoring.cells import CellName, CellValue, PlayerId
from scorepad.scoring.game.course import Phase, seats_of
from scorepad.scoring.game.record import FINISHED, GameRecord
from scorepad.store import NO_PLAYER, Club, Phone

if TYPE_CHECKING:
    from scorepad.play.game import LoadedGame

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
    """Return the names of the teams, made from the owners of their seats (see `seat_owners`)."""
    if len(record.agreement.seating) == 1:
        return record.agreement.teams
    return tuple(map(" & ".join, team_people(record, names)))


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
    names = loaded.names if player in loaded.names or not player else loaded.club.people.names([player])
    return names.get(player, "") or finisher_program(loaded, round_number, programs())


def finisher_program(loaded: "LoadedGame", round_number: int, programs: Mapping[str, str]) -> str:
    """Return the name of the program that finished a round, "" if none did."""
    cell = loaded.cells.get((round_number, *FINISHED))
    return programs.get(read_device(cell.device)[0], "") if cell else ""
