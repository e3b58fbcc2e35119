"""Saves a round: from a posted form to entries in the store, or to the reasons why not.

What can be read is saved at once as a draft. A round is finished only if nothing is wrong with it, and a finished round
is only ever replaced by one with nothing wrong.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from scorepad.play.finish_checks import finish_problems, judged_cells, retry_if_changed
from scorepad.play.form_data import FormData
from scorepad.play.game import FINISHED, LoadedGame, reload, values_at, values_in
from scorepad.play.parse_form import (
    CellPart,
    ParsedForm,
    changed_inputs,
    first_names,
    parse_form,
)
from scorepad.play.returned_form import ReturnedForm, texts_changed_since, texts_recorded
from scorepad.play.sheet_form import Input, sheet_inputs
from scorepad.play.submission import STALE, Submission, base_of
from scorepad.scoring.cell_json import parse_value, value_json
from scorepad.scoring.cells import CellValue, Count, Mark
from scorepad.scoring.model import Problem
from scorepad.store import CellName, Entry, KeyReused, LoggedEntry

Changes = dict[CellPart, CellValue | None]

UNTIL_PUT_RIGHT = "The round stays as it was until this is put right."
NOT_YET = "Changed on this page only: press “Keep the correction” when the round is right."
SENT_BEFORE = "This page had already been sent once. Look at it, and press again."
SOMEONE_ELSE = "Someone else typed here meanwhile. Nothing was overwritten."
UNREADABLE = "Something could not be read. Nothing was saved yet; look below."


class Saved(Enum):
    """What became of a form with nothing wrong."""

    DRAFT = auto()
    FINISHED = auto()


class NotSaved(Exception):
    """The form goes back; the exception carries what there is to say about it."""

    def __init__(
        self,
        notice: str = "",
        *,
        problems: tuple[Problem, ...] = (),
        conflicts: Mapping[str, str] | None = None,
        unfinished: bool = False,
    ) -> None:
        super().__init__(notice)
        self.notice = notice
        self.problems = problems
        self.conflicts = conflicts
        self.unfinished = unfinished


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One try to save a form. `shown` is what its page showed, `own` what its phone recorded since."""

    game: LoadedGame
    round_number: int
    submission: Submission
    own: Mapping[CellName, LoggedEntry]
    shown: Mapping[CellPart, CellValue]
    inputs: tuple[Input, ...]

    @classmethod
    def of(
        cls,
        game: LoadedGame,
        round_number: int,
        submission: Submission,
        inputs: tuple[Input, ...],
    ) -> "_Attempt":
        own = submission.earlier(game.club, game.id)
        seen = submission.seen or 0
        values = game.values if seen >= game.seq else values_at(game, seen)
        shown = values_in(values, round_number)
        for (number, *cell), entry in own.items():
            if number == round_number:
                value = parse_value(entry.value)
                shown.pop((cell[0], cell[1]), None)
                shown |= {} if value is None else {(cell[0], cell[1]): value}
        return cls(game, round_number, submission, own, shown, inputs)

    @property
    def was_finished(self) -> bool:
        return self.game.is_finished(self.round_number)


@retry_if_changed
def save_round(
    game: LoadedGame, round_number: int, submission: Submission, form: FormData
) -> Saved | ReturnedForm:
    """Save a round's form as a draft, finish it, or correct a finished round.

    Raises ChangedMeanwhile if other phones keep changing the round.
    """
    inputs = sheet_inputs(game.sheet(round_number))
    attempt = _Attempt.of(game, round_number, submission, inputs)
    parsed = parse_form(form, inputs, game.agreement.table)
    finishing = attempt.was_finished or form.get("action") == "finish"
    if finishing and parsed.tapped is None:
        parsed.faults |= _uncounted(parsed, inputs)
    touched = changed_inputs(parsed, inputs, attempt.shown, game.agreement.rules)
    try:
        _refuse_unpressed(attempt, form)
        _refuse_unreadable(submission, parsed)
        changes: Changes = {(i.place, i.field): parsed.values[i.place, i.field] for i in touched}
        if finishing:
            return _finish(attempt, changes, _zeros(attempt, parsed), form.get("confirm"))
        _record(attempt, changes, finishing=False)
        return Saved.DRAFT
    except NotSaved as reason:
        return _returned(attempt, parsed, touched, reason)


