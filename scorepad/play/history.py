"""A game's log, form by form, newest first; and which form Undo takes back.

An undo is a form of its own that records what the cells held before, and its keys name the action. So a second undo
goes one further back, and never past the form the game began with.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Self

from scorepad.play.change_words import ALWAYS, Change, Offer, Undo, changes_of, name_of
from scorepad.play.game import FINISHED, SEATED, LoadedGame
from scorepad.play.game_people import is_from
from scorepad.scoring.cell_json import parse_value
from scorepad.scoring.cells import CellName, Count
from scorepad.scoring.game.agreement import WHOLE_GAME
from scorepad.scoring.game.record import DELETED
from scorepad.store import Club, LoggedEntry, Phone, Role

_FIRST, _MORE, _MOST = 4, 8, 300
"""Entries of the log read at first, times more for each page after, and at most.

Every page of a table asks for the newest form, and mostly for no more.
"""

MOST_OF_OTHERS = 50
"""Changes by others after which this phone's last one is no longer offered: by then people have forgotten it."""

_IMPORT = re.compile(r"import-[0-9]+-undo-[0-9]+(-back)?:")
_BACK = re.compile(r":(undo|redo)-([0-9]{1,15}):")


def back_key(form: str, way: str, seq: int) -> str:
    """Return the start of the keys of entries that undo or redo action `seq`; `way` is "undo" or "redo"."""
    return f"{form}:{way}-{seq}:"


@dataclass(frozen=True, slots=True)
class Action:
    """What one form did, its entries in order. A form that finished a round did two things: see `_parts`.

    `seq` is the number that an undo names: that of the last entry that was applied. `undoes` is the seq of the action
    it undid, `redoes` that of the undo it took back. `starts_game` is the form the game began with.
    """

    form: str
    entries: tuple[LoggedEntry, ...]
    applied: tuple[LoggedEntry, ...]
    seq: int
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
            undoes=seq if way == "undo" else None,
            redoes=seq if way == "redo" else None,
            starts_game=any(e.field == "rules" and e.base is None for e in applied),
        )

    @property
    def refused(self) -> tuple[LoggedEntry, ...]:
        """The entries that changed nothing because someone else had."""
        return tuple(entry for entry in self.entries if entry.status in ("conflict", "held"))


def actions(club: Club, game: int, before: int | None = None, round_number: int | None = None) -> Iterator[Action]:
    """Yield what was done in a game, or in one round, before entry `before`, newest first."""
    return _together(chain.from_iterable(_pages(club, game, before, round_number)))


def actions_of(loaded: LoadedGame) -> Iterator[Action]:
    """Yield what was done in a game as it was loaded, newest first. The last actions cost no query."""
    return _together(_since_loaded(loaded))


def _since_loaded(loaded: LoadedGame) -> Iterator[LoggedEntry]:
    older = loaded.older.entries
    yield from loaded.recent
    yield from older
    before, count = (older or loaded.recent)[-1].seq, len(older)
    for page in _pages(loaded.club, loaded.id, before, None):
        loaded.older.add(count, page)
        yield from page
        count += len(page)


def _together(entries: Iterator[LoggedEntry]) -> Iterator[Action]:
    # One form is one transaction, whose entries all carry one time.
    for (form, _), together in groupby(entries, key=lambda e: (e.key[: e.key.rfind(":") + 1] or e.key, e.at)):
        yield from _parts(form, tuple(together)[::-1])


def _pages(club: Club, game: int, before: int | None, round_number: int | None) -> Iterator[list[LoggedEntry]]:
    limit = _FIRST
    while page := club.log(game, before=before, round=round_number, limit=limit):
        yield page
        before, limit = page[-1].seq, min(limit * _MORE, _MOST)


def _parts(form: str, entries: tuple[LoggedEntry, ...]) -> Iterator[Action]:
    """Split finishing a round from what the same form typed: to undo the finish must not empty the sheet.

    The zeros that finishing writes where nothing was typed belong to the finish.
    """
    whole = Action.of(form, entries)
    # Rounds that move up, or behind others played on paper, move as one.
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


def offer_of(loaded: LoadedGame, phone: Phone | None) -> Offer:
    """Return what a phone may take back.

    Both are of the phone, not of its scorer on another: who keeps score is what a phone says of itself. No one has
    recorded their cells since, and what is the owner's to change is only for a phone that is an owner's now.
    """
    if phone is None:
        return Offer()
    if phone not in loaded.offers:
        redo, others = _next_redo(loaded, phone)
        undo, before = _next_undo(loaded, phone)
        loaded.offers[phone] = Offer(undo, redo, min(before, others))
    return loaded.offers[phone]


