"""The form of a round, derived from its sheet: the inputs and their cells.

An input is named after its cell's place and field, such as "team1.melded". An adjustment is one cell with two inputs.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorepad.language.words import format_number, join_words, label, lower_first, say
from scorepad.rulebook.words import book_contents
from scorepad.rules import codes
from scorepad.rules.lookup import book, has_foot
from scorepad.rules.model import Book, RuleSet, Table
from scorepad.rules.words import Begun, BonusKind, LoneHand, MadeOf
from scorepad.rules.words import CardPlace as Lies
from scorepad.scoring.cells import TABLE, Place
from scorepad.scoring.game.course import seats_of
from scorepad.scoring.game.record import ALONE, HOW_ENDED, MAX_ADJUSTMENTS, OPENED
from scorepad.scoring.sheet import About, Field, Kind, Sheet


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a round's form.

    `control` is choice, count, points, check, mark, signed or text; a check or mark holds "1" or "". `part` is "points"
    or "reason" for the two inputs of an adjustment, else "". `made_of` describes the cards of a book, whose label is
    the table's own word. `face` is the top card of a stack of such books: red, black, wild, or its rank.
    """

    place: Place
    field: str
    label: str
    control: str
    part: str = ""
    help: str = ""
    icon: str = ""
    face: str = ""
    made_of: str = ""
    name: str = ""
    start: str = ""
    """What the input shows for a blank cell: "0" for counts."""


def _make(place: Place, field: str, called: str, control: str, **more: str) -> Input:
    part = more.get("part", "")
    name = f"{place}.{field}.{part}" if part else f"{place}.{field}"
    start = "0" if control == "count" else ""
    return Input(place, field, called, control, name=name, start=start, **more)


@dataclass(frozen=True, slots=True)
class SeatForm:
    """The inputs of one player: tallied during play, and counted after it."""

    seat: int
    tallied: tuple[Input, ...]
    counted: tuple[Input, ...]
    inputs: tuple[Input, ...]


@dataclass(frozen=True, slots=True)
class TeamForm:
    """The inputs of a team and its players. Teams count from 1. `adjusting` has the adjustments and the ruling."""

    team: int
    tallied: tuple[Input, ...]
    lost: tuple[Input, ...]
    counted: tuple[Input, ...]
    seats: tuple[SeatForm, ...]
    adjusting: tuple[Input, ...]
    inputs: tuple[Input, ...]
    """The inputs of the team itself, without its players and `adjusting`."""


LONE_HAND = _make(TABLE, ALONE, say("Who played alone?"), "choice")
ENDED = _make(TABLE, HOW_ENDED, say("How did the round end?"), "choice")

NO_LONE_HAND = "none"
"""The text of the input for a round in which everyone played alone."""


def choices_of(table: Table) -> tuple[Input, ...]:
    """Return the inputs about the whole round at this table."""
    return (ENDED,) if table.lone_hand is LoneHand.NONE else (LONE_HAND, ENDED)


@lru_cache(maxsize=256)
def team_forms(sheet: Sheet) -> tuple[TeamForm, ...]:
    """Return the form of a round, team by team."""
    return tuple(_team(sheet, team) for team in range(1, sheet.table.teams + 1))


@lru_cache(maxsize=256)
def sheet_inputs(sheet: Sheet) -> tuple[Input, ...]:
    """Return every input of a round's form, in order."""
    return (*choices_of(sheet.table), *inputs_of(team_forms(sheet)))


@lru_cache(maxsize=256)
def inputs_by_name(sheet: Sheet) -> Mapping[str, Input]:
    """Return every input of a round's form by its name, in order."""
    return {asked.name: asked for asked in sheet_inputs(sheet)}


def inputs_of(forms: tuple[TeamForm, ...]) -> tuple[Input, ...]:
    """Return every input of these teams."""
    inputs: list[Input] = []
    for form in forms:
        inputs += [*form.inputs, *(i for seat in form.seats for i in seat.inputs), *form.adjusting]
    return tuple(inputs)


def _team(sheet: Sheet, team: int) -> TeamForm:
    asked = [field for field in sheet.fields if field.asked]
    place, rules = Place.team(team), sheet.rules
    tallied, counted = _both(sheet, place, [f for f in asked if f.about is About.TEAM])
    tallied = (_make(place, OPENED, label("Opened"), "mark"), *tallied)
    lost = tuple(_lost(rules, place))
    return TeamForm(
        team=team,
        tallied=tallied,
        lost=lost,
        counted=counted,
        seats=tuple(_seat(sheet, seat, asked) for seat in seats_of(team, sheet.table)),
        adjusting=tuple(_adjusting(place)),
        inputs=(*counted, *tallied, *lost),
    )


def _seat(sheet: Sheet, seat: int, asked: list[Field]) -> SeatForm:
    fields = [field for field in asked if field.about is About.SEAT]
    tallied, counted = _both(sheet, Place.seat(seat), fields)
    return SeatForm(seat, tallied, counted, (*counted, *tallied))


