"""One club, one file: record entries, and reach everything else that a club knows."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from scorepad.store import migrations, recording
from scorepad.store.checks import check_key, check_seen
from scorepad.store.connections import Connections, OnChange
from scorepad.store.facts import Answer, Entry, Unchanged
from scorepad.store.file import opening, reach
from scorepad.store.file.copying import copy_club
from scorepad.store.games import GameReader
from scorepad.store.league import League
from scorepad.store.log import LogReader
from scorepad.store.people import People
from scorepad.store.seasons import Seasons
from scorepad.store.watch import Watch


def utc_now() -> str:
    """The current time, as it is written beside an entry. It is for people to read; nothing is ordered by it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Club(GameReader, LogReader):
    """An open club, from `Club.open`. Threads may share it; each process opens its own.

    Here are the methods that write entries; `GameReader` and `LogReader` have those that read games and the log.
    """

    def __init__(self, path: Path, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.open` instead: it prepares the file."""
        super().__init__(connections)
        self.path = path
        self.people = People(connections, now)
        self.league = League(connections)
        self.seasons = Seasons(connections, now)
        self._now = now

    @classmethod
    def open(cls, path: Path, *, now: Callable[[], str] | None = None) -> Self:
        """Open the club at `path`. Make a missing file, and bring an older one up to date after a copy.

        `now` gives the time written beside entries. Raises StoreError if the file is no club, comes from a newer
        Scorepad, or cannot be read and written.
        """
        path = Path(path)
        now = now or utc_now
        reach.refuse_wrong_pair(path)
        writer, mode = opening.open_file(path, migrations.CLUB)
        try:
            mark = opening.mark_of(writer, path, now)
            return cls(path, Connections(path, writer, mode, mark), now)
        except BaseException:
            writer.close()
            raise

    def close(self) -> None:
        """Close the file in this process. Twice is fine."""
        self._connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def writing(self) -> AbstractContextManager[Database]:
        """Lend the one writer inside BEGIN IMMEDIATE; COMMIT at the end of the block, ROLLBACK on an exception.

        Do not call other methods that write inside it. Faults of disk, file and lock are StoreErrors.
        """
        return self._connections.writing()

    def record(self, entries: Sequence[Entry]) -> tuple[Answer, ...]:
        """Record entries in order, in one transaction, and answer once they are on the disk.

        A known key gets its first answer again, and nothing is written. Raises BadEntry, NoSuchGame or KeyReused;
        then none of the entries is recorded.
        """
        checked = recording.ready(entries)
        if not checked:
            return ()
        with self._connections.writing({entry.game for entry in entries}) as db:
            return recording.record(db, checked, self._now())

    def record_all(
        self,
        entries: Sequence[Entry],
        *,
        seen: int | None = None,
        unchanged: Unchanged | None = None,
    ) -> tuple[Answer, ...]:
        """Record a whole form, one entry a cell: if one is a conflict, no cell changes.

        The log keeps every entry all the same: the conflicts as `conflict`, what would have been applied as `held`.
        The same form sent again gets the same answers; the page that asks about the conflict sends all values again
        under new keys. `seen` is the latest seq the page knew: the base of the entries that bring none. Raises as
        `record` does, BadEntry when two entries name one cell, and ChangedMeanwhile unless the cells of `unchanged`
        are unchanged.
        """
        checked = recording.ready(entries)
        check_seen(seen)
        if not checked:
            return ()
        with self._connections.writing({entry.game for entry in entries}) as db:
            if unchanged:
                recording.refuse_if_changed(db, entries[0].game, unchanged)
            return recording.record_together(db, checked, seen, self._now())

    def new_game(self, entries: Sequence[Entry], *, key: str) -> int:
        """Make a game with its first entries, all or nothing, and return its id.

        The entries' own `game` is ignored (write NEW_GAME). The same `key` returns the same game again and records
        nothing, so a form that is sent twice makes one game. Raises as `record_all` does.
        """
        check_key(key)
        recording.ready([replace(entry, game=1) for entry in entries])
        with self.writing() as db:
            return recording.new_game(db, key, entries, self._now())

    def listen(self, listener: OnChange) -> None:
        """Call `listener` after each write of this process, once it is on the disk.

        Its argument is the ids of the games, or None if anything may have changed, such as people. It runs in the
        thread that wrote, which waits for it, and must not raise.
        """
        self._connections.listen(listener)

    def watch(self) -> Watch:
        """A watch that notices writes of any process. Close it at the end."""
        return self._connections.watch()

    def backup(self, dest: Path) -> Path:
        """Copy the club to a new file, also while it is in use, and return its path once it is on the disk.

        Raises StoreError, and leaves nothing behind, if `dest` exists or cannot be written.
        """
        with self.reading() as db:
            return copy_club(db, Path(dest))