def _next_undo(loaded: LoadedGame, phone: Phone) -> tuple[Undo | None, int]:
    """Return the last action that stands, and how many more others it outlasts."""
    is_owner = _is_owner(phone)
    undone: set[int] = set()
    covered: set[CellName] = set()
    finishes = _finishes(loaded)
    for action, others in _recent(loaded, phone):
        if action.starts_game:
            break
        if _IMPORT.fullmatch(action.form):
            # An import is undone and brought back as a whole.
            covered |= {(entry.round, entry.place, entry.field) for entry in action.applied}
        elif action.undoes is not None:
            undone |= {action.undoes} if took_effect(action) else set()
            # What finished a round that an undo brought back is further back.
            finishes |= {e.round: 0 for e in action.applied if finishes.get(e.round) == e.seq}
        elif action.seq not in undone and action.applied:
            sought = [e for e in action.applied if e.field == FINISHED[1] and finishes.get(e.round) == 0]
            finishes |= {e.round: e.seq for e in sought}
            is_over = _is_finished_over(action, finishes)
            changes = _own_changes(loaded, action, phone, covered)
            if changes and not is_owner and _is_owners(changes):
                covered |= {change.cell for change in changes}
                continue
            if changes and not is_over:
                name = name_of(loaded, changes)
                return Undo(action.seq, name, {c.cell: c.before for c in changes}), MOST_OF_OTHERS - others
    return None, ALWAYS


def _next_redo(loaded: LoadedGame, phone: Phone) -> tuple[Undo | None, int]:
    """Return the phone's last undo if it has done nothing else since, and how many more others it outlasts."""
    redone: set[int] = set()
    covered: set[CellName] = set()
    for action, others in _recent(loaded, phone):
        if not is_from(action.entries[0].device, phone):
            covered |= {(entry.round, entry.place, entry.field) for entry in action.applied}
        elif action.redoes is not None:
            redone |= {action.redoes} if took_effect(action) else set()
        elif action.undoes is None or not action.applied:
            break
        elif action.seq not in redone:
            changes = _own_changes(loaded, action, phone, covered)
            stands = changes and all(loaded.values.get(change.cell) == change.after for change in changes)
            is_allowed = _is_owner(phone) or not _is_owners(changes)
            if not stands or not is_allowed or _is_finished_over(action, _finishes(loaded)):
                break
            name = name_of(loaded, [change.reversed for change in changes])
            return Undo(action.seq, name, {c.cell: c.before for c in changes}), MOST_OF_OTHERS - others
    return None, ALWAYS


def _is_owner(phone: Phone) -> bool:
    return any(role is Role.OWNER for role, _ in phone.passes)


def _recent(loaded: LoadedGame, phone: Phone) -> Iterator[tuple[Action, int]]:
    """Yield actions, newest first, as far back as Undo looks, and how many by others there were."""
    others = 0
    for action in actions_of(loaded):
        others += not is_from(action.entries[0].device, phone)
        if others > MOST_OF_OTHERS:
            return
        yield action, others


def _own_changes(loaded: LoadedGame, action: Action, phone: Phone, covered: set[CellName]) -> list[Change]:
    """Return what an action changed if all of it is this phone's; else add its cells to `covered`.

    An action is covered too if another phone has recorded the same value again: someone else stands by it now.
    """
    cells = {(entry.round, entry.place, entry.field) for entry in action.applied}
    own = all(is_from(entry.device, phone) for entry in action.applied)
    changes = changes_of(loaded, action.applied) if own else []
    if not own or (changes and cells & covered):
        covered |= cells
        return []
    return changes


def _is_owners(changes: Sequence[Change]) -> bool:
    """Return whether only an owner may make a change: settings, seats, the bin. The end and a deletion are all's."""
    cells = [change.cell for change in changes]
    is_deletion = any(cell[2] == DELETED for cell in cells)
    return not is_deletion and any(cell[2] == SEATED or (cell[0] == WHOLE_GAME and cell[2] != "end") for cell in cells)


def _finishes(loaded: LoadedGame) -> dict[int, int]:
    """Return the finished rounds, each with the entry that finished it."""
    return {cell[0]: loaded.cells[cell].seq for cell in loaded.values if cell[1:] == FINISHED}


def _is_finished_over(action: Action, finishes: dict[int, int]) -> bool:
    """Return whether its round was finished after it: to undo one tap would not judge that round again."""
    is_finish = any(entry.seq == finishes.get(entry.round) for entry in action.applied)
    return not is_finish and any(e.seq < finishes.get(e.round, 0) for e in action.applied)


def took_effect(action: Action) -> bool:
    return any(entry.status in ("applied", "same") for entry in action.entries)
