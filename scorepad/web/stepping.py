"""A tap on − or +, or on a mark: a form's button that says which input it moves, so that it works without scripts."""

import re
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorepad.web.sheetform import Input
from scorepad.web.typing_in import MOST_COUNT, plain_number

_STEP = re.compile(r"(?P<name>[A-Za-z0-9_.]{1,60})(?P<by>[+-])1")


@dataclass(frozen=True, slots=True)
class Tap:
    """What a button says: the name of the input that it moves, and by how much."""

    name: str
    by: int

    def moved(self, number: int, least: int = 0, most: int = MOST_COUNT) -> str:
        """The text of that input after the tap, where this number stood in it; never past its ends."""
        return str(min(max(number + self.by, least), most))


def tap_of(step: str) -> Tap | None:
    """The tap that a button stands for: "team1.clean+1"; None for anything else."""
    found = _STEP.fullmatch(step)
    return Tap(found["name"], 1 if found["by"] == "+" else -1) if found else None


def with_step(
    form: MultiDict[str, str], inputs: tuple[Input, ...]
) -> tuple[MultiDict[str, str], Input | None]:
    """The form as if the number after the tap had been typed, and the input that was tapped.

    None where no button was tapped, where it names no input that can be stepped, or where something else than a
    number stands in that input: what was typed then speaks for itself.
    """
    tap = tap_of(form.get("step", ""))
    one = next((i for i in inputs if tap and i.name == tap.name), None)
    if tap is None or one is None:
        return form, None
    text = _stepped(one, form.get(one.name, "").strip(), tap)
    if text is None:
        return form, None
    moved = form.copy()
    moved.setlist(one.name, [text])
    return moved, one


def _stepped(one: Input, text: str, tap: Tap) -> str | None:
    if one.control in ("check", "mark"):
        return "1" if tap.by > 0 else ""
    number = plain_number(text or "0", 3) if one.control == "count" else None
    return None if number is None else tap.moved(number)
