"""The seasons of a club: `Club.seasons` has these methods. docs/league.md says what a season is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, TypedDict, Unpack
from zlib import crc32

from sqlite_utils import Database
from sqlite_utils.db import NotFoundError

from scorepad.league.standings import Figure
from scorepad.scoring import names
from scorepad.store.checks import check_key, clamp_id
from scorepad.store.connections import Connections, Reader
from scorepad.store.errors import BadSeason, ChangedMeanwhile, Damaged, KeyReused, NoSuchSeason
from scorepad.store.file.parsing import OPTIONAL, Column, check_columns
from scorepad.store.people import raise_people_version

DECIDING = tuple(figure for figure in Figure if figure not in (Figure.RATING, Figure.BEST))
"""The figures that can decide a season: not the rating, which is of all games, but the rating gained in the season."""

OF_EVENINGS = (Figure.WINS, Figure.GAINED, Figure.BOOKS)
"""The figures that can count only the best evenings."""

NOT_OF_EVENINGS = "Best evenings work with wins, rating gained and books. By an average, one good evening could win."
MAX_EVENINGS, MAX_MIN_GAMES = 99, 999
"""The most evenings that a season can count, and the most games it can require."""

_TYPES: dict[str, Column] = {
    "id": int,
    "name": str,
    "first_day": str,
    "last_day": OPTIONAL,
    "figure": str,
    "least": int,
    "best": (int, type(None)),
    "removed": int,
}


class SeasonFields(TypedDict, total=False):
    """What can be changed about a season."""

    name: str
    first_day: date
    last_day: date | None
    figure: str
    least: int
    best: int | None


@dataclass(frozen=True, slots=True)
class Season:
    """A season. Its days may overlap those of other seasons; `last_day` is None while it is open.

    The champion is first by `figure` among those with at least `least` games. The `best` evenings of each player count,
    or all if None.
    """

    id: int
    name: str
    first_day: date
    last_day: date | None
    figure: Figure
    least: int
    removed: bool = False
    best: int | None = None

    @property
    def ranked_by(self) -> Figure:
        """The figure of the table that decides it."""
        return self.figure if self.best is None else Figure.BEST

    @property
    def fields(self) -> SeasonFields:
        """What can be changed about it."""
        return {
            "name": self.name,
            "first_day": self.first_day,
            "last_day": self.last_day,
            "figure": self.figure,
            "least": self.least,
            "best": self.best,
        }

    @property
    def version(self) -> int:
        """A number that changes whenever the season does."""
        # Leave out `best` if it is None, so that forms from before there were best evenings keep their version.
        columns = [value for name, value in _columns(self).items() if name != "best" or value is not None]
        return crc32(repr((*columns, self.removed)).encode())

    def has_begun(self, today: date) -> bool:
        return self.first_day <= today

    def is_over(self, today: date) -> bool:
        return self.last_day is not None and self.last_day < today

    def is_running(self, today: date) -> bool:
        return self.has_begun(today) and not self.is_over(today)

    def shares_days(self, other: "Season") -> bool:
        """Whether the seasons overlap; a season without a last day includes all days to come."""
        first, last = max(self.first_day, other.first_day), min(self.last_day or date.max, other.last_day or date.max)
        return first <= last


class Seasons(Reader):
    """The seasons of an open club. Each change is one transaction, and changes `Club.league.version`."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.seasons`."""
        super().__init__(connections)
        self._now = now

    def all(self) -> list[Season]:
        """All seasons that were not removed, newest first."""
        return self._list(removed=False)

    def removed(self) -> list[Season]:
        """All removed seasons, newest first."""
        return self._list(removed=True)

    def _list(self, *, removed: bool) -> list[Season]:
        with self.reading() as db:
            rows = db.table("season").rows_where("removed = ?", [removed], "first_day DESC, id DESC")
            return [from_row(row) for row in rows]

    def season(self, season: int) -> Season:
        """The season with this id, even if it was removed. Raises NoSuchSeason."""
        with self.reading() as db:
            return _get(db, season)

    def add(self, *, key: str, **fields: Unpack[SeasonFields]) -> Season:
        """Add a season with all its fields. The same idempotency `key` returns the same season again.

        Raises BadSeason with all faults, and BadEntry or KeyReused for the key.
        """
        check_key(key)
        with self._connections.writing() as db:
            rows = db.table("season").rows_where("key = ?", [key])
            added = next(map(from_row, rows), None)
            season = _checked(fields, added.id if added else 0)
            if added and replace(season, removed=added.removed) != added:
                raise KeyReused(f"The key {key} was used before, for another season.")
            if added:
                return added
            row = _columns(season) | {"key": key, "created_at": self._now()}
            inserted = db.table("season").insert(row)
            raise_people_version(db)
            return _get(db, inserted.last_rowid or 0)

    def change(self, season: int, *, seen: int | None = None, **to: Unpack[SeasonFields]) -> Season:
        """Change some fields of a season, all or nothing, and return it.

        `seen` is the `version` of what the form showed: raises ChangedMeanwhile if the season has another one now,
        unless it already has these fields. Raises BadSeason and NoSuchSeason.
        """
        with self._connections.writing() as db:
            before = _get(db, season)
            fields: SeasonFields = {**before.fields, **to}
            after = replace(_checked(fields, season), removed=before.removed)
            if after == before:
                return before
            if seen not in (None, before.version):
                raise ChangedMeanwhile(
                    f"Someone else has just changed “{before.name}”. Check what is here now, and press again."
                )
            return _update(db, after)

    def remove(self, season: int) -> Season:
        """Remove a season; it can be restored. Raises NoSuchSeason. Safe to call twice."""
        with self._connections.writing() as db:
            before = _get(db, season)
            return before if before.removed else _update(db, replace(before, removed=True))

    def restore(self, season: int) -> Season:
        """Restore a removed season. Raises NoSuchSeason. Safe to call twice."""
        with self._connections.writing() as db:
            before = _get(db, season)
            return _update(db, replace(before, removed=False)) if before.removed else before


