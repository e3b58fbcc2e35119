"""The club's clock, which decides the day of each game: its time zone, and the time at which a day begins.

`Club.clock` has these methods. The club's file stores both, so the days do not change on a machine in another zone.
`Days` is the only place that computes the day of a moment.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from sqlite_utils import Database
from tzlocal import get_localzone_name

from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import IMPORTED, WHOLE_GAME
from scorepad.store.connections import Reader
from scorepad.store.errors import Damaged, StoreError
from scorepad.store.people import raise_people_version

MACHINES = ""
"""The name that stands for the machine's zone if that zone has no name."""

USUAL_BEGIN = time(5)
"""When the day of a club begins unless its owner chooses another time: few evenings last longer."""

LATEST_BEGIN = time(12)
"""The latest time at which a day may begin: a game begun in the evening belongs to that day in every club."""

PREVIEWED = 100
"""A preview of another clock examines only the last games: a large club has too many."""

_BEGUN = f"""
    SELECT game.id, game.created_at, cell.value FROM game
    LEFT JOIN cell ON cell.game = game.id AND cell.round = {WHOLE_GAME} AND cell.place = '{TABLE}'
      AND cell.field = '{IMPORTED}'"""
"""Games with when they began, and where they were imported from."""

SET = "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
"""Stores a setting of the club."""

_ZONE, _DAY_BEGINS = "zone", "day_begins"

_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


class NoSuchZone(StoreError):
    """There is no time zone of that name."""


class BadBegin(StoreError):
    """A day cannot begin at that time."""


@dataclass(frozen=True, slots=True)
class Days:
    """How a club counts days: in which zone (None for the machine's), and from which time on."""

    zone: tzinfo | None
    begins: time = USUAL_BEGIN

    def day_of(self, moment: datetime) -> date:
        """The club's day of a moment. Raises OverflowError before the first day there is."""
        here = moment.astimezone(self.zone)
        if here.time() >= self.begins or self._has_begun(here):
            return here.date()
        return here.date() - timedelta(days=1)

    def begin_of(self, day: date) -> datetime:
        """The moment at which a day of the club begins."""
        begin = datetime.combine(day, self.begins)
        return begin.replace(tzinfo=self.zone) if self.zone else begin.astimezone()

    def _has_begun(self, here: datetime) -> bool:
        """Whether the clock showed the begin before it was put back: a day begins once."""
        return here.timestamp() >= self.begin_of(here.date()).timestamp()

    def day_of_game(self, begun: str, imported: str | None) -> str:
        """The day (ISO) of a game. `imported` is the text of that cell, None for a game played here. Raises Damaged."""
        try:
            if imported in (None, "null"):
                return self.day_of(datetime.fromisoformat(begun)).isoformat()
            # A file says the day alone. Earlier imports kept it only as noon by the club's clock.
            return _day_in(imported) or datetime.fromisoformat(begun).astimezone(self.zone).date().isoformat()
        except (ValueError, OverflowError):
            raise Damaged from None


def _day_in(imported: str | None) -> str | None:
    """The day that an imported game's cell states, None if it states none."""
    try:
        return date.fromisoformat(json.loads(imported or "")["day"]).isoformat()
    except (ValueError, TypeError, LookupError):
        return None


