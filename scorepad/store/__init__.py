"""The store: one SQLite file per club, and nothing is ever lost.

Only this package knows SQLite. An append-only log of entries is the truth, cells are its current
picture. The store deals in JSON values and knows no rules. `scorepad.store.doctor` examines a
file.
"""

from scorepad.store.club import Club, open_club
from scorepad.store.errors import BadEntry, BadName, KeyReused, NoSuchGame, StoreError
from scorepad.store.facts import (
    BINNED,
    JSON,
    NEW_GAME,
    TABLE,
    WHOLE_GAME,
    Answer,
    Cell,
    CellName,
    Entry,
    GameRow,
    LoggedEntry,
    Player,
    Status,
)
from scorepad.store.versions import journal_mode, sqlite_version

__all__ = [
    "BINNED",
    "JSON",
    "NEW_GAME",
    "TABLE",
    "WHOLE_GAME",
    "Answer",
    "BadEntry",
    "BadName",
    "Cell",
    "CellName",
    "Club",
    "Entry",
    "GameRow",
    "KeyReused",
    "LoggedEntry",
    "NoSuchGame",
    "Player",
    "Status",
    "StoreError",
    "journal_mode",
    "open_club",
    "sqlite_version",
]
