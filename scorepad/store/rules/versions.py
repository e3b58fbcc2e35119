"""A club's own rule sets, version by version: `Club.rule_sets` has these methods.

The store does not know the rules. A version holds a document and a full copy of the document of its parent, so that no
later change of the parent affects it. Versions are only ever added: retiring a rule set, bringing it back and undoing a
change are versions too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlite_utils import Database

from scorepad.store.checks import canonical, check_key, clamp_id
from scorepad.store.connections import Connections, Reader
from scorepad.store.errors import ChangedMeanwhile, Damaged, KeyReused, NoSuchRuleSet, TooManyRules
from scorepad.store.facts import JSON
from scorepad.store.file.parsing import OPTIONAL, Column, check_columns, parse_json

MAX_RULE_SETS = 100
MAX_VERSIONS = 500
"""The most rule sets of a club, including retired ones, and the most versions of each."""

RulesChange: TypeAlias = Literal["saved", "renamed", "undone", "retired", "returned"]

_TYPES: dict[str, Column] = {
    "slug": str,
    "number": int,
    "change": str,
    "retired": int,
    "document": str,
    "parent": str,
    "device": OPTIONAL,
    "at": str,
}


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A version to add.

    `base` is the number of the version that its page showed, 0 for a new rule set. `parent` is None for a document
    that needs none.
    """

    slug: str
    base: int
    change: RulesChange
    document: JSON
    parent: JSON
    is_retired: bool = False
    device: str | None = None


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """A version of a rule set; the first has the number 1. `at` (UTC) is only displayed.

    Its documents are JSON texts here, because a list of all rules reads most of them only once.
    """

    slug: str
    number: int
    change: str
    is_retired: bool
    document_text: str
    parent_text: str
    device: str | None
    at: str

    @property
    def document(self) -> dict[str, Any]:
        """Its document. Raises Damaged."""
        document = parse_json(self.document_text)
        if not isinstance(document, dict):
            raise Damaged
        return document

    @property
    def parent(self) -> dict[str, Any] | None:
        """The document of its parent as it was then. Raises Damaged."""
        parent = parse_json(self.parent_text)
        if not isinstance(parent, dict | None):
            raise Damaged
        return parent


class RuleSets(Reader):
    """The rule sets of an open club."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.rule_sets`."""
        super().__init__(connections)
        self._now = now

    def current(self) -> list[RulesVersion]:
        """The latest version of every rule set, including retired ones, in the order of slugs."""
        with self.reading() as db:
            latest = "number = (SELECT max(number) FROM rule_set AS other WHERE other.slug = rule_set.slug)"
            return [from_row(row) for row in db.table("rule_set").rows_where(latest, order_by="slug")]

    def versions(self, slug: str, *, limit: int = MAX_VERSIONS, up_to: int = MAX_VERSIONS) -> list[RulesVersion]:
        """The versions of a rule set, newest first, from the number `up_to` down. Raises NoSuchRuleSet."""
        with self.reading() as db:
            where = "slug = ? AND number <= ?"
            rows = db.table("rule_set").rows_where(where, [slug, clamp_id(up_to)], "number DESC", limit=limit)
            versions = [from_row(row) for row in rows]
        if not versions:
            raise NoSuchRuleSet("The club has no rules of this name.")
        return versions

    def latest(self, slug: str) -> RulesVersion:
        """The current version of a rule set. Raises NoSuchRuleSet."""
        return self.versions(slug, limit=1)[0]

    def version(self, slug: str, number: int) -> RulesVersion:
        """One version of a rule set. Raises NoSuchRuleSet."""
        with self.reading() as db:
            rows = db.table("rule_set").rows_where("slug = ? AND number = ?", [slug, clamp_id(number)])
            version = next(map(from_row, rows), None)
        if version is None:
            raise NoSuchRuleSet("These rules have no version of this number.")
        return version

    def with_key(self, key: str) -> RulesVersion | None:
        """The version that was added with this key, or None."""
        with self.reading() as db:
            return next(map(from_row, db.table("rule_set").rows_where("key = ?", [key])), None)

    def add(self, new: NewVersion, *, key: str) -> RulesVersion:
        """Add a version, and return it. `key` is an idempotency key: the same one returns the same version again.

        Raises ChangedMeanwhile unless `new.base` is the latest version, TooManyRules if no more fit, and BadEntry or
        KeyReused for the key.
        """
        check_key(key)
        document, parent = canonical(new.document), canonical(new.parent)
        with self._connections.writing() as db:
            if added := self.with_key(key):
                if (added.slug, added.document_text, added.change) != (new.slug, document, new.change):
                    raise KeyReused(f"The key {key} was used before, for other rules.")
                return added
            _check_base(db, new)
            row = {
                "key": key,
                "slug": new.slug,
                "number": new.base + 1,
                "change": new.change,
                "retired": int(new.is_retired),
                "document": document,
                "parent": parent,
                "device": new.device or None,
                "at": self._now(),
            }
            db.table("rule_set").insert(row)
            return from_row(row)


def _check_base(db: Database, new: NewVersion) -> None:
    latest, sets = db.execute(
        "SELECT coalesce(max(number) FILTER (WHERE slug = ?), 0), count(DISTINCT slug) FROM rule_set", (new.slug,)
    ).fetchone()
    if latest != clamp_id(new.base):
        raise ChangedMeanwhile("Someone else has just changed these rules. Look at what is here now, and save again.")
    if not latest and sets >= MAX_RULE_SETS:
        raise TooManyRules(f"This club already has the maximum of {MAX_RULE_SETS} rule sets.")
    if latest >= MAX_VERSIONS:
        raise TooManyRules(f"These rules have {MAX_VERSIONS} versions already. Save them under a new name.")


def from_row(row: Mapping[str, Any]) -> RulesVersion:
    """The version of a row of the table. Raises Damaged."""
    slug, number, change, retired, document, parent, device, at = check_columns(row, _TYPES)
    return RulesVersion(slug, number, change, bool(retired), document, parent, device, at)


def read_whole(row: Mapping[str, Any]) -> None:
    """Read a row with its documents. Raises Damaged."""
    version = from_row(row)
    _ = version.document, version.parent
