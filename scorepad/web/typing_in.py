"""What was typed into a round's form: each input read on its own, every fault named, everything typed kept."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from werkzeug.datastructures import MultiDict

from scorepad.rules.model import Table
from scorepad.scoring.names import LONGEST, BadName, clean_name
from scorepad.scoring.quantity import NotANumber, typed_adjustment, typed_points
from scorepad.web.sheetform import Input

MOST_COUNT = 99
LONGEST_REASON = 200
MOST_NAMED = 5
PLAIN = ("csrf_token", "key", "seen", "base", "action", "confirm", "step", "from", "packet")
"""What every form carries besides its inputs."""

MANY = ("base",)
"""What of that may come more than once."""

CellPart = tuple[str, str]

# What was no UTF-8 arrives as � from one kind of form, and from the other as the escape it was sent in.
_BROKEN = re.compile("\ufffd|%[89A-F][0-9A-F]")


@dataclass(slots=True)
class Typed:
    """A form as it came in: the texts by input name, the cell values they mean, and the faults by input name."""

    texts: dict[str, str] = field(default_factory=dict)
    values: dict[CellPart, Any] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether every input could be read, and nothing came along that has no place here."""
        return not self.faults and not self.strange

    def touched(self, rendered: Mapping[str, str]) -> Self:
        """The same without the texts that its page already showed: nobody typed those."""
        kept = {
            name: text
            for name, text in self.texts.items()
            if text.strip() != rendered[name].strip()
        }
        return replace(self, texts=kept)


def read(form: MultiDict[str, str], inputs: tuple[Input, ...], table: Table) -> Typed:
    """Reads a round's form. An input that is missing counts as not touched and is left out."""
    typed = Typed()
    known = {one.name for one in inputs}
    typed.strange = [name for name in form if name not in known and name not in PLAIN]
    typed.strange += [name for name in PLAIN if name not in MANY and len(form.getlist(name)) > 1]
    for one in inputs:
        said = form.getlist(one.name)
        if not said and _is_other_half(one, typed):
            said = [""]
        if not said:
            continue
        typed.texts[one.name] = said[0]
        if len(said) > 1:
            typed.faults[one.name] = "This came twice; type it once."
        else:
            _read_one(typed, one, said[0], table)
    return typed


def _is_other_half(one: Input, typed: Typed) -> bool:
    """Whether an input that did not come is the reason of an adjustment whose points came."""
    stem = one.name.removesuffix(".reason")
    return one.part == "reason" and f"{stem}.points" in typed.texts


def _read_one(typed: Typed, one: Input, text: str, table: Table) -> None:
    try:
        if one.part:
            _adjustment(typed, one)
        else:
            typed.values[one.place, one.field] = _value(one, text.strip(), table)
    except (NotANumber, BadName) as error:
        typed.faults[one.name] = str(error)


def _value(one: Input, text: str, table: Table) -> Any:
    match one.control:
        case "choice":
            return _ended(text, table)
        case "check":
            return {"as": "count", "n": typed_count(text)} if text else None
        case "mark":
            return {"yes": True} if text else None
        case "count":
            return {"as": "count", "n": typed_count(text)} if text else None
        case "points":
            if text:
                typed_points(text)
            return {"as": "points", "typed": text} if text else None
    return {"text": clean_text(text, LONGEST_REASON, "reason")} if text else None


def clean_text(text: str, longest: int = LONGEST, what: str = "name") -> str:
    """What somebody typed in words, as it may be kept and shown. Raises BadName with a sentence."""
    if _BROKEN.search(text):
        raise BadName("Some of that came in broken; please type it again.")
    return clean_name(text, longest, what)


def plain_number(text: str, longest: int = 9) -> int | None:
    """A number in digits and nothing else, at most so many of them; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= longest else None


def typed_count(text: str) -> int:
    """A number of things, 0 to `MOST_COUNT`. Raises NotANumber with a sentence."""
    if not (text.isascii() and text.isdigit()):
        raise NotANumber("Type a whole number such as 2, or 0 for none.")
    if len(text.lstrip("0")) > 2:
        raise NotANumber(f"No table has so many; {MOST_COUNT} is the most.")
    return int(text.lstrip("0") or "0")


def _ended(text: str, table: Table) -> Any:
    if not text:
        return None
    if text == "stock":
        return {"as": "stock"}
    seats = {f"seat{seat}": seat for seat in range(1, table.players + 1)}
    if text not in seats:
        raise NotANumber("Choose one of the players, or that the stock ran out.")
    return {"as": "out", "seat": seats[text]}


def _adjustment(typed: Typed, one: Input) -> None:
    """The second input of an adjustment completes the cell; one without the other is a fault."""
    if one.part != "reason":
        return
    stem = one.name.removesuffix(".reason")
    points, reason = typed.texts.get(f"{stem}.points", "").strip(), typed.texts[one.name].strip()
    if not points and not reason:
        typed.values[one.place, one.field] = None
        return
    if not points:
        typed.faults[f"{stem}.points"] = "Say how many points, such as −50."
        return
    try:
        typed_adjustment(points)
    except NotANumber as error:
        typed.faults[f"{stem}.points"] = str(error)
        return
    if not reason:
        raise BadName("Say in a few words what the adjustment is for.")
    kept = clean_text(reason, LONGEST_REASON, "reason")
    typed.values[one.place, one.field] = {"typed": points, "reason": kept}


def tallied(typed: Typed, one: Input) -> None:
    """Marks a number as tapped: two phones that both tap from 2 to 3 mean 3 or 4, and must be asked."""
    value = typed.values.get((one.place, one.field))
    if one.control == "count" and value is not None:
        typed.values[one.place, one.field] = {"as": "tally", "n": value["n"]}


def changed(
    typed: Typed, inputs: tuple[Input, ...], rendered: Mapping[str, str]
) -> dict[CellPart, Any]:
    """The cells whose inputs say something else than the page said when it was made.

    An input nobody touched never speaks, so a form merges with what others typed meanwhile.
    """
    names = typed.touched(rendered).texts
    touched = {(one.place, one.field) for one in inputs if one.name in names}
    return {cell: value for cell, value in typed.values.items() if cell in touched}


def zeros(
    typed: Typed, inputs: tuple[Input, ...], there: Mapping[CellPart, Any]
) -> dict[CellPart, Any]:
    """The counts that stand as a visible 0 on a sheet being finished and were never recorded."""
    return {
        (one.place, one.field): typed.values[one.place, one.field]
        for one in inputs
        if one.control == "count"
        and there.get((one.place, one.field)) is None
        and typed.values.get((one.place, one.field)) == {"as": "count", "n": 0}
    }


def some_of(names: Collection[str]) -> str:
    """The first few names, shortened, and how many more there are: a forged form may have thousands."""
    shown = [name[:60] for name in sorted(names)[:MOST_NAMED]]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"and {more} more"] if more else shown)


def uncounted(typed: Typed, inputs: tuple[Input, ...]) -> dict[str, str]:
    """A fault for every count that somebody emptied: on a sheet being finished, blank is not zero."""
    sentence = "Count these; type 0 if there were none."
    counts = [one.name for one in inputs if one.control == "count"]
    return {name: sentence for name in counts if typed.texts.get(name, "0").strip() == ""}
