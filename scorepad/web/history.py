"""A game's log, form by form, newest first; and what stood in its cells when a page was made."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scorepad.store import CellName, LoggedEntry
from scorepad.web.clubs import LoadedGame, current_club

_PAGE = 1_000
_FIRST, _MORE, _MOST = 4, 8, 300
"""Entries of the log that are read at first, as many times more each time after, and at most.

The newest form is mostly all that is asked for, and every page of a table asks for it.
"""

_UNDO = re.compile(r":undo-([0-9]{1,15}):")


def undo_key(form: str, seq: int) -> str:
    """What the keys of entries begin with that take back action `seq`."""
    return f"{form}:undo-{seq}:"


@dataclass(frozen=True, slots=True)
class Action:
    """What one form did, its entries in their order. A form that finished a round did two things: see `_parts`."""

    form: str
    entries: tuple[LoggedEntry, ...]

    @property
    def seq(self) -> int:
        """The number by which an undo names it: that of the last entry that was applied."""
        return max((one.seq for one in self.applied), default=self.entries[-1].seq)

    @property
    def applied(self) -> tuple[LoggedEntry, ...]:
        """The entries that changed a cell."""
        return tuple(one for one in self.entries if one.status == "applied")

    @property
    def refused(self) -> tuple[LoggedEntry, ...]:
        """The entries that changed nothing because somebody else had."""
        return tuple(one for one in self.entries if one.status in ("conflict", "held"))

    @property
    def undoes(self) -> int | None:
        """The seq of the action that this one took back."""
        found = _UNDO.search(self.form)
        return int(found[1]) if found else None

    @property
    def begins(self) -> bool:
        """Whether the game began with it."""
        return any(one.field == "rules" and one.base is None for one in self.applied)


def actions(game: int, before: int | None = None, number: int | None = None) -> Iterator[Action]:
    """What was done in a game before entry `before`, newest first; in round `number` alone where one is given."""
    entries = _newest_first(game, before, number)
    # One form is one transaction, and everything in that is written at one moment.
    for (form, _), together in groupby(entries, key=lambda one: (_form_of(one.key), one.at)):
        yield from _parts(form, tuple(together)[::-1])


def _form_of(key: str) -> str:
    return key[: key.rfind(":") + 1] or key


def _newest_first(game: int, before: int | None, number: int | None) -> Iterator[LoggedEntry]:
    limit = _FIRST
    while page := current_club().log(game, before=before, round=number, limit=limit):
        yield from page
        before, limit = page[-1].seq, min(limit * _MORE, _MOST)


def _parts(form: str, entries: tuple[LoggedEntry, ...]) -> Iterator[Action]:
    """Finishing apart from what the same form typed: to undo the one must not empty the sheet.

    The zeros that finishing writes where nothing was typed belong to it.
    """
    whole = Action(form, entries)
    # Rounds that were moved behind others on paper move as one.
    moved = len({one.round for one in entries}) > 1
    if whole.undoes is None and not moved and any(one.field == "finished" for one in entries):
        finish = tuple(one for one in entries if one.field == "finished" or _is_zero(one))
        typed = tuple(one for one in entries if one not in finish)
        yield Action(form, finish)
        if typed:
            yield Action(form, typed)
    else:
        yield whole


def _is_zero(entry: LoggedEntry) -> bool:
    return entry.base is None and entry.value == {"as": "count", "n": 0}


def values_at(loaded: LoadedGame, seen: int) -> dict[CellName, Any]:
    """What stood in the cells after entry `seen`. Costs nothing when nothing happened since."""
    if seen >= loaded.seq:
        return loaded.values
    values: dict[CellName, Any] = {}
    since = 0
    while page := current_club().history(loaded.id, since=since, limit=_PAGE):
        for entry in page:
            if entry.seq > seen:
                return values
            if entry.status == "applied":
                values[entry.round, entry.place, entry.field] = entry.value
        since = page[-1].seq
    return values
