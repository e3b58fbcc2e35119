"""Drafts of rules that are still being edited: `Club.rule_drafts` has these methods.

A draft may contradict itself, so it is not a version yet. Its steps are kept until the draft is saved or discarded:
each can be undone, and a phone that is behind can be shown what another one changed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.store.checks import canonical, check_key, clamp_id
from scorepad.store.connections import Connections, Reader
from scorepad.store.errors import ChangedMeanwhile, Damaged, NoSuchRuleSet, TooManyRules
from scorepad.store.facts import JSON
from scorepad.store.file.parsing import OPTIONAL, Column, check_columns, parse_json

MAX_DRAFTS = 50
MAX_STEPS = 100
"""The most drafts of a club, and the most steps of each; only the latest steps are kept."""

_TYPES: dict[str, Column] = {
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
            return [from_row(row) for row in db.table("rule_draft").rows_where(latest, order_by="id DESC")]

    def latest(self, slug: str) -> DraftStep:
        """The draft as it is now. Raises NoSuchRuleSet."""
        return self._only("slug = ? AND undone = 0", [slug])

    def step(self, slug: str, number: int) -> DraftStep:
        """The draft as it was after a step, even if that was undone since. Raises NoSuchRuleSet."""
        return self._only("slug = ? AND id = ?", [slug, clamp_id(number)])

    def has_earlier(self, slug: str) -> bool:
        """Whether a step can be undone."""
        with self.reading() as db:
            return db.table("rule_draft").count_where("slug = ? AND undone = 0", [slug]) > 1

    def with_key(self, key: str) -> DraftStep | None:
        """The step that was added with this key, or None."""
        with self.reading() as db:
            return next(map(from_row, db.table("rule_draft").rows_where("key = ?", [key])), None)

    def _only(self, where: str, values: list[Any]) -> DraftStep:
        with self.reading() as db:
            rows = db.table("rule_draft").rows_where(where, values, "id DESC", limit=1)
            step = next(map(from_row, rows), None)
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
            if self.has_earlier(slug):
                db.table("rule_draft").update(latest.number, {"undone": 1})
            return self.latest(slug)

    def discard(self, slug: str) -> None:
        """Delete a draft with all its steps."""
        with self._connections.writing() as db:
            db.table("rule_draft").delete_where("slug = ?", [slug])


def from_row(row: Mapping[str, Any]) -> DraftStep:
    """The step of a row of the table. Raises Damaged."""
    return DraftStep(*check_columns(row, _TYPES))


def read_whole(row: Mapping[str, Any]) -> None:
    """Read a row with its documents. Raises Damaged."""
    step = from_row(row)
    _ = step.document, step.parent
