"""Keeping a round: from what was typed to entries in the store, or to everything that stands against it.

What can be read is kept at once as a draft; a round becomes final only when nothing is wrong with it, and a final
round is only ever replaced by one with which nothing is wrong.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

from werkzeug.datastructures import MultiDict

from scorepad.scoring.model import Problem
from scorepad.scoring.record import RoundRecord, round_record
from scorepad.scoring.sheet import sheet
from scorepad.store import Answer, Entry, KeyReused
from scorepad.web.clubs import LoadedGame, current_club, load
from scorepad.web.forms import STALE, Posted
from scorepad.web.history import values_at
from scorepad.web.sheetform import Input, inputs_of, team_forms, texts
from scorepad.web.typing_in import CellPart, Typed, changed, read, some_of, uncounted, zeros

FINISHED_CELL: CellPart = ("table", "finished")


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


def confirmation(problems: tuple[Problem, ...]) -> str:
    """A word for exactly these warnings: a person who confirmed them has not confirmed new ones."""
    text = "|".join(
        sorted(f"{p.code} {p.path} {sorted(map(str, p.facts.values()))}" for p in problems)
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def keep(
    loaded: LoadedGame, number: int, form: Posted, said: MultiDict[str, str]
) -> Outcome | Troubles:
    """Records a round's form, or says why not; see this module's docstring."""
    page = sheet(loaded.agreement.rules, loaded.agreement.table, number, loaded.agreement.decks)
    inputs = inputs_of(team_forms(loaded.agreement, page))
    was_final = _is_final(loaded, number)
    finishing = was_final or said.get("action") == "finish"
    typed = read(said, inputs, loaded.agreement.table)
    if finishing:
        typed.faults |= uncounted(typed, inputs)
    rendered = texts(values_at(loaded, form.seen or 0), number, inputs)
    back = _back(loaded, number, inputs, typed, rendered)
    if not form.fresh:
        return replace(back, notice=STALE)
    if not typed.good:
        return replace(back, notice=_strange(typed))
    changes = changed(typed, inputs, rendered)
    if finishing:
        there = {(p, f): v for (n, p, f), v in loaded.values.items() if n == number}
        changes = {**zeros(typed, inputs, there), **changes}
    against = _against(loaded, number, changes, said) if finishing else None
    if against is not None and was_final:
        notice = "The round stays as it was until this is put right."
        return replace(back, notice=notice, problems=against)
    return _record(back, number, form, inputs, changes, finishing, against)


def _is_final(loaded: LoadedGame, number: int) -> bool:
    return bool(loaded.values.get((number, *FINISHED_CELL)))


def _back(
    loaded: LoadedGame,
    number: int,
    inputs: tuple[Input, ...],
    typed: Typed,
    rendered: Mapping[str, str],
) -> Troubles:
    """The form on its way back: what was typed goes over what stands there now, and says where somebody else typed."""
    mine, now = typed.touched(rendered), texts(loaded.values, number, inputs)
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


def _against(
    loaded: LoadedGame, number: int, changes: Mapping[CellPart, Any], said: MultiDict[str, str]
) -> tuple[Problem, ...] | None:
    """What keeps the round from being final with these changes: errors, or warnings nobody confirmed."""
    values = {**loaded.values, **{(number, *cell): value for cell, value in changes.items()}}
    there = {cell: value for cell, value in values.items() if value is not None}
    record = round_record(loaded.agreement, there, number, loaded.record.before(number))
    if record.errors or (record.warnings and not _confirmed(record, said)):
        return record.problems
    return None


def _confirmed(record: RoundRecord, said: MultiDict[str, str]) -> bool:
    return said.get("confirm") == confirmation(record.warnings)


def _record(
    back: Troubles,
    number: int,
    form: Posted,
    inputs: tuple[Input, ...],
    changes: dict[CellPart, Any],
    finishing: bool,
    against: tuple[Problem, ...] | None,
) -> Outcome | Troubles:
    if finishing and against is None and not _is_final(back.game, number):
        changes = {**changes, FINISHED_CELL: {"yes": True}}
    entries = [
        Entry(f"{form.key}:{place}.{name}", back.game.id, number, place, name, value)
        for (place, name), value in changes.items()
    ]
    try:
        answers = current_club().record_all(entries, seen=form.seen)
    except KeyReused:
        notice = "This page had already been sent once. Look at it, and press again."
        return replace(back, notice=notice)
    conflicts = _conflicts(answers, inputs)
    if conflicts:
        notice = "Somebody else typed here meanwhile. Nothing was overwritten."
        return replace(back, notice=notice, conflicts=conflicts)
    if against is not None:
        return Troubles(load(back.game.id), Typed(), problems=against)
    return Outcome.FINISHED if finishing else Outcome.SAVED


def _conflicts(answers: tuple[Answer, ...], inputs: tuple[Input, ...]) -> dict[str, str]:
    """For each input whose cell had changed, what stands there now."""
    found: dict[str, str] = {}
    for answer in answers:
        if answer.status == "conflict":
            value = answer.current.value if answer.current else None
            now = {(answer.round, answer.place, answer.field): value}
            mine = tuple(i for i in inputs if (i.place, i.field) == (answer.place, answer.field))
            found |= texts(now, answer.round, mine)
    return found
