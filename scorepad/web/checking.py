"""Who has looked over a team's counts, and who is still counting: words on the sheet that hold nobody up."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from scorepad.scoring.game import seats_of
from scorepad.scoring.record import CHECKED
from scorepad.scoring.sheet import Kind
from scorepad.store import Cell, CellName, Entry, KeyReused
from scorepad.web.clubs import LoadedGame, current_club
from scorepad.web.forms import Posted, base_of
from scorepad.web.given import Change
from scorepad.web.scorer import device, player_of
from scorepad.web.sheetform import ENDED, team_forms

_MOST = 1_000
"""Entries of a round that are looked through for what stood there when a team was checked."""

_PRESSED = re.compile(rf"(team[1-9])\.{CHECKED}([+-])1")
_NAME = re.compile(rf"team[1-9]\.{CHECKED}")


@dataclass(frozen=True, slots=True)
class Check:
    """Somebody looked a team's counts over: who, "" where that is not known, and whether they are the same now."""

    by: str
    holds: bool

    @property
    def text(self) -> str:
        """What the sheet says."""
        if self.holds:
            return f"Checked by {self.by}" if self.by else "Checked"
        return f"Changed since {f'{self.by} checked' if self.by else 'it was checked'}"


@dataclass(frozen=True, slots=True)
class Missing:
    """What is not counted yet in a round that is being counted: whose cards left, and which teams' cards melded."""

    players: tuple[str, ...]
    teams: tuple[str, ...]


def check_of(loaded: LoadedGame, number: int, team: int) -> Check | None:
    """Who has checked a team, from 0, in a round; None where nobody has."""
    cell = (number, f"team{team + 1}", CHECKED)
    if cell not in loaded.values:
        return None
    by = loaded.values[cell]["by"]
    names = loaded.names if by in loaded.names else current_club().player_names([by])
    return Check(names.get(by, ""), not _changed_since(loaded, number, team, loaded.cells[cell]))


def _changed_since(loaded: LoadedGame, number: int, team: int, mark: Cell) -> bool:
    places = {f"team{team + 1}"}
    places |= {f"seat{seat}" for seat in seats_of(team, loaded.agreement.table)}
    later = {
        cell: there.value
        for cell, there in loaded.cells.items()
        if cell[0] == number and cell[1] in places and there.seq > mark.seq and cell[2] != CHECKED
    }
    if not later:
        return False
    before = _before(loaded.id, number, mark.seq)
    changes = (Change(cell, before.get(cell), value) for cell, value in later.items())
    return any(not (one.is_none or one.counts_none or one.back.counts_none) for one in changes)


def _before(game: int, number: int, seq: int) -> dict[CellName, Any]:
    """What stood in the cells of a round before an entry."""
    found: dict[CellName, Any] = {}
    for entry in current_club().log(game, before=seq, round=number, limit=_MOST):
        if entry.status == "applied":
            found.setdefault((entry.round, entry.place, entry.field), entry.value)
    return found


def pressed(said: MultiDict[str, str]) -> tuple[str, bool] | None:
    """The team that a button marks as checked, or not as checked any more; None for any other button."""
    found = _PRESSED.fullmatch(said.get("step", ""))
    return (found[1], found[2] == "+") if found else None


def without_marks(said: MultiDict[str, str]) -> MultiDict[str, str]:
    """A sheet's form without the marks, which are no counts."""
    rest = said.copy()
    for name in [name for name in rest if _NAME.fullmatch(name)]:
        rest.poplist(name)
    if pressed(said):
        rest.poplist("step")
    return rest


def mark(loaded: LoadedGame, number: int, form: Posted, place: str, checked: bool) -> None:
    """Records that a team was checked by who keeps score on this phone, or is not any more; nothing for no team.

    Of two who check at once the first is named; the history has both.
    """
    if int(place[4:]) > loaded.agreement.table.teams:
        return
    cell = (number, place, CHECKED)
    by = device()
    value = {"by": player_of(by)} if checked else None
    base = base_of(form.earlier(loaded.id), cell)
    entry = Entry(f"{form.key}:{place}.{CHECKED}", loaded.id, *cell, value, base=base, device=by)
    # Who keeps score was changed since the form was sent first: it stands as it was sent then.
    with suppress(KeyReused):
        current_club().record_all([entry], seen=form.seen)


def missing(loaded: LoadedGame, number: int) -> Missing | None:
    """Who is still counting; None before anybody began, and when all is counted, or nothing need be."""
    there = {(place, name) for n, place, name in loaded.values if n == number}
    counts = {Kind.MELDED, Kind.LEFT}
    ended = loaded.values.get((number, ENDED.place, ENDED.field))
    if not ended and not any(name in counts for _, name in there):
        return None
    out = ended.get("seat") if ended else None
    wanted = [cell for cell in _wanted(loaded, number) if cell not in there]
    players = sorted(int(place[4:]) for place, name in wanted if name == Kind.LEFT)
    teams = [int(place[4:]) - 1 for place, name in wanted if name == Kind.MELDED]
    found = Missing(
        tuple(loaded.seat_name(seat, number) for seat in players if seat != out),
        tuple(loaded.teams_in(number)[team] for team in teams),
    )
    return found if found.players or found.teams else None


def _wanted(loaded: LoadedGame, number: int) -> Iterator[tuple[str, str]]:
    for form in team_forms(loaded.sheet(number)):
        counted = (*form.counted, *(one for seat in form.seats for one in seat.counted))
        for one in counted:
            if one.field in (Kind.MELDED, Kind.LEFT):
                yield one.place, one.field