@retry_if_changed
def save_packet(
    game: LoadedGame,
    round_number: int,
    submission: Submission,
    packet: Input,
    *,
    value: CellValue,
    confirmed: str,
) -> Saved | ReturnedForm:
    """Save the cards that were counted for one input on a page of their own. Raises as `save_round` does."""
    attempt = _Attempt.of(game, round_number, submission, (packet,))
    changes: Changes = {(packet.place, packet.field): value}
    try:
        _refuse_unreadable(submission, ParsedForm())
        if attempt.was_finished:
            return _finish(attempt, changes, {}, confirmed)
        _record(attempt, changes, finishing=False)
        return Saved.DRAFT
    except NotSaved as reason:
        return _returned(attempt, ParsedForm(), (), reason)


def _finish(
    attempt: _Attempt, changes: Changes, zeros: Changes, confirmed: str
) -> Saved | ReturnedForm:
    """Finish or correct the round. If something is wrong with it, what was typed stays as a draft."""
    final = {**zeros, **changes}
    problems = finish_problems(attempt.game, attempt.round_number, final, confirmed)
    if problems and attempt.was_finished:
        raise NotSaved(UNTIL_PUT_RIGHT, problems=problems)
    if problems:
        _record(attempt, changes, finishing=True)
        return ReturnedForm(reload(attempt.game), ParsedForm(), problems=problems)
    done: Changes = {} if attempt.was_finished else {FINISHED: Mark(True)}
    _record(attempt, {**final, **done}, finishing=True)
    return Saved.FINISHED


def _refuse_unpressed(attempt: _Attempt, form: FormData) -> None:
    """A finished round changes when a button is pressed; a script's single tap stays on its page.

    A form that was recorded before the round was finished is answered as it was then.
    """
    is_pressed = "action" in form and "step" not in form
    if not attempt.was_finished or is_pressed or not attempt.submission.is_valid:
        return
    if not attempt.game.club.form_entries(attempt.game.id, [attempt.submission.key]):
        raise NotSaved(NOT_YET, unfinished=True)


def _refuse_unreadable(submission: Submission, parsed: ParsedForm) -> None:
    if not submission.is_valid:
        raise NotSaved(STALE)
    if parsed.unexpected:
        names = first_names(parsed.unexpected)
        raise NotSaved(f"The form came with something that does not belong to it: {names}.")
    if parsed.faults:
        raise NotSaved(UNREADABLE)


def _uncounted(parsed: ParsedForm, inputs: tuple[Input, ...]) -> dict[str, str]:
    """Return a fault for every emptied count: on a sheet being finished, blank is not zero."""
    counts = [i.name for i in inputs if i.control == "count"]
    emptied = [name for name in counts if parsed.texts.get(name, "0").strip() == ""]
    return dict.fromkeys(emptied, "Count these; type 0 if there were none.")


def _zeros(attempt: _Attempt, parsed: ParsedForm) -> Changes:
    """Return the counts that stand as a visible 0 on a sheet being finished and were never recorded."""
    recorded = attempt.game.values_in(attempt.round_number)
    counts = [(i.place, i.field) for i in attempt.inputs if i.control == "count"]
    return {
        cell: Count(0)
        for cell in counts
        if cell not in recorded and parsed.values.get(cell) == Count(0)
    }


def _record(attempt: _Attempt, changes: Changes, *, finishing: bool) -> None:
    """Record all changes in one transaction. Raises NotSaved if another phone was first."""
    game = attempt.game
    entries = [_entry(attempt, cell, value) for cell, value in changes.items()]
    judged = judged_cells(game, attempt.round_number, finishing=finishing)
    try:
        answers = game.club.record_all(entries, seen=attempt.submission.seen, unchanged=judged)
    except KeyReused:
        raise NotSaved(SENT_BEFORE) from None
    conflicts = [answer for answer in answers if answer.status == "conflict"]
    if conflicts:
        raise NotSaved(SOMEONE_ELSE, conflicts=texts_recorded(game, attempt.inputs, conflicts))


def _entry(attempt: _Attempt, cell: CellPart, value: CellValue | None) -> Entry:
    place, name = cell
    submission = attempt.submission
    return Entry(
        f"{submission.key}:{place}.{name}",
        attempt.game.id,
        attempt.round_number,
        place,
        name,
        value_json(value),
        base=base_of(attempt.own, (attempt.round_number, place, name)),
        device=submission.device,
    )


def _returned(
    attempt: _Attempt, parsed: ParsedForm, touched: tuple[Input, ...], reason: NotSaved
) -> ReturnedForm:
    conflicts = reason.conflicts
    if conflicts is None:
        now = attempt.game.values_in(attempt.round_number)
        rules = attempt.game.agreement.rules
        conflicts = texts_changed_since(rules, parsed, touched, shown=attempt.shown, now=now)
    return ReturnedForm(
        game=attempt.game,
        parsed=parsed.only({i.name for i in touched}),
        notice=reason.notice,
        problems=reason.problems,
        conflicts=conflicts,
        unfinished=reason.unfinished,
    )