def _both(sheet: Sheet, place: Place, fields: list[Field]) -> tuple[tuple[Input, ...], tuple[Input, ...]]:
    """Return the inputs tallied during play, and those counted after it."""
    inputs = [(_is_counted_after(field), _input(sheet, place, field)) for field in fields]
    return tuple(i for after, i in inputs if not after), tuple(i for after, i in inputs if after)


def _is_counted_after(field: Field) -> bool:
    if field.kind is Kind.THREES:
        return field.threes[-1].place is Lies.HELD
    return field.kind in (Kind.MELDED, Kind.LEFT, Kind.CONCEALED)


def _input(sheet: Sheet, place: Place, field: Field) -> Input:
    rules = sheet.rules
    if field.kind is Kind.MELDED:
        paid = sorted({kind.points for kind in rules.books}, reverse=True)
        if len(paid) <= 2:
            pays = join_words([*map(format_number, paid)], "or")
            help = say("Count the cards of the books too, but not the {points} that a book pays.", points=pays)
        else:
            help = say("Count the cards of the books too, but not the points that a book pays.")
        return _make(place, field.code, field.label, "points", help=help)
    if field.kind is Kind.LEFT:
        both = say("Hand and foot together.") if has_foot(rules, sheet.table, sheet.round_number) else ""
        return _make(place, field.code, field.label, "points", help=both)
    kind = book(rules, field.name) if field.kind is Kind.BOOK else None
    icon, made_of = _icon(rules, field), book_contents(kind) if kind else ""
    if field.most == 1:
        return _make(place, field.code, field.singular, "check", icon=icon, made_of=made_of)
    face = face_of(kind) if kind else ""
    return _make(place, field.code, field.label, "count", icon=icon, face=face, made_of=made_of)


def face_of(kind: Book) -> str:
    """Return the look of a book's top card: from its name if that has a colour, else from its cards."""
    words = kind.plural.lower().split()
    if color := next((word for word in words if word in ("red", "black")), ""):
        return color
    if len(kind.ranks) == 1:
        return kind.ranks[0]
    if kind.made_of is MadeOf.WILDS:
        return "wild"
    return {MadeOf.NATURALS: "red", MadeOf.MIXED: "black"}.get(kind.made_of, "")


def _icon(rules: RuleSet, field: Field) -> str:
    """Return the id of a field's icon in `static/icon.svg`, "" if it has none.

    A book's icon depends on its cards, not its name: one table's "Red" may be another table's "Black".
    """
    match field.kind:
        case Kind.BOOK:
            kind = book(rules, field.name)
            return f"book-{kind.made_of}" if kind else ""
        case Kind.UNFINISHED:
            return "unfinished"
        case Kind.THREES:
            return f"{field.threes[-1].color}-three"
        case Kind.BONUS:
            bonus = next(bonus for bonus in rules.bonuses if bonus.code == field.name)
            return "cut" if bonus.kind is BonusKind.CUT else "bonus"
    return ""


def _lost(rules: RuleSet, place: Place) -> Iterator[Input]:
    for kind in rules.books:
        if kind.begun is Begun.OPENING:
            yield _make(place, f"lost_{kind.code}", label("Lost the {books}", books=lower_first(kind.plural)), "check")


def _adjusting(place: Place) -> Iterator[Input]:
    for number in range(1, MAX_ADJUSTMENTS + 1):
        field, example = f"adjustment{number}", say("Such as −50 or 100.")
        points, reason = label("Adjustment {n}, points", n=number), label("Adjustment {n}, reason", n=number)
        yield _make(place, field, points, "signed", part="points", help=example)
        yield _make(place, field, reason, "text", part="reason")
    why = say("If your table lets someone go out against the rules, say why.")
    yield _make(place, "ruling", label("The table's ruling"), "text", help=why)


def input_for(problem_path: str, table: Table, names: Collection[str]) -> str:
    """Return the name of the input that a problem's path refers to, or "" if it is not among `names`.

    `teams[0].left[1]` is the second player of team 1. A path for the whole team refers to its first player's input if
    only players have that input.
    """
    own, of_first = _paths_inputs(problem_path, table)
    return next((name for name in (own, of_first) if name in names), "")


def _paths_inputs(problem_path: str, table: Table) -> tuple[str, str]:
    """Return the name of the input if it belongs to the table or team, and its name if it belongs to a player."""
    match = re.fullmatch(r"teams\[(\d)\]\.(.+?)(?:\[(\d)\])?", problem_path)
    if match is None:
        return {HOW_ENDED: ENDED.name, ALONE: LONE_HAND.name}.get(problem_path, ""), ""
    team, rest = int(match[1]) + 1, match[2]
    seat = seats_of(team, table)[int(match[3] or 0)]
    head, _, tail = rest.partition(".")
    match head:
        case "went_out":
            return ENDED.name, ""
        case "books" | "bonuses":
            name = tail
        case "unfinished":
            name = f"{codes.UNFINISHED}{tail}"
        case "threes":
            color, _, where = tail.partition(".")
            name = f"{color}_threes_{where}"
        case _:
            name = head
    return f"{Place.team(team)}.{name}", f"{Place.seat(seat)}.{name}"
