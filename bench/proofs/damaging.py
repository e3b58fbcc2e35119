"""A club to damage, the same in every run, and random faults: a changed byte, or a stored value that becomes nonsense.

A byte is described by the row that contains it, so that a fault can be looked up.
"""

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from datetime import UTC, date, datetime, timedelta
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from scorepad.league.standings import Figure
from scorepad.paths import ACCESS, CLUB
from scorepad.store import Access, Role
from scorepad.store.engine import ERRORS, sqlite3
from scorepad.web import create_app
from tests.support.waiting import PATIENCE
from tests.web.driving import OUT_FIRST, Visitor

GAMES = 3
TEXT = re.compile(rb"[ -~]{4,}")
NONSENSE = (None, -1, 0, 1.5, 10**18, "", "x", "½", True, [], {})
BIG = 2**63 - 1


class Fault(NamedTuple):
    """A fault: its description, whether it is one byte of text, and the function that damages the club's file."""

    words: str
    in_text: bool
    apply: Callable[[Path], None]


def make(folder: Path) -> str:
    """Create a closed club of three games. Return the owner's token. The file has the same bytes in every run."""
    fixed, begun = random.Random(1), datetime(2026, 1, 3, 12, tzinfo=UTC)
    times = (begun + timedelta(seconds=second) for second in range(10**6))
    with ExitStack() as stack:
        for name, made in (
            ("scorepad.store.club.utc_now", lambda: next(times).isoformat(timespec="milliseconds")),
            ("secrets.token_hex", lambda size=32: fixed.randbytes(size).hex()),
            ("secrets.randbelow", fixed.randrange),
            ("scorepad.web.app.freshness.WAIT", PATIENCE),
        ):
            stack.enter_context(patch(name, made))
        _play(folder)
        with closing(Access.open(folder / ACCESS)) as access:
            token = access.admit(None, Role.OWNER)
    with closing(sqlite3.connect(folder / CLUB)) as db, db:
        db.execute("UPDATE _sqlite_migrations SET applied_at = ''")
        db.commit()
        db.execute("VACUUM")
    return token


def _play(folder: Path) -> None:
    app = create_app(folder)
    visitor, other = Visitor(app), Visitor(app)
    for game in range(GAMES):
        # A damaged name breaks all games of that person, so each game has its own people.
        table = visitor.begin(**{f"seat{seat}": f"Zoë {game}{seat}" for seat in range(1, 5)})
        table.play(1, **OUT_FIRST)
        table.keeps_score(f"Zoë {game}1")
        table.tap("team1.clean+1")
        first, second = table.sheet(2), type(table)(other, table.game).sheet(2)
        first.save(team1__melded="300")
        second.save(team1__melded="350")
    end = table.page().form("/starter")
    visitor.post(f"{table.address}/end", end.fields | {"decision": "over"})
    club = visitor.club
    days = {"first_day": date(2026, 1, 1), "last_day": None}
    club.seasons.add(key="winter", name="Winter", figure=Figure.WINS.value, least=1, **days)
    club.people.merge(club.people.add("Twice").id, 1)
    visitor.get("/league")
    app.extensions["scorepad.club"].close()
    app.extensions["scorepad.access"].close()


def draw_faults(made: Path, seed: int, count: int) -> Iterator[Fault]:
    """Yield faults in turn: any byte of the file, a byte of text in it, and a whole stored value."""
    draw = random.Random(seed)
    file = made / CLUB
    whole = file.read_bytes()
    text = [at for run in TEXT.finditer(whole) for at in range(*run.span())]
    with closing(sqlite3.connect(file)) as db:
        values = list(_stored_values(db))
    for number in range(count):
        if number % 3 == 2:
            yield _changed_value(draw, *draw.choice(draw.choice(values)))
        else:
            at = draw.choice(text) if number % 3 else draw.randrange(len(whole))
            yield _flipped(at, whole[at] ^ draw.randrange(1, 256), in_text=bool(number % 3))


def _flipped(at: int, byte: int, *, in_text: bool) -> Fault:
    def apply(file: Path) -> None:
        flipped = bytearray(file.read_bytes())
        flipped[at] = byte
        file.write_bytes(flipped)

    return Fault(f"byte {at} made {byte}", in_text, apply)


