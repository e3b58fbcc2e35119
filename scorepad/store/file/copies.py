"""Finds the daily copies of a club, and says how to go back to the newest one when the club's file is damaged."""

import os
import re
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from scorepad import environment, paths
from scorepad.store.engine import sqlite3


class State(NamedTuple):
    """How current a club's file is: the seq of its latest entry, and the version of its people."""

    seq: int
    people: int


class DailyCopy(NamedTuple):
    """A copy. Copies are ordered by their content, because their names have only days, and the clock may be wrong."""

    state: State
    day: date
    path: Path


def daily_copies(folder: Path, name: str) -> list[DailyCopy]:
    """The readable daily copies in a folder, newest first."""
    copies = []
    for path in folder.glob("*.sqlite3"):
        match = re.fullmatch(rf"{re.escape(name)}-(\d{{4}}-\d\d-\d\d)\.sqlite3", path.name)
        day = _day(match[1]) if match else None
        state = _state_in(path) if day else None
        if day and state:
            copies.append(DailyCopy(state, day, path))
    return sorted(copies, reverse=True)


def _day(text: str) -> date | None:
    """The day in the name of a file; None if there is no such day, such as 30 February."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _state_in(path: Path) -> State | None:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return state_of(Database(connection, execute_plugins=False))
    except (sqlite3.Error, TypeError):
        return None


def state_of(db: Database) -> State:
    """Read how current an open file is."""
    seq = db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0]
    return State(seq, db.execute("SELECT version FROM people_version").fetchone()[0])


def way_back(path: Path) -> str:
    """Say how to go on from the newest copy of a damaged file, in one sentence; "" for a file with another name."""
    if path.name not in (paths.CLUB, paths.ACCESS):
        return ""
    if path.name == paths.ACCESS:
        return "Stop Scorepad, move this file away, and start again: all links are new then, and phones join by those."
    is_home = path.parent.parent.name != paths.CLUBS
    home, slug = (path.parent, "") if is_home else (path.parent.parent.parent, path.parent.name)
    aside = f"stop Scorepad, move every file here whose name begins with {path.name} to another folder, and keep them"
    try:
        folder = environment.copies_folder(home, os.environ)
        copies = daily_copies(folder, paths.copies_name(slug))
    except (environment.SettingError, OSError, ValueError):
        folder, copies = home / "copies", []
    if not copies:
        return f"There is no copy in {folder}. If you have one elsewhere: {aside}; then put the copy in its place."
    newest = copies[0]
    return f"To go back to the newest copy, of {newest.day}: {aside}; copy {newest.path} to {path}; start again."
