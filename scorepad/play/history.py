"""A game's log, form by form, newest first; and the values its cells had when a page was made."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Self

from scorepad.play.game import FINISHED, LoadedGame
from scorepad.scoring.cell_json import parse_value
from scorepad.scoring.cells import CellName, CellValue, Count
from scorepad.store import Club, LoggedEntry

_PAGE = 1_000
_FIRST, _MORE, _MOST = 4, 8, 300
"""Entries of the log read at first, times more for each page after, and at most.

Every page of a table asks for the newest form, and mostly for no more.
"""

_UNDO = re.compile(r":undo-([0-9]{1,15}):")


def undo_key(form: str, seq: int) -> str:
    """Return the start of the keys of entries that undo action `seq`."""
    return f"{form}:undo-{seq}:"


@dataclass(frozen=True, slots=True)
class Action:
    """What one form did, its entries in order. A form that finished a round did two things: see `_parts`.

    `seq` is the number that an undo names: that of the last entry that was applied. `undoes` is the seq of the action
    it undid. `starts_game` is the form the game began with.
    """

    form: str
    entries: tuple[LoggedEntry, ...]
    applied: tuple[LoggedEntry, ...]
    seq: int
    undoes: int | None
    starts_game: bool

    @classmethod
    def of(cls, form: str, entries: tuple[LoggedEntry, ...]) -> Self:
        """Build an action from the entries of one form."""
        applied = tuple(entry for entry in entries if entry.status == "applied")
        undone = _UNDO.search(form)
        return cls(
            form=form,
            entries=entries,
            applied=applied,
            seq=max((entry.seq for entry in applied), default=entries[-1].seq),
            undoes=int(undone[1]) if undone else None,
            starts_game=any(e.field == "rules" and e.base is None for e in applied),
        )

    @property
    def refused(self) -> tuple[LoggedEntry, ...]:
        """The entries that changed nothing because someone else had."""
        return tuple(entry for entry in self.entries if entry.status in ("conflict", "held"))


def actions(
    club: Club, game: int, before: int | None = None, round_number: int | None = None
) -> Iterator[Action]:
    """Yield what was done in a game, or in one round, before entry `before`, newest first."""
    entries = _newest_first(club, game, before, round_number)
    # One form is one transaction, whose entries all carry one time.
    for (form, _), together in groupby(entries, key=lambda entry: (_form_of(entry.key), entry.at)):
        yield from _parts(form, tuple(together)[::-1])


def _form_of(key: str) -> str:
    return key[: key.rfind(":") + 1] or key


def _newest_first(
    club: Club, game: int, before: int | None, round_number: int | None
) -> Iterator[LoggedEntry]:
    limit = _FIRST
    while page := club.log(game, before=before, round=round_number, limit=limit):
        yield from page
        before, limit = page[-1].seq, min(limit * _MORE, _MOST)


def _parts(form: str, entries: tuple[LoggedEntry, ...]) -> Iterator[Action]:
    """Split finishing a round from what the same form typed: to undo the finish must not empty the sheet.

    The zeros that finishing writes where nothing was typed belong to the finish.
    """
    whole = Action.of(form, entries)
    # Rounds that move behind others played on paper move as one.
    moved = len({entry.round for entry in entries}) > 1
    if whole.undoes is None and not moved and any(e.field == FINISHED[1] for e in entries):
        finish = tuple(e for e in entries if e.field == FINISHED[1] or _is_zero(e))
        typed = tuple(e for e in entries if e not in finish)
        yield Action.of(form, finish)
        if typed:
            yield Action.of(form, typed)
    else:
        yield whole


def _is_zero(entry: LoggedEntry) -> bool:
    return entry.base is None and parse_value(entry.value) == Count(0)


def values_at(loaded: LoadedGame, seen: int) -> Mapping[CellName, CellValue]:
    """Return the values of the cells after entry `seen`. Costs nothing if nothing has happened since."""
    if seen >= loaded.seq:
        return loaded.values
    values: dict[CellName, CellValue] = {}
    since = 0
    while page := loaded.club.history(loaded.id, since=since, limit=_PAGE):
        for entry in page:
            if entry.seq > seen:
                return values
            if entry.status == "applied":
                _put(values, entry)
        since = page[-1].seq
    return values


def _put(values: dict[CellName, CellValue], entry: LoggedEntry) -> None:
    cell, value = (entry.round, entry.place, entry.field), parse_value(entry.value)
    values.pop(cell, None)
    if value is not None:
        values[cell] = value
