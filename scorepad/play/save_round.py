"""Saves a posted form of a round as entries in the store, or returns the reasons why it cannot.

A form that can be parsed is saved at once as a draft. A round is finished only if nothing is wrong with it, and a
finished round is only ever replaced by one with nothing wrong. Checking and recording share one transaction, so no
other phone can record anything in between.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from scorepad.play.confirmations import record_check
from scorepad.play.form_data import STALE, Submission, check_of, entry_key, first_names, values_at
from scorepad.play.game import Games, LoadedGame, load
from scorepad.play.parse_form import BaseForm, CellPart, ParsedForm, parse_form, shown_text
from scorepad.play.sheet_form import ENDED, Input, inputs_by_name
from scorepad.rules.words import StockRound
from scorepad.scoring.cells import TABLE, CellName, CellValue, Count, EndDecision, Mark, counted, parse_value
from scorepad.scoring.game.agreement import SEATED
from scorepad.scoring.game.record import DELETED, END, FINISHED, STARTER, round_record
from scorepad.scoring.model import Level, Problem, Round
from scorepad.scoring.needs import missing_books, penalised_team, severe_penalty, unmet_for
from scorepad.scoring.sheet import Sheet
from scorepad.store import Answer, Entry, KeyReused, LoggedEntry


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
    parsed: ParsedForm, touched: Iterable[Input], *, base: BaseForm, now: Mapping[CellName, CellValue]
) -> dict[str, str]:
    """Return what others have typed since the page was `shown` into the `touched` inputs, by input name."""
    conflicts = {}
    for asked in touched:
        cell = (base.round_number, asked.place, asked.field)
        then, text = (shown_text(base.rules, v.get(cell), asked) for v in (base.values, now))
        if text not in (then, parsed.texts.get(asked.name, "").strip()):
            conflicts[asked.name] = text
    return conflicts


# What keeps a round from being finished.


def confirmation(warnings: tuple[Problem, ...]) -> str:
    """Return a hash of these warnings, so that confirming them does not confirm others."""
    text = "|".join(sorted(f"{w.code} {w.path} {sorted(map(str, w.facts.values()))}" for w in warnings))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def finish_problems(
    loaded: LoadedGame, round_number: int, changes: Mapping[CellPart, CellValue | None], confirmed: str
) -> tuple[Problem, ...]:
    """Return what keeps a round from being finished with these changes: errors, and warnings not `confirmed`."""
    # Check the round as if it were being finished now, even if an earlier Scorepad accepted it.
    changed = {(round_number, *FINISHED): None} | {(round_number, *cell): value for cell, value in changes.items()}
    values = {cell: v for cell, v in {**loaded.values, **changed}.items() if v is not None}
    before = loaded.record.before(round_number)
    record = round_record(loaded.agreement, values, round_number, before)
    warnings = (*record.warnings, *_costly(record.entry, loaded.sheet(round_number)))
    if record.errors or (warnings and confirmed != confirmation(warnings)):
        # Drop warnings about inputs with errors: a pile that is not counted yet is not also too small.
        wrong = {error.path for error in record.errors}
        return (*record.errors, *(warning for warning in warnings if warning.path not in wrong))
    return ()


def _costly(entry: Round, sheet: Sheet) -> Iterator[Problem]:
    """Warn of a severe penalty. It is scored as the rules say, but a book left out by mistake must not cause one."""
    team = penalised_team(entry, sheet)
    if team is not None:
        own = f"teams[{entry.teams.index(team)}]"
        path = f"{own}.went_out"
        for code, facts in unmet_for(sheet, team):
            # Point to the books' inputs, where a forgotten book is added.
            missing = missing_books(sheet.rules, sheet.out(team.concealed), team.books)
            kind = next((field.name for field in sheet.books if field.name in missing), "")
            is_forgotten = code == "books_missing" and kind
            yield Problem(code, Level.WARNING, f"{own}.books.{kind}" if is_forgotten else path, facts)
        penalty = severe_penalty(sheet, team.books, team.concealed)
        yield Problem(penalty.code, penalty.level, path, penalty.facts)


def uncounted(parsed: ParsedForm, base: BaseForm) -> dict[str, str]:
    """Return a fault for every count that was emptied: blank is not zero, unless no one scores the round."""
    if parsed.texts.get(ENDED.name) == "stock" and base.rules.stock.round is StockRound.VOID:
        return {}
    counts = [i.name for i in base.inputs.values() if i.control == "count"]
    emptied = [name for name in counts if parsed.texts.get(name, "0").strip() == ""]
    return dict.fromkeys(emptied, "Count these. Type 0 if there were none.")


def visible_zeros(
    parsed: ParsedForm, base: BaseForm, recorded: Mapping[CellName, CellValue]
) -> dict[CellPart, CellValue | None]:
    """Return the counts that a sheet being finished shows as 0 but that were never recorded."""
    counts = [i for i in base.inputs.values() if i.control == "count" and i is not parsed.tapped]
    return {
        (i.place, i.field): Count(0)
        for i in counts
        if (base.round_number, i.place, i.field) not in recorded and _is_zero(parsed.texts.get(i.name, "").strip())
    }


def _is_zero(text: str) -> bool:
    return text != "" and text.strip("0") == ""


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
    base: BaseForm
    was_finished: bool

    @classmethod
    def of(cls, game: LoadedGame, round_number: int, submission: Submission) -> "_Attempt":
        sheet, was_finished = game.sheet(round_number), game.is_finished(round_number)
        own = submission.earlier(game.club, game.id)
        seen = submission.seen or 0
        values = values_at(game, seen, own)
        if own:
            later = {cell: parse_value(entry.value) for cell, entry in own.items()}
            values = {cell: value for cell, value in {**values, **later}.items() if value is not None}
        base = BaseForm(sheet.rules, sheet.table, round_number, inputs_by_name(sheet), values)
        return cls(game, submission, own, base, was_finished)

    @property
    def round_number(self) -> int:
        return self.base.round_number


def save_round(games: Games, game: int, round_number: int, submission: Submission) -> Saved | ReturnedForm:
    """Save a round's form as a draft, finish it, or correct a finished round. Raises NoSuchGame."""
    with games.club.writing(game):
        attempt = _Attempt.of(games.load_round(game, round_number), round_number, submission)
        parsed = parse_form(submission.data, submission.tap, attempt.base)
        is_pressed = submission.data.get("action") == "finish"
        finishing = (attempt.was_finished or is_pressed) and not _is_sent_again(attempt, parsed.changes)
        if finishing and parsed.tapped is None:
            parsed.faults |= uncounted(parsed, attempt.base)
        touched = _touched(parsed, attempt.base)
        try:
            if finishing:
                _refuse_unpressed(attempt)
            _refuse_unreadable(submission, parsed)
            changes: Changes = {(i.place, i.field): parsed.changes[i.place, i.field] for i in touched}
            if not finishing:
                return _keep_draft(attempt, changes, Saved.FINISHED if is_pressed else Saved.DRAFT)
            zeros = visible_zeros(parsed, attempt.base, attempt.game.values)
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


