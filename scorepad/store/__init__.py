"""The store: one SQLite file per club, and nothing is ever lost.

Only this package knows SQLite. An append-only log of entries is the truth, cells are its current
picture. The store deals in JSON values and knows no rules. `scorepad.store.doctor` examines a
file.
"""

from scorepad.store.access import Access, Dismissed, TooManyPhones
from scorepad.store.club import Club, open_club
from scorepad.store.errors import (
    BadEntry,
    BadName,
    BadSeason,
    CannotMerge,
    ChangedMeanwhile,
    Forgotten,
    KeyReused,
    NameTaken,
    NoSuchGame,
    NoSuchPerson,
    NoSuchSeason,
    StoreError,
)
from scorepad.store.facts import (
    BINNED,
    COLOURS,
    JSON,
    NEW_GAME,
    SOMEBODY,
    TABLE,
    WHOLE_GAME,
    Answer,
    Cell,
    CellName,
    Entry,
    GameRow,
    Judged,
    LoggedEntry,
    OpenConflict,
    Player,
    Status,
    Traits,
)
from scorepad.store.people import People
from scorepad.store.phones import WHOLE_CLUB, Pass, Phone, Role
from scorepad.store.seasons import Season
from scorepad.store.versions import journal_mode, sqlite_version

__all__ = [
    "BINNED",
    "COLOURS",
    "JSON",
    "NEW_GAME",
    "SOMEBODY",
    "TABLE",
    "WHOLE_CLUB",
    "WHOLE_GAME",
    "Access",
    "Answer",
    "BadEntry",
    "BadName",
    "BadSeason",
    "CannotMerge",
    "Cell",
    "CellName",
    "ChangedMeanwhile",
    "Club",
    "Dismissed",
    "Entry",
    "Forgotten",
    "GameRow",
    "Judged",
    "KeyReused",
    "LoggedEntry",
    "NameTaken",
    "NoSuchGame",
    "NoSuchPerson",
    "NoSuchSeason",
    "OpenConflict",
    "Pass",
    "People",
    "Phone",
    "Player",
    "Role",
    "Season",
    "Status",
    "StoreError",
    "TooManyPhones",
    "Traits",
    "journal_mode",
    "open_club",
    "sqlite_version",
]
