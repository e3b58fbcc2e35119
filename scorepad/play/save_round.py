"""Saves a posted form of a round as entries in the store, or returns the reasons why it cannot.

A form that can be parsed is saved at once as a draft. A round is finished only if nothing is wrong with it, and a
finished round is only ever replaced by one with nothing wrong. Checking and recording share one transaction, so no
other phone can record anything in between.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from scorepad.play.confirmations import record_check
from scorepad.play.finish_checks import finish_problems, uncounted, visible_zeros
from scorepad.play.form_data import STALE, Submission, check_of, first_names, values_at
from scorepad.play.game import Games, LoadedGame, load
from scorepad.play.parse_form import CellPart, ParsedForm, ShownForm, parse_form
from scorepad.play.returned_form import ReturnedForm, texts_changed_since, texts_recorded
from scorepad.play.sheet_form import Input, inputs_by_name
from scorepad.scoring.cells import CellValue, Count, Mark, parse_value
from scorepad.scoring.game.record import FINISHED
from scorepad.scoring.model import Problem
from scorepad.store import CellName, Entry, KeyReused, LoggedEntry

Changes = dict[CellPart, CellValue | None]

UNTIL_PUT_RIGHT = "The round stays unchanged until you fix this."
NOT_YET = "Not saved yet. Press “Save the correction” when the round is right."
SENT_BEFORE = "This page was already sent once. Check it, then press again."
SOMEONE_ELSE = "Someone else changed this first. Nothing was overwritten."
UNREADABLE = "Some entries cannot be read. Nothing is saved yet. Look below."


class Saved(Enum):
    """The outcome of a form with nothing wrong."""

    DRAFT = auto()
    FINISHED = auto()


class NotSaved(Exception):
    """The form goes back to its sender. The exception carries the reasons.

    `conflicts` are those of its entries; if None, what others typed meanwhile is looked up. `is_draft` if everything
    typed was saved, but the round is not finished.
    """

    def __init__(
        self,
        notice: str = "",
        *,
        problems: tuple[Problem, ...] = (),
        conflicts: Mapping[str, str] | None = None,
        unfinished: bool = False,
        is_draft: bool = False,
    ) -> None:
        super().__init__(notice)
        self.notice = notice
        self.problems = problems
        self.conflicts = conflicts
        self.unfinished = unfinished
        self.is_draft = is_draft


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One attempt to save a form. `shown` is what its page showed, `own` what its phone has recorded since."""

    game: LoadedGame
    submission: Submission
    own: Mapping[CellName, LoggedEntry]
    shown: ShownForm
    was_finished: bool

    @classmethod
    def of(cls, game: LoadedGame, round_number: int, submission: Submission) -> "_Attempt":
        sheet, was_finished = game.sheet(round_number), game.is_finished(round_number)
        own = submission.earlier(game.club, game.id)
        seen = submission.seen or 0
        values = game.values if seen >= game.seq else values_at(game, seen)
        if own:
            later = {cell: parse_value(entry.value) for cell, entry in own.items()}
            values = {cell: value for cell, value in {**values, **later}.items() if value is not None}
        shown = ShownForm(sheet.rules, sheet.table, round_number, inputs_by_name(sheet), values)
        return cls(game, submission, own, shown, was_finished)

    @property
    def round_number(self) -> int:
        return self.shown.round_number


def save_round(games: Games, game: int, round_number: int, submission: Submission) -> Saved | ReturnedForm:
    """Save a round's form as a draft, finish it, or correct a finished round. Raises NoSuchGame."""
    with games.club.writing(game):
        attempt = _Attempt.of(games.load_round(game, round_number), round_number, submission)
        parsed = parse_form(submission.data, submission.tap, attempt.shown)
        is_pressed = submission.data.get("action") == "finish"
        finishing = (attempt.was_finished or is_pressed) and not _is_sent_again(attempt, parsed.changes)
        if finishing and parsed.tapped is None:
            parsed.faults |= uncounted(parsed, attempt.shown)
        touched = _touched(parsed, attempt.shown)
        try:
            if finishing:
                _refuse_unpressed(attempt)
            _refuse_unreadable(submission, parsed)
            changes: Changes = {(i.place, i.field): parsed.changes[i.place, i.field] for i in touched}
            if not finishing:
                return _keep_draft(attempt, changes, Saved.FINISHED if is_pressed else Saved.DRAFT)
            zeros = visible_zeros(parsed, attempt.shown, attempt.game.values)
            return _finish(attempt, changes, zeros, submission.data.get("confirm"))
        except NotSaved as reason:
            return _returned(attempt, parsed, touched, reason)


def save_packet(
    games: Games,
    game: int,
    round_number: int,
    submission: Submission,
    packet: Input,
    *,
    value: CellValue,
    confirmed: str,
) -> Saved | ReturnedForm:
    """Save cards that were counted for one input on a separate page. Raises NoSuchGame."""
    with games.club.writing(game):
        attempt = _Attempt.of(games.load_round(game, round_number), round_number, submission)
        changes: Changes = {(packet.place, packet.field): value}
        try:
            _refuse_unreadable(submission, ParsedForm())
            if attempt.was_finished and not _is_sent_again(attempt, changes):
                return _finish(attempt, changes, {}, confirmed)
            return _keep_draft(attempt, changes)
        except NotSaved as reason:
            return _returned(attempt, ParsedForm(), (), reason)


