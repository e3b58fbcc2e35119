"""A whole club for other programs: its rows as JSON Lines, and views for its SQLite export."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from json.encoder import encode_basestring as quoted
from pathlib import Path
from typing import Any, Literal, TypeAlias

from sqlite_utils import Database

from scorepad.league.facts import WHOLE
from scorepad.scoring.cells import TABLE
from scorepad.scoring.game.agreement import BINNED, WHOLE_GAME
from scorepad.store.connections import Connections
from scorepad.store.engine import ERRORS, connect, raise_as_store_error
from scorepad.store.errors import Damaged, StoreError
from scorepad.store.file.copying import A_COPY, flush
from scorepad.store.league import League
from scorepad.store.results.catch_up import Report
from scorepad.store.results.tables import PEOPLE_SIZE

# The kinds of lines in a club's JSON Lines: the table of each, its keys, and the order of lines.
#
# The writer and the reader of such files both use this module. docs/documents.md describes every key.


BY_RESTORING = "a club of Scorepad"
"""The kind of an import that restored a club's file. It concerns only the club that read it, so it is not exported."""

FORMAT = 1
"""The version of the format. Raise it when a reader of this version would read a new file wrongly."""

FIRST, LAST = "club", "end"
"""The names of the first and the last line."""

Type: TypeAlias = Literal["number", "text", "yes", "json", "device", "base", "optional number", "optional text"]
"""What a key holds. "yes" is 0 or 1 in the table, "json" any JSON, "device" a phone or null, "base" a seq, a key or
null."""


@dataclass(frozen=True, slots=True)
class LineKind:
    """A kind of line: its table, its keys in order, and the order of rows.

    `columns` are those whose name differs from their key, `left_out` those that can be derived from others.
    """

    name: str
    table: str
    keys: dict[str, Type]
    order: str
    where: str = "1"
    columns: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()

    def column(self, key: str) -> str:
        """The column of a key, usually of the same name."""
        return dict(self.columns).get(key, key)


SETTING = LineKind("setting", "setting", {"name": "text", "value": "text"}, "name")
PERSON = LineKind(
    "person",
    "player",
    {
        "id": "number",
        "key": "optional text",
        "name": "text",
        "created_at": "text",
        "colour": "optional number",
        "guest": "yes",
        "retired": "yes",
        "merged_into": "optional number",
        "renamed": "yes",
        "forgotten": "yes",
    },
    "id",
    columns=(("merged_into", "joined"),),
    left_out=("folded", "merged_into"),
)
RULES = LineKind(
    "rules",
    "rule_set",
    {
        "key": "text",
        "slug": "text",
        "number": "number",
        "change": "text",
        "retired": "yes",
        "device": "device",
        "at": "text",
        "document": "json",
        "parent": "json",
    },
    "id",
    left_out=("id",),
)
DRAFT = LineKind(
    "draft",
    "rule_draft",
    {
        "key": "text",
        "slug": "text",
        "base": "number",
        "undone": "yes",
        "device": "device",
        "at": "text",
        "document": "json",
        "parent": "json",
    },
    "id",
    left_out=("id",),
)
SEASON = LineKind(
    "season",
    "season",
    {
        "id": "number",
        "key": "text",
        "name": "text",
        "first_day": "text",
        "last_day": "optional text",
        "figure": "text",
        "least": "number",
        "best": "optional number",
        "removed": "yes",
        "created_at": "text",
    },
    "id",
)
NIGHT = LineKind(
    "night",
    "night",
    {"id": "number", "key": "text", "version": "number", "removed": "yes", "created_at": "text", "document": "json"},
    "id",
)
IMPORT = LineKind(
    "import",
    "import",
    {
        "id": "number",
        "digest": "text",
        "name": "text",
        "kind": "text",
        "device": "device",
        "at": "text",
        "first_game": "number",
        "games": "number",
        "first_person": "number",
        "people": "number",
        "undone": "number",
        "undone_at": "optional text",
    },
    "id",
    where=f"kind <> '{BY_RESTORING}'",
)
GAME = LineKind(
    "game", "game", {"number": "number", "key": "text", "created_at": "text"}, "id", columns=(("number", "id"),)
)
ENTRY = LineKind(
    "entry",
    "entry",
    {
        "seq": "number",
        "game": "number",
        "round": "number",
        "place": "text",
        "field": "text",
        "key": "text",
        "base": "base",
        "status": "text",
        "device": "device",
        "at": "text",
        "value": "json",
    },
    "seq",
)
SMALL = (SETTING, PERSON, RULES, DRAFT, SEASON, NIGHT, IMPORT)
"""The lines before those of games: there are few of them."""

ALL = (*SMALL, GAME, ENTRY)


_DEVICE = re.compile(r"(.*?)(\.[0-9]{1,15})?")


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


class PhoneNumbers:
    """Numbers phones in order of appearance, so that the export of a restored club has the same numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def device(self, device: str) -> str:
        """The device with its label replaced by the phone's number. The person who kept score stays."""
        match = _DEVICE.fullmatch(device)
        label, person = match.groups("") if match else (device, "")
        number = self._numbers.setdefault(label, f"{len(self._numbers) + 1:08x}")
        return number + person


_JOURNAL = "delete"


def make_readable(copy: Path, report: Report) -> None:
    """Update the figures of a copy and add views. No one else may have it open. Raises StoreError."""
    try:
        connections = Connections(copy, connect(copy, journal_mode=_JOURNAL), _JOURNAL)
        try:
            league = League(connections)
            league.catch_up(report)
            _add_views(connections, league)
        finally:
            connections.close()
        flush(copy)
    except ERRORS as error:
        raise_as_store_error(error, copy)
        raise


