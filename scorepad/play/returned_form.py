"""A form that goes back to the person who sent it, and what others typed into it meanwhile."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorepad.play.cell_text import shown_text
from scorepad.play.game import LoadedGame
from scorepad.play.parse_form import ParsedForm, ShownForm
from scorepad.play.sheet_form import Input
from scorepad.scoring.cells import CellName, CellValue, parse_value
from scorepad.scoring.model import Problem
from scorepad.store import Answer


@dataclass(frozen=True, slots=True)
class ReturnedForm:
    """A form that goes back to the person who sent it.

    `game` is the game it was checked against, `parsed` what was typed, and `conflicts` what others typed meanwhile, by
    input name. `unfinished` if nothing is wrong, but the button that corrects a finished round was not pressed.
    """

    game: LoadedGame
    parsed: ParsedForm
    notice: str = ""
    problems: tuple[Problem, ...] = ()
    conflicts: Mapping[str, str] = field(default_factory=dict)
    unfinished: bool = False


def texts_recorded(game: LoadedGame, inputs: Iterable[Input], conflicts: Iterable[Answer]) -> dict[str, str]:
    """Return the current text of each input whose cell another phone changed first, by input name."""
    rules = game.agreement.rules
    current = {(a.place, a.field): a.current.value if a.current else None for a in conflicts}
    return {
        i.name: shown_text(rules, parse_value(current[i.place, i.field]), i)
        for i in inputs
        if (i.place, i.field) in current
    }


def texts_changed_since(
    parsed: ParsedForm, touched: Iterable[Input], *, shown: ShownForm, now: Mapping[CellName, CellValue]
) -> dict[str, str]:
    """Return what others have typed since the page was `shown` into the `touched` inputs, by input name."""
    conflicts = {}
    for asked in touched:
        cell = (shown.round_number, asked.place, asked.field)
        then, text = (shown_text(shown.rules, v.get(cell), asked) for v in (shown.values, now))
        if text not in (then, parsed.texts.get(asked.name, "").strip()):
            conflicts[asked.name] = text
    return conflicts
