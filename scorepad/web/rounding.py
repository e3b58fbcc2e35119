"""Keeping a round: from what was typed to entries in the store, or to everything that stands against it.

What can be read is kept at once as a draft; a round becomes final only when nothing is wrong with it, and a final
round is only ever replaced by one with which nothing is wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

from werkzeug.datastructures import MultiDict

from scorepad.rules.model import RuleSet
from scorepad.scoring.model import Problem
from scorepad.store import (
    Answer,
    CellName,
    Entry,
    KeyReused,
    LoggedEntry,
)
from scorepad.web.clubs import LoadedGame, current_club, load
from scorepad.web.forms import STALE, Posted, base_of
from scorepad.web.history import values_at
from scorepad.web.judging import FINISHED_CELL, against_final, is_final, judged_anew, judged_by
from scorepad.web.scorer import device
from scorepad.web.sheetform import Input, inputs_of, team_forms, texts
from scorepad.web.stepping import with_step
from scorepad.web.typing_in import (
    CellPart,
    Typed,
    changed,
    read,
    some_of,
    tallied,
    uncounted,
    zeros,
)

UNTIL_PUT_RIGHT = "The round stays as it was until this is put right."
NOT_YET = "Changed on this page only: press “Keep the correction” when the round is right."


class Outcome(Enum):
    """What became of a form that nothing stood against."""

    SAVED = auto()
    FINISHED = auto()


@dataclass(frozen=True, slots=True)
class Troubles:
    """Why a form came back: what was typed into it, everything to be said about it, and the game it belongs to.

    `game` is the one in which the form was judged: a page of it has seen neither more nor less.
    """

    game: LoadedGame
    typed: Typed
    notice: str = ""
    problems: tuple[Problem, ...] = ()
    conflicts: Mapping[str, str] = field(default_factory=dict)
    unfinished: bool = False
    """Whether nothing is wrong: a round that was final is being changed, and nobody has pressed the button yet."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What of a form is to be recorded; `own` is what its phone had recorded before, see `Posted.earlier`."""

    number: int
    form: Posted
    own: Mapping[CellName, LoggedEntry]
    inputs: tuple[Input, ...]
    changes: dict[CellPart, Any]


def keep(
    loaded: LoadedGame, number: int, form: Posted, said: MultiDict[str, str]
) -> Outcome | Troubles:
    """Records a round's form, or says why not; see this module's docstring."""
    return judged_anew(loaded, lambda game: _keep(game, number, form, said))


def _keep(
    loaded: LoadedGame, number: int, form: Posted, said: MultiDict[str, str]
) -> Outcome | Troubles:
    inputs = inputs_of(team_forms(loaded.sheet(number)))
    was_final = is_final(loaded, number)
    finishing = was_final or said.get("action") == "finish"
    said, tapped = with_step(said, inputs)
    typed = read(said, inputs, loaded.agreement.table)
    if tapped is not None:
        tallied(typed, tapped)
    if finishing and not tapped:
        typed.faults |= uncounted(typed, inputs)
    rules = loaded.agreement.rules
    own = form.earlier(loaded.id)
    shown = values_at(loaded, form.seen or 0)
    if own:
        shown = shown | {cell: one.value for cell, one in own.items()}
    rendered = texts(rules, shown, number, inputs)
    back = _back(loaded, number, inputs, typed, rendered)
    if was_final and form.fresh and _is_one_change(loaded, form, said):
        return replace(back, notice=NOT_YET, unfinished=True)
    if not form.fresh:
        return replace(back, notice=STALE)
    if not typed.good:
        return replace(back, notice=_strange(typed))
    changes = changed(typed, inputs, rendered)
    there = {(p, f): v for (n, p, f), v in loaded.values.items() if n == number}
    final = {**zeros(typed, inputs, there), **changes} if finishing else changes
    against = against_final(loaded, number, final, said) if finishing else None
    if against is not None and was_final:
        return replace(back, notice=UNTIL_PUT_RIGHT, problems=against)
    kept = Kept(number, form, own, inputs, changes if against else final)
    return _record(back, kept, finishing, against)


