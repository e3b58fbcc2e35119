"""Who sits where, as a form says it: known people and typed names, sat down, stood up and moved by tapping.

Nothing is kept between two taps but what stands in the form itself. A seat holds a text, and beside it the id of a
known person where somebody was sat down by tapping; the id counts only while the text is that person's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from werkzeug.datastructures import MultiDict

from scorepad.rules.model import Table
from scorepad.scoring.game import seats_of
from scorepad.scoring.names import BadName, folded
from scorepad.store import SOMEBODY, Club
from scorepad.web.known import People
from scorepad.web.typing_in import clean_text

TAPS = ("sit", "stand", "move")


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: its number from 1, its team from 1, the text in it, and who was tapped into it."""

    number: int
    team: int
    text: str = ""
    tapped: int | None = None

    @property
    def name(self) -> str:
        """What its input is called."""
        return f"seat{self.number}"

    @property
    def empty(self) -> bool:
        """Whether nothing stands there."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a table in playing order; `moving` is the seat whose player was tapped to be moved."""

    seats: tuple[Seat, ...]
    people: People
    moving: int | None = None

    @classmethod
    def at(cls, table: Table, people: People, sitting: tuple[int, ...] = ()) -> Self:
        """A table's seats, empty or with these people in them."""
        teams = {seat: t + 1 for t in range(table.teams) for seat in seats_of(t, table)}
        empty = cls(tuple(Seat(seat, teams[seat]) for seat in sorted(teams)), people)
        return empty._with({n: p for n, p in enumerate(sitting, start=1) if p in people.names})

    def _with(self, sitting: Mapping[int, int]) -> Self:
        names = self.people.names
        return replace(
            self,
            seats=tuple(
                replace(seat, text=names[sitting[seat.number]], tapped=sitting[seat.number])
                if seat.number in sitting
                else seat
                for seat in self.seats
            ),
        )

    def read(self, form: MultiDict[str, str]) -> Self:
        """The same seats with what a form says stands in them."""
        seats = []
        for seat in self.seats:
            tapped = self._person(form.get(f"id.{seat.name}", ""), form.get(seat.name, ""))
            seats.append(replace(seat, text=form.get(seat.name, ""), tapped=tapped))
        return replace(self, seats=tuple(seats), moving=self._number(form.get("moving", "")))

    def _person(self, said: str, text: str) -> int | None:
        nameless = self.people.nameless if text == SOMEBODY else ()
        known = [*self.people.alike.get(folded(text[:80]), ()), *nameless]
        return {str(player): player for player in known}.get(said)

    def _number(self, said: str) -> int | None:
        return {str(seat.number): seat.number for seat in self.seats}.get(said)

    def who(self, seat: Seat) -> int | None:
        """The known person a seat speaks of: who was tapped, or else whoever has the name that was typed."""
        if seat.tapped is not None:
            return seat.tapped
        found = [] if seat.empty else self.people.alike.get(folded(seat.text[:80]), [])
        return found[0] if found else None

    def seat_of(self, player: int) -> Seat | None:
        """Where a known person sits."""
        return next((seat for seat in self.seats if self.who(seat) == player), None)

    def shown(self, seat: Seat) -> str:
        """Who sits there, or the seat itself."""
        if seat.tapped is not None:
            return self.people.shown(seat.tapped)
        return f"Seat {seat.number}" if seat.empty else " ".join(seat.text.split())[:80]

    @property
    def full(self) -> bool:
        """Whether somebody sits everywhere."""
        return not any(seat.empty for seat in self.seats)

    def tap(self, form: MultiDict[str, str]) -> Self:
        """The seats after the button that was pressed, if it is one of theirs."""
        number = self._number(form.get("stand") or form.get("move") or "")
        if "sit" in form:
            ids = {str(player): player for player in self.people.names}
            player = ids.get(form["sit"])
            return self if player is None else self._sit(player)
        if "stand" in form and number:
            return self._put({number: Seat(0, 0)}, None)
        if "move" in form:
            return self._move(number)
        return self

    def _sit(self, player: int) -> Self:
        """Sits a person down in the next empty seat, or in the place of whom is being moved; a second tap stands up."""
        there = self.seat_of(player)
        if self.moving:
            return self._move(there.number) if there else self._with({self.moving: player})._still()
        if there:
            return self._put({there.number: Seat(0, 0)}, None)
        free = next((seat.number for seat in self.seats if seat.empty), None)
        return self._with({free: player}) if free else self

    def _move(self, number: int | None) -> Self:
        if not self.moving or not number or number == self.moving:
            return replace(self, moving=None if number == self.moving else number)
        one, other = self.seats[self.moving - 1], self.seats[number - 1]
        return self._put({one.number: other, other.number: one}, None)

    def _still(self) -> Self:
        return replace(self, moving=None)

    def _put(self, sitting: Mapping[int, Seat], moving: int | None) -> Self:
        seats = tuple(
            replace(seat, text=sitting[seat.number].text, tapped=sitting[seat.number].tapped)
            if seat.number in sitting
            else seat
            for seat in self.seats
        )
        return replace(self, seats=seats, moving=moving)

    def remark(self, seat: Seat) -> str:
        """What to say beside a typed name: who is known under it, or who might be meant."""
        if seat.tapped is not None or seat.empty:
            return ""
        known = self.who(seat)
        if known is not None:
            name = self.people.names[known]
            return f"{name}, who has played here before. Another {name}? Add a letter or a surname."
        meant = self.people.first_name_of(seat.text[:80])
        if meant:
            listed = " or ".join(meant[:3])
            return f"New here. If this is {listed}, tap that name instead."
        return "New here."


def sitters(seats: Seats) -> tuple[dict[int, int | str], dict[str, str]]:
    """Who sits in each seat, as the id of a known person or a new name, and the faults by input name."""
    found: dict[int, int | str] = {}
    faults: dict[str, str] = {}
    taken: dict[str | int, int] = {}
    for seat in seats.seats:
        try:
            name = clean_text(seat.text)
        except BadName as error:
            faults[seat.name] = str(error)
            continue
        who = seats.who(seat) or name
        # The forgotten have one name between them; everybody else has their own, and an alias is nobody else's.
        marks = {who} if who in seats.people.nameless else {who, folded(name)}
        other = min(taken.setdefault(mark, seat.number) for mark in marks)
        if other != seat.number:
            same = seats.seats[other - 1].text
            faults[seat.name] = (
                f"Seat {other} has this name too; add a letter to tell them apart."
                if folded(same) == folded(name)
                else f"Seat {other} has the same person, as {' '.join(same.split())}."
            )
        found[seat.number] = who
    return found, faults


def player_of(club: Club, who: int | str, key: str) -> int:
    """The person of that id or name: the one who was there first, should two phones have made one each."""
    if isinstance(who, int):
        return who
    found = club.players_named(who)
    return found[0].id if found else club.add_player(who, key=key).id