def _is_sent_again(attempt: _Attempt, changes: Collection[CellPart]) -> bool:
    """Return whether this form was sent before and recorded in full, in a round that it finished or corrected."""
    recorded = _recorded(attempt)
    return (attempt.was_finished or FINISHED in recorded) and bool(recorded) and recorded.issuperset(changes)


def _recorded(attempt: _Attempt) -> set[CellPart]:
    """Return the cells for which this form already has entries, because it was sent before."""
    if not attempt.submission.is_valid:
        return set()
    entries = attempt.game.club.form_entries(attempt.game.id, [attempt.submission.key])
    return {(entry.place, entry.field) for entry in entries}


def _keep_draft(attempt: _Attempt, changes: Changes, saved: Saved = Saved.DRAFT) -> Saved:
    _record(attempt, changes)
    if check := check_of(attempt.submission.tap):
        record_check(attempt.game, attempt.round_number, attempt.submission, *check)
    return saved


def _finish(attempt: _Attempt, changes: Changes, zeros: Changes, confirmed: str) -> Saved:
    """Finish or correct the round. If an unfinished round has problems, save what was typed as a draft."""
    recorded = _recorded(attempt)
    # A form sent again must not overwrite what others have emptied or typed since.
    both = ({} if FINISHED in recorded else zeros) | changes
    final = {cell: value for cell, value in both.items() if cell not in recorded}
    problems = finish_problems(attempt.game, attempt.round_number, final, confirmed)
    if problems and attempt.was_finished:
        raise NotSaved(UNTIL_PUT_RIGHT, problems=problems)
    if problems:
        _record(attempt, changes)
        raise NotSaved(problems=problems, is_draft=True)
    if recorded and FINISHED not in recorded and recorded.issuperset(changes):
        # This form was refused before. Its sender has not seen the entries that have made the round valid since.
        raise NotSaved(SENT_BEFORE)
    done: Changes = {} if attempt.was_finished else {FINISHED: Mark(True)}
    _record(attempt, {**final, **done})
    return Saved.FINISHED


def _refuse_unpressed(attempt: _Attempt) -> None:
    """Refuse a script's single tap: a finished round changes only when its button is pressed."""
    form = attempt.submission.data
    is_pressed = "action" in form and "step" not in form
    if attempt.was_finished and attempt.submission.is_valid and not is_pressed:
        raise NotSaved(NOT_YET, unfinished=True)


def _refuse_unreadable(submission: Submission, parsed: ParsedForm) -> None:
    if not submission.is_valid:
        raise NotSaved(STALE)
    if parsed.unexpected:
        names = first_names(parsed.unexpected)
        raise NotSaved(f"This form has fields that do not belong to it: {names}.")
    if parsed.faults:
        raise NotSaved(UNREADABLE)


def _touched(parsed: ParsedForm, shown: ShownForm) -> tuple[Input, ...]:
    """Return the inputs that differ from the page or have a fault, in the order of the page."""
    faulty = {(i.place, i.field) for i in map(shown.inputs.__getitem__, parsed.faults)}
    cells = parsed.changes.keys() | faulty
    return tuple([i for i in shown.inputs.values() if (i.place, i.field) in cells])


def _record(attempt: _Attempt, changes: Changes) -> None:
    """Record all changes. Raises NotSaved if another phone changed one of the cells first."""
    game = attempt.game
    entries = [_entry(attempt, (attempt.round_number, *part), value) for part, value in changes.items()]
    try:
        answers = game.club.record_all(entries, seen=attempt.submission.seen)
    except KeyReused:
        raise NotSaved(SENT_BEFORE) from None
    conflicts = [answer for answer in answers if answer.status == "conflict"]
    if conflicts and len(changes) == 1 and all(isinstance(v, Count) and v.tapped for v in changes.values()):
        # The page will ask which count is right, so the tap need not be sent again.
        return
    if conflicts or any(answer.status == "held" for answer in answers):
        inputs = attempt.shown.inputs.values()
        raise NotSaved(SOMEONE_ELSE, conflicts=texts_recorded(game, inputs, conflicts))


def _entry(attempt: _Attempt, cell: CellName, value: CellValue | None) -> Entry:
    own = attempt.own.get(cell)
    return attempt.submission.entry(attempt.game.id, cell, value, base=own.key if own else None)


def _returned(attempt: _Attempt, parsed: ParsedForm, touched: tuple[Input, ...], reason: NotSaved) -> ReturnedForm:
    if reason.is_draft:
        return ReturnedForm(load(attempt.game.club, attempt.game.id), ParsedForm(), problems=reason.problems)
    conflicts = reason.conflicts
    if conflicts is None:
        now = attempt.game.values
        conflicts = texts_changed_since(parsed, touched, shown=attempt.shown, now=now)
    return ReturnedForm(
        game=attempt.game,
        parsed=parsed.only({i.name for i in touched}),
        notice=reason.notice,
        problems=reason.problems,
        conflicts=conflicts,
        unfinished=reason.unfinished,
    )
