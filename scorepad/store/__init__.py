"""The store: one SQLite file per club. Recorded entries are never changed or deleted.

Only this package uses SQLite. README.md in this folder lists its parts; `scorepad.store.file.doctor` examines a file.
"""

from scorepad.store.access import Access
from scorepad.store.club import Club
from scorepad.store.errors import (
    BadEntry,
    BadName,
    BadSeason,
    BadToken,
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
    NoSuchRuleSet,
    NoSuchSeason,
    StoreError,
    TooManyPhones,
    TooManyRules,
)
from scorepad.store.facts import (
    COLOURS,
    JSON,
    NEW_GAME,
    SOMEBODY,
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
from scorepad.store.log import GameNews, OlderEntries, leaves_alone
from scorepad.store.people import People
from scorepad.store.phones import NO_PLAYER, WHOLE_CLUB, Pass, Phone, Role
from scorepad.store.rules.drafts import DraftStep, NewStep
from scorepad.store.rules.versions import NewVersion, RulesChange, RulesVersion
from scorepad.store.seasons import Season

__all__ = [
    "COLOURS",
    "JSON",
    "NEW_GAME",
    "NO_PLAYER",
    "SOMEBODY",
    "WHOLE_CLUB",
    "Access",
    "Answer",
    "BadEntry",
    "BadName",
    "BadSeason",
    "BadToken",
    "Busy",
    "CannotMerge",
    "Cell",
    "CellName",
    "ChangedMeanwhile",
    "Club",
    "Damaged",
    "Dismissed",
    "DraftStep",
    "Entry",
    "Forgotten",
    "GameNews",
    "GameRow",
    "KeyReused",
    "LinkUsedUp",
    "LoggedEntry",
    "NameTaken",
    "NewStep",
    "NewVersion",
    "NoSuchGame",
    "NoSuchPerson",
    "NoSuchRuleSet",
    "NoSuchSeason",
    "OlderEntries",
    "OpenConflict",
    "Pass",
    "People",
    "Phone",
    "Player",
    "Role",
    "RulesChange",
    "RulesVersion",
    "Season",
    "Status",
    "StoreError",
    "TooManyPhones",
    "TooManyRules",
    "Traits",
    "journal_mode",
    "leaves_alone",
    "sqlite_version",
]
