"""The kinds of lines in a club's JSON Lines: the table of each, its keys, and the order of lines.

The writer and the reader of such files both use this module. docs/documents.md describes every key.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

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
SMALL = (SETTING, PERSON, RULES, DRAFT, SEASON, IMPORT)
"""The lines before those of games: there are few of them."""

ALL = (*SMALL, GAME, ENTRY)