def from_row(row: Mapping[str, Any]) -> Season:
    """The season of a row of the table. Raises Damaged."""
    season, name, first_day, last_day, figure, least, best, removed = check_columns(row, _TYPES)
    try:
        return Season(
            id=season,
            name=name,
            first_day=date.fromisoformat(first_day),
            last_day=None if last_day is None else date.fromisoformat(last_day),
            figure=Figure(figure),
            least=least,
            best=best,
            removed=bool(removed),
        )
    except ValueError:
        raise Damaged from None


def _columns(season: Season) -> dict[str, Any]:
    """The columns of the table that can change, except `removed`."""
    return {
        "name": season.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat() if season.last_day else None,
        "figure": season.figure.value,
        "least": season.least,
        "best": season.best,
    }


def _get(db: Database, season: int) -> Season:
    try:
        return from_row(db.table("season").get(clamp_id(season)))
    except NotFoundError:
        raise NoSuchSeason("The club has no season with this number.") from None


def _update(db: Database, season: Season) -> Season:
    db.table("season").update(season.id, _columns(season) | {"removed": season.removed})
    raise_people_version(db)
    return season


def _checked(fields: SeasonFields, season: int) -> Season:
    """The season with these fields and this id. Raises BadSeason with all faults."""
    faults: dict[str, str] = {}
    name, figure, least = fields["name"], fields["figure"], fields["least"]
    try:
        name = names.clean_name(name)
    except names.BadName as error:
        faults["name"] = str(error)
    if figure not in DECIDING:
        faults["figure"] = "Choose one of the figures."
    if not 1 <= least <= MAX_MIN_GAMES:
        faults["least"] = f"Choose 1 to {MAX_MIN_GAMES} games."
    best = fields.get("best")
    if best is not None and not 1 <= best <= MAX_EVENINGS:
        faults["best"] = f"Choose 1 to {MAX_EVENINGS} evenings, or none to count all."
    elif best is not None and figure not in OF_EVENINGS and "figure" not in faults:
        faults["best"] = NOT_OF_EVENINGS
    first, last = fields["first_day"], fields["last_day"]
    if last is not None and last < first:
        faults["last_day"] = "The last day is before the first."
    if faults:
        raise BadSeason(faults)
    return Season(season, name, first, last, Figure(figure), least, best=best)
