"""The club a page speaks of, and its games as pages need them."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask, abort, current_app, has_request_context, render_template, request

from scorepad.scoring.agreement import Agreement
from scorepad.scoring.record import GameRecord, game
from scorepad.scoring.sheet import Sheet, sheet
from scorepad.store import Access, Cell, CellName, Club
from scorepad.web import isolating
from scorepad.web.codes import Codes
from scorepad.web.hub import Hub
from scorepad.web.openclubs import OPEN, REFUSED, ByPrefix, OpenClub, OpenClubs
from scorepad.web.sheetform import OPENED

_NAME = "scorepad.clubs"


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as a page needs it. `seq` is the latest entry the page has seen, `mark` is the hub's, of all of it."""

    id: int
    seq: int
    mark: str
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


def install(app: Flask, home: Path) -> None:
    """Gives the application the clubs of an instance folder. Raises StoreError where the one at home cannot be used.

    What has no club, such as a host of many at "/", answers with a page that tells nothing.
    """
    clubs = OpenClubs(home)
    app.extensions[_NAME] = clubs
    if clubs.home:
        app.extensions["scorepad.club"] = clubs.home.club
        app.extensions["scorepad.access"] = clubs.home.access
        app.extensions["scorepad.hub"] = clubs.home.hub
    app.wsgi_app = ByPrefix(app.wsgi_app, clubs)  # type: ignore[method-assign]
    app.before_request(_without_club)


def _without_club() -> Any:
    """What is answered where there is no club, or one that cannot be opened; None where there is."""
    if refused := request.environ.get(REFUSED):
        raise refused
    if current_or_none() is not None or request.endpoint == "asset":
        return None
    return render_template("joining/nowhere.html") if request.path == "/" else abort(404)


def current_or_none() -> OpenClub | None:
    """The club of this request: that of its prefix, else the one at home, else none."""
    found = request.environ.get(OPEN) if has_request_context() else None
    if found is None:
        clubs = current_app.extensions[_NAME]
        assert isinstance(clubs, OpenClubs)
        return clubs.home
    assert isinstance(found, OpenClub)
    return found


def current() -> OpenClub:
    """The club of this request with all that belongs to it; no page is asked for one where there is none."""
    found = current_or_none()
    assert found is not None
    return found


def current_club() -> Club:
    """The club of this request."""
    return current().club


def current_access() -> Access:
    """The list of the phones that may enter the club of this request."""
    return current().access


def current_hub() -> Hub:
    """The news of the club of this request."""
    return current().hub


def current_codes() -> Codes:
    """The short codes that let phones into the club of this request."""
    return current().codes


def current_slug() -> str:
    """The club's name in addresses, "" where it is the one at home."""
    return current().slug


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
    isolating.remember(names.values())
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
    # Before all else is read: what comes in between must be news to the page.
    mark = current_hub().mark(number)
    cells = club.cells(number)
    if not cells:
        abort(404)
    values, names = with_people(values_of(cells))
    # A later entry has a higher seq and is found to be new when the form comes back. What was refused before counts as
    # seen: the page asks about it.
    seq = max(int(mark.split(".")[0]), *(cell.seq for cell in cells.values()))
    record = game(values, names)
    isolating.remember(record.agreement.teams)
    isolating.remember(team.name for one in record.rounds for team in one.entry.teams)
    return LoadedGame(number, seq, mark, cells, values, names, record)


def new_key() -> str:
    """A random name for what a form will record, so that sending it twice records it once."""
    return secrets.token_hex(16)
