"""Who has checked a team's counts, who is still counting, and which teams have confirmed a finished round.

All of these are hints and never block anyone.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.play.change_words import changes_of
from scorepad.play.form_data import Submission, entry_key
from scorepad.play.game import Games, LoadedGame, player_of
from scorepad.play.record_cell import record_cell
from scorepad.play.sheet_form import ENDED, team_forms
from scorepad.scoring.cells import CellName, CheckedBy, Place, PlaceKind, WentOut
from scorepad.scoring.game.course import seats_of, team_of
from scorepad.scoring.game.record import CHECKED, CONFIRMED, NOTHING_COUNTED, shares_melds
from scorepad.scoring.sheet import Kind
from scorepad.store import NO_PLAYER, Cell, LoggedEntry

_MAX = 1_000
"""The most entries of a round that are searched for what changed since a check."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check of a team's counts by `by` ("" if unknown). `holds` if the counts have not changed since."""

    by: str
    holds: bool

    @property
    def text(self) -> str:
        """The words on the sheet."""
        if self.holds:
            return f"Checked by {self.by}" if self.by else "Checked"
        return f"Changed since {f'{self.by} checked' if self.by else 'it was checked'}"


@dataclass(frozen=True, slots=True)
class MissingCounts:
    """Counts still missing in a round: `players` have not counted their cards left, `teams` not their cards melded."""

    players: tuple[str, ...]
    teams: tuple[str, ...]


def check_of(loaded: LoadedGame, round_number: int, team: int) -> Check | None:
    """Return the check of a team in a round; None if no one has checked it."""
    cell = (round_number, Place.team(team), CHECKED)
    value = loaded.values.get(cell)
    if not isinstance(value, CheckedBy):
        return None
    by = value.player
    places = {Place.team(team), *map(Place.seat, seats_of(team, loaded.agreement.table))}
    holds = not _changed_since(loaded, round_number, places, loaded.cells[cell])
    return Check(loaded.names_with([by]).get(by, ""), holds)


def _changed_since(loaded: LoadedGame, round_number: int, places: Collection[str] | None, check: Cell) -> bool:
    """Return whether counts in these places (None: in all) have changed since a check."""
    later = {cell for cell in _counts(loaded, round_number) if loaded.cells[cell].seq > check.seq}
    later = {cell for cell in later if places is None or cell[1] in places}
    if not later:
        return False
    entries = [entry for entry in _counted_since(loaded, round_number, check) if entry.cell in later]
    changes = changes_of(loaded, entries)
    is_real = any(not (change.is_none or change.is_zero or change.reversed.is_zero) for change in changes)
    return is_real or len({entry.cell for entry in entries}) < len(later)


def _counted_since(loaded: LoadedGame, round_number: int, check: Cell) -> list[LoggedEntry]:
    """Return the counts recorded in a round since a check, in order; after very many, only the latest."""
    entries = loaded.club.log(loaded.id, round=round_number, limit=_MAX)
    later = [entry for entry in entries if entry.seq > check.seq and entry.status == "applied"]
    return [entry for entry in reversed(later) if entry.field not in NOTHING_COUNTED]


def _counts(loaded: LoadedGame, round_number: int) -> Iterator[CellName]:
    """Yield the cells of a round that its score depends on, including blank ones."""
    return (cell for cell in loaded.cells if cell[0] == round_number and cell[2] not in NOTHING_COUNTED)


