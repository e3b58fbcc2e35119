"""A game's log grouped into actions, newest first, and the actions that Undo and Redo take back.

An undo is itself a form: it records the earlier values, and its keys name the action it undoes. So a second undo goes
one step further back, but never past the form that started the game.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, Self

from scorepad.league.bets import person_of
from scorepad.play.change_words import Change, changes_of, name_of
from scorepad.play.form_data import USED, Submission, entry_key
from scorepad.play.game import LoadedGame, Offer, Undo, is_from
from scorepad.play.save_round import finish_problems
from scorepad.scoring.cells import CellName, Count, parse_value
from scorepad.scoring.game.agreement import SEATED, WHOLE_GAME
from scorepad.scoring.game.record import CHECKED, CONFIRMED, DELETED, END, FINISHED
from scorepad.scoring.model import Level
from scorepad.store import Answer, Club, KeyReused, LoggedEntry, Phone, Role

_FIRST, _MORE, _MAX = 4, 8, 300
"""Log entries in the first query, the factor by which each further query grows, and the most per query.

Every page of a table needs the newest form, and usually no more.
"""

AT_TABLE = 0
"""Stands for a round's number on the pages of the table and the result, which do not show checks and confirmations."""

MAX_OF_OTHERS = 50
"""Actions by others after which this phone's last action is no longer offered: by then people have forgotten it."""

_IMPORT = re.compile(r"import-[0-9]+-undo-[0-9]+(-[0-9a-f]{16})?(-back)?:")
_BACK = re.compile(r":(undo|redo)-([0-9]{1,15}):")


def back_key(form: str, way: str, seq: int) -> str:
    """Return the key of a form that undoes or redoes action `seq`; `way` is "undo" or "redo"."""
    return f"{form}:{way}-{seq}"


@dataclass(frozen=True, slots=True)
class Action:
    """What one form did, its entries in order. A form that finished a round may give two actions: see `_parts`.

    `seq` is the number by which an undo names the action: that of its last applied entry. `cells` are those of its
    applied entries. `undoes` is the seq of the action that it undid, `redoes` that of the undo that it took back.
    `starts_game` marks the form that began the game.
    """

    form: str
    entries: tuple[LoggedEntry, ...]
    applied: tuple[LoggedEntry, ...]
    seq: int
    cells: frozenset[CellName]
    undoes: int | None
    redoes: int | None
    starts_game: bool

    @classmethod
    def of(cls, form: str, entries: tuple[LoggedEntry, ...]) -> Self:
        """Build an action from the entries of one form."""
        applied = tuple(entry for entry in entries if entry.status == "applied")
        back = _BACK.search(form)
        way, seq = (back[1], int(back[2])) if back else ("", None)
        return cls(
            form=form,
            entries=entries,
            applied=applied,
            seq=max((entry.seq for entry in applied), default=entries[-1].seq),
            cells=frozenset(entry.cell for entry in applied),
            undoes=seq if way == "undo" else None,
            redoes=seq if way == "redo" else None,
            starts_game=any(e.field == "rules" and e.base is None for e in applied),
        )

    @property
    def refused(self) -> tuple[LoggedEntry, ...]:
        """The entries that were not applied because of a conflict."""
        return tuple(entry for entry in self.entries if entry.status in ("conflict", "held"))


def actions(club: Club, game: int, before: int | None = None, round_number: int | None = None) -> Iterator[Action]:
    """Yield the actions of a game, or of one round, before entry `before`, newest first."""
    return _together(chain.from_iterable(_batches(club, game, before, round_number)))


def actions_of(loaded: LoadedGame) -> Iterator[Action]:
    """Yield the actions of a loaded game, newest first. The latest ones need no query."""
    return _together(_since_loaded(loaded), loaded.actions)


def _since_loaded(loaded: LoadedGame) -> Iterator[LoggedEntry]:
    yield from loaded.recent
    if not loaded.older:
        before = loaded.recent[-1].seq
        loaded.older.append(tuple(loaded.club.log(loaded.id, before=before, limit=_MAX)))
    if older := loaded.older[0]:
        yield from older
        yield from chain.from_iterable(_batches(loaded.club, loaded.id, older[-1].seq, None))


