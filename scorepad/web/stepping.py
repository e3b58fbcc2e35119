"""A tap on − or +, or on a mark: a form's button that says which input it moves, so that it works without scripts."""

import re

from werkzeug.datastructures import MultiDict

from scorepad.web.sheetform import Input
from scorepad.web.typing_in import MOST_COUNT

_STEP = re.compile(r"(?P<name>[a-z0-9_.]+)(?P<by>[+-])1")


def with_step(
    form: MultiDict[str, str], inputs: tuple[Input, ...]
) -> tuple[MultiDict[str, str], Input | None]:
    """The form as if the number after the tap had been typed, and the input that was tapped.

    None where no button was tapped, where it names no input that can be stepped, or where something else than a
    number stands in that input: what was typed then speaks for itself.
    """
    step = _STEP.fullmatch(form.get("step", ""))
    one = next((i for i in inputs if step and i.name == step["name"]), None)
    if step is None or one is None:
        return form, None
    text = _stepped(one, form.get(one.name, "").strip(), 1 if step["by"] == "+" else -1)
    if text is None:
        return form, None
    moved = form.copy()
    moved.setlist(one.name, [text])
    return moved, one


def _stepped(one: Input, text: str, by: int) -> str | None:
    if one.control in ("check", "mark"):
        return "1" if by > 0 else ""
    text = text or "0"
    if one.control != "count" or not (text.isascii() and text.isdigit()) or len(text) > 3:
        return None
    return str(min(max(int(text) + by, 0), MOST_COUNT))
