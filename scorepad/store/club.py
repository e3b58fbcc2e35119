"""One club, one file: the verbs of web and command line, done by the modules beside this."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from scorepad.store import conflicts, games, migrations, opening, recording
from scorepad.store.checks import check_key, check_seen
from scorepad.store.connections import Connections, OnChange
from scorepad.store.copying import copy_club
from scorepad.store.facts import (
    JSON,
    Answer,
    Cell,
    CellName,
    Entry,
    GameRow,
    Judged,
    LoggedEntry,
    OpenConflict,
    Player,
)
from scorepad.store.league import League
from scorepad.store.people import People
from scorepad.store.seasons import Seasons
from scorepad.store.watching import Watch


def utc_now() -> str:
    """The time for people to read beside an entry; nothing is ever ordered by it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Club:
    """An open club, from `Club.open`. Threads may share it; processes open their own."""

    def __init__(self, path: Path, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.open` instead, which makes sure of the file."""
        self.path = path
        self.people = People(connections, now)
        self.league = League(connections)
        self.seasons = Seasons(connections, now)
        self._connections = connections
        self._now = now

    @classmethod
    def open(cls, path: Path, *, now: Callable[[], str] | None = None) -> Self:
        """Open the club at `path`; make it if missing, bring it up to date if older.

        A copy is kept beside an older one. `now` gives the time written beside entries. Raises
        StoreError with a sentence when the file is no club, is from a newer Scorepad, or may not
        be read and written.
        """
        path = Path(path)
        writer, mode = opening.open_file(path, migrations.CLUB)
        opening.leap_if_copy(writer)
        return cls(path, Connections(path, writer, mode), now or utc_now)

    def close(self) -> None:
        """Close the file here. Closing twice is no fault."""
        self._connections.close()

    def __enter__(self) -> Self:
        """Give the club itself, to be closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the club."""
        self.close()

    def reading(self) -> AbstractContextManager[Database]:
        """A connection that sees one moment of the file, for a whole page, and cannot write."""
        return self._connections.reading()

    def writing(self) -> AbstractContextManager[Database]:
        """The one writer, inside BEGIN IMMEDIATE; what it wrote stays if the block ends well.

        No other verb that writes may be called inside. Faults of disk, file and lock are
        StoreErrors.
        """
        return self._connections.writing()

    def record(self, entries: Sequence[Entry]) -> tuple[Answer, ...]:
        """Record entries in order, in one transaction, and answer when they are safe on the disk.

        A key that is known gets its answer of then, and nothing is written. Raises BadEntry,
        NoSuchGame or KeyReused, and then none of the entries is recorded.
        """
        checked = recording.ready(entries)
        if not checked:
            return ()
        with self._connections.writing({entry.game for entry in entries}) as db:
            return recording.record(db, checked, self._now())

    def record_all(
        self, entries: Sequence[Entry], *, seen: int | None = None, judged: Judged | None = None
    ) -> tuple[Answer, ...]:
        """Record a whole form, one entry a cell: if one is a conflict, no cell changes.

        Everything is kept in the log all the same: the conflicts as `conflict`, what would have
        been applied as `held`. A form that is sent again with the same keys gets these answers
        again, whatever became of the conflict; the page that asks about it offers all values
        again under new keys. `seen` is the latest seq the page knew: the base of the entries that
        bring none. Raises as `record` does, BadEntry when two entries name one cell, and
        ChangedMeanwhile when one of the cells it was `judged` by has changed since.
        """
        checked = recording.ready(entries)
        check_seen(seen)
        if not checked:
            return ()
        with self._connections.writing({entry.game for entry in entries}) as db:
            if judged:
                recording.refuse_if_changed(db, entries[0].game, judged)
            return recording.record_together(db, checked, seen, self._now())

    def new_game(self, entries: Sequence[Entry], *, key: str) -> int:
        """Make a game with its first entries, all or nothing, and give its number.

        The entries' own `game` is ignored (write NEW_GAME). The same `key` gives the same game
        again and records nothing, so a form that is sent twice makes one game. Raises as
        `record_all` does.
        """
        check_key(key)
        recording.ready([replace(entry, game=1) for entry in entries])
        with self.writing() as db:
            return recording.new_game(db, key, entries, self._now())

    def exists(self, game: int) -> bool:
        """Whether there is such a game, binned or not."""
        with self.reading() as db:
            return games.exists(db, game)

    def cells(self, game: int) -> dict[CellName, Cell]:
        """What stands where in a game: (round, place, field) → cell. Empty for an unknown game."""
        return self.cells_of([game])[game]

    def cells_of(
        self,
        game_ids: Iterable[int],
        *,
        round: int | None = None,
        fields: Collection[str] | None = None,
    ) -> dict[int, dict[CellName, Cell]]:
        """The cells of several games in one query, or only some rounds and fields of them."""
        with self.reading() as db:
            return games.cells_of(db, game_ids, round, fields)

    def table_values(self, game: int, fields: Collection[str]) -> dict[tuple[int, str], JSON]:
        """What stands in a few fields at a game's table: (round, field) → value, blanks left out."""
        with self.reading() as db:
            return games.table_values(db, game, fields)

    def games(
        self,
        *,
        limit: int,
        before: int | None = None,
        binned: bool | None = False,
        fields: Collection[str] | None = None,
    ) -> list[GameRow]:
        """A page of games, newest first, with their cells of round 0, or only those of `fields`.

        Those in the bin where `binned` is true, all where it is None. The next page is `before`
        the last one's id.
        """
        with self.reading() as db:
            return games.games(db, limit=limit, before=before, binned=binned, fields=fields)

    def history(self, game: int, *, since: int = 0, limit: int = 1_000) -> list[LoggedEntry]:
        """What was recorded after `since`, in order; the rest is `since` the last one's seq."""
        with self.reading() as db:
            return games.history(db, game, since, limit)

    def log(
        self, game: int, *, before: int | None = None, round: int | None = None, limit: int
    ) -> list[LoggedEntry]:
        """What was recorded, newest first, or only in one round; older is `before` the last seq."""
        with self.reading() as db:
            return games.log(db, game, before=before, round=round, limit=limit)

    def replaced(self, entries: Collection[LoggedEntry]) -> dict[int, JSON]:
        """What stood in the cells before: seq of each applied entry → value, None for a blank."""
        with self.reading() as db:
            return games.replaced(db, entries)

    def open_conflicts(self, game: int) -> list[OpenConflict]:
        """The conflicts of a game that nobody has settled, in order, one for each phone and cell."""
        with self.reading() as db:
            return conflicts.open_conflicts(db, game)

    def of_forms(self, game: int, forms: Collection[str]) -> list[LoggedEntry]:
        """What forms recorded in a game, in order: keys that are theirs, or theirs and a ":"."""
        with self.reading() as db:
            return conflicts.of_forms(db, game, forms)

    def latest_seq(self, game: int | None = None) -> int:
        """The latest seq of a game, or of the whole club; 0 if nothing was recorded."""
        with self.reading() as db:
            return games.latest_seq(db, game)

    def marks(self, game: int) -> tuple[int, int]:
        """What tells whether a page of a game still stands: its latest seq, and that of people."""
        with self.reading() as db:
            return games.marks(db, game)

    def marks_of(self, game_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """The marks of several games, in one question."""
        with self.reading() as db:
            return games.marks_of(db, game_ids)

    def listen(self, listener: OnChange) -> None:
        """Tell `listener` of all that is written here from now on, once it is safe on the disk.

        It is given the numbers of the games, or None where anything may have changed, such as
        people; it is called in the thread that wrote, which waits for it, and must not raise.
        """
        self._connections.listen(listener)

    def watch(self) -> Watch:
        """Something that notices what any process writes to the file; to be closed at the end."""
        return self._connections.watch()

    def add_player(self, name: str, *, key: str | None = None) -> Player:
        """The same as `people.add`."""
        return self.people.add(name, key=key)

    def players(self) -> list[Player]:
        """Everybody who may sit down at a table, in the order of names."""
        return self.people.offered()

    def players_named(self, name: str) -> list[Player]:
        """The same as `people.named`."""
        return self.people.named(name)

    def player_names(self, ids: Iterable[int]) -> dict[int, str]:
        """The same as `people.names`."""
        return self.people.names(ids)

    def backup(self, dest: Path) -> Path:
        """Copy the club to a new file, also while it is in use; give it when it is on the disk.

        Raises StoreError and leaves nothing behind if `dest` is there already or could not be
        written.
        """
        with self.reading() as db:
            return copy_club(db, Path(dest))


def open_club(path: Path, *, now: Callable[[], str] | None = None) -> Club:
    """The same as `Club.open`."""
    return Club.open(path, now=now)
