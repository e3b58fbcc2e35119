"""Who has checked a team's counts, and who is still counting. Both are hints on the sheet; neither holds anyone up."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.play.change_words import Change
from scorepad.play.form_data import Submission
from scorepad.play.game import LoadedGame
from scorepad.play.game_people import player_of
from scorepad.play.record_cell import record_cell
from scorepad.play.sheet_form import ENDED, team_forms
from scorepad.scoring.cell_json import parse_value
from scorepad.scoring.cells import CellName, CellValue, CheckedBy, WentOut
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.game.record import CHECKED
from scorepad.scoring.place import Place, PlaceKind
from scorepad.scoring.sheet import Kind
from scorepad.store import Cell

_MOST = 1_000
"""Entries of a round searched for what its cells held when a team was checked."""


@dataclass(frozen=True, slots=True)
class Check:
    """A team's counts were checked by `by` ("" if unknown); `holds` if they are still the same."""

    by: str
    holds: bool

    @property
    def text(self) -> str:
        """The words on the sheet."""
        if self.holds:
            return f"Checked by {self.by}" if self.by else "Checked"
        return f"Changed since {f'{self.by} checked' if self.by else 'it was checked'}"


@dataclass(frozen=True, slots=True)
class Missing:
    """What a round still needs: the players whose cards left, and the teams whose cards melded, are not counted."""

    players: tuple[str, ...]
    teams: tuple[str, ...]


def check_of(loaded: LoadedGame, round_number: int, team: int) -> Check | None:
    """Return who has checked a team in a round; None if no one has."""
    cell = (round_number, Place.team(team), CHECKED)
    value = loaded.values.get(cell)
    if not isinstance(value, CheckedBy):
        return None
    by = value.player
    names = loaded.names if by in loaded.names else loaded.club.people.names([by])
    holds = not _changed_since(loaded, round_number, team, loaded.cells[cell])
    return Check(names.get(by, ""), holds)


def _changed_since(loaded: LoadedGame, round_number: int, team: int, check: Cell) -> bool:
    seats = seats_of(team, loaded.agreement.table)
    places = {Place.team(team), *map(Place.seat, seats)}
    later = [
        cell
        for cell, current in loaded.cells.items()
        if cell[0] == round_number and cell[1] in places and current.seq > check.seq and cell[2] != CHECKED
    ]
    if not later:
        return False
    before = _values_before(loaded, round_number, check.seq)
    changes = (Change(cell, before.get(cell), loaded.values.get(cell)) for cell in later)
    return any(not (c.is_none or c.is_zero or c.reversed.is_zero) for c in changes)


def _values_before(loaded: LoadedGame, round_number: int, seq: int) -> dict[CellName, CellValue | None]:
    """Return what the cells of a round held before an entry."""
    values: dict[CellName, CellValue | None] = {}
    for entry in loaded.club.log(loaded.id, before=seq, round=round_number, limit=_MOST):
        if entry.status == "applied":
            cell = (entry.round, entry.place, entry.field)
            values.setdefault(cell, parse_value(entry.value))
    return values


def record_check(loaded: LoadedGame, round_number: int, submission: Submission, team: Place, checked: bool) -> None:
    """Record that this phone's scorer checked a team, or took the check back. Ignores a team the table does not have.

    If two people check at once, the sheet names the first and the history has both.
    """
    if team.number > loaded.agreement.table.teams:
        return
    # A form sent again after the phone's scorer changed stands as it was sent first, so the outcome does not matter.
    record_cell(
        loaded.club,
        loaded.id,
        submission,
        (round_number, team, CHECKED),
        CheckedBy(player_of(submission.device)) if checked else None,
        key=f"{submission.key}:{team}.{CHECKED}",
    )


def missing_counts(loaded: LoadedGame, round_number: int) -> Missing | None:
    """Return who is still counting; None before anyone began, and when everything is counted."""
    recorded = loaded.values_in(round_number)
    counts = {Kind.MELDED, Kind.LEFT}
    ended = recorded.get((ENDED.place, ENDED.field))
    if not ended and not any(field in counts for _, field in recorded):
        return None
    out = ended.seat if isinstance(ended, WentOut) else None
    wanted = [place for place, field in _wanted(loaded, round_number) if (place, field) not in recorded]
    seats = sorted(p.number for p in wanted if p.kind is PlaceKind.SEAT and p.number != out)
    teams = [place.number for place in wanted if place.kind is PlaceKind.TEAM]
    if not seats and not teams:
        return None
    names = loaded.teams_in(round_number)
    return Missing(
        tuple(loaded.seat_name(seat, round_number) for seat in seats), tuple(names[team - 1] for team in teams)
    )


def _wanted(loaded: LoadedGame, round_number: int) -> Iterator[tuple[Place, str]]:
    """Yield the cells of cards melded and cards left."""
    for form in team_forms(loaded.sheet(round_number)):
        for counted in (*form.counted, *(i for seat in form.seats for i in seat.counted)):
            if counted.field in (Kind.MELDED, Kind.LEFT):
                yield counted.place, counted.field