def record_check(loaded: LoadedGame, round_number: int, submission: Submission, team: Place, checked: bool) -> None:
    """Record that this phone's scorer checked a team, or took the check back. Ignores a team that does not exist.

    If two people check at once, the sheet names the first and the history shows both.
    """
    if team.number > loaded.agreement.table.teams:
        return
    # The outcome is ignored: if a form is sent again after the phone's scorer changed, its first entry stands.
    cell = (round_number, team, CHECKED)
    value = CheckedBy(player_of(submission.device)) if checked else None
    record_cell(loaded.club, loaded.id, submission, cell, value, key=entry_key(submission.key, cell))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A team's confirmation of a finished round: who confirmed it, and who changed it afterwards.

    `by` and `opened_by` are names, "" if unknown, None if no one did.
    """

    team: int
    name: str
    by: str | None
    opened_by: str | None

    @property
    def holds(self) -> bool:
        """Whether the team has confirmed the round and it has not changed since."""
        return self.by is not None and self.opened_by is None

    @property
    def text(self) -> str:
        """The text on the page of the round; "" if no one has confirmed it yet."""
        if self.by is None:
            return ""
        if self.opened_by is None:
            return f"Confirmed for {self.name}{f' by {self.by}' if self.by else ''}."
        opened = f"{self.opened_by} opened it again" if self.opened_by else "It was opened again"
        return f"{self.name} had confirmed this round. {opened}."


def confirmations(loaded: LoadedGame, round_number: int) -> list[Confirmation]:
    """Return the confirmations of a finished round, one for each team that did not make its last change."""
    if not loaded.is_finished(round_number):
        return []
    seating = loaded.seating_in(round_number)
    last = max((loaded.cells[cell] for cell in _counts(loaded, round_number)), key=lambda cell: cell.seq)
    player = player_of(last.device)
    # The player may have been merged into another since.
    player = loaded.club.people.current([player]).get(player, (player, ""))[0]
    own = team_of(seating.players.index(player) + 1, loaded.agreement.table) if player in seating.players else 0
    sides = enumerate(seating.teams, start=1)
    return [_confirmation(loaded, round_number, team, name) for team, name in sides if not player or team != own]


def _confirmation(loaded: LoadedGame, round_number: int, team: int, name: str) -> Confirmation:
    cell = (round_number, Place.team(team), CONFIRMED)
    value = loaded.values.get(cell)
    if not isinstance(value, CheckedBy):
        return Confirmation(team, name, None, None)
    opener = None
    if _changed_since(loaded, round_number, None, loaded.cells[cell]):
        # The phone that first changed a count afterwards.
        later = _counted_since(loaded, round_number, loaded.cells[cell])
        opener = player_of(later[0].device) if later else NO_PLAYER
    names = loaded.names_with([value.player, opener or NO_PLAYER])
    return Confirmation(team, name, names.get(value.player, ""), None if opener is None else names.get(opener, ""))


CHANGED_SINCE = "Nothing was confirmed: the round was changed meanwhile. Look at it, then press again."


def confirm_round(games: Games, game: int, round_number: int, submission: Submission, team: int) -> str:
    """Record that a team confirms a finished round. Return why this was refused, or ""."""
    club = games.club
    # Load inside the write transaction, so that no phone corrects the round in between.
    with club.writing(game):
        loaded = games.load_round(game, round_number)
        side = next((side for side in confirmations(loaded, round_number) if side.team == team), None)
        if (side and side.holds) or club.form_entries(game, [submission.key]):
            return ""
        seen = submission.seen or 0
        if side is None or any(loaded.cells[cell].seq > seen for cell in _counts(loaded, round_number)):
            return CHANGED_SINCE
        cell = (round_number, Place.team(team), CONFIRMED)
        base = loaded.cells[cell].seq if cell in loaded.cells else None
        record_cell(club, game, submission, cell, CheckedBy(player_of(submission.device)), base=base)
    return ""


class CountProgress(NamedTuple):
    """How far a round is counted: how many of its counts, with how it ended, are recorded."""

    done: int
    wanted: int


def counted_so_far(loaded: LoadedGame, round_number: int) -> CountProgress | None:
    """Return how far a round is counted; None if no one has started."""
    recorded = loaded.values_in(round_number)
    ended = recorded.get((ENDED.place, ENDED.field))
    out = Place.seat(ended.seat) if isinstance(ended, WentOut) else None
    wanted = [cell for cell in _wanted(loaded, round_number) if cell[0] != out]
    done = [cell for cell in wanted if cell in recorded]
    return CountProgress(len(done) + (ended is not None), len(wanted) + 1) if done or ended else None


def missing_counts(loaded: LoadedGame, round_number: int) -> MissingCounts | None:
    """Return who is still counting; None if no one has started, or everything is counted."""
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
    return MissingCounts(
        tuple(loaded.seat_name(seat, round_number) for seat in seats), tuple(names[team - 1] for team in teams)
    )


def _wanted(loaded: LoadedGame, round_number: int) -> Iterator[tuple[Place, str]]:
    """Yield the cells of cards melded and cards left."""
    sheet, recorded = loaded.sheet(round_number), loaded.values_in(round_number)
    for form in team_forms(sheet):
        for counted in (*form.counted, *(i for seat in form.seats for i in seat.counted)):
            if counted.field == Kind.MELDED and shares_melds(sheet, recorded, form.team):
                continue
            if counted.field in (Kind.MELDED, Kind.LEFT):
                yield counted.place, counted.field
