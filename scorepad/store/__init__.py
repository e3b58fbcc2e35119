"""The store: one SQLite file per club, in which nothing is ever lost.

Only this package uses SQLite. See README.md here for its parts; `scorepad.store.file.doctor` examines a file.
"""

from scorepad.store.access import Access
from scorepad.store.club import Club
from scorepad.store.errors import (
    BadEntry,
    BadName,
    BadSeason,
    Busy,
    CannotMerge,
    ChangedMeanwhile,
    Damaged,
    Dismissed,
    Forgotten,
    KeyReused,
    LinkUsedUp,
    NameTaken,
    NoSuchGame,
    NoSuchPerson,
    NoSuchSeason,
    StoreError,
    TooManyPhones,
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
    LoggedEntry,
    OpenConflict,
    Player,
    Status,
    Traits,
)
from scorepad.store.file.versions import journal_mode, sqlite_version
from scorepad.store.log import GameNews, OlderEntries
from scorepad.store.people import People
from scorepad.store.phones import WHOLE_CLUB, Pass, Phone, Role
from scorepad.store.seasons import Season

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
    "Busy",
    "CannotMerge",
    "Cell",
    "CellName",
    "ChangedMeanwhile",
    "Club",
    "Damaged",
    "Dismissed",
    "Entry",
    "Forgotten",
    "GameNews",
    "GameRow",
    "KeyReused",
    "LinkUsedUp",
    "LoggedEntry",
    "NameTaken",
    "NoSuchGame",
    "NoSuchPerson",
    "NoSuchSeason",
    "OlderEntries",
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
    "sqlite_version",
]
