"""Writes a club as JSON Lines in chunks, from one snapshot of the file, even while people type."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from json.encoder import encode_basestring as quoted
from typing import Any

from sqlite_utils import Database

from scorepad.store.errors import Damaged
from scorepad.store.exports.lines import GAME, SMALL, LineKind, Type
from scorepad.store.exports.phones import PhoneNumbers

PART = 2_000
"""Rows per chunk."""

_COUNTS = "SELECT (SELECT count(*) FROM player), (SELECT count(*) FROM game), (SELECT count(*) FROM entry)"
_ENTRIES = "SELECT seq, game, round, place, field, key, base, status, device, at, value FROM entry ORDER BY seq"

Write = Callable[[Any], str]


def counts(db: Database) -> dict[str, int]:
    """How many people, games and entries there are."""
    row = db.conn.execute(_COUNTS).fetchone()
    return dict(zip(("people", "games", "entries"), row, strict=True))


def parts(db: Database) -> Iterator[str]:
    """All lines except the first and the last, in chunks. Call this inside one `reading`. Raises Damaged."""
    phones = PhoneNumbers()
    device = lru_cache(maxsize=1_000)(lambda text: "null" if text is None else quoted(phones.device(text)))
    for line in (*SMALL, GAME):
        yield from _rows(db, line, device)
    yield from _entries(db, device)


def _rows(db: Database, line: LineKind, device: Write) -> Iterator[str]:
    ways: dict[Type, Write] = {
        "number": str,
        "text": quoted,
        "yes": lambda value: "true" if value else "false",
        "json": _json,
        "device": device,
        "optional number": lambda value: "null" if value is None else str(value),
        "optional text": lambda value: "null" if value is None else quoted(value),
    }
    columns = [(line.column(key), ways[kind]) for key, kind in line.keys.items()]
    rows = db.table(line.table).rows_where(line.where, order_by=line.order)
    template = f'{{{{"line":"{line.name}",' + ",".join(f'"{key}":{{}}' for key in line.keys) + "}}\n"
    while part := list(islice(rows, PART)):
        yield "".join([template.format(*(write(row[name]) for name, write in columns)) for row in part])


def _entries(db: Database, device: Write) -> Iterator[str]:
    """The entries, in the order in which they were recorded. There may be millions."""
    word = lru_cache(maxsize=10_000)(quoted)
    value_of = lru_cache(maxsize=1_000)(_json)
    rows = db.conn.execute(_ENTRIES)
    while part := rows.fetchmany(PART):
        yield "".join(
            [
                f'{{"line":"entry","seq":{seq},"game":{game},"round":{number},"place":{word(place)},'
                f'"field":{word(field)},"key":{quoted(key)},"base":{_base(base)},"status":"{status}",'
                f'"device":{device(sender)},"at":{word(at)},"value":{value_of(value)}}}\n'
                for seq, game, number, place, field, key, base, status, sender, at, value in part
            ]
        )


def _base(base: int | str | None) -> str:
    if base is None:
        return "null"
    return quoted(base) if isinstance(base, str) else str(base)


def _json(text: str) -> str:
    """A value as it is stored: JSON on one line. Raises Damaged."""
    if "\n" in text or "\r" in text:
        raise Damaged
    return text
