"""The club's time zone, which decides the day of each game: `Club.clock` has these methods.

The club's file stores the name of the zone, so the days do not change on a machine in another zone.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from sqlite_utils import Database
from tzlocal import get_localzone_name

from scorepad.store import players
from scorepad.store.connections import Reader
from scorepad.store.errors import Damaged, StoreError

MACHINES = ""
"""The name that stands for the machine's zone if that zone has no name."""


PREVIEWED = 100
"""A preview of another zone examines only the last games: a large club has too many."""


class NoSuchZone(StoreError):
    """There is no time zone of that name."""


class Clock(Reader):
    """The time zone of an open club."""

    def name(self) -> str:
        """The name of the zone, such as "Europe/Berlin"; "" for the machine's zone."""
        with self.reading() as db:
            return _name(db)

    def zone(self) -> tzinfo | None:
        """The zone; None for the machine's zone."""
        with self.reading() as db:
            return zone_of(db)

    def moved(self, name: str) -> tuple[int, int]:
        """How many of the last games would move to another day, and how many were examined. Raises NoSuchZone."""
        with self.reading() as db:
            rows = db.conn.execute("SELECT id, created_at FROM game ORDER BY id DESC LIMIT ?", (PREVIEWED,)).fetchall()
            return len(list(_moved(rows, zone_of(db), _checked(name)))), len(rows)

    def change(self, name: str) -> int:
        """Change the zone, and return how many games moved to another day. Raises NoSuchZone."""
        zone = _checked(name)
        with self._connections.writing() as db:
            if name == _name(db):
                return 0
            games = db.conn.execute("SELECT id, created_at FROM game")
            moved = [(game,) for game in _moved(games, zone_of(db), zone)]
            db.conn.execute("UPDATE setting SET value = ? WHERE name = 'zone'", (name,))
            db.conn.executemany("INSERT OR IGNORE INTO league_stale (game) VALUES (?)", moved)
            players.raise_version(db)
        return len(moved)


def zone_of(db: Database) -> tzinfo | None:
    """The zone of a club; None for the machine's zone. Raises Damaged."""
    name = _name(db)
    try:
        return _checked(name) if name else None
    except NoSuchZone:
        raise Damaged from None


def day_of(at: str, zone: tzinfo | None) -> str:
    """The day (ISO) of a stored time. Raises Damaged."""
    try:
        return datetime.fromisoformat(at).astimezone(zone).date().isoformat()
    except (ValueError, OverflowError):
        raise Damaged from None


@cache
def zone_names() -> tuple[str, ...]:
    """All zones that are named after a place, and UTC."""
    areas = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    return (*sorted(name for name in _available() if name.startswith(areas)), "UTC")


def is_zone(name: str) -> bool:
    """Whether this machine knows a zone of this name, or it is "", for the machine's own zone."""
    return name == MACHINES or name in _available()


def machines_zone() -> str:
    """The name of this machine's zone; "" if it has none, or if its clock differs from the zone of that name."""
    try:
        name = get_localzone_name()
        zone = ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return MACHINES
    days = [datetime(datetime.now(UTC).year, month, 1, 12, tzinfo=UTC) for month in range(1, 13)]
    return name if all(day.astimezone().utcoffset() == day.astimezone(zone).utcoffset() for day in days) else MACHINES


def _name(db: Database) -> str:
    row = db.conn.execute("SELECT value FROM setting WHERE name = 'zone'").fetchone()
    return str(row[0]) if row else MACHINES


@cache
def _available() -> set[str]:
    return available_timezones()


@lru_cache(maxsize=16)
def _checked(name: str) -> ZoneInfo:
    if name not in _available():
        raise NoSuchZone("There is no such time zone. Choose another.")
    return ZoneInfo(name)


def _moved(games: Iterable[tuple[int, str]], before: tzinfo | None, after: tzinfo) -> Iterator[int]:
    """The ids of the games whose day differs between the two zones."""
    for game, at in games:
        try:
            if day_of(at, before) != day_of(at, after):
                yield game
        except Damaged:
            continue
