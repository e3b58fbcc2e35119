"""What a club can do with its seasons: `Club.seasons` has these verbs. docs/league.md says what a season is."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypedDict, Unpack
from zlib import crc32

from sqlite_utils import Database

from scorepad.league.standings import Figure
from scorepad.scoring import names
from scorepad.store import players
from scorepad.store.checks import check_key
from scorepad.store.connections import Connections
from scorepad.store.errors import BadSeason, ChangedMeanwhile, KeyReused, NoSuchSeason
from scorepad.store.games import within_ids

MOST_LEAST = 999
"""The most games a season can ask for."""

_COLUMNS = "id, name, first_day, last_day, figure, least, removed"
_ALL = f"SELECT {_COLUMNS} FROM season WHERE removed = ? ORDER BY first_day DESC, id DESC"
_ONE = f"SELECT {_COLUMNS} FROM season WHERE id = ?"
_BY_KEY = f"SELECT {_COLUMNS} FROM season WHERE key = ?"
_OVERLAPPING = f"""
    SELECT {_COLUMNS} FROM season
    WHERE NOT removed AND id <> ? AND first_day <= ? AND coalesce(last_day, '9999-12-31') >= ?
    ORDER BY first_day LIMIT 1"""
_ADD = """
    INSERT INTO season (name, first_day, last_day, figure, least, key, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
_SET = """
    UPDATE season SET name = ?, first_day = ?, last_day = ?, figure = ?, least = ?, removed = ?
    WHERE id = ?"""


class Terms(TypedDict, total=False):
    """What of a season can be changed."""

    name: str
    first_day: date
    last_day: date | None
    figure: str
    least: int


@dataclass(frozen=True, slots=True)
class Season:
    """A season: its days, no last one while it is open; by what and from how many games it is decided."""

    id: int
    name: str
    first_day: date
    last_day: date | None
    figure: Figure
    least: int
    removed: bool = False

    @property
    def mark(self) -> int:
        """A number that changes whenever the season does."""
        return crc32(repr((*_values(self), self.removed)).encode())

    def has_begun(self, today: date) -> bool:
        """Whether its first day has come."""
        return self.first_day <= today

    def is_over(self, today: date) -> bool:
        """Whether its last day has passed."""
        return self.last_day is not None and self.last_day < today

    def runs(self, today: date) -> bool:
        """Whether a day is one of its days."""
        return self.has_begun(today) and not self.is_over(today)


class Seasons:
    """The seasons of an open club. Every change is one transaction, and changes `Club.league.mark`."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.seasons`."""
        self._connections = connections
        self._now = now

    def all(self) -> list[Season]:
        """Every season that was not removed, the latest first."""
        with self._connections.reading() as db:
            return [_season(row) for row in db.conn.execute(_ALL, (0,))]

    def removed(self) -> list[Season]:
        """Every season that was removed, the latest first."""
        with self._connections.reading() as db:
            return [_season(row) for row in db.conn.execute(_ALL, (1,))]

    def season(self, number: int) -> Season:
        """The season of that number, also where it was removed. Raises NoSuchSeason."""
        with self._connections.reading() as db:
            return _one(db, number)

    def begin(
        self,
        name: str,
        first_day: date,
        last_day: date | None,
        figure: str,
        least: int,
        key: str,
    ) -> Season:
        """Keep a new season; the same `key` gives the same one again.

        Raises BadSeason with every fault, and BadEntry or KeyReused for the key.
        """
        check_key(key)
        terms: Terms = {"name": name, "first_day": first_day, "last_day": last_day}
        terms |= {"figure": figure, "least": least}
        with self._connections.writing() as db:
            row = db.conn.execute(_BY_KEY, (key,)).fetchone()
            known = _season(row) if row else None
            wanted = _checked(db, terms, known.id if known else 0)
            if known and replace(wanted, removed=known.removed) != known:
                raise KeyReused(f"The key {key} was used before, for another season.")
            if known:
                return known
            added = db.conn.execute(_ADD, (*_values(wanted), key, self._now())).lastrowid
            players.raise_version(db)
            return _one(db, added or 0)

    def change(self, number: int, *, seen: int | None = None, **to: Unpack[Terms]) -> Season:
        """Change something about a season, all of it or nothing; give it as it is now.

        `seen` is the `mark` of what somebody had seen: ChangedMeanwhile, unless it is that still,
        or what it is to be. Raises BadSeason and NoSuchSeason.
        """
        with self._connections.writing() as db:
            before = _one(db, number)
            wanted = replace(_checked(db, _terms(before) | to, number), removed=before.removed)
            if wanted == before:
                return before
            if seen not in (None, before.mark):
                raise ChangedMeanwhile(
                    f"Somebody else has just changed “{before.name}”. Look at what stands here, and press again."
                )
            return _keep(db, wanted)

    def remove(self, number: int) -> Season:
        """Put a season away; nothing of it is lost. Raises NoSuchSeason; twice is no fault."""
        with self._connections.writing() as db:
            before = _one(db, number)
            return before if before.removed else _keep(db, replace(before, removed=True))

    def restore(self, number: int) -> Season:
        """Take a season back. Raises NoSuchSeason, and BadSeason where its days are another's by now."""
        with self._connections.writing() as db:
            before = _one(db, number)
            if not before.removed:
                return before
            return _keep(db, _checked(db, _terms(before), number))


def _season(row: Any) -> Season:
    number, name, first, last, figure, least, removed = row
    end = None if last is None else date.fromisoformat(last)
    return Season(
        number, name, date.fromisoformat(first), end, Figure(figure), least, bool(removed)
    )


def _one(db: Database, number: int) -> Season:
    row = db.conn.execute(_ONE, (within_ids(number),)).fetchone()
    if row is None:
        raise NoSuchSeason("The club has no season of this number.")
    return _season(row)


def _terms(season: Season) -> Terms:
    return {
        "name": season.name,
        "first_day": season.first_day,
        "last_day": season.last_day,
        "figure": season.figure,
        "least": season.least,
    }


def _values(season: Season) -> tuple[str, str, str | None, str, int]:
    last = season.last_day.isoformat() if season.last_day else None
    return season.name, season.first_day.isoformat(), last, season.figure.value, season.least


def _keep(db: Database, season: Season) -> Season:
    db.conn.execute(_SET, (*_values(season), season.removed, season.id))
    players.raise_version(db)
    return season


def _checked(db: Database, terms: Terms, number: int) -> Season:
    """The season that these terms make, under a number. Raises BadSeason with all that is wrong."""
    faults: dict[str, str] = {}
    name, figure, least = terms["name"], terms["figure"], terms["least"]
    try:
        name = names.clean_name(name)
    except names.BadName as error:
        faults["name"] = str(error)
    if figure not in list(Figure):
        faults["figure"] = "Choose one of the figures."
    if not 1 <= least <= MOST_LEAST:
        faults["least"] = f"A season asks for 1 to {MOST_LEAST} games."
    first, last = terms["first_day"], terms["last_day"]
    if last is not None and last < first:
        faults["last_day"] = "The last day is before the first."
    elif other := _overlapping(db, first, last, number):
        faults["first_day"] = _shared(other)
    if faults:
        raise BadSeason(faults)
    return Season(number, name, first, last, Figure(figure), least)


def _overlapping(db: Database, first: date, last: date | None, number: int) -> Season | None:
    until = (last or date.max).isoformat()
    row = db.conn.execute(_OVERLAPPING, (number, until, first.isoformat())).fetchone()
    return _season(row) if row else None


def _shared(other: Season) -> str:
    first = _said(other.first_day)
    if other.last_day is None:
        return f"“{other.name}” goes on since {first}. End it first, or choose days before it."
    return f"“{other.name}” has some of these days: it is from {first} to {_said(other.last_day)}."


def _said(day: date) -> str:
    return f"{day.day} {day:%b} {day.year}"
