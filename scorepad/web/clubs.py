"""The club a page speaks of, and its games as pages need them."""

import secrets
from dataclasses import dataclass
from typing import Any

from flask import Flask, abort, current_app

from scorepad.scoring.agreement import Agreement
from scorepad.scoring.record import GameRecord, game
from scorepad.scoring.sheet import Sheet, sheet
from scorepad.store import Access, Cell, CellName, Club
from scorepad.web.sheetform import OPENED

_NAME = "scorepad.club"
_ACCESS = "scorepad.access"


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as a page needs it. `seq` is the latest entry the page has seen."""

    id: int
    seq: int
    cells: dict[CellName, Cell]
    values: dict[CellName, Any]
    names: dict[int, str]
    record: GameRecord

    @property
    def agreement(self) -> Agreement:
        """What the table agreed on."""
        return self.record.agreement

    def lost(self, number: int, team: int) -> list[str]:
        """The premium ranks that a team, from 0, may no longer meld, as the sheet of that round marks them."""
        rounds = self.record.rounds
        return list(rounds[number - 1].entry.teams[team].lost) if number <= len(rounds) else []

    def has_opened(self, number: int, team: int) -> bool:
        """Whether a team, from 0, was marked as having opened in that round, or has something counted that shows it."""
        rounds = self.record.rounds
        shows = number <= len(rounds) and rounds[number - 1].entry.teams[team].opened
        return shows or bool(self.values.get((number, f"team{team + 1}", OPENED)))

    def sheet(self, number: int) -> Sheet:
        """The sheet of a round."""
        agreed = self.agreement
        return sheet(agreed.rules, agreed.table, number, agreed.decks)

    def seat_name(self, seat: int, number: int | None = None) -> str:
        """The name of the player in a seat, from 1: of who sits there now, or sat there in a round."""
        agreed = self.agreement
        players = agreed.players if number is None else agreed.players_in(number)
        return self.names.get(players[seat - 1], f"Seat {seat}")

    def teams_in(self, number: int) -> tuple[str, ...]:
        """What the teams were called in a round."""
        return self.agreement.seated_in(number).teams


def install(app: Flask, club: Club, access: Access) -> None:
    """Gives the application its club, and the list of the phones that may enter it."""
    app.extensions[_NAME] = club
    app.extensions[_ACCESS] = access


def current_club() -> Club:
    """The club of this request."""
    club = current_app.extensions[_NAME]
    assert isinstance(club, Club)
    return club


def current_access() -> Access:
    """The list of the phones that may enter the club of this request."""
    access = current_app.extensions[_ACCESS]
    assert isinstance(access, Access)
    return access


def current_slug() -> str:
    """The club's name in addresses, "" where an installation has only one."""
    return ""


def values_of(cells: dict[CellName, Cell]) -> dict[CellName, Any]:
    """What stands in the cells that are not blank."""
    return {name: cell.value for name, cell in cells.items() if cell.value is not None}


def player_ids(values: dict[CellName, Any]) -> list[int]:
    """The ids of everybody who sits in a game."""
    return [value["id"] for (_, _, field), value in values.items() if field == "player"]


def with_people(values: dict[CellName, Any]) -> tuple[dict[CellName, Any], dict[int, str]]:
    """A game's values with everybody as who they are now, however they were merged, and the names by id."""
    shown = current_club().people.shown(player_ids(values))
    names = {one: name for number, (now, name) in shown.items() for one in (number, now)}
    if all(number == now for number, (now, _) in shown.items()):
        return values, names
    now = {
        cell: {"id": shown[value["id"]][0]}
        for cell, value in values.items()
        if cell[2] == "player" and value["id"] in shown
    }
    return values | now, names


def load(number: int) -> LoadedGame:
    """The game of that number; answers 404 where there is none."""
    club = current_club()
    cells = club.cells(number)
    if not cells:
        abort(404)
    values, names = with_people(values_of(cells))
    # The cells were read before this: a later entry has a higher seq and is found to be new when the form comes back.
    seq = max(cell.seq for cell in cells.values())
    return LoadedGame(number, seq, cells, values, names, game(values, names))


def new_key() -> str:
    """A random name for what a form will record, so that sending it twice records it once."""
    return secrets.token_hex(16)
