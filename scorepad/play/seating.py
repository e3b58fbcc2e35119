"""Who sits where in a form: people and typed names, seated, moved and removed by tapping.

All state between two taps is in the form itself. A seat has a name, and the id of the person who was tapped into it.
The id counts only while the name is that person's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from scorepad.play.form_data import FormData
from scorepad.play.parse_form import clean_text
from scorepad.play.people_picker import PeoplePicker
from scorepad.rules.model import Table
from scorepad.scoring.cells import Place
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.names import BadName, fold_name
from scorepad.store import SOMEBODY

TAPS = ("sit", "stand", "move")

PersonOrName = int | str
"""The id of a known person, or the name of a new one."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: its number and team, both from 1, the name in it, and the id of the person who was tapped into it."""

    number: int
    team: int
    text: str = ""
    tapped: int | None = None

    @property
    def name(self) -> str:
        """The name of the seat's input."""
        return Place.seat(self.number)

    @property
    def empty(self) -> bool:
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a table in playing order. `moving` is the seat whose player is being moved."""

    seats: tuple[Seat, ...]
    people: PeoplePicker
    moving: int | None = None

    @classmethod
    def at(cls, table: Table, people: PeoplePicker, players: tuple[int, ...] = ()) -> Self:
        """Return a table's seats, empty or with these players."""
        teams = {s: t for t in range(1, table.teams + 1) for s in seats_of(t, table)}
        empty = cls(tuple(Seat(seat, teams[seat]) for seat in sorted(teams)), people)
        return empty._with_players({seat: p for seat, p in enumerate(players, start=1) if p in people.names})

    def _with_players(self, players: Mapping[int, int]) -> Self:
        names = self.people.names
        return self._put({n: Seat(n, 0, names[p], p) for n, p in players.items()}, self.moving)

    def _put(self, contents: Mapping[int, Seat], moving: int | None) -> Self:
        """Return the seats with the contents of these seats, by seat number."""
        seats = tuple(
            replace(seat, text=contents[seat.number].text, tapped=contents[seat.number].tapped)
            if seat.number in contents
            else seat
            for seat in self.seats
        )
        return replace(self, seats=seats, moving=moving)

    def read(self, data: FormData) -> Self:
        """Return the seats as filled in by a form."""
        seats = []
        for seat in self.seats:
            text = data.get(seat.name)
            tapped = self._tapped_player(data.get(f"id.{seat.name}"), text)
            seats.append(replace(seat, text=text, tapped=tapped))
        return replace(self, seats=tuple(seats), moving=self._seat_number(data.get("moving")))

    def _tapped_player(self, id_text: str, name: str) -> int | None:
        forgotten = self.people.forgotten if name == SOMEBODY else ()
        namesakes = [*self.people.ids_by_name.get(fold_name(name[:80]), ()), *forgotten]
        return {str(player): player for player in namesakes}.get(id_text)

    def _seat_number(self, text: str) -> int | None:
        return {str(seat.number): seat.number for seat in self.seats}.get(text)

    def player_in(self, seat: Seat) -> int | None:
        """Return the known person in a seat: the one who was tapped, else the first one with the typed name."""
        if seat.tapped is not None:
            return seat.tapped
        namesakes = [] if seat.empty else self.people.ids_by_name.get(fold_name(seat.text[:80]), [])
        return namesakes[0] if namesakes else None

    def seat_of(self, player: int) -> Seat | None:
        """Return the seat of a known person."""
        return next((seat for seat in self.seats if self.player_in(seat) == player), None)

    def label(self, seat: Seat) -> str:
        """Return the name to show for a seat, or "Seat 3" if it is empty."""
        if seat.tapped is not None:
            return self.people.label(seat.tapped)
        return f"Seat {seat.number}" if seat.empty else " ".join(seat.text.split())[:80]

    @property
    def full(self) -> bool:
        return not any(seat.empty for seat in self.seats)

    def after_tap(self, data: FormData) -> Self:
        """Return the seats after a tap on one of their buttons, unchanged if none was tapped."""
        number = self._seat_number(data.get("stand") or data.get("move"))
        if "sit" in data:
            ids = {str(player): player for player in self.people.names}
            player = ids.get(data.get("sit"))
            return self if player is None else self._sit(player)
        if "stand" in data and number:
            return self._put({number: Seat(0, 0)}, None)
        if "move" in data:
            return self._move(number)
        return self

    def _sit(self, player: int) -> Self:
        """Seat a person in the next empty seat, or in place of the player being moved; a second tap removes them."""
        seat = self.seat_of(player)
        if self.moving:
            if seat:
                return self._move(seat.number)
            return replace(self._with_players({self.moving: player}), moving=None)
        if seat:
            return self._put({seat.number: Seat(0, 0)}, None)
        free = next((seat.number for seat in self.seats if seat.empty), None)
        return self._with_players({free: player}) if free else self

    def _move(self, number: int | None) -> Self:
        if not self.moving or not number or number == self.moving:
            return replace(self, moving=None if number == self.moving else number)
        first, second = self.seats[self.moving - 1], self.seats[number - 1]
        return self._put({first.number: second, second.number: first}, None)

    def hint(self, seat: Seat) -> str:
        """Return the note beside a typed name: who has this name, or who else may be meant."""
        if seat.tapped is not None or seat.empty:
            return ""
        player = self.player_in(seat)
        if player is not None:
            name = self.people.names[player]
            return f"{name}, who has played here before. Another {name}? Add a letter or a surname."
        likely = self.people.with_first_name(seat.text[:80])
        if likely:
            return f"New here. If this is {' or '.join(likely[:3])}, tap that name instead."
        return "New here."


def read_players(seats: Seats) -> tuple[dict[int, PersonOrName], dict[str, str]]:
    """Return who sits in each seat, and the faults by input name."""
    players: dict[int, PersonOrName] = {}
    faults: dict[str, str] = {}
    seat_taken_by: dict[PersonOrName, int] = {}
    for seat in seats.seats:
        try:
            name = clean_text(seat.text)
        except BadName as error:
            faults[seat.name] = str(error)
            continue
        player = seats.player_in(seat) or name
        # Forgotten people share one name. All other names and aliases must be unique.
        keys = {player} if player in seats.people.forgotten else {player, fold_name(name)}
        other = min(seat_taken_by.setdefault(key, seat.number) for key in keys)
        if other != seat.number:
            faults[seat.name] = _double_fault(seats.seats[other - 1], name)
        players[seat.number] = player
    return players, faults


def _double_fault(other: Seat, name: str) -> str:
    if fold_name(other.text) == fold_name(name):
        return f"Seat {other.number} has this name too. Add a letter to tell them apart."
    return f"Seat {other.number} has the same person, as {' '.join(other.text.split())}."
