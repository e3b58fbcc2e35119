"""Saves a posted form of a round as entries in the store, or returns the reasons why it cannot.

A form that can be parsed is saved at once as a draft. A round is finished only if nothing is wrong with it, and a
finished round is only ever replaced by one with nothing wrong. Checking and recording share one transaction, so no
other phone can record anything in between.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from scorepad.play.confirmations import record_check
from scorepad.play.form_data import STALE, STRANGE_FIELDS, Submission, check_of, entry_key, first_names
from scorepad.play.game import Games, LoadedGame, load
from scorepad.play.parse_form import CellPart, SentRound, shown_text
from scorepad.play.sheet_form import Input
from scorepad.rules.model import RuleSet
from scorepad.scoring.cells import TABLE, CellName, CellValue, Count, EndDecision, Mark, counted, parse_value
from scorepad.scoring.game.agreement import SEATED
from scorepad.scoring.game.record import DELETED, END, FINISHED, STARTER, round_record
from scorepad.scoring.model import Level, Problem, Round
from scorepad.scoring.needs import missing_books, penalised_teams, severe_penalty, unmet_for
from scorepad.scoring.sheet import Sheet
from scorepad.scoring.sides import shared
from scorepad.store import Entry, KeyReused


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a posted round. `saved` is "" if the form goes back to its sender, for the reasons here.

    `game` is the game it was checked against, `texts` what was typed, and `conflicts` what others typed meanwhile, both
    by input name. `unfinished` if nothing is wrong, but the button that corrects a finished round was not pressed.
    """

    game: LoadedGame
    saved: Literal["", "draft", "finished"] = ""
    notice: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    conflicts: Mapping[str, str] = field(default_factory=dict)
    unfinished: bool = False


# What keeps a round from being finished.


def confirmation(warnings: tuple[Problem, ...]) -> str:
    """Return a hash of these warnings, so that confirming them does not confirm others."""
    text = "|".join(sorted(f"{w.code} {w.path} {sorted(map(str, _own_facts(w)))}" for w in warnings))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _own_facts(warning: Problem) -> Iterator[object]:
    """Yield the facts of a warning but the rules, which a page that is open during an upgrade writes differently."""
    return (fact for fact in warning.facts.values() if not isinstance(fact, RuleSet))


def finish_problems(
    loaded: LoadedGame, round_number: int, changes: Mapping[CellPart, CellValue | None], confirmed: str
) -> tuple[Problem, ...]:
    """Return what keeps a round from being finished with these changes: errors, and warnings not `confirmed`."""
    # Check the round as if it were being finished now, even if an earlier Scorepad accepted it.
    changed = {(round_number, *FINISHED): None} | {(round_number, *cell): value for cell, value in changes.items()}
    values = {cell: v for cell, v in {**loaded.values, **changed}.items() if v is not None}
    before = loaded.record.before(round_number)
    record = round_record(loaded.agreement, values, round_number, before)
    warnings = (*record.warnings, *costly(record.entry, loaded.sheet(round_number)))
    if record.errors or (warnings and confirmed != confirmation(warnings)):
        # Drop warnings about inputs with errors: a pile that is not counted yet is not also too small.
        wrong = {error.path for error in record.errors}
        return (*record.errors, *(warning for warning in warnings if warning.path not in wrong))
    return ()


def costly(entry: Round, sheet: Sheet) -> Iterator[Problem]:
    """Warn of a severe penalty. It is scored as the rules say, but a book left out by mistake must not cause one."""
    for at in penalised_teams(entry, sheet)[:1]:
        team, own = shared(entry).teams[at], f"teams[{at}]"
        path = f"{own}.went_out"
        for code, facts in unmet_for(sheet, team):
            # Point to the books' inputs, where a forgotten book is added.
            missing = missing_books(sheet.rules, sheet.out(team.concealed), team.books)
            kind = next((field.name for field in sheet.books if field.name in missing), "")
            is_forgotten = code == "books_missing" and kind
            yield Problem(code, Level.WARNING, f"{own}.books.{kind}" if is_forgotten else path, facts)
        penalty = severe_penalty(sheet, team.books, team.concealed)
        yield Problem(penalty.code, penalty.level, path, penalty.facts)


Changes = dict[CellPart, CellValue | None]

UNTIL_PUT_RIGHT = "The round stays unchanged until you fix this."
NOT_YET = "Not saved yet. Press “Save the correction” when the round is right."
SENT_BEFORE = "This page was already sent once. Check it, then press again."
SOMEONE_ELSE = "Someone else changed this first. Nothing was overwritten."
UNREADABLE = "Some entries cannot be read. Nothing is saved yet. Look below."


def save_round(games: Games, game: int, round_number: int, submission: Submission) -> Outcome:
    """Save a round's form as a draft, finish it, or correct a finished round. Raises NoSuchGame."""
    with games.club.writing(game):
        sent = SentRound.of(games.load_round(game, round_number), round_number, submission).parse()
        form = submission.data
        is_pressed = form.get("action") == "finish"
        finishing = (sent.was_finished or is_pressed) and not _is_sent_again(sent)
        if finishing and sent.tapped is None:
            sent.faults |= sent.uncounted()
        if finishing and sent.was_finished and submission.is_valid and not ("action" in form and "step" not in form):
            # A script's single tap: a finished round changes only when its button is pressed.
            return _returned(sent, NOT_YET, unfinished=True)
        if reason := _unreadable(sent):
            return _returned(sent, reason)
        sent.changes = {(i.place, i.field): sent.changes[i.place, i.field] for i in sent.touched}
        if finishing:
            return _finish(sent, sent.visible_zeros(), form.get("confirm"))
        return _keep_draft(sent, "finished" if is_pressed else "draft")