def keep_cell(
    loaded: LoadedGame,
    number: int,
    form: Posted,
    said: MultiDict[str, str],
    one: Input,
    value: Any,
) -> Outcome | Troubles:
    """Records what was counted for one input on a page of its own, or says why not."""
    return judged_anew(loaded, lambda game: _keep_cell(game, number, form, said, one, value))


def _is_one_change(loaded: LoadedGame, form: Posted, said: MultiDict[str, str]) -> bool:
    """Whether a script sent a single change, with no button that keeps a round, and for the first time: what was
    recorded before the round was final is answered as it was then.
    """
    is_pressed = "action" in said and "step" not in said
    return not is_pressed and not current_club().of_forms(loaded.id, [form.key])


def _keep_cell(
    loaded: LoadedGame,
    number: int,
    form: Posted,
    said: MultiDict[str, str],
    one: Input,
    value: Any,
) -> Outcome | Troubles:
    was_final = is_final(loaded, number)
    cell = (one.place, one.field)
    if not form.fresh:
        return Troubles(loaded, Typed(), notice=STALE)
    against = against_final(loaded, number, {cell: value}, said) if was_final else None
    if against is not None:
        return Troubles(loaded, Typed(), notice=UNTIL_PUT_RIGHT, problems=against)
    kept = Kept(number, form, form.earlier(loaded.id), (one,), {cell: value})
    return _record(Troubles(loaded, Typed()), kept, was_final, None)


def _back(
    loaded: LoadedGame,
    number: int,
    inputs: tuple[Input, ...],
    typed: Typed,
    rendered: Mapping[str, str],
) -> Troubles:
    """The form on its way back: what was typed goes over what stands there now, and says where somebody else typed."""
    now = texts(loaded.agreement.rules, loaded.values, number, inputs)
    mine = typed.touched(rendered)
    conflicts = {
        name: now[name]
        for name, text in mine.texts.items()
        if now[name] != rendered[name] and now[name].strip() != text.strip()
    }
    return Troubles(loaded, mine, conflicts=conflicts)


def _strange(typed: Typed) -> str:
    if typed.strange:
        return f"The form came with something that does not belong to it: {some_of(typed.strange)}."
    return "Something could not be read. Nothing was saved yet; look below."


def _record(
    back: Troubles, kept: Kept, finishing: bool, against: tuple[Problem, ...] | None
) -> Outcome | Troubles:
    changes, number = kept.changes, kept.number
    if finishing and against is None and not is_final(back.game, number):
        changes = {**changes, FINISHED_CELL: {"yes": True}}
    entries = [
        Entry(
            f"{kept.form.key}:{place}.{name}",
            back.game.id,
            number,
            place,
            name,
            value,
            base=base_of(kept.own, (number, place, name)),
            device=device(),
        )
        for (place, name), value in changes.items()
    ]
    try:
        judged = judged_by(back.game, number, finishing)
        answers = current_club().record_all(entries, seen=kept.form.seen, judged=judged)
    except KeyReused:
        notice = "This page had already been sent once. Look at it, and press again."
        return replace(back, notice=notice)
    conflicts = _conflicts(back.game.agreement.rules, answers, kept.inputs)
    if conflicts:
        notice = "Somebody else typed here meanwhile. Nothing was overwritten."
        return replace(back, notice=notice, conflicts=conflicts)
    if against is not None:
        return Troubles(load(back.game.id), Typed(), problems=against)
    return Outcome.FINISHED if finishing else Outcome.SAVED


def _conflicts(
    rules: RuleSet, answers: tuple[Answer, ...], inputs: tuple[Input, ...]
) -> dict[str, str]:
    """For each input whose cell had changed, what stands there now."""
    found: dict[str, str] = {}
    for answer in answers:
        if answer.status == "conflict":
            value = answer.current.value if answer.current else None
            now = {(answer.round, answer.place, answer.field): value}
            mine = tuple(i for i in inputs if (i.place, i.field) == (answer.place, answer.field))
            found |= texts(rules, now, answer.round, mine)
    return found
