"""Parses a round's form: every input on its own, every fault named, everything typed kept."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from scorepad.play.cell_text import packet_points
from scorepad.play.form_data import CHECK_NAME, MOST_COUNT, FormData, Tap, tap_of
from scorepad.play.sheet_form import Input
from scorepad.rules.model import RuleSet, Table
from scorepad.scoring.cells import (
    Adjusted,
    CardCounts,
    CellValue,
    Count,
    Mark,
    Piles,
    Points,
    StockRanOut,
    Text,
    WentOut,
    counted,
    is_yes,
)
from scorepad.scoring.names import LONGEST_NAME, LONGEST_REASON, BadName, clean_name
from scorepad.scoring.quantity import NotANumber, typed_adjustment, typed_points

MOST_NAMED = 5
OWN_FIELDS = ("csrf_token", "key", "seen", "base", "action", "confirm", "step", "from", "packet")
"""What every form carries besides its inputs. Only "base" may come more than once."""

CellPart = tuple[str, str]
"""Place and field of a cell in the round of the form."""

# Bytes that are no UTF-8 arrive as � from one kind of form, and as the escape they were sent in from the other.
_BROKEN = re.compile("\ufffd|%[89A-F][0-9A-F]")


def with_step(form: FormData, inputs: Iterable[Input]) -> tuple[FormData, Input | None]:
    """Return the form as if the number after the tap had been typed, and the tapped input.

    The input is None if no button was tapped, if it moves no input of these, or if its text is no number.
    """
    tap = tap_of(form.get("step"))
    tapped = next((i for i in inputs if i.name == tap.name), None) if tap else None
    if tap is None or tapped is None:
        return form, None
    text = _stepped(tapped, form.get(tapped.name).strip(), tap)
    return (form, None) if text is None else (form.with_texts({tapped.name: text}), tapped)


def _stepped(tapped: Input, text: str, tap: Tap) -> str | None:
    if tapped.control in ("check", "mark"):
        return "1" if tap.by > 0 else ""
    number = plain_number(text or "0", 3) if tapped.control == "count" else None
    return None if number is None else tap.moved(number)


@dataclass(slots=True)
class ParsedForm:
    """A form as it came in.

    `texts` are what was typed, `faults` what is wrong with it, both by input name; `values` what it means, by cell;
    `unexpected` the names of fields that do not belong to the form; `tapped` the input a button moved.
    """

    texts: dict[str, str] = field(default_factory=dict)
    values: dict[CellPart, CellValue | None] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    unexpected: list[str] = field(default_factory=list)
    tapped: Input | None = None

    def only(self, names: Collection[str]) -> Self:
        """Return a copy with the texts of these inputs alone."""
        return replace(self, texts={n: text for n, text in self.texts.items() if n in names})


def parse_form(form: FormData, inputs: tuple[Input, ...], table: Table) -> ParsedForm:
    """Parse a round's form. An input that did not come was not touched, and is left out."""
    form, tapped = with_step(form, inputs)
    parsed = ParsedForm(tapped=tapped)
    fields, names = form.fields, {i.name for i in inputs}
    parsed.unexpected = [
        name
        for name in fields
        if name not in names and name not in OWN_FIELDS and not CHECK_NAME.fullmatch(name)
    ]
    parsed.unexpected += [n for n in OWN_FIELDS if n != "base" and len(fields.get(n, ())) > 1]
    for asked in inputs:
        sent = fields.get(asked.name, ())
        if not sent and asked.part == "reason" and _points_name(asked) in parsed.texts:
            sent = ("",)
        if not sent:
            continue
        parsed.texts[asked.name] = sent[0]
        if len(sent) > 1:
            parsed.faults[asked.name] = "This came twice. Type it once."
        else:
            _parse_input(parsed, asked, sent[0].strip(), table)
    return parsed


def _points_name(reason: Input) -> str:
    return f"{reason.name.removesuffix('.reason')}.points"


def _parse_input(parsed: ParsedForm, asked: Input, text: str, table: Table) -> None:
    try:
        if asked.part:
            _adjustment(parsed, asked)
        else:
            value = _value(asked, text, table) if text else None
            if asked is parsed.tapped and isinstance(value, Count) and asked.control == "count":
                value = Count(value.number, tapped=True)
            parsed.values[asked.place, asked.field] = value
    except (NotANumber, BadName) as error:
        parsed.faults[asked.name] = str(error)


