"""Records a club's file as an import: all of it, or nothing."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlite_utils import Database

from scorepad.scoring.names import fold_name
from scorepad.store.errors import CannotMerge
from scorepad.store.exports.lines import BY_RESTORING
from scorepad.store.imports.imports import Imports, NewImport
from scorepad.store.restoring.adding import Adding
from scorepad.store.restoring.restore import Restoring, is_empty
from scorepad.store.restoring.rows import RestoredRow, SmallRow


class Session:
    """Restores a file: into an empty club exactly, otherwise only its games and the people in them."""

    def __init__(self, db: Database, people: Mapping[int, int], fingerprints: Mapping[int, str], at: str) -> None:
        if len(set(people.values())) < len(people):
            raise CannotMerge("Two people of the file cannot be one person of the club: merge them afterwards.")
        self._db, self._decided, self._at = db, people, at
        self._fingerprints = fingerprints
        self._of_file: list[dict[str, Any]] = []
        self._rows: Restoring | None = Restoring(db) if is_empty(db) else None
        self.number = 0
        latest = db.conn.execute("SELECT coalesce(max(id), 0) FROM player").fetchone()[0]
        self.first_person = latest + 1

    def put(self, row: RestoredRow, line: int) -> None:
        """Take a row, with its line number in the file. Raises CannotRestore."""
        if self._rows is None and type(row) is SmallRow:
            self._of_file += [row.values] if row.table == "player" else []
            return
        self._begun().put(row, line)

    def _begun(self) -> Restoring:
        self._rows = self._rows or Adding(self._db, self._people(), self._fingerprints)
        return self._rows

    def finish(self, new: NewImport) -> None:
        """Write the remaining rows, and record the import."""
        rows = self._begun()
        rows.finish()
        find = self._db.conn.execute
        last, number = find("SELECT (SELECT max(id) FROM player), (SELECT max(id) FROM import)").fetchone()
        self.number = (number or 0) + 1
        row = {
            "id": self.number,
            "digest": new.digest,
            "name": new.name,
            "kind": BY_RESTORING,
            "device": new.device,
            "at": self._at,
            "first_game": rows.first_game,
            "games": rows.games,
            "first_person": self.first_person,
            "people": (last or 0) - self.first_person + 1,
        }
        self._db.table("import").insert(row)

    def _people(self) -> dict[int, int]:
        """The club's person for each person of the file: as decided, otherwise a new one."""
        people = dict(self._decided)
        merged = {row["id"]: row["joined"] for row in self._of_file if row["joined"] is not None}
        for row in self._of_file:
            if row["id"] not in people and row["id"] not in merged:
                people[row["id"]] = self._add(row)
        for number, now in merged.items():
            while now in merged:
                now = merged[now]
            people[number] = people[now]
        return people

    def _add(self, row: Mapping[str, Any]) -> int:
        traits = {name: row[name] for name in ("name", "colour", "guest", "retired", "forgotten")}
        folded = "" if row["forgotten"] else fold_name(row["name"])
        inserted = self._db.table("player").insert(traits | {"folded": folded, "created_at": self._at})
        return inserted.last_rowid or 0


@contextmanager
def restoring(
    imports: Imports, new: NewImport, people: Mapping[int, int], fingerprints: Mapping[int, str]
) -> Iterator[Session]:
    """Lend a `Session` for the rows of a file: all are saved at the end of the block, or none if anything is raised.

    `people` maps ids of the file to people of the club, `fingerprints` are those of its games with old keys. Raises
    AlreadyImported if the same file was imported before.
    """
    with imports.writing_new(new) as (db, at):
        session = Session(db, people, fingerprints, at)
        yield session
        session.finish(new)
