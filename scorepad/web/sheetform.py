"""The round's form, derived from the sheet: its inputs, what was typed into them, and the cells they stand for.

An input's name is the cell's place and field, `team1.melded`; an adjustment has two inputs for its one cell.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorepad.rules.model import RuleSet, Table
from scorepad.rules.words import Begun, Place
from scorepad.scoring.explain import lower
from scorepad.scoring.game import seats_of
from scorepad.scoring.round_cells import MOST_ADJUSTMENTS
from scorepad.scoring.sheet import About, Field, Kind, Sheet
from scorepad.web.given import packet_points
from scorepad.web.icons import icon_of, made_of_words

OPENED = "opened"
"""The field of a team that was seen to open; nothing is scored by it."""


@dataclass(frozen=True, slots=True)
class Input:
    """One input: `control` is count, points, check, mark, signed or text; a check's or mark's text is "1" or "".

    `made_of` says what is counted where its label is only the table's word for it.
    """

    name: str
    label: str
    control: str
    help: str = ""
    icon: str = ""
    made_of: str = ""

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
    """What is asked of one player: what is tallied during play, and what is counted after it."""

    seat: int
    tallied: tuple[Input, ...]
    counted: tuple[Input, ...]

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All of them."""
        return (*self.counted, *self.tallied)


@dataclass(frozen=True, slots=True)
class TeamForm:
    """What is asked of one team, its players after it; `own_way` is the table's way out of anything."""

    team: int
    tallied: tuple[Input, ...]
    lost: tuple[Input, ...]
    counted: tuple[Input, ...]
    seats: tuple[SeatForm, ...]
    own_way: tuple[Input, ...]

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All that is asked of the team as a team, but for the own way."""
        return (*self.counted, *self.tallied, *self.lost)


ENDED = Input("table.ended", "How did the round end?", "choice")


@lru_cache(maxsize=256)
def team_forms(page: Sheet) -> tuple[TeamForm, ...]:
    """The form of a round, team by team."""
    return tuple(_team(page, team) for team in range(page.table.teams))


def inputs_of(forms: tuple[TeamForm, ...]) -> tuple[Input, ...]:
    """Every input of a round's form, in order."""
    found = [ENDED]
    for form in forms:
        found += [*form.inputs, *(i for seat in form.seats for i in seat.inputs), *form.own_way]
    return tuple(found)


def _team(page: Sheet, team: int) -> TeamForm:
    asked = [field for field in page.fields if field.asked]
    place = f"team{team + 1}"
    rules = page.rules
    tallied, counted = _both(rules, place, [f for f in asked if f.about is About.TEAM])
    of_seats = [field for field in asked if field.about is About.SEAT]
    seats = tuple(
        SeatForm(seat, *_both(rules, f"seat{seat}", of_seats))
        for seat in seats_of(team, page.table)
    )
    opened = Input(f"{place}.{OPENED}", "Opened", "mark")
    lost = tuple(_lost(rules, place))
    return TeamForm(team, (opened, *tallied), lost, counted, seats, tuple(_own_way(place)))


def _both(
    rules: RuleSet, place: str, fields: list[Field]
) -> tuple[tuple[Input, ...], tuple[Input, ...]]:
    """The inputs for what is tallied while the cards are played, and for what is counted after."""
    inputs = [(_is_counted_after(field), _input(rules, place, field)) for field in fields]
    return tuple(i for after, i in inputs if not after), tuple(i for after, i in inputs if after)


def _is_counted_after(field: Field) -> bool:
    if field.kind is Kind.THREES:
        return field.threes[-1].place is Place.HELD
    return field.kind in (Kind.MELDED, Kind.LEFT, Kind.CONCEALED)


def _input(rules: RuleSet, place: str, field: Field) -> Input:
    name = f"{place}.{field.code}"
    if field.kind is Kind.MELDED:
        return Input(name, field.label, "points", "Every card on the table, books included.")
    if field.kind is Kind.LEFT:
        return Input(name, field.label, "points", "Hand and foot together.")
    icon, made_of = icon_of(rules, field), made_of_words(rules, field)
    if field.most == 1:
        return Input(name, field.one, "check", icon=icon, made_of=made_of)
    return Input(name, field.label, "count", icon=icon, made_of=made_of)


def _lost(rules: RuleSet, place: str) -> Iterator[Input]:
    for kind in rules.books:
        if kind.begun is Begun.OPENING:
            yield Input(f"{place}.lost_{kind.code}", f"Lost the {lower(kind.many)}", "check")


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
    rules: RuleSet,
    values: Mapping[tuple[int, str, str], Any],
    number: int,
    inputs: tuple[Input, ...],
) -> dict[str, str]:
    """What stands in each input of round `number`, by input name; cards counted as piles or singly as their points."""
    return {i.name: _text(rules, values.get((number, i.place, i.field)), i) for i in inputs}


def _text(rules: RuleSet, value: Any, one: Input) -> str:
    if value is None:
        return one.start
    match value:
        case {"as": "count" | "tally", "n": count}:
            return "" if one.control == "check" and not count else str(count)
        case {"as": "points", "typed": typed}:
            return str(typed)
        case {"as": "piles" | "cards"}:
            return str(packet_points(rules, value, one.field))
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