def _value(asked: Input, text: str, table: Table) -> CellValue:
    match asked.control:
        case "choice":
            return _ended(text, table)
        case "mark":
            return Mark(True)
        case "check" | "count":
            return Count(typed_count(text))
        case "points":
            typed_points(text)
            return Points(text)
    return Text(clean_text(text, LONGEST_REASON, "reason"))


def _ended(text: str, table: Table) -> CellValue:
    if text == "stock":
        return StockRanOut()
    seats = {f"seat{seat}": seat for seat in range(1, table.players + 1)}
    if text not in seats:
        raise NotANumber("Choose one of the players, or that the stock ran out.")
    return WentOut(seats[text])


def _adjustment(parsed: ParsedForm, asked: Input) -> None:
    """The second input of an adjustment completes the cell; one without the other is a fault."""
    if asked.part != "reason":
        return
    points_name = _points_name(asked)
    points, reason = parsed.texts.get(points_name, "").strip(), parsed.texts[asked.name].strip()
    if not points and not reason:
        parsed.values[asked.place, asked.field] = None
        return
    if not points:
        parsed.faults[points_name] = "Say how many points, such as −50."
        return
    try:
        typed_adjustment(points)
    except NotANumber as error:
        parsed.faults[points_name] = str(error)
        return
    if not reason:
        raise BadName("Say in a few words what the adjustment is for.")
    text = clean_text(reason, LONGEST_REASON, "reason")
    parsed.values[asked.place, asked.field] = Adjusted(points, text)


def changed_inputs(
    parsed: ParsedForm,
    inputs: tuple[Input, ...],
    shown: Mapping[CellPart, CellValue],
    rules: RuleSet,
) -> tuple[Input, ...]:
    """Return the inputs whose values differ from what their page `shown`, and those with a fault.

    An input that no one touched says nothing, so a form merges with what other phones recorded meanwhile.
    """
    faulty = {(i.place, i.field) for i in inputs if i.name in parsed.faults}
    return tuple(
        i
        for i in inputs
        if (i.place, i.field) in faulty
        or _is_changed(i, parsed.values, shown.get((i.place, i.field)), rules)
    )


def _is_changed(
    asked: Input,
    values: Mapping[CellPart, CellValue | None],
    before: CellValue | None,
    rules: RuleSet,
) -> bool:
    cell = (asked.place, asked.field)
    after = values.get(cell)
    if cell not in values or before == after:
        return False
    match asked.control, before, after:
        case "count", None, Count(0):
            return False
        case "check", _, _:
            return (counted(before) or 0) != (counted(after) or 0)
        case "mark", _, _:
            return is_yes(before) != is_yes(after)
        case "points", Piles() | CardCounts(), _:
            return after != Points(str(packet_points(rules, before, asked.field)))
    return before != after


def clean_text(text: str, longest: int = LONGEST_NAME, what: str = "name") -> str:
    """Return typed words as they may be kept and shown. Raises BadName with a sentence."""
    if _BROKEN.search(text):
        raise BadName("Some of that came in broken; please type it again.")
    return clean_name(text, longest, what)


def plain_number(text: str, longest: int = 9) -> int | None:
    """Return a number written in ASCII digits alone, at most `longest` of them; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= longest else None


def typed_count(text: str) -> int:
    """Return a number of things, 0 to `MOST_COUNT`. Raises NotANumber with a sentence."""
    if not (text.isascii() and text.isdigit()):
        raise NotANumber("Type a whole number such as 2, or 0 for none.")
    if len(text.lstrip("0")) > 2:
        raise NotANumber(f"No table has so many; {MOST_COUNT} is the most.")
    return int(text.lstrip("0") or "0")


def first_names(names: Collection[str]) -> str:
    """Return the first few names, shortened, and how many more there are: a forged form may have thousands."""
    shown = [name[:60] for name in sorted(names)[:MOST_NAMED]]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"and {more} more"] if more else shown)