def save_packet(
    games: Games,
    game: int,
    round_number: int,
    submission: Submission,
    packet: Input,
    *,
    value: CellValue,
    confirmed: str,
) -> Outcome:
    """Save cards that were counted for one input on a separate page. Raises NoSuchGame."""
    with games.club.writing(game):
        sent = SentRound.of(games.load_round(game, round_number), round_number, submission)
        sent.changes = {(packet.place, packet.field): value}
        if reason := _unreadable(sent):
            return _returned(sent, reason)
        if sent.was_finished and not _is_sent_again(sent):
            return _finish(sent, {}, confirmed)
        return _keep_draft(sent)


def _is_sent_again(sent: SentRound) -> bool:
    """Return whether this form was sent before and recorded in full, in a round that it finished or corrected."""
    recorded = _recorded(sent)
    return (sent.was_finished or FINISHED in recorded) and bool(recorded) and recorded.issuperset(sent.changes)


def _recorded(sent: SentRound) -> set[CellPart]:
    """Return the cells for which this form already has entries, because it was sent before."""
    if not sent.submission.is_valid:
        return set()
    entries = sent.game.club.form_entries(sent.game.id, [sent.submission.key])
    return {(entry.place, entry.field) for entry in entries}


def _keep_draft(sent: SentRound, saved: Literal["draft", "finished"] = "draft") -> Outcome:
    if refused := _record(sent, sent.changes):
        return refused
    if check := check_of(sent.submission.tap):
        record_check(sent.game, sent.sheet.round_number, sent.submission, *check)
    return Outcome(sent.game, saved)


def _finish(sent: SentRound, zeros: Changes, confirmed: str) -> Outcome:
    """Finish or correct the round. If an unfinished round has problems, save what was typed as a draft."""
    recorded = _recorded(sent)
    # A form sent again must not overwrite what others have emptied or typed since.
    both = ({} if FINISHED in recorded else zeros) | sent.changes
    final = {cell: value for cell, value in both.items() if cell not in recorded}
    problems = finish_problems(sent.game, sent.sheet.round_number, final, confirmed)
    if problems and sent.was_finished:
        return _returned(sent, UNTIL_PUT_RIGHT, problems=problems)
    if problems:
        return _record(sent, sent.changes) or Outcome(load(sent.game.club, sent.game.id), problems=problems)
    if recorded and FINISHED not in recorded and recorded.issuperset(sent.changes):
        # This form was refused before. Its sender has not seen the entries that have made the round valid since.
        return _returned(sent, SENT_BEFORE)
    done: Changes = {} if sent.was_finished else {FINISHED: Mark(True)}
    return _record(sent, {**final, **done}) or Outcome(sent.game, "finished")


def _unreadable(sent: SentRound) -> str:
    """Return why nothing of a form can be saved, "" if it can."""
    if not sent.submission.is_valid:
        return STALE
    if sent.unexpected:
        return f"{STRANGE_FIELDS}: {first_names(sent.unexpected)}."
    return UNREADABLE if sent.faults else ""


def _record(sent: SentRound, changes: Changes) -> Outcome | None:
    """Record all changes. Return the form if another phone changed one of the cells first."""
    game = sent.game
    entries = [_entry(sent, (sent.sheet.round_number, *part), value) for part, value in changes.items()]
    try:
        answers = game.club.record_all(entries, seen=sent.submission.seen)
    except KeyReused:
        return _returned(sent, SENT_BEFORE)
    conflicts = [answer for answer in answers if answer.status == "conflict"]
    if conflicts and len(changes) == 1 and all(isinstance(v, Count) and v.tapped for v in changes.values()):
        # The page will ask which count is right, so the tap need not be sent again.
        return None
    if conflicts or any(answer.status == "held" for answer in answers):
        current = {(a.place, a.field): a.current.value if a.current else None for a in conflicts}
        texts = {
            i.name: shown_text(sent.sheet.rules, parse_value(current[i.place, i.field]), i)
            for i in sent.inputs.values()
            if (i.place, i.field) in current
        }
        return _returned(sent, SOMEONE_ELSE, conflicts=texts)
    return None


def _entry(sent: SentRound, cell: CellName, value: CellValue | None) -> Entry:
    own = sent.own.get(cell)
    return sent.submission.entry(sent.game.id, cell, value, base=own.key if own else None)


def _returned(sent: SentRound, notice: str, *, conflicts: Mapping[str, str] | None = None, **more: Any) -> Outcome:
    """Return a form to its sender. Unless its conflicts are given, they are what others typed meanwhile."""
    texts = {i.name: sent.texts[i.name] for i in sent.touched}
    if conflicts is None:
        conflicts = sent.texts_changed_since()
    return Outcome(sent.game, notice=notice, texts=texts, faults=sent.faults, conflicts=conflicts, **more)


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
    if end.last_round is not None:
        last = end.last_round - (end.last_round >= deleted)
        return EndDecision(last_round=last) if last else None
    first = end.not_before or 1
    return EndDecision(not_before=first - (first > deleted))