def _together(
    entries: Iterator[LoggedEntry], known: dict[int, tuple[tuple[Any, ...], int]] | None = None
) -> Iterator[Action]:
    """Yield the actions of entries. `known` has those of each form and its number of entries, by its last entry."""
    known = {} if known is None else known
    # A bet changes nothing in the game, and is a secret at first.
    entries = (entry for entry in entries if entry.round != WHOLE_GAME or person_of(entry.field) is None)
    entry = next(entries, None)
    while entry:
        last = entry.seq
        if last in known:
            parts, count = known[last]
            entry = next(islice(entries, count - 1, None), None)
        else:
            # A form is recorded in one transaction, so its entries share one time.
            form, at, newest_first = _form_of(entry), entry.at, [entry]
            while (entry := next(entries, None)) and (_form_of(entry), entry.at) == (form, at):
                newest_first.append(entry)
            parts = tuple(_parts(form, tuple(reversed(newest_first))))
            known[last] = parts, len(newest_first)
        yield from parts


def _form_of(entry: LoggedEntry) -> str:
    return entry.key[: entry.key.rfind(":") + 1] or entry.key


def _batches(club: Club, game: int, before: int | None, round_number: int | None) -> Iterator[list[LoggedEntry]]:
    limit = _FIRST
    while batch := club.log(game, before=before, round=round_number, limit=limit):
        yield batch
        before, limit = batch[-1].seq, min(limit * _MORE, _MAX)


def _parts(form: str, entries: tuple[LoggedEntry, ...]) -> Iterator[Action]:
    """Split finishing a round from what the same form typed, so that undoing the finish does not empty the sheet.

    The zeros that finishing writes into blank counts belong to the finish.
    """
    whole = Action.of(form, entries)
    # Never split a deletion, or new settings, that move whole rounds.
    moved = len({entry.round for entry in entries}) > 1 or any(e.field == DELETED for e in entries)
    if whole.undoes is whole.redoes is None and not moved and any(e.field == FINISHED[1] for e in entries):
        finish = tuple(e for e in entries if e.field == FINISHED[1] or _is_zero(e))
        typed = tuple(e for e in entries if e not in finish)
        yield Action.of(form, finish)
        if typed:
            yield Action.of(form, typed)
    else:
        yield whole


def _is_zero(entry: LoggedEntry) -> bool:
    return entry.base is None and parse_value(entry.value) == Count(0)


# What a phone may take back


@dataclass(frozen=True, slots=True)
class UndoKind:
    """Undo, or Redo, which takes back an undo: its code in entry keys, and its texts."""

    code: str
    done: str
    nothing: str
    last: str

    def offered(self, loaded: LoadedGame, phone: Phone | None, round_number: int | None = None) -> Undo | None:
        """Return what this phone may take back, or None: of a round, or only what stands `AT_TABLE`."""
        if phone is None:
            return None
        known = loaded.offers.get((phone, self.code, round_number))
        offer = known and _still_offered(loaded, phone, known)
        if offer is None:
            offer = _last_in_effect(loaded, phone, self, round_number)
        if offer is not known and (known is None or known.at < loaded.seq):
            loaded.offers[phone, self.code, round_number] = offer
        return offer.undo


UNDO = UndoKind("undo", "Taken back", "Nothing was undone", "The last change is now")
REDO = UndoKind("redo", "Redone", "Nothing was redone", "The last change taken back is now")