class Clock(Reader):
    """The clock of an open club."""

    def name(self) -> str:
        """The name of the zone, such as "Europe/Berlin"; "" for the machine's zone."""
        with self.reading() as db:
            return _name(db)

    def zone(self) -> tzinfo | None:
        """The zone; None for the machine's zone."""
        return self.days().zone

    def days(self) -> Days:
        """How the club counts days."""
        with self.reading() as db:
            return days_of(db)

    def today(self) -> date:
        """The club's day now."""
        return self.days().day_of(datetime.now(UTC))

    def days_of_games(self, games: Sequence[int]) -> dict[int, str]:
        """The day (ISO) of each of these games; a damaged game is left out."""
        with self.reading() as db:
            days, known = days_of(db), dict[int, str]()
            for game, at, imported in _begun(db, games):
                with suppress(Damaged):
                    known[game] = days.day_of_game(at, imported)
        return known

    def moved(self, zone: str | None = None, begins: time | None = None) -> tuple[int, int]:
        """How many of the last games another clock would move to another day, and how many were examined.

        None keeps the zone or the begin as it is. Raises NoSuchZone and BadBegin.
        """
        with self.reading() as db:
            before = days_of(db)
            rows = db.conn.execute(f"{_BEGUN} ORDER BY game.id DESC LIMIT ?", (PREVIEWED,)).fetchall()
            return len(list(_moved(rows, before, _changed(before, zone, begins)))), len(rows)

    def change(self, zone: str | None = None, begins: time | None = None) -> int:
        """Change the clock, and return how many games moved to another day. Raises NoSuchZone and BadBegin."""
        with self._connections.writing() as db:
            before = days_of(db)
            after = _changed(before, zone, begins)
            if zone in (None, _name(db)) and after.begins == before.begins:
                return 0
            moved = [(game,) for game in _moved(db.conn.execute(_BEGUN), before, after)]
            if zone is not None:
                db.conn.execute(SET, (_ZONE, zone))
            if begins is not None:
                db.conn.execute(SET, (_DAY_BEGINS, f"{begins:%H:%M}"))
            db.conn.executemany("INSERT OR IGNORE INTO league_stale (game) VALUES (?)", moved)
            raise_people_version(db)
        return len(moved)


def days_of(db: Database) -> Days:
    """How a club counts days. Raises Damaged."""
    name, begins = _name(db), _setting(db, _DAY_BEGINS)
    try:
        return Days(_checked(name) if name else None, parse_begin(begins) if begins else USUAL_BEGIN)
    except StoreError:
        raise Damaged from None


def read_days(db: Database, games: Sequence[int]) -> dict[int, str]:
    """The day (ISO) of each of these games. Raises Damaged."""
    days = days_of(db)
    return {game: days.day_of_game(at, imported) for game, at, imported in _begun(db, games)}


def parse_begin(text: str) -> time:
    """The time at which a day begins, as a person writes it: "5:00", "05:00". Raises BadBegin."""
    begins = parse_time(text)
    if begins is None or begins > LATEST_BEGIN:
        raise BadBegin(f"A day begins at a time from 00:00 to {LATEST_BEGIN:%H:%M}, such as {USUAL_BEGIN:%H:%M}.")
    return begins


def parse_time(text: str) -> time | None:
    """The time of a day, as a person writes it: "7:30", "19.30"; None if it is none."""
    found = _TIME.fullmatch(text.strip())
    return time(int(found[1]), int(found[2])) if found else None


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
    return _setting(db, _ZONE) or MACHINES


def _setting(db: Database, name: str) -> str | None:
    row = db.conn.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row else None


@cache
def _available() -> set[str]:
    return available_timezones()


@lru_cache(maxsize=16)
def _checked(name: str) -> ZoneInfo:
    if name not in _available():
        raise NoSuchZone("There is no such time zone. Choose another.")
    return ZoneInfo(name)


def _changed(before: Days, zone: str | None, begins: time | None) -> Days:
    """The club's days with another zone or begin; None keeps it. Raises NoSuchZone and BadBegin."""
    after = before if zone is None else replace(before, zone=_checked(zone))
    return after if begins is None else replace(after, begins=parse_begin(f"{begins:%H:%M}"))


def _begun(db: Database, games: Sequence[int]) -> list[tuple[int, str, str | None]]:
    sql = f"{_BEGUN} WHERE game.id IN (SELECT value FROM json_each(?))"
    return db.conn.execute(sql, (json.dumps(list(games)),)).fetchall()


def _moved(games: Iterable[tuple[int, str, str | None]], before: Days, after: Days) -> Iterator[int]:
    """The ids of the games whose day differs."""
    for game, at, imported in games:
        with suppress(Damaged):
            if before.day_of_game(at, imported) != after.day_of_game(at, imported):
                yield game
