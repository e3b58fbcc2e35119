"""Restore a club's files as an earlier version wrote them, from `club.sql` and `access.sql`."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlite_utils.utils import sqlite3

from scorepad.scoring.cells import parse_values
from scorepad.scoring.game.record import game
from tests.golden import storing
from tests.golden.evening import Evening, keep_secret
from tests.golden.files import ACCESS, CLUB

FILES = {CLUB: "club.sql", ACCESS: "access.sql"}


def restore(home: Path) -> None:
    """Write the files into a new folder."""
    home.mkdir(mode=0o700)
    keep_secret(home)
    for name, text in FILES.items():
        (home / name).touch(mode=0o600)
        with closing(sqlite3.connect(home / name)) as db:
            db.executescript((storing.DATA / text).read_text("utf-8"))


def answers(home: Path, phones: dict[str, dict[str, str]], steps: list[Any]) -> list[Any]:
    """Return the restored club's responses to phones with these cookies."""
    evening = Evening(home)
    for name, cookies in phones.items():
        evening.remember(name, cookies)
    with closing(evening):
        return [evening.ask(step) for step in steps]


def cells(home: Path) -> dict[str, str]:
    with closing(sqlite3.connect(home / CLUB)) as db:
        rows = db.execute("SELECT game, round, place, field, value FROM cell").fetchall()
    return {".".join(map(str, row[:4])): row[4] for row in rows}


def written(steps: list[Any]) -> set[str]:
    """Return the cells that the recorded forms wrote."""
    entries = [row for step in steps for row in step["then"].get("wrote", {}).get("entry", [])]
    return {".".join(map(str, row[2:6])) for row in entries}


def rounds(home: Path) -> dict[str, Any]:
    """Return the rounds of every game with every line of their scores, from the cells in the file."""
    with closing(sqlite3.connect(home / CLUB)) as db:
        names = dict(db.execute("SELECT id, name FROM player").fetchall())
    games: dict[str, dict[tuple[int, str, str], Any]] = {}
    for cell, text in cells(home).items():
        number_of_game, number, place, field = cell.split(".")
        if (value := json.loads(text)) is not None:
            games.setdefault(number_of_game, {})[int(number), place, field] = value
    return {number: _game(game(parse_values(values), names)) for number, values in games.items()}


def _game(record: Any) -> dict[str, Any]:
    return {
        "rounds": [[one.finished, *map(_lines, one.scores)] for one in record.rounds],
        "problems": [[[str(p.code), p.path] for p in one.problems] for one in record.rounds],
        "totals": list(record.before(len(record.rounds) + 1)),
        "players": list(record.agreement.players),
        "decks": record.agreement.decks,
        "brought": list(record.agreement.brought),
    }


def _lines(team: Any) -> list[Any]:
    return [[line.code, str(line.part), line.count, line.each, line.points] for line in team.lines]