def _still_offered(loaded: LoadedGame, phone: Phone, known: Offer) -> Offer | None:
    """Return an earlier offer for the game as it is now; None if newer actions may have changed it.

    Most taps of another phone change nothing: they can only cover this phone's action, or finish its round.
    """
    next_round = loaded.record.course.next_round
    if known.at >= loaded.seq:
        return known if known.at == loaded.seq else None
    others = known.others
    for action in actions_of(loaded):
        if action.entries[0].seq <= known.at:
            break
        others += 1
        if (
            is_from(action.entries[0].device, phone)
            or (action.undoes or action.redoes) is not None
            or any(entry.field == FINISHED[1] for entry in action.applied)
            or (known.undo and not action.cells.isdisjoint(known.cells))
        ):
            return None
    if known.undo and (others > MAX_OF_OTHERS or next_round != known.next_round):
        return None
    return replace(known, at=loaded.seq, next_round=next_round, others=others)


def _last_in_effect(loaded: LoadedGame, phone: Phone, way: UndoKind, round_number: int | None) -> Offer:
    """Find the phone's last action that is in effect and whose cells no later action in effect has.

    Redo looks for undos and stops at anything else that the phone did. Only this phone's actions count, not those of
    its scorer on another phone, because a phone's scorer is not verified. An action in a round that was finished after
    it is passed over: undoing one tap would not check that round again. So is a finish before that of a later round,
    and what the page does not show: everything that changed more than `round_number`, or checks `AT_TABLE`.
    """
    nothing = Offer(loaded.seq, loaded.record.course.next_round)
    taken_back: set[int] = set()
    covered: set[CellName] = set()
    finished: set[int] = set()
    others = 0
    for action in actions_of(loaded):
        is_of_phone = is_from(action.entries[0].device, phone)
        others += not is_of_phone
        if others > MAX_OF_OTHERS:
            break
        is_own = is_of_phone and _is_on_page(action, round_number) and not _IMPORT.fullmatch(action.form)
        is_undo = action.undoes is not None
        if (is_undo or action.redoes is not None) and any(e.status in ("applied", "same") for e in action.entries):
            taken_back |= {seq for seq in (action.undoes, action.redoes) if seq is not None}
        if action.starts_game or (way is REDO and is_own and not is_undo and action.redoes is None):
            break
        may_be_offered = is_own and is_undo is (way is REDO)
        # What was taken back has no effect any more, and an undo brought back what was there before.
        if action.seq in taken_back or (not may_be_offered and (is_undo or (is_own and way is REDO))):
            continue
        cells = action.cells
        is_free = cells.isdisjoint(covered) and not _is_relied_on(cells, finished, way)
        # What others have covered entirely can neither be offered nor cover anything more.
        changes = changes_of(loaded, action.applied) if may_be_offered and not cells <= covered else []
        if changes and is_free and (_is_owner(phone) or not _is_owners(changes)):
            name = name_of(loaded, changes_shown(loaded, action))
            undo = Undo(action.seq, name, {change.cell: change.before for change in changes})
            return replace(nothing, undo=undo, cells=cells, others=others)
        if way is REDO and may_be_offered:
            break
        # Another phone covers an action even by recording the same value again, because it then confirmed that value.
        covered |= cells if changes or not is_own else set()
        finished |= {entry.round for entry in action.applied if entry.field == FINISHED[1] and entry.value}
    return nothing


def _is_on_page(action: Action, round_number: int | None) -> bool:
    """Return whether a page of this round, or `AT_TABLE`, shows what an action did. None: the page shows everything."""
    if round_number == AT_TABLE:
        return any(field not in (CHECKED, CONFIRMED) for _, _, field in action.cells)
    return round_number is None or {cell[0] for cell in action.cells} == {round_number}


def _is_relied_on(cells: frozenset[CellName], finished: set[int], way: UndoKind) -> bool:
    """Return whether a round of these cells was finished later or, if they finish a round, one after it."""
    rounds = {cell[0] for cell in cells}
    reopens = way is UNDO and any(cell[1:] == FINISHED for cell in cells)
    return not finished.isdisjoint(rounds) or (reopens and max(finished, default=0) > min(rounds))


def _is_owner(phone: Phone) -> bool:
    return any(role is Role.OWNER for role, _ in phone.passes)


