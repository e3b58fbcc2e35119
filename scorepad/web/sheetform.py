"""The round's form, derived from the sheet: its inputs, what was typed into them, and the cells they stand for.

An input's name is the cell's place and field, `team1.melded`; an adjustment has two inputs for its one cell.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.rules.model import Table
from scorepad.rules.words import Begun
from scorepad.scoring.agreement import Agreement
from scorepad.scoring.explain import lower
from scorepad.scoring.game import seats_of
from scorepad.scoring.record import MOST_ADJUSTMENTS
from scorepad.scoring.sheet import About, Field, Kind, Sheet

POINTS_HELP = "A number, or a sum such as 120+85+40."


@dataclass(frozen=True, slots=True)
class Input:
    """One input: `control` is count, points, check, signed or text; a check's text is "1" or ""."""

    name: str
    label: str
    control: str
    help: str = ""

    @property
    def place(self) -> str:
        """The cell's place."""
        return self.name.split(".")[0]

    @property
    def field(self) -> str:
        """The cell's field."""
        return self.name.split(".")[1]

    @property
    def part(self) -> str:
        """Which of an adjustment's two inputs it is; "" for every other."""
        return self.name.split(".")[2] if self.name.count(".") > 1 else ""

    @property
    def start(self) -> str:
        """What stands in the input before anything was typed: a visible 0 where things are counted."""
        return "0" if self.control == "count" else ""


@dataclass(frozen=True, slots=True)
class SeatForm:
    """What is asked of one player."""

    seat: int
    inputs: tuple[Input, ...]


@dataclass(frozen=True, slots=True)
class TeamForm:
    """What is asked of one team, its players after it; `own_way` is the table's way out of anything."""

    team: int
    inputs: tuple[Input, ...]
    seats: tuple[SeatForm, ...]
    own_way: tuple[Input, ...]


ENDED = Input("table.ended", "How did the round end?", "choice")


def team_forms(agreed: Agreement, page: Sheet) -> tuple[TeamForm, ...]:
    """The form of a round, team by team."""
    return tuple(_team(agreed, page, team) for team in range(agreed.table.teams))


def inputs_of(forms: tuple[TeamForm, ...]) -> tuple[Input, ...]:
    """Every input of a round's form, in order."""
    found = [ENDED]
    for form in forms:
        found += [*form.inputs, *(i for seat in form.seats for i in seat.inputs), *form.own_way]
    return tuple(found)


def _team(agreed: Agreement, page: Sheet, team: int) -> TeamForm:
    asked = [field for field in page.fields if field.asked]
    place = f"team{team + 1}"
    own = [_input(place, field) for field in asked if field.about is About.TEAM]
    seats = tuple(
        SeatForm(
            seat,
            tuple(_input(f"seat{seat}", field) for field in asked if field.about is About.SEAT),
        )
        for seat in seats_of(team, agreed.table)
    )
    return TeamForm(team, (*own, *_lost(agreed, place)), seats, tuple(_own_way(place)))


def _input(place: str, field: Field) -> Input:
    name = f"{place}.{field.code}"
    if field.kind is Kind.MELDED:
        everything = "Every card of the team on the table, books included. "
        return Input(name, field.label, "points", everything + POINTS_HELP)
    if field.kind is Kind.LEFT:
        return Input(name, field.label, "points", "Hand and foot together. " + POINTS_HELP)
    if field.kind is Kind.CONCEALED or (field.most == 1 and field.about is About.SEAT):
        return Input(name, field.one, "check")
    return Input(name, field.label, "count")


def _lost(agreed: Agreement, place: str) -> Iterator[Input]:
    for kind in agreed.rules.books:
        if kind.begun is Begun.OPENING:
            label = f"Lost the {lower(kind.many)}"
            why = "The opening fell short and used that rank, so it may not be melded this round."
            yield Input(f"{place}.lost_{kind.code}", label, "check", why)


def _own_way(place: str) -> Iterator[Input]:
    for number in range(1, MOST_ADJUSTMENTS + 1):
        name = f"{place}.adjustment{number}"
        yield Input(
            f"{name}.points", f"Adjustment {number}, points", "signed", "Such as −50 or 100."
        )
        yield Input(f"{name}.reason", f"Adjustment {number}, reason", "text")
    why = "If your table lets a going out stand that the rules forbid, say why."
    yield Input(f"{place}.ruling", "The table's ruling", "text", why)


def names_of(problem_path: str, table: Table, known: Collection[str]) -> str:
    """The input, of those known, that a problem's path speaks of; "" where there is none.

    `teams[0].left[1]` is the second player of team 1; what counts over a team's players is said beside the first.
    """
    own, of_first = _named(problem_path, table)
    return next((name for name in (own, of_first) if name in known), "")


def _named(problem_path: str, table: Table) -> tuple[str, str]:
    """The input if it is the table's or the team's, and if it is the first player's."""
    match = re.fullmatch(r"teams\[(\d)\]\.(.+)", problem_path)
    if match is None:
        return (ENDED.name if problem_path == "ended" else ""), ""
    team, rest = int(match[1]), match[2]
    seats = seats_of(team, table)
    if left := re.match(r"left(?:\[(\d)\])?", rest):
        return "", f"seat{seats[int(left[1] or 0)]}.left"
    head, _, tail = rest.partition(".")
    match head:
        case "went_out":
            return ENDED.name, ""
        case "books" | "bonuses":
            name = tail
        case "unfinished":
            name = f"unfinished_{tail}"
        case "threes":
            color, _, where = tail.partition(".")
            name = f"{color}_threes_{where}"
        case _:
            name = head
    return f"team{team + 1}.{name}", f"seat{seats[0]}.{name}"


def texts(
    values: Mapping[tuple[int, str, str], Any], number: int, inputs: tuple[Input, ...]
) -> dict[str, str]:
    """What stands in each input of round `number`, by input name."""
    return {i.name: _text(values.get((number, i.place, i.field)), i) for i in inputs}


def _text(value: Any, one: Input) -> str:
    if value is None:
        return one.start
    match value:
        case {"as": "count" | "tally", "n": count}:
            return ("1" if count else "") if one.control == "check" else str(count)
        case {"as": "points", "typed": typed}:
            return str(typed)
        case {"as": "out", "seat": seat}:
            return f"seat{seat}"
        case {"as": "stock"}:
            return "stock"
        case {"yes": yes}:
            return "1" if yes else ""
        case {"text": text}:
            return str(text)
        case {"typed": typed, "reason": reason}:
            return str(typed if one.part == "points" else reason)
    return ""
