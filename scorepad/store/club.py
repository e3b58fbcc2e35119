"""One club, one file: records entries, and gives access to everything else in a club."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from scorepad import paths
from scorepad.store import migrations
from scorepad.store.checks import check_key, clean_name
from scorepad.store.clock import SET, Clock
from scorepad.store.connections import Connections, OnChange, Watch
from scorepad.store.errors import BadEntry, ChangedMeanwhile
from scorepad.store.facts import Entry
from scorepad.store.file import log_end, opening
from scorepad.store.file.copying import copy_club
from scorepad.store.games import GameReader, LogReader
from scorepad.store.imports import Imports
from scorepad.store.league import League
from scorepad.store.nights import Nights
from scorepad.store.people import People, raise_people_version
from scorepad.store.recording import Recorder, ready, record_together, utc_now
from scorepad.store.rules import OwnRuleSets, RuleDrafts
from scorepad.store.seasons import Seasons

CLUB_NAME = "club_name"
"""The setting with the club's name."""

CHANCES = "chances"
"""The setting that is there if the table says who will probably win."""


NO_BETS = "no_bets"
"""The setting that is there if nobody is asked before a game who will win."""

LANGUAGE = "language"
"""The setting with the club's language."""


class _Enough(Exception):
    """Rolls a trial back."""


class Club(Recorder, GameReader, LogReader):
    """An open club, from `Club.open`. Threads may share it; each process opens its own."""

    def __init__(self, path: Path, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.open` instead: it prepares the file."""
        super().__init__(connections, now)
        self.path = path
        self.people = People(connections, now)
        self.clock = Clock(connections)
        self.league = League(connections)
        self.seasons = Seasons(connections, now)
        self.nights = Nights(connections, now)
        self.rule_sets = OwnRuleSets(connections, now)
        self.rule_drafts = RuleDrafts(connections, now)
        self.imports = Imports(connections, now)

    @classmethod
    def open(cls, path: Path, *, now: Callable[[], str] | None = None) -> Self:
        """Open the club at `path`. Create a missing file; copy an older one, then migrate it.

        `now` returns the time that is stored with entries. In a copy from `paths.readable_instance`, everything that
        people type is refused with ReadOnly. Raises StoreError if the file is not a club, comes from a newer Scorepad,
        or cannot be read and written.
        """
        path = Path(path)
        now = now or utc_now
        log_end.refuse_wrong_pair(path)
        writer, mode = opening.open_file(path, migrations.CLUB)
        try:
            end = opening.end_of_log(writer, path, now)
            read_only = paths.is_read_only(path.parent)
            return cls(path, Connections(path, writer, mode, end, read_only=read_only), now)
        except BaseException:
            writer.close()
            raise

    def close(self) -> None:
        """Close the file in this process. Safe to call twice."""
        self._connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def new_game(self, entries: Sequence[Entry], *, key: str) -> int:
        """Create a game with its first entries in one transaction, and return its id.

        The entries' own `game` is ignored (pass NEW_GAME). `key` is an idempotency key: sent again, it returns the same
        game and records nothing. Raises the same errors as `record_all`.
        """
        check_key(key)
        ready([replace(entry, game=1) for entry in entries])
        with self.writing() as db:
            return _new_game(db, key, entries, self._now())

    def name(self) -> str:
        """The club's name, "" until it has one."""
        with self.reading() as db:
            row = db.conn.execute("SELECT value FROM setting WHERE name = ?", (CLUB_NAME,)).fetchone()
            return str(row[0]) if row else ""

    def rename(self, name: str, *, seen: str | None = None) -> str:
        """Name the club, and return the name it has now; "" takes the name away.

        `seen` is the name that the form showed: raises ChangedMeanwhile if the club has another one now. Raises
        BadName.
        """
        name = clean_name(name) if name.strip() else ""
        with self.writing() as db:
            before = self.name()
            if before == name:
                return name
            if seen not in (None, before):
                raise ChangedMeanwhile(f"Someone else has just called this club “{before or 'Scorepad'}”.")
            db.conn.execute(SET, (CLUB_NAME, name))
            # The pages of games show the name, so they must not be taken for unchanged.
            raise_people_version(db)
        return name

    def says_chances(self) -> bool:
        """Whether the table says between rounds who will probably win."""
        return self._is_set(CHANCES)

    def say_chances(self, *, at_table: bool) -> None:
        """Let the table say between rounds who will probably win, or not."""
        self._set(CHANCES, is_set=at_table)

    def takes_bets(self) -> bool:
        """Whether phones are asked before a game who will win."""
        return not self._is_set(NO_BETS)

    def take_bets(self, *, ask: bool) -> None:
        """Ask phones before a game who will win, or not."""
        self._set(NO_BETS, is_set=not ask)

    def _is_set(self, name: str) -> bool:
        with self.reading() as db:
            return db.conn.execute("SELECT 1 FROM setting WHERE name = ?", (name,)).fetchone() is not None

    def _set(self, name: str, *, is_set: bool) -> None:
        with self.writing() as db:
            if is_set == self._is_set(name):
                return
            if is_set:
                db.conn.execute(SET, (name, "1"))
            else:
                db.conn.execute("DELETE FROM setting WHERE name = ?", (name,))
            # The pages of games follow it, so they must not be taken for unchanged.
            raise_people_version(db)

    def language(self) -> str:
        """The language of the club's board and sheets, such as "de"; "" if it has none."""
        with self.reading() as db:
            row = db.conn.execute("SELECT value FROM setting WHERE name = ?", (LANGUAGE,)).fetchone()
            return str(row[0]) if row else ""

    def set_language(self, code: str) -> None:
        """Set the club's language; "" takes it away."""
        with self.writing() as db:
            if code == self.language():
                return
            if code:
                db.conn.execute(SET, (LANGUAGE, code))
            else:
                db.conn.execute("DELETE FROM setting WHERE name = ?", (LANGUAGE,))
            # The pages of games are in this language, so they must not be taken for unchanged.
            raise_people_version(db)

    def listen(self, listener: OnChange) -> None:
        """Call `listener` after each write by this process, once it is on disk.

        Its argument is the ids of the games that changed, or None if anything may have changed, such as people. It runs
        in the thread that wrote, which waits for it, and must not raise.
        """
        self._connections.listen(listener)

    def try_writing(self) -> None:
        """Begin a write, and roll it back. Raises StoreError if no entry could be recorded."""
        with suppress(_Enough), self.writing():
            raise _Enough

    def watch(self) -> Watch:
        """A watch that detects writes by any process. Close it after use."""
        return self._connections.watch()

    def backup(self, dest: Path) -> Path:
        """Copy the club to a new file, even while it is in use. Return the path once the copy is on disk.

        Raises StoreError, and leaves nothing behind, if `dest` exists or cannot be written.
        """
        with self.reading() as db:
            return copy_club(db, Path(dest))


def _new_game(db: Database, key: str, entries: Sequence[Entry], at: str) -> int:
    row = db.conn.execute("SELECT id FROM game WHERE key = ?", (key,)).fetchone()
    if row:
        return int(row[0])
    game = db.conn.execute("INSERT INTO game (key, created_at) VALUES (?, ?)", (key, at)).lastrowid
    assert game is not None
    answers = record_together(db, ready([replace(entry, game=game) for entry in entries]), None, at)
    if any(answer.status != "applied" for answer in answers):
        raise BadEntry("The entries of a new game have no base: it has no values yet.")
    return game