def _is_owners(changes: Sequence[Change]) -> bool:
    """Return whether only owners may make these changes: settings, seats, the bin, but not the end or a deletion."""
    cells = [change.cell for change in changes]
    is_deletion = any(cell[2] == DELETED for cell in cells)
    return not is_deletion and any(cell[2] == SEATED or (cell[0] == WHOLE_GAME and cell[2] != END[2]) for cell in cells)


# Undo and Redo: take back the action that a page offered, by recording new entries.


def take_back(loaded: LoadedGame, way: UndoKind, undo: Undo, submission: Submission) -> tuple[Answer, ...]:
    """Record the values that an action's cells had before it.

    A conflict means that a cell has changed since the game was loaded, or that another phone's entry was refused there
    and the page does not know it yet. Raises KeyReused if the same form has taken back something else.
    """
    form = back_key(submission.key, way.code, undo.seq)
    entries = [
        submission.entry(
            loaded.id, cell, value, key=entry_key(form, cell, names_round=True), base=loaded.cells[cell].seq
        )
        for cell, value in undo.before.items()
    ]
    return loaded.club.record_all(entries, seen=submission.seen)


def would_break_round(loaded: LoadedGame, way: UndoKind, undo: Undo) -> bool:
    """Return whether a finished round would get errors, since others may have corrected it meanwhile."""
    for number in {number for number, *_ in undo.before}:
        finished = (number, *FINISHED)
        if not undo.before.get(finished, loaded.values.get(finished)) or (finished in undo.before and way is UNDO):
            continue
        changes = {cell[1:]: value for cell, value in undo.before.items() if cell[0] == number}
        if any(problem.level is Level.ERROR for problem in finish_problems(loaded, number, changes, "")):
            return True
    return False


def changes_shown(loaded: LoadedGame, action: Action) -> list[Change]:
    """Return an action's changes; for an undo, those that it took back."""
    changes = changes_of(loaded, action.applied)
    return [change.reversed for change in changes] if action.undoes is not None else changes


def name_of_action(loaded: LoadedGame, seq: int) -> str:
    """Return the name of an action, or of what an undo took back; "" if the game has no action with this number."""
    action = next(actions(loaded.club, loaded.id, seq + 1), None)
    is_named = action is not None and action.seq == seq and not action.starts_game
    changes = changes_shown(loaded, action) if action and is_named else []
    return name_of(loaded, changes) if changes else ""


def was_taken_back(loaded: LoadedGame, way: UndoKind, seq: int, form: str) -> bool:
    """Return whether the same form has already taken back this action."""
    entries = loaded.club.form_entries(loaded.id, [back_key(form, way.code, seq)])
    return any(entry.status in ("applied", "same") for entry in entries)


def go_back(loaded: LoadedGame, way: UndoKind, form: Submission, seq: int, round_number: int | None = None) -> str:
    """Undo or redo action `seq`, on a page of this round if it has one. Return what happened, as a sentence."""
    last = way.offered(loaded, form.phone, round_number)
    if last is None or last.seq != seq:
        name = name_of_action(loaded, seq)
        return f"{way.done}: {name}." if was_taken_back(loaded, way, seq, form.key) else _not_the_last(way, name, last)
    if would_break_round(loaded, way, last):
        without = "with" if way is REDO else "without"
        return f"{way.nothing}: {without} “{last.text}” its round would be wrong. Correct the round instead."
    try:
        answers = take_back(loaded, way, last, form)
    except KeyReused:
        return USED
    if any(answer.status == "conflict" for answer in answers):
        return f"{way.nothing}: someone else has just changed “{last.text}”. Look at it, and press again."
    return f"{way.done}: {last.text}."


def _not_the_last(way: UndoKind, name: str, last: Undo | None) -> str:
    is_left = f"Nothing is left to {way.code}."
    reason = f"“{name}” is no longer the last change {'taken back' if way is REDO else 'made'} here"
    now = f"{way.last} “{last.text}”." if last else is_left
    return f"{way.nothing}: {reason if name else 'the game has changed'}. {now}"