def _add_views(connections: Connections, league: League) -> None:
    with connections.writing() as db:
        people = [row["id"] for row in db.table("player").rows_where("merged_into IS NULL", select="id")]
        ratings = league.ratings(people)
        drop_views(db)
        make_views(db)
        db.table(RATINGS).insert_all(
            {"player": person, "rating": rating.shown, "give_or_take": rating.give_or_take}
            for person, rating in ratings.items()
        )
        db.execute(f"PRAGMA user_version = {A_COPY}")
        for view in VIEWS:
            list(db.view(view).rows_where(limit=1))
        faults = [row[0] for row in db.execute("PRAGMA quick_check")]
    if faults != ["ok"]:
        raise StoreError("The copy is not whole and was not kept: run `scorepad doctor`.")


# The views of a club's SQLite export: its tables in columns that people and other programs can read.
#
# Scorepad itself never reads them. docs/documents.md describes every column.


RATINGS = "export_rating"
"""The table of ratings. Those of the league are packed, and plain SQL cannot read them."""

_PLAYERS = f"""
    SELECT player.id AS player, player.name,
      coalesce(player.merged_into, player.id) AS person,
      player.guest, player.retired, player.forgotten,
      rating.rating, rating.give_or_take
    FROM player LEFT JOIN {RATINGS} AS rating ON rating.player = coalesce(player.merged_into, player.id)
    ORDER BY player.folded, player.id"""

_GAMES = f"""
    SELECT game.id AS game, counted.day, game.created_at AS began,
      counted.game IS NOT NULL AS counts,
      EXISTS (
        SELECT 1 FROM cell AS bin WHERE bin.game = game.id AND bin.round = {WHOLE_GAME} AND bin.place = '{TABLE}'
          AND bin.field = '{BINNED}' AND bin.value = 'true') AS in_bin,
      json_extract(rules.value, '$.name') AS rules, json_extract(rules.value, '$.slug') AS rules_slug,
      kind.players, kind.teams, kind.decks, counted.rounds,
      (SELECT group_concat(totals.team, ' ') FROM totals WHERE totals.game = game.id AND totals.win > 0) AS winners
    FROM game
    LEFT JOIN league_game AS counted ON counted.game = game.id
    LEFT JOIN league_kind AS kind ON kind.id = counted.kind
    LEFT JOIN cell AS rules ON rules.game = game.id AND rules.round = {WHOLE_GAME} AND rules.place = '{TABLE}'
      AND rules.field = 'rules'"""

_TOTALS = f"""
    SELECT counted.game, counted.day, team.key + 1 AS team,
      (SELECT group_concat(player.name, ' & ') FROM json_each(team.value, '$[0]') AS seat
       JOIN player ON player.id = seat.value) AS people,
      json_extract(team.value, '$[1]') AS total,
      json_extract(team.value, '$[3]') + 1 AS place,
      json_extract(team.value, '$[2]') / {WHOLE}.0 AS win
    FROM league_game AS counted, json_each(counted.sides) AS team"""

_ROUNDS = """
    SELECT counted.game, counted.day, json_extract(played.value, '$[0]') AS round, team.key + 1 AS team,
      team.value AS points
    FROM league_game AS counted
    JOIN league_reading AS reading ON reading.game = counted.game,
      json_each(reading.facts, '$[9]') AS played, json_each(played.value, '$[1]') AS team"""

_STANDINGS = f"""
    SELECT rank() OVER (ORDER BY sum(tally.share) DESC) AS rank, player.id AS player, player.name,
      sum(tally.games) AS games, sum(tally.share) / {WHOLE}.0 AS wins,
      sum(tally.share) / {WHOLE}.0 / sum(tally.games) AS win_share,
      sum(tally.ties) AS ties, sum(tally.rounds) AS rounds, sum(tally.points) AS points,
      sum(tally.went_out) AS went_out, sum(tally.exact_cuts) AS exact_cuts, sum(tally.red_threes) AS red_threes,
      sum(tally.books) AS books, sum(tally.clean) AS clean_books,
      rating.rating, rating.give_or_take
    FROM league_tally AS tally
    JOIN player ON player.id = CAST(tally.who AS INTEGER)
    LEFT JOIN {RATINGS} AS rating ON rating.player = player.id
    WHERE tally.size = {PEOPLE_SIZE} AND tally.year = ''
      AND NOT player.guest AND NOT player.forgotten AND player.merged_into IS NULL
    GROUP BY tally.who HAVING sum(tally.games) > 0
    ORDER BY rank, player.folded, player.id"""

VIEWS = {"players": _PLAYERS, "totals": _TOTALS, "rounds": _ROUNDS, "games": _GAMES, "standings": _STANDINGS}
"""Every view with its query. `games` reads `totals`."""


def make_views(db: Database) -> None:
    """Create the views, and an empty table of ratings."""
    db.execute(
        f"CREATE TABLE {RATINGS} (player INTEGER PRIMARY KEY REFERENCES player (id), rating INTEGER NOT NULL,"
        " give_or_take INTEGER NOT NULL) STRICT"
    )
    for name, query in VIEWS.items():
        db.create_view(name, query)


def drop_views(db: Database) -> None:
    """Drop what `make_views` created: in an export opened as a club, a migration may change what the views read."""
    for name in VIEWS.keys() & set(db.view_names()):
        db.view(name).drop()
    db.execute(f"DROP TABLE IF EXISTS {RATINGS}")