Place = tuple[str, str, dict[str, Any]]
"""A table, a column and a row."""


def _tables(db: sqlite3.Connection) -> dict[str, list[str]]:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    columns = {table: [row[1] for row in db.execute(f"PRAGMA table_info({table})")] for table in tables}
    return {table: names for table, names in columns.items() if not table.startswith("_")}


def whereabouts(whole: Path, fault: Fault) -> str:
    """Return what a fault changes in a file, as SQLite reads it: a table, its column and its row."""
    damaged = shutil.copy(whole, whole.with_name("damaged"))
    fault.apply(damaged)
    with closing(sqlite3.connect(whole)) as sound, closing(sqlite3.connect(damaged)) as db:
        for table, names in _tables(sound).items():
            try:
                for before, after in zip_longest(_raw(sound, table, names), _raw(db, table, names), fillvalue=()):
                    if before != after:
                        row = dict(zip(names, before, strict=False))
                        changed = [name for name, old, new in zip(names, before, after, strict=False) if old != new]
                        return f"{table}, {', '.join(changed)} of {_named(row)}"
            except ERRORS as error:
                return f"{table}, which SQLite cannot read: {error}"
    return "no row"


def _raw(db: sqlite3.Connection, table: str, names: list[str]) -> Iterator[tuple[Any, ...]]:
    db.text_factory = bytes  # Damaged text may not be valid UTF-8.
    yield from db.execute(f"SELECT {', '.join(names)} FROM {table}")


def _named(row: dict[str, Any]) -> str:
    """Return a row by the first columns that identify it."""
    shown = {name: value.decode() if isinstance(value, bytes) else value for name, value in row.items()}
    return " ".join(f"{name}={value}" for name, value in shown.items() if name not in ("key", "value"))[:120]


def _stored_values(db: sqlite3.Connection) -> Iterator[list[Place]]:
    """Yield every value of the club, grouped by table, column, and the field of an entry."""
    for table, names in _tables(db).items():
        query = db.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()
        rows = [dict(zip(names, row, strict=True)) for row in query]
        for name in names:
            for field in sorted({row.get("field", "") for row in rows}):
                yield [(table, name, row) for row in rows if row.get("field", "") == field]


def _changed_value(draw: random.Random, table: str, column: str, row: dict[str, Any]) -> Fault:
    before = row[column]
    after = _nonsense(draw, before)
    words = f"a value made {str(after)[:200]!r}"

    def apply(file: Path) -> None:
        where = " AND ".join(f"{name} IS :{name}" for name in row)
        with closing(sqlite3.connect(file, isolation_level=None)) as db:
            triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            db.execute("PRAGMA ignore_check_constraints = ON")
            for name, _ in triggers:
                db.execute(f"DROP TRIGGER {name}")
            # A value that the column does not accept leaves the row unchanged.
            with suppress(sqlite3.IntegrityError):
                db.execute(f"UPDATE OR IGNORE {table} SET {column} = :after WHERE {where}", {**row, "after": after})
            for _, sql in triggers:
                db.execute(sql)

    return Fault(words, False, apply)


def _nonsense(draw: random.Random, before: Any) -> Any:
    """Return another value of the same type, and valid JSON if it was JSON."""
    if isinstance(before, int):
        return draw.choice((0, -1, before + 1, before - 1, 10**6, BIG, -BIG))
    if isinstance(before, float):
        return draw.choice((0.0, -1.0, 1e308, float("inf")))
    if isinstance(before, str) and before[:1] in ("{", "["):
        return _changed_json(draw, json.loads(before))
    return draw.choice(("", "x", "\0", "½", "-1", "9" * 400, f"{before}-", str(before)[1:], "[[]]", "{}"))


def _changed_json(draw: random.Random, value: Any) -> str:
    """Return the text of a document in which one value has another type, is missing, or has another name."""
    inner, key = draw.choice(list(_places(value)) or [([value], 0)])
    if isinstance(inner, dict) and draw.random() < 0.5:
        moved = inner.pop(key)
        inner |= {} if draw.random() < 0.5 else {f"{key}x": moved}
    else:
        inner[key] = draw.choice((*NONSENSE, str(inner[key]), "\ud800"))
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a document as its container and its key."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield value, key
        yield from _places(inner)