def _touched(parsed: ParsedForm, base: BaseForm) -> tuple[Input, ...]:
    """Return the inputs that differ from the page or have a fault, in the order of the page."""
    faulty = {(i.place, i.field) for i in map(base.inputs.__getitem__, parsed.faults)}
    cells = parsed.changes.keys() | faulty
    return tuple([i for i in base.inputs.values() if (i.place, i.field) in cells])


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
        inputs = attempt.base.inputs.values()
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
        conflicts = texts_changed_since(parsed, touched, base=attempt.base, now=now)
    return ReturnedForm(
        game=attempt.game,
        parsed=parsed.only({i.name for i in touched}),
        notice=reason.notice,
        problems=reason.problems,
        conflicts=conflicts,
        unfinished=reason.unfinished,
    )


# Deletes a round that was entered by mistake: later rounds move up by one, with everything in them.
#
# The starter and seats of that round number stay unless the next round replaces them, because the number is played
# again. The log keeps the deleted values, and Undo restores them.


STAYS = (STARTER, SEATED)
"""Fields that stay with the round number: who starts, and who sits where."""

NEWER_ENTRIES = "Nothing was deleted: someone has just entered something at this table. Look again, then press again."
USED = "Nothing was deleted: that page was already sent once. Look again, then press again."


def can_delete(loaded: LoadedGame, round_number: int) -> bool:
    """Return whether a round can be deleted: it has begun and was not played on paper (a setting changes those)."""
    return loaded.agreement.paper < round_number <= len(loaded.record.rounds)


def delete_round(games: Games, game: int, round_number: int, submission: Submission) -> str:
    """Delete a round. Return why this was refused, or "". Raises NoSuchGame."""
    club = games.club
    # Load inside the write transaction, so that no phone records anything in between.
    with club.writing(game):
        loaded = games.load(game)
        if club.form_entries(game, [submission.key]):
            return ""
        if not can_delete(loaded, round_number) or loaded.seq > (submission.seen or 0):
            return NEWER_ENTRIES
        try:
            club.record_all(list(_entries(loaded, round_number, submission)), seen=submission.seen)
        except KeyReused:
            return USED
    return ""


def _entries(loaded: LoadedGame, round_number: int, submission: Submission) -> Iterator[Entry]:
    """Yield the changes, and the unchanged cells of moved rounds: the league needs to know which team opened first."""
    for cell, value in _values_after(loaded, round_number).items():
        yield submission.entry(loaded.id, cell, value, key=entry_key(submission.key, cell, names_round=True))


def _values_after(loaded: LoadedGame, deleted: int) -> dict[CellName, CellValue | None]:
    """Return the cells that a deletion records. Moved cells keep the order in which they were recorded."""
    after: dict[CellName, CellValue | None] = {
        cell: None
        for cell in loaded.values
        if cell[0] >= deleted and cell[2] != DELETED and not (cell[0] == deleted and cell[2] in STAYS)
    }
    for cell in sorted(loaded.values, key=lambda cell: loaded.cells[cell].seq):
        if cell[0] > deleted and cell[2] != DELETED:
            moved = (cell[0] - 1, *cell[1:])
            after.pop(moved, None)
            after[moved] = loaded.values[cell]
    marker = (deleted, TABLE, DELETED)
    after[marker] = Count((counted(loaded.values.get(marker)) or 0) + 1)
    end = loaded.values.get(END)
    if isinstance(end, EndDecision) and (decision := _end_after(end, deleted)) != end:
        after[END] = decision
    return after


def _end_after(end: EndDecision, deleted: int) -> EndDecision | None:
    """Return the decision about the game's end after a deletion; None if no round is left to end the game after."""
    if end.over_after is not None:
        last = end.over_after - (end.over_after >= deleted)
        return EndDecision(over_after=last, in_league=end.in_league) if last else None
    first = end.not_before or 1
    return EndDecision(not_before=first - (first > deleted))
