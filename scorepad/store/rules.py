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


class OwnRuleSets(Reader):
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


# Drafts of rules that are still being edited: `Club.rule_drafts` has these methods.
#
# A draft may contradict itself, so it is not a version yet. Its steps are kept until the draft is saved or
# discarded: each can be undone, and a phone that is behind can be shown what another one changed.


MAX_DRAFTS = 50
MAX_STEPS = 100
"""The most drafts of a club, and the most steps of each; only the latest steps are kept."""

_STEP_TYPES: dict[str, Column] = {
    "id": int,
    "slug": str,
    "base": int,
    "document": str,
    "parent": str,
    "device": OPTIONAL,
    "at": str,
}


@dataclass(frozen=True, slots=True)
class NewStep:
    """A step to add to the draft `slug`.

    `seen` is the number of the step that its page showed, 0 for a new draft; `base` the version that the draft started
    from, 0 if there was none.
    """

    slug: str
    seen: int
    base: int
    document: JSON
    parent: JSON
    device: str | None = None


@dataclass(frozen=True, slots=True)
class DraftStep:
    """A step of a draft. Step numbers grow across all drafts. `at` (UTC) is only displayed."""

    number: int
    slug: str
    base: int
    document_text: str
    parent_text: str
    device: str | None
    at: str

    @property
    def document(self) -> dict[str, Any]:
        """What differs from the parent. Raises Damaged."""
        return _table(self.document_text)

    @property
    def parent(self) -> dict[str, Any]:
        """The whole parent, as it was when the draft began. Raises Damaged."""
        return _table(self.parent_text)


def _table(text: str) -> dict[str, Any]:
    value = parse_json(text)
    if not isinstance(value, dict):
        raise Damaged
    return value


class RuleDrafts(Reader):
    """The drafts of rules of an open club."""

    def __init__(self, connections: Connections, now: Callable[[], str]) -> None:
        """Use `Club.rule_drafts`."""
        super().__init__(connections)
        self._now = now

    def current(self) -> list[DraftStep]:
        """The latest step of every draft, most recently changed draft first."""
        latest = "id IN (SELECT max(id) FROM rule_draft WHERE undone = 0 GROUP BY slug)"
        with self.reading() as db:
            return [step_from_row(row) for row in db.table("rule_draft").rows_where(latest, order_by="id DESC")]

    def latest(self, slug: str) -> DraftStep:
        """The draft as it is now. Raises NoSuchRuleSet."""
        return self._only("slug = ? AND undone = 0", [slug])

    def step(self, slug: str, number: int) -> DraftStep:
        """The draft as it was after a step, even if that was undone since. Raises NoSuchRuleSet."""
        return self._only("slug = ? AND id = ?", [slug, clamp_id(number)])

    def earlier(self, slug: str) -> DraftStep | None:
        """The draft as it was before its latest step; None if that cannot be undone."""
        with self.reading() as db:
            rows = db.table("rule_draft").rows_where("slug = ? AND undone = 0", [slug], "id DESC", limit=1, offset=1)
            return next(map(step_from_row, rows), None)

    def with_key(self, key: str) -> DraftStep | None:
        """The step that was added with this key, or None."""
        with self.reading() as db:
            return next(map(step_from_row, db.table("rule_draft").rows_where("key = ?", [key])), None)

    def _only(self, where: str, values: list[Any]) -> DraftStep:
        with self.reading() as db:
            rows = db.table("rule_draft").rows_where(where, values, "id DESC", limit=1)
            step = next(map(step_from_row, rows), None)
        if step is None:
            raise NoSuchRuleSet("The club has no such draft of rules.")
        return step

    def add(self, new: NewStep, *, key: str) -> DraftStep:
        """Add a step, and return it. `key` is an idempotency key: the same one returns the same step again.

        Raises ChangedMeanwhile unless `new.seen` is the latest step, TooManyRules if no more drafts fit, and BadEntry
        for the key.
        """
        check_key(key)
        with self._connections.writing() as db:
            if added := self.with_key(key):
                return added
            table = db.table("rule_draft")
            rows = table.rows_where("slug = ? AND undone = 0", [new.slug], "id DESC", select="id", limit=1)
            if new.seen != next((row["id"] for row in rows), 0):
                raise ChangedMeanwhile("Someone else has just changed these rules.")
            if not new.seen and len(self.current()) >= MAX_DRAFTS:
                raise TooManyRules(f"{MAX_DRAFTS} rule sets are being changed already. Finish or discard one of them.")
            table.insert(
                {
                    "key": key,
                    "slug": new.slug,
                    "base": new.base,
                    "document": canonical(new.document),
                    "parent": canonical(new.parent),
                    "undone": 0,
                    "device": new.device or None,
                    "at": self._now(),
                }
            )
            old = "id IN (SELECT id FROM rule_draft WHERE slug = ? ORDER BY id DESC LIMIT -1 OFFSET ?)"
            table.delete_where(old, [new.slug, MAX_STEPS])
            return self.latest(new.slug)

    def undo(self, slug: str, seen: int) -> DraftStep:
        """Undo the latest step, unless it is the first. Return the draft then. Raises ChangedMeanwhile."""
        with self._connections.writing() as db:
            latest = self.latest(slug)
            if latest.number != seen:
                raise ChangedMeanwhile("Someone else has just changed these rules.")
            if self.earlier(slug):
                db.table("rule_draft").update(latest.number, {"undone": 1})
            return self.latest(slug)

    def discard(self, slug: str) -> None:
        """Delete a draft with all its steps."""
        with self._connections.writing() as db:
            db.table("rule_draft").delete_where("slug = ?", [slug])


def step_from_row(row: Mapping[str, Any]) -> DraftStep:
    """The step of a row of the table. Raises Damaged."""
    return DraftStep(*check_columns(row, _STEP_TYPES))


def read_whole_draft(row: Mapping[str, Any]) -> None:
    """Read a row with its documents. Raises Damaged."""
    step = step_from_row(row)
    _ = step.document, step.parent
